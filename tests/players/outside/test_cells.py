"""Cells hold whoever ends first: the program, the warden or ourselves."""

import os
import signal
import subprocess
import sys
import time

import pytest

from ludus.bots.external import protections
from ludus.core.position import Position
from tests.players.outside import yard

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="cells are built from what Linux offers")

GAME = yard.GAME

# A process that plays and is killed in the middle.
OWNER = """
import os, sys, time
from tests.players.outside import yard
from ludus.core.position import Position
position = Position.start(yard.GAME, yard.GAME.content(), 1)
yard.use_folder(os.environ[yard.MARK])
player = yard.program("plays_with_a_daemon", mode=sys.argv[1])
sitting = player.sit(position, 0, 1)
sitting.choose(position)
print("playing", flush=True)
time.sleep(3600)
"""


@pytest.fixture
def mark(monkeypatch):
    with yard.marked(monkeypatch) as found:
        yield found


@pytest.mark.parametrize("mode", yard.MODES)
def test_nothing_is_left_when_our_own_process_is_killed(mode, mark):
    if reason := yard.why_not(mode):
        pytest.skip(reason)
    with subprocess.Popen([sys.executable, "-c", OWNER, mode], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout.readline() == "playing\n"
        assert len(yard.leftovers(mark, patience=0)) > 3  # the owner, its warden, a keeper, the program, its daemon
        owner.kill()
    assert yard.leftovers(mark) == []


@pytest.mark.parametrize("victim", ["warden", "keeper"])
def test_nothing_is_left_when_a_supervisor_is_killed_and_the_next_game_is_played(victim, mark):
    player = yard.program("plays_with_a_daemon")
    position = Position.start(GAME, GAME.content(), 1)
    sitting = player.join(position, 0, 1)
    sitting.choose(position)
    warden = player._warden._process.pid
    (keeper,) = _children(warden)
    os.kill(warden if victim == "warden" else keeper, signal.SIGKILL)
    if victim == "keeper":
        _wait_until(lambda: not _children(warden))
    sitting.end(None)
    assert yard.play(player, "random").reason == "all sold"
    player.leave()
    for folder in yard.folders(mark):  # whoever is killed cannot tidy up; its folder is empty
        os.rmdir(folder)
    assert yard.leftovers(mark) == []


def test_a_player_may_leave_in_the_middle_of_a_game_and_come_back(mark):
    player = yard.program("honest")
    position = Position.start(GAME, GAME.content(), 1)
    sitting = player.join(position, 0, 1)
    player.leave()
    player.leave()
    sitting.end(None)
    assert yard.leftovers(mark) == []
    assert yard.play(player, "random").reason == "all sold"
    player.leave()


def test_a_fork_of_ours_has_a_warden_of_its_own(mark):
    player = yard.program("honest")
    assert yard.play(player, "random").reason == "all sold"
    child = os.fork()
    if child == 0:
        try:
            same = yard.play(player, "random").reason == "all sold"
            player.leave()
        finally:
            os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert yard.play(player, "random").reason == "all sold"
    player.leave()
    assert yard.leftovers(mark) == []


def test_cells_cannot_be_seen_from_each_other(mark):
    if not any("own view of processes" in promise.mechanisms for promise in protections()):
        pytest.skip("this system does not let a cell have a /proc of its own")
    code = "import os, sys; print(sorted(int(n) for n in os.listdir('/proc') if n.isdigit()), file=sys.stderr)"
    player = yard.program("honest")
    player.command = [sys.executable, "-I", "-S", "-c", code]
    course = yard.play(player, "random")
    player.leave()
    assert course.logs[0] == "--- 1\nerr: [1, 2]\n"


def _children(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(number) for number in file.read().split()]


def _wait_until(true):
    until = time.monotonic() + 5
    while not true() and time.monotonic() < until:
        time.sleep(0.01)
    assert true()
