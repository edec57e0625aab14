"""Processor time of all processes of a bot is counted, also of children whose end nobody waits for."""

import os
import subprocess
import sys
from time import sleep

import pytest

from ludus.bots.bot import Fault
from ludus.bots.external.limits import ReplyTime
from ludus.bots.sandbox import process_usage
from ludus.bots.sandbox.process_usage import CpuTimeCounter, ProcessTime
from tests.bots.external import sandbox_helpers
from tests.bots.external.test_starvation import fault_of, thinker
from tests.cases import each

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processor time is counted on Linux")

HIDDEN = ["ignore", "forget", "adopt", "orphan", "shorten"]
TICKS = os.sysconf("SC_CLK_TCK")


MODES = [
    pytest.param(mode, marks=pytest.mark.slow if mode in sandbox_helpers.MODES_BETWEEN else ())
    for mode in sandbox_helpers.MODES
]


@pytest.fixture(params=MODES)
def mode(request):
    if reason := sandbox_helpers.why_not(request.param):
        pytest.skip(reason)
    return request.param


def hidden_in(mode):
    """The ways to hide processor time that must not succeed in a mode: short children are counted by groups only."""
    with thinker("sleep", 0, mode) as (process, _):
        return HIDDEN if "cpu group" in process.protections else HIDDEN[:-1]


def test_computing_in_children_that_nobody_waits_for_ends_a_game(mode):
    for what in hidden_in(mode):
        with thinker(what, 1.6, mode, computing=1.0) as (process, _):
            assert (what, fault_of(process, 60.0).reason) == (what, "too much computing time")


def test_a_turn_of_processor_time_ends_for_children_that_nobody_waits_for(mode):
    for what in hidden_in(mode):
        with thinker(what, 1.6, mode, clock="cpu") as (process, _):
            fault = fault_of(process, ReplyTime(1.0, 1.0, "1 s"))
            assert (what, fault.reason) == (what, "timeout")
            assert "s of processor time" in str(fault)
            used = process._turn_report()[1]
            assert used > 0.9 or "real time" in str(fault)  # on a machine so busy that it got less than a tenth


@pytest.mark.slow
def test_what_a_turn_used_is_known_after_the_reply(mode):
    for what in hidden_in(mode):
        with thinker(what, 0.6, mode, clock="cpu") as (process, _):
            process.request(b"\n", ReplyTime(30.0, 30.0, "30 s"))
            assert (what, process.spent) == (what, pytest.approx(0.65, abs=0.25))


def test_processor_time_used_while_others_decide_counts_in_the_next_turn():
    limit = ReplyTime(30.0, 30.0, "30 s")
    with thinker("later", 1.0, "ourselves that nobody stops", clock="cpu", freeze=True) as (process, _):
        process.request(b"\n", limit)
        first = process.spent
        before = process.cpu_seconds()
        while process.cpu_seconds() - before < 0.4:
            sleep(0.05)
        process.request(b"\n", limit)
        assert process.spent > first + 0.2


@pytest.mark.slow
def test_the_time_of_earlier_games_does_not_count(mode):
    for what in hidden_in(mode):
        with thinker(what, 0.4, mode, computing=0.7) as (process, _):
            for _ in range(3):
                process.begin_game()
                assert process.request(b"\n", 60.0) == b"done"
            with pytest.raises(Fault) as raised:
                play_on(process)
            assert (what, raised.value.reason) == (what, "too much computing time")


def play_on(process):
    for _ in range(4):
        process.request(b"\n", 60.0)


def test_a_bot_whose_children_use_the_processors_is_not_starved(mode):
    with thinker("crowd", 30, mode) as (process, _):
        reason = fault_of(process).reason
        process.kill()
        used = 0.1 * process.log.text().count("computed")
        assert reason == "timeout" or used < 0.75  # on a machine so busy that all of them together got less than that


def test_a_python_bot_cannot_hide_the_time_of_its_children(tmp_path):
    """It is the first process of its sandbox itself, so nobody else collects orphans."""
    import ludus
    from ludus.bots import load_bot
    from ludus.bots.external import Limits

    (tmp_path / "bots.py").write_text(
        "import os, signal, time\nimport ludus\n\n\nclass Hider(ludus.Bot):\n    def choose(self, turn):\n"
        "        signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n        if os.fork() == 0:\n"
        "            while time.process_time() < 30: pass\n            os._exit(0)\n        time.sleep(30)\n"
    )
    game = ludus.load_game("locm")
    bot = load_bot(game, f"{tmp_path}/bots.py:Hider", limits=Limits(computing=0.5, reply=20.0))
    try:
        assert sandbox_helpers.play(bot, "random", game=game).reason == "too much computing time"
    finally:
        bot.close()


# Counting without a group


class Processes:
    """Imitated processes: number, time; a look may be disturbed by what happens meanwhile."""

    def __init__(self, monkeypatch, **times):
        self.times, self.meanwhile = {int(name[1:]): time for name, time in times.items()}, {}
        self.counter = CpuTimeCounter()
        monkeypatch.setattr(process_usage, "process_time", self.read)

    def read(self, process):
        if process in self.meanwhile:
            self.meanwhile.pop(process)()
        return self.times.get(process)

    def ticks(self, collected=0):
        return round(self.counter.seconds([*self.times], collected / TICKS) * TICKS)


def time(own, collected=0, start=1):
    return ProcessTime(start, own, collected)


def test_time_of_a_process_that_nobody_waited_for_is_remembered(monkeypatch):
    processes = Processes(monkeypatch, p1=time(5), p2=time(40, 10))
    assert processes.ticks() == 55
    del processes.times[2]
    assert processes.ticks() == 55
    processes.times[1] = time(7)
    assert processes.ticks() == 57


@each("receiver", ["parent", "new process", "we"])
def test_time_of_a_process_that_was_waited_for_counts_once(receiver):
    with pytest.MonkeyPatch.context() as monkeypatch:
        processes = Processes(monkeypatch, p1=time(5), p2=time(40, 10))
        assert processes.ticks() == 55
        del processes.times[2]
        processes.times |= {"parent": {1: time(5, 52)}, "new process": {3: time(0, 52)}, "we": {}}[receiver]
        assert processes.ticks(52 if receiver == "we" else 0) == 57


def test_one_of_two_children_that_nobody_waited_for_is_remembered(monkeypatch):
    processes = Processes(monkeypatch, p1=time(0), p2=time(40), p3=time(30))
    assert processes.ticks() == 70
    processes.times = {1: time(0, 40)}
    assert processes.ticks() == 70


def test_a_new_process_with_an_old_number_is_another_one(monkeypatch):
    processes = Processes(monkeypatch, p2=time(40))
    assert processes.ticks() == 40
    processes.times[2] = time(3, start=2)
    assert processes.ticks() == 43


def test_a_process_that_a_list_missed_counts_once(monkeypatch):
    processes = Processes(monkeypatch, p1=time(5), p2=time(40))
    assert processes.ticks() == 45
    assert round(processes.counter.seconds([1], 0.0) * TICKS) == 45
    assert processes.ticks() == 45


@each("first", [1, 2])
def test_a_child_that_is_collected_during_a_look_counts_once(first):
    """Whether its time was seen at the child, at the parent, at both or at neither."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        processes = Processes(monkeypatch, p1=time(5), p2=time(40))
        processes.times = {first: processes.times[first], **processes.times}
        assert processes.ticks() == 45

        def collect():
            processes.times = {1: time(5, 40)}

        processes.meanwhile = {3 - first: collect}
        assert processes.ticks() == 45
        assert processes.ticks() == 45


def test_real_children_that_are_waited_for_are_not_counted_twice():
    code = "import time\nwhile time.process_time() < 0.05: pass"
    script = f"import subprocess, sys\nfor _ in range(12): subprocess.run([sys.executable, '-I', '-S', '-c', {code!r}])"
    script += "\nimport resource as r\nu = [r.getrusage(k) for k in (r.RUSAGE_SELF, r.RUSAGE_CHILDREN)]"
    script += "\nprint(sum(x.ru_utime + x.ru_stime for x in u), flush=True)\nsys.stdin.read()"
    counter = CpuTimeCounter()
    with subprocess.Popen([sys.executable, "-c", script], stdin=-1, stdout=-1) as process:
        os.set_blocking(process.stdout.fileno(), False)
        while not (line := process.stdout.readline()):
            counter.seconds([process.pid, *process_usage.descendants(process.pid)], 0.0)
        assert counter.seconds([process.pid], 0.0) == pytest.approx(float(line), abs=0.05)
        process.stdin.close()
