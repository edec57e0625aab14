"""Nothing is left of a sandbox if the program, the sandbox server, a supervisor or our own process ends first."""

import contextlib
import os
import signal
import subprocess
import sys
import time

import pytest

from ludus.bots import Fault
from ludus.bots.external import protections, sandbox_server_client
from ludus.core.position import Position
from ludus.util.errors import LudusError
from tests.bots.external import sandbox_helpers
from tests.cases import mostly_slow
from tests.messages import mentions

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sandboxes need Linux")

GAME = sandbox_helpers.GAME

# A process that plays and is killed in the middle.
OWNER = """
import os, sys, time
from tests.bots.external import sandbox_helpers
from ludus.core.position import Position
position = Position.start(sandbox_helpers.GAME, sandbox_helpers.GAME.content(), 1)
sandbox_helpers.use_folder(os.environ[sandbox_helpers.MARK])
player = sandbox_helpers.program("plays_with_a_daemon", mode=sys.argv[1])
sitting = player.join(position, 0, 1)
sitting.choose(position)
print("playing", flush=True)
time.sleep(3600)
"""


@pytest.fixture
def mark(monkeypatch):
    with sandbox_helpers.marked(monkeypatch) as folder:
        yield folder


@pytest.mark.parametrize("mode", sandbox_helpers.MODES)
def test_nothing_is_left_when_our_own_process_is_killed(mode, mark):
    if reason := sandbox_helpers.why_not(mode):
        pytest.skip(reason)
    with subprocess.Popen([sys.executable, "-c", OWNER, mode], stdout=subprocess.PIPE, text=True) as owner:
        try:
            assert owner.stdout.readline() == "playing\n"
            # the owner, its server, a supervisor, the program, its daemon
            assert len(sandbox_helpers.leftovers(mark, patience=0)) > 3
        finally:
            owner.kill()
    assert sandbox_helpers.leftovers(mark) == []


@pytest.mark.parametrize("victim", mostly_slow(["supervisor", "server"], 1))
def test_nothing_is_left_when_a_supervisor_is_killed_and_the_next_game_is_played(victim, mark):
    bot = sandbox_helpers.program("plays_with_a_daemon")
    position = Position.start(GAME, GAME.content(), 1)
    seated = bot.join(position, 0, 1)
    seated.choose(position)
    server = bot._client._process.pid
    (supervisor,) = _children(server)
    os.kill(server if victim == "server" else supervisor, signal.SIGKILL)
    if victim == "supervisor":
        _wait_until(lambda: not _children(server))
    seated.end(None)
    assert sandbox_helpers.play(bot, "random").reason == "all sold"
    bot.close()
    for folder in sandbox_helpers.folders(mark):  # a killed process cannot clean up; its folder is empty
        os.rmdir(folder)
    assert sandbox_helpers.leftovers(mark) == []


def test_a_player_may_leave_in_the_middle_of_a_game_and_come_back(mark):
    bot = sandbox_helpers.program("honest")
    position = Position.start(GAME, GAME.content(), 1)
    seated = bot.join(position, 0, 1)
    bot.close()
    bot.close()
    seated.end(None)
    assert sandbox_helpers.leftovers(mark) == []
    assert sandbox_helpers.play(bot, "random").reason == "all sold"
    bot.close()


def test_a_bot_whose_server_is_stopped_during_a_game_crashes_with_the_reason(mark):
    bot = sandbox_helpers.program("honest")
    position = Position.start(GAME, GAME.content(), 1)
    seated = bot.join(position, 0, 1)
    bot.close()
    with pytest.raises(Fault, match="server"):
        seated.choose(position)
    seated.end(None)


def test_a_fork_of_our_process_starts_its_own_sandbox_server(mark):
    bot = sandbox_helpers.program("honest")
    assert sandbox_helpers.play(bot, "random").reason == "all sold"
    child = os.fork()
    if child == 0:
        try:
            same = sandbox_helpers.play(bot, "random").reason == "all sold"
            bot.close()
        finally:
            os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert sandbox_helpers.play(bot, "random").reason == "all sold"
    bot.close()
    assert sandbox_helpers.leftovers(mark) == []


def test_sandboxes_cannot_see_each_other(mark):
    if not any("own view of processes" in promise.mechanisms for promise in protections()):
        pytest.skip("this system does not let a cell have a /proc of its own")
    code = "import os, sys; print(sorted(int(n) for n in os.listdir('/proc') if n.isdigit()), file=sys.stderr)"
    bot = sandbox_helpers.program("honest")
    bot.command = [sys.executable, "-I", "-S", "-c", code]
    episode = sandbox_helpers.play(bot, "random")
    bot.close()
    assert [line for line in episode.logs[0].splitlines() if line.startswith("err: ")] == ["err: [1, 2]"]


def _children(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(number) for number in file.read().split()]


def _wait_until(true):
    until = time.monotonic() + 5
    while not true() and time.monotonic() < until:
        time.sleep(0.01)
    assert true()


def test_the_folders_of_killed_supervisors_are_removed_by_the_next_command(mark):
    with subprocess.Popen([sys.executable, "-c", OWNER, "ourselves"], stdout=subprocess.PIPE, text=True) as owner:
        try:
            assert owner.stdout.readline() == "playing\n"
            for process in _descendants(owner.pid):
                with contextlib.suppress(ProcessLookupError):  # it may have ended since
                    os.kill(process, signal.SIGKILL)
        finally:
            owner.kill()
    _wait_until(lambda: not any(left.startswith("process") for left in sandbox_helpers.leftovers(mark, patience=0)))
    assert len(sandbox_helpers.folders(mark)) == 1  # nobody was left to remove it
    others = [_private_name(os.getpid()), _private_name(2**22 + 1, namespace=1), "ludus-bot-mine"]
    for name in others:
        os.mkdir(os.path.join(mark, name))
    bot = sandbox_helpers.program("honest")
    sandbox_helpers.play(bot, "random")
    bot.close()
    assert sorted(map(os.path.basename, sandbox_helpers.folders(mark))) == sorted(others)
    for name in others:
        os.rmdir(os.path.join(mark, name))


def _private_name(process, namespace=None):
    return f"ludus-bot-{namespace or os.stat('/proc/self/ns/pid').st_ino}-{process}-{'0' * 16}"


def _descendants(process):
    below = _children(process)
    return [*below, *(deeper for child in below for deeper in _descendants(child))]


def test_a_bot_loses_no_game_if_no_sandbox_can_be_made(mark, monkeypatch):
    bot = sandbox_helpers.program("honest")
    monkeypatch.setattr(sandbox_server_client.tempfile, "gettempdir", lambda: f"{mark}/no-such-folder")
    with pytest.raises(LudusError, match=mentions("no-such-folder", "No such file")) as caught:
        sandbox_helpers.play(bot, "random")
    assert not isinstance(caught.value, Fault)
    bot.close()
