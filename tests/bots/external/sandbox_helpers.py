"""Helpers for tests of external bots: the misbehaving programs, ways to start them, and checks for leftovers."""

import functools
import os
import shlex
import shutil
import stat
import sys
import tempfile
import time
import types
from contextlib import contextmanager
from pathlib import Path

import ludus.bots
from ludus.arena.episode import play_episode
from ludus.bots import load_bot
from ludus.bots.external import Limits, ProgramBot, protections, sandbox_server_client, surroundings
from ludus.bots.external.sandbox_server_client import SandboxClient
from ludus.core.position import Position
from ludus.testing.example_games import auction

GAME = auction.game
SET = Path(__file__).parent.parent / "misbehaving"
MARK = "LUDUS_TEST_MARK"  # in the environment of everything that a test starts

# The user of the sandbox server: ourselves or an ordinary user; and whether the system allows namespaces.
MODES = ("ourselves", "ourselves without namespaces")
MODES_BETWEEN = ()  # the best and the worst are tried always, the others in long runs
if os.geteuid() == 0:
    MODES += ("ordinary user", "ordinary user without namespaces")
    MODES_BETWEEN = MODES[1:3]


def python(mode):
    """A Python interpreter that the user of the programs can start."""
    if not mode.startswith("ordinary"):
        return sys.executable
    return next((path for path in (sys.executable, *_system_pythons()) if _open_to_all(path)), None)


def why_not(mode, *guarantees):
    """Why a mode cannot be tried here, or what is not promised in it; None if it can."""
    if mode.startswith("ordinary") and python(mode) is None:
        return "no Python that other users may run"
    if mode.startswith("ordinary") and not _open_to_all(SET):
        return "other users may not read this folder"
    broken = [protection for protection in _guarantees(mode) if not protection.active] if guarantees else []
    return next((protection.risk for protection in broken if protection.guarantee.startswith(guarantees)), None)


@functools.cache
def _guarantees(mode):
    return protections(sandbox_client_for(mode), python(mode))


def sandbox_client_for(mode):
    if mode == "ourselves":
        return SandboxClient()
    folder = str(Path(ludus.bots.__file__).parent)
    return SandboxClient([python(mode), "-I", "-S", str(Path(__file__).with_name("confined.py")), folder, mode])


def program(name, *arguments, mode="ourselves", client=None, **limits):
    """A player from the misbehaving set."""
    words = [python(mode), "-I", "-S", str(SET / f"{name}.py"), *map(str, arguments)]
    bot = ProgramBot(GAME, shlex.join(words), Limits(**{"reply": 30.0, **limits}))
    bot._client = client or sandbox_client_for(mode)
    return bot


def play(*players, seed=1, game=GAME):
    """One game; players that are texts are compiled."""
    bots = [load_bot(game, player) if isinstance(player, str) else player for player in players]
    return play_episode(Position.start(game, game.content(), seed), bots, range(len(bots)))


@contextmanager
def marked(monkeypatch):
    """Whatever is started meanwhile carries a mark and may leave nothing behind.

    The mark is the name of a folder, which is used instead of the system's temporary one.
    """
    mark = tempfile.mkdtemp(prefix="ludus-yard-", dir="/tmp")
    os.chmod(mark, 0o1777)  # ordinary users have their folders here too
    monkeypatch.setenv(MARK, mark)
    monkeypatch.setattr(surroundings, "PASSED_VARIABLES", (*surroundings.PASSED_VARIABLES, MARK))
    use_folder(mark, monkeypatch.setattr)
    files = open_files()
    yield mark
    assert leftovers(mark) == []
    assert left_open(files) == set()
    os.rmdir(mark)


def use_folder(folder, setattr=setattr):
    """Use a folder for the sandboxes, and for nothing else of this process."""
    setattr(sandbox_server_client, "tempfile", types.SimpleNamespace(gettempdir=lambda: folder))


def leftovers(mark, patience=5.0):
    """Marked processes, our zombies, and folders of sandboxes; waits until there are none, up to `patience` seconds."""
    until = time.monotonic() + patience
    while (bot := [*_marked(mark), *_zombies(), *folders(mark)]) and time.monotonic() < until:
        time.sleep(0.02)
    return bot


def open_files():
    return {os.readlink(f"/proc/self/fd/{file}") for file in os.listdir("/proc/self/fd") if _exists(file)}


def left_open(files):
    """What is open that was not before; others in this process, such as a cluster's driver, may be about to close."""
    deadline = time.monotonic() + 10
    while (new := open_files() - files) and time.monotonic() < deadline:
        time.sleep(0.1)
    return new


def _exists(file):
    return os.path.lexists(f"/proc/self/fd/{file}")


def _marked(mark):
    for process in _processes():
        try:
            with open(f"/proc/{process}/environ", "rb") as file:
                if f"{MARK}={mark}".encode() in file.read() and process != os.getpid():
                    yield f"process {process}"
        except OSError:
            continue


def _zombies():
    for process in _processes():
        try:
            with open(f"/proc/{process}/stat") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state == "Z" and int(parent) == os.getpid():
            yield f"zombie {process}"


def folders(mark):
    return [str(path) for path in Path(mark).iterdir()]


def _processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _system_pythons():
    bot = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    return [bot] if bot else []


@functools.cache
def _open_to_all(path):
    """Whether everybody may read a file and enter the folders above it."""
    path = Path(path).resolve()
    return bool(path.stat().st_mode & stat.S_IROTH) and all(p.stat().st_mode & stat.S_IXOTH for p in path.parents)
