"""Programs as players: the command line, both protocols, what counts as a reply, and the log."""

import json
import os
import select
import shlex
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

import ludus
from ludus.bots.bot import Fault
from ludus.bots.external import Limits, ProgramBot
from ludus.bots.external.process import EXIT_GRACE_SECONDS, SandboxedProcess
from ludus.core.position import Position
from ludus.util.errors import OptionError
from tests.bots.external import sandbox_helpers
from tests.cases import each
from tests.messages import mentions

GAME = sandbox_helpers.GAME


@pytest.fixture
def started():
    """Makes programs from Python code, and ends them."""
    players = []

    def make(code, *, game=GAME, **limits):
        command = shlex.join([sys.executable, "-I", "-S", "-c", code])
        players.append(ProgramBot(game, command, Limits(**{"reply": 30.0, **limits})))
        return players[-1]

    yield make
    for bot in players:
        bot.close()


def replies(started, code, count, **limits):
    """What a program answers to the same question again and again, and its log."""
    position = Position.start(GAME, GAME.content(), 1)
    seated = started(code, **limits).join(position, 0, 1)
    try:
        found = [position.write_move(seated.choose(position)) for _ in range(count)]
    finally:
        seated.end(None)
    return found, own_lines(seated.log)


def own_lines(log):
    """A log without the lines on requests and times."""
    return "".join(line for line in log.splitlines(keepends=True) if not line.startswith(("in: ", "time: ")))


# The command line


def test_the_command_line_is_split_as_by_a_shell_but_no_shell_sees_it(started, tmp_path):
    code = "import sys; print(sys.argv[1:], file=sys.stderr); print('bid 1')"
    bot = started(code)
    bot.command += ["a b", "$HOME", "*", ";", "exit"]
    seated = bot.join(Position.start(GAME, GAME.content(), 1), 0, 1)
    seated.choose(Position.start(GAME, GAME.content(), 1))
    seated.end(None)
    assert "err: ['a b', '$HOME', '*', ';', 'exit']" in seated.log
    assert ProgramBot(GAME, "cat 'a b' c\\ d").command == ["cat", "a b", "c d"]


@each(
    ("command", "words"),
    [
        ("", "'cmd:' needs a program"),
        ("cat 'a", "no command line: No closing quotation"),
        ("./no-such-bot --fast", "program … './no-such-bot'"),
        (__file__, "there is no program"),  # not executable
    ],
)
def test_a_command_that_cannot_be_right_is_refused_at_once(command, words):
    with pytest.raises(OptionError, match=mentions(words)):
        ProgramBot(GAME, command)


def test_limits_that_leave_nothing_are_refused():
    with pytest.raises(OptionError, match="limit memory: 0 leaves nothing"):
        Limits(memory=0)


def test_a_program_that_the_system_cannot_run_could_not_start(tmp_path):
    for name, content in (("noise", "\x01\x02\x03"), ("interpreter", "#!/no/such/interpreter\n")):
        file = tmp_path / name
        file.write_text(content)
        file.chmod(0o755)
        bot = ProgramBot(GAME, str(file))
        episode = sandbox_helpers.play(bot, "random")
        bot.close()
        assert (episode.reason, episode.culprit) == ("could not start", 0)
        assert str(file) in episode.fault


def test_a_program_runs_in_our_folder_with_named_settings_and_a_temporary_folder_of_its_own(started, monkeypatch):
    monkeypatch.setenv("LUDUS_TEST_SETTING", "seven")
    monkeypatch.setenv("LUDUS_TEST_SECRET", "eight")
    code = (
        "import os, sys, tempfile\n"
        "folder = tempfile.gettempdir()\n"
        "open(os.path.join(folder, 'x'), 'w').write('y')\n"
        "assert 'LUDUS_TEST_SECRET' not in os.environ and os.environ['HOME'] == folder\n"
        "print(os.getcwd(), os.environ['LUDUS_TEST_SETTING'], os.listdir(folder), folder, file=sys.stderr)\n"
        "print('bid 1')"
    )
    _, log = replies(started, code, 1, environment=("LUDUS_TEST_SETTING",))
    cwd, setting, inside, folder = log.splitlines()[1].removeprefix("err: ").split()
    assert (cwd, setting, inside) == (os.getcwd(), "seven", "['x']")
    assert not Path(folder).exists()


def test_a_program_may_open_its_error_output_by_name(started):
    code = "with open('/dev/stderr', 'w') as file: file.write('by name')\nprint('bid 1', flush=True)"
    code += "\nimport time; time.sleep(3600)"
    assert "err: by name" in replies(started, code, 1)[1]


# Replies


def test_one_line_is_one_reply_and_what_is_left_is_the_next(started):
    code = "import time; print('bid 3\\nbid 2\\r\\nbid 4', flush=True); time.sleep(3600)"
    assert replies(started, code, 3, reply=5)[0] == ["bid 3", "bid 2", "bid 4"]


def test_a_reply_may_come_in_pieces(started):
    code = "import sys, time\nfor c in 'bid 3\\n': sys.stdout.write(c); sys.stdout.flush(); time.sleep(0.01)"
    assert replies(started, code, 1)[0] == ["bid 3"]


def test_a_last_line_without_an_end_is_no_reply(started):
    with pytest.raises(Fault, match="crashed: it ended with code 0"):
        replies(started, "print('bid 3', end='')", 1)


def test_a_reply_written_before_the_program_ends_still_counts(started):
    assert replies(started, "print('bid 3')", 1)[0] == ["bid 3"]
    with pytest.raises(Fault, match="crashed"):
        replies(started, "print('bid 3')", 2)


def wait_until_nobody_reads(process):
    """Wait until a program has ended or closed its input; what it wrote stays in its pipe."""
    poll = select.poll()
    poll.register(process._in, 0)  # reports errors only
    assert poll.poll(30_000)


@contextmanager
def requests_after_the_end():
    """Requests are sent when the program has ended, but not earlier than Ludus has looked for output without them."""
    send = SandboxedProcess._send

    def send_late(self, data):
        wait_until_nobody_reads(self)
        return send(self, data)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(SandboxedProcess, "_send", send_late)
        yield


KEPT = "import os; open(os.path.join(os.environ['HOME'], 'file'), 'w').close()\n"


@each("limits", [{}, {"freeze": True}, {"clock": "cpu"}, {"freeze": True, "clock": "cpu"}])
@each("keep", [False, True])
def test_replies_of_a_program_that_ends_before_it_is_asked_count(started, tmp_path_factory, keep, limits):
    if keep:
        limits = limits | {"keep": str(tmp_path_factory.mktemp("kept") / "files")}
    bot = started(KEPT + "print('bid 3\\r\\nbid 2')", **limits)
    position = Position.start(GAME, GAME.content(), 1)
    seated = bot.join(position, 0, 1)
    try:
        with requests_after_the_end():
            assert [position.write_move(seated.choose(position)) for _ in range(2)] == ["bid 3", "bid 2"]
            with pytest.raises(Fault, match="crashed: it ended with code 0"):
                seated.choose(position)
    finally:
        seated.end(None)
    assert bot.keep is None or (bot.keep.error, bot.keep.total("files")) == ("", 1)


@pytest.mark.skipif(sys.platform != "linux", reason="sandboxes need Linux")
@each("mode", sandbox_helpers.MODES)
def test_a_reply_counts_in_every_kind_of_sandbox_if_its_program_ends_before_it_is_asked(mode):
    if sandbox_helpers.why_not(mode):
        return
    bot = sandbox_helpers.program("honest", mode=mode)
    bot.command = [sandbox_helpers.python(mode), "-I", "-S", "-c", "print('bid 3')"]
    position = Position.start(GAME, GAME.content(), 1)
    seated = bot.join(position, 0, 1)
    with requests_after_the_end():
        assert position.write_move(seated.choose(position)) == "bid 3"
    seated.end(None)
    bot.close()


def test_a_reply_in_a_protocol_of_the_game_counts_if_its_program_ends_before_it_is_asked(started):
    game = ludus.load_game("locm")
    position = Position.start(game, game.content(), 1)
    seated = started("print('PICK 1')", game=game).join(position, 0, 1)
    with requests_after_the_end():
        assert position.write_move(seated.choose(position)) == "PICK 1"
    seated.end(None)


def test_a_long_request_that_is_not_read_to_its_end_costs_no_reply(started, monkeypatch):
    monkeypatch.setattr("ludus.bots.external.jsonl_protocol.JsonLinesProtocol.ask", lambda *_: "x" * (1 << 20) + "\n")
    code = "import os, sys; os.read(0, 1 << 16); print('bid 3')"
    send = SandboxedProcess._send

    def send_slowly(self, data):
        rest = send(self, data)
        if len(data) == (1 << 20) + 1:
            wait_until_nobody_reads(self)
        return rest

    monkeypatch.setattr(SandboxedProcess, "_send", send_slowly)
    assert replies(started, code, 1)[0] == ["bid 3"]


def test_a_reply_before_the_end_may_be_too_long(started):
    with requests_after_the_end(), pytest.raises(Fault, match=mentions("too much output")):
        replies(started, "print('x' * 50_000)", 1, line=10_000)


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is counted on Linux")
def test_a_program_that_was_ended_at_a_limit_loses_although_it_has_replied(started):
    with requests_after_the_end(), pytest.raises(Fault, match="too much computing time"):
        replies(started, "print('bid 3', flush=True)\nwhile True: pass", 1, computing=0.3)


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is counted on Linux")
def test_processor_time_of_a_reply_counts_if_its_program_has_ended(started, monkeypatch):
    code = "import time\ninput()\nuntil = time.process_time() + 0.5\nwhile time.process_time() < until: pass\n"
    position = Position.start(GAME, GAME.content(), 1)
    seated = started(code + "print('bid 3\\nbid 2')", clock="cpu", freeze=True).join(position, 0, 1)
    spent = SandboxedProcess._spent_cpu

    def spent_after_the_end(self, limit):
        while self._exit_report is None:
            assert self._next_report(30.0)
        return spent(self, limit)

    monkeypatch.setattr(SandboxedProcess, "_spent_cpu", spent_after_the_end)
    seated.choose(position)
    used = [seated._child.spent]
    seated.choose(position)  # in a turn that begins after the end
    used.append(seated._child.spent)
    seated.end(None)
    assert used[0] > 0.4
    assert used[1] == 0.0


@pytest.mark.skipif(sys.platform != "linux", reason="sandboxes need Linux")
def test_a_child_that_keeps_the_output_open_does_not_hold_up_the_game(monkeypatch):
    """Also if the supervisor, which kills it, does not run; a background job of a shell has another input."""
    words = "sleep 3600 & read line; echo bid 3; read line; echo bid 2"
    bot = ProgramBot(GAME, f"sh -c '{words}'", Limits(reply=30.0))
    position = Position.start(GAME, GAME.content(), 1)
    seated = bot.join(position, 0, 1)
    waits, wait = [], SandboxedProcess._wait

    def noted_wait(self, seconds, unsent):
        waits.extend([] if self.request_was_accepted else [seconds])
        return wait(self, seconds, unsent)

    monkeypatch.setattr(SandboxedProcess, "_wait", noted_wait)
    assert position.write_move(seated.choose(position)) == "bid 3"
    server = bot._client._process.pid
    (supervisor,) = map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split())
    os.kill(supervisor, signal.SIGSTOP)
    try:
        assert position.write_move(seated.choose(position)) == "bid 2"
        with requests_after_the_end(), pytest.raises(Fault, match=mentions("closed its pipes")):
            seated.choose(position)
    finally:
        os.kill(supervisor, signal.SIGCONT)
        seated.end(None)
        bot.close()
    assert waits
    assert max(waits) <= EXIT_GRACE_SECONDS


@pytest.mark.skipif(sys.platform != "linux", reason="sandboxes need Linux")
def test_a_program_that_ends_before_its_supervisor_looks_has_crashed():
    mode = "ourselves without namespaces that looks late"
    bot = ProgramBot(GAME, "echo bid 3", Limits(reply=30.0))
    bot._client = sandbox_helpers.sandbox_client_for(mode)
    position = Position.start(GAME, GAME.content(), 1)
    seated = bot.join(position, 0, 1)
    assert position.write_move(seated.choose(position)) == "bid 3"
    with pytest.raises(Fault, match="crashed: it ended with code 0"):
        seated.choose(position)
    seated.end(None)
    bot.close()


def test_a_reply_that_was_there_when_ludus_looked_late_counts(started, monkeypatch):
    """As if this process had waited for a processor after it sent the request."""
    send = SandboxedProcess._send

    def send_and_wait(self, data):
        rest = send(self, data)
        if data:
            poll = select.poll()
            poll.register(self._out, select.POLLIN)
            assert poll.poll(30_000)
            time.sleep(0.2)
        return rest

    monkeypatch.setattr(SandboxedProcess, "_send", send_and_wait)
    code = "import time; input(); print('bid 3', flush=True); time.sleep(3600)"
    assert replies(started, code, 1, reply=0.1)[0] == ["bid 3"]


def test_the_fault_of_a_killed_program_names_the_signal(started):
    with pytest.raises(Fault, match="crashed: it was ended by SIGSEGV"):
        replies(started, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", 1)


def test_a_program_that_reads_nothing_cannot_make_us_wait_for_ever(started, monkeypatch):
    monkeypatch.setattr("ludus.bots.external.jsonl_protocol.JsonLinesProtocol.ask", lambda *_: "x" * (1 << 20) + "\n")
    with pytest.raises(Fault, match="timeout"):
        replies(started, "import time; time.sleep(3600)", 1, reply=0.2)


def test_a_long_question_reaches_a_slow_reader(started, monkeypatch):
    monkeypatch.setattr("ludus.bots.external.jsonl_protocol.JsonLinesProtocol.ask", lambda *_: "x" * (1 << 20) + "\n")
    code = "import sys, time; time.sleep(0.1); assert len(sys.stdin.readline()) == (1 << 20) + 1; print('bid 3')"
    assert replies(started, code, 1)[0] == ["bid 3"]


def test_a_program_that_stops_reading_has_closed_its_pipes(started, monkeypatch):
    monkeypatch.setattr("ludus.bots.external.jsonl_protocol.JsonLinesProtocol.ask", lambda *_: "x" * (1 << 20) + "\n")
    with pytest.raises(Fault, match=mentions("closed its pipes")):
        replies(started, "import os, time; os.close(0); time.sleep(3600)", 1)


# Protocols


def test_json_lines_have_the_observation_and_the_visible_moves_of_the_seat(started):
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=sys.stderr)\n"
        "    print(json.loads(line)['moves'][-1], flush=True)"
    )
    episode = sandbox_helpers.play("random", started(code), seed=4)
    assert episode.reason == "all sold"
    told = []
    asked = [json.loads(line[5:]) for line in episode.logs[1].splitlines() if line.startswith("err: {")]
    walk = Position.start(GAME, GAME.content(), 4)
    for event in episode.position.history:
        if walk.current_player == 1:
            question, view = asked.pop(0), walk.observation(1)
            told += question["told"]
            assert told == view.pop("history")
            assert (question["game"], question["seat"]) == ("auction", 1)
            assert question["view"] == view
            assert question["moves"] == walk.legal_move_texts()
        walk.play(event.move)
    assert asked == []


def test_a_game_with_a_protocol_of_its_own_is_played_in_it():
    game = ludus.load_game("locm")
    command = shlex.join([sys.executable, "-I", "-S", str(Path(__file__).with_name("passer.py"))])
    bot = ProgramBot(game, command, Limits(reply=30.0))
    episode = sandbox_helpers.play(bot, "random", game=game, seed=2)
    bot.close()
    assert episode.culprit is None
    log = own_lines(episode.logs[0])
    assert log.startswith("--- 1\nerr: question 1\nout: PASS\n--- 2\nerr: question 2\nout: PASS\n")
    passed = [event for event in episode.position.history if event.seat == 0 and event.text == "PASS"]
    assert f"err: question {30 + len(passed)}\n" in episode.logs[0]


# The log


def test_the_log_keeps_the_beginning_and_the_end(started):
    code = "import sys\nfor k in range(5000): print('line', k, file=sys.stderr)\nprint('bid 1')"
    _, log = replies(started, code, 1, log=2000)
    assert log.startswith("--- 1\nerr: line 0\nerr: line 1\n")
    assert "err: line 4999\n" in log
    assert "bytes left out" in log
    assert len(log) < 4500


def test_errors_and_replies_are_logged_separately_under_their_turn(started):
    code = (
        "import sys\n"
        "for k in (3, 4):\n"
        "    sys.stdin.readline()\n"
        "    print('hm', k, file=sys.stderr)\n"
        "    print('bid', k, flush=True)"
    )
    assert replies(started, code, 2)[1] == "--- 1\nerr: hm 3\nout: bid 3\n--- 2\nerr: hm 4\nout: bid 4\n"
