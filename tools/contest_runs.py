"""Tournaments of programs that are killed: bots, commands, kills, what they leave, and comparison of folders.

Used by `contest_endurance` and `contest_failures`.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tools" / "contest_programs"
MARK = "NUMBA_CONTEST_MARK"  # in the environment of everything a run starts; sandboxed programs get NUMBA_* variables
TABLES = ("games.csv", "players.csv", "ratings.csv", "pairs.csv", "seats.csv", "endings.csv")
MAY_DIFFER = {"events.jsonl": "has times and kills", "logs": "have the times of decisions"}
CLEANUP_SECONDS = 15.0  # for processes of a killed command to end

# Programs that are compiled: source and macros.
COMPILED = {
    "face": ("text_bot.c", "-DPICK=0 -DTRADE=0"),
    "trade": ("text_bot.c", "-DPICK=1 -DTRADE=1"),
    "mixed": ("text_bot.c", "-DPICK=2 -DTRADE=0"),
    "spread": ("json_bot.c", ""),
    "face_clock": ("text_bot.c", "-DPICK=0 -DTRADE=0 -DCLOCK=1"),
    "trade_clock": ("text_bot.c", "-DPICK=1 -DTRADE=1 -DCLOCK=1"),
    "late_clock": ("text_bot.c", "-DPICK=2 -DTRADE=0 -DCLOCK=1 -DLATE=1"),
    "spread_clock": ("json_bot.c", "-DCLOCK=1"),
}
DETERMINISTIC = [
    "face=cmd:./face",
    "trade=cmd:./trade",
    "spread=lines:./spread",
    "eager=cmd:sh text_bot.sh",
    "curve=cmd:python3 -I -S text_bot.py curve",
    "hoard=cmd:python3 -I -S text_bot.py hoard",
    "hash=lines:python3 -I -S json_bot.py hash",
    "last=lines:python3 -I -S json_bot.py last",
]
ON_THE_CLOCK = [
    "face=cmd:./face_clock",
    "trade=cmd:./trade_clock",
    "late=cmd:./late_clock",
    "spread=lines:./spread_clock",
    "eager=cmd:sh text_bot.sh",
    "curve=cmd:python3 -I -S text_bot.py curve",
    "hasty=cmd:python3 -I -S text_bot.py clock",
    "dice=lines:python3 -I -S json_bot.py clock",
]
NINTH = "mixed=cmd:./mixed"


@dataclass
class Workplace:
    """A folder with the programs, a temporary folder of its own, and the folders of tournaments.

    Args:
        folder: The folder; it is made.
        threads: Games at once.
    """

    folder: Path
    threads: int = 2
    mark: str = field(default_factory=lambda: os.urandom(6).hex())

    def __post_init__(self) -> None:
        self.folder = self.folder.resolve()
        self.bots, self.temporary = self.folder / "bots", self.folder / "tmp"
        for folder in (self.bots, self.temporary):
            folder.mkdir(parents=True, exist_ok=True)
        compiler = shutil.which("cc")
        if compiler is None:
            sys.exit("contest_endurance: some of the programs are written in C; install a compiler (cc)")
        for name, (source, macros) in COMPILED.items():
            if not (self.bots / name).exists():
                command = [compiler, "-O1", "-w", *macros.split(), "-o", name, str(PROGRAMS / source)]
                subprocess.run(command, cwd=self.bots, check=True)
        for file in PROGRAMS.glob("*_bot.*"):
            if file.suffix != ".c":
                shutil.copy(file, self.bots)

    def environment(self) -> dict[str, str]:
        path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        return {**os.environ, "PYTHONPATH": path, "TMPDIR": str(self.temporary), MARK: self.mark, "COLUMNS": "500"}

    def start(self, *words: str | Path, prefix: tuple[str, ...] = ()) -> subprocess.Popen[str]:
        """Start `ludus tournament` with these words, with its output in one pipe."""
        command = [*prefix, sys.executable, "-m", "ludus", "tournament", *map(str, words)]
        return subprocess.Popen(
            command,
            cwd=self.bots,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )

    def run(self, *words: str | Path, prefix: tuple[str, ...] = ()) -> tuple[int, str]:
        """Run `ludus tournament` to its end; returns exit code and output."""
        with self.start(*words, prefix=prefix) as process:
            output = process.communicate()[0]
        return process.returncode, output

    def play_words(self, bots: list[str], games: int, seed: int, seconds: float, folder: Path) -> list[str]:
        """The words of a command that plays a tournament of Legends of Code and Magic."""
        numbers = ["-n", str(games), "--seed", str(seed), "--seconds", f"{seconds:g}", "--threads", str(self.threads)]
        return ["locm", *bots, *numbers, "--out", str(folder)]

    def leftovers(self, patience: float = CLEANUP_SECONDS) -> list[str]:
        """Living processes of our commands; waits until there are none, for `patience` seconds at most."""
        until = time.monotonic() + patience
        while (left := [*marked_processes(self.mark)]) and time.monotonic() < until:
            time.sleep(0.02)
        return left

    def temporary_folders(self) -> list[str]:
        """Folders of sandboxes that were not removed."""
        return sorted(path.name for path in self.temporary.iterdir() if path.name.startswith("ludus-bot-"))


def marked_processes(mark: str) -> Iterator[str]:
    """Processes that were started by a run with this mark, apart from ourselves."""
    sign = f"{MARK}={mark}".encode()
    for name in os.listdir("/proc"):
        if name.isdecimal() and int(name) != os.getpid():
            with suppress(OSError):
                if sign in Path(f"/proc/{name}/environ").read_bytes():
                    words = Path(f"/proc/{name}/cmdline").read_bytes().split(b"\0")
                    yield f"{name} {b' '.join(words).decode(errors='replace')[:60]}".strip()


def descendants(process: int) -> list[int]:
    """All processes below one."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(OSError, IndexError):
                parent = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1]
                children.setdefault(int(parent), []).append(int(name))
    found, queue = list[int](), [process]
    while queue:
        below = children.get(queue.pop(), [])
        found += below
        queue += below
    return found


def kill(process: subprocess.Popen[str], everything: bool) -> None:
    """kill -9 of a command, or of all its processes at once, as by a container that is stopped."""
    victims = descendants(process.pid) if everything else []
    process.kill()
    for victim in victims:
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def whole_rows(folder: Path) -> bytes:
    """The complete lines of games.csv; empty if it is not there."""
    with suppress(FileNotFoundError):
        data = (folder / "games.csv").read_bytes()
        return data[: data.rfind(b"\n") + 1]
    return b""


def row_count(folder: Path) -> int:
    """The number of complete rows of games.csv."""
    return max(whole_rows(folder).count(b"\n") - 1, 0)


@dataclass(frozen=True)
class KillRecord:
    """One kill of a tournament, and what was found after it."""

    number: int
    moment: str
    victims: str
    rows: int  # complete rows after the kill
    new_rows: int  # of these, written since the kill before
    rows_kept: bool  # all rows of the kill before are there, byte for byte
    processes: int  # that were alive after the time for cleaning up
    temporary_folders: int  # of sandboxes, before the next start removes them
    groups: int  # stale control groups


def play_with_kills(
    place: Workplace,
    words: list[str],
    folder: Path,
    total: int,
    kills: int,
    dice: random.Random,
    say: Callable[[str], None],
    first_row: int = 0,
) -> tuple[list[KillRecord], str]:
    """Play a tournament, kill it, and give the same command again, until it was killed so often; then let it end.

    A fifth of the kills come within three seconds after the start, the others at random numbers of rows.

    Returns:
        All kills, and the output of the last command.
    """
    from ludus.bots.sandbox.control_groups import stale_groups

    targets = sorted(first_row + int(dice.random() * 0.98 * (total - first_row)) for _ in range(kills))
    early = set(dice.sample(range(kills), kills // 5))
    records, before = list[KillRecord](), whole_rows(folder)
    for number, target in enumerate(targets):
        target = min(max(target, row_count(folder) + 1), total - 1)
        everything, delay = dice.random() < 0.5, dice.uniform(0.05, 3.0) if number in early else dice.uniform(0, 0.25)
        with place.start(*words) as process:
            if number in early:
                moment = f"{delay:.2f} s after the start"
            else:
                moment = f"{delay:.2f} s after row {target}"
                wait_for_rows(process, folder, target)
            with suppress(subprocess.TimeoutExpired):
                process.wait(delay)
            if process.poll() is not None:
                raise SystemExit(f"the command ended before it was killed: {process.communicate()[0]}")
            kill(process, everything)
        left, now = place.leftovers(), whole_rows(folder)
        records.append(
            KillRecord(
                number + 1,
                moment,
                "all processes" if everything else "the command",
                row_count(folder),
                row_count(folder) - max(before.count(b"\n") - 1, 0),
                now.startswith(before),
                len(left),
                len(place.temporary_folders()),
                len(stale_groups()),
            )
        )
        say(f"kill {number + 1} of {kills}, {moment}, {records[-1].victims}: {row_count(folder):,} rows")
        before = now
    code, output = place.run(*words)
    if code:
        raise SystemExit(f"the tournament did not end: exit code {code}\n{output}")
    if not whole_rows(folder).startswith(before):
        raise SystemExit(f"{folder}: rows from before the last kill have changed")
    return records, output


def wait_for_rows(process: subprocess.Popen[str], folder: Path, rows: int) -> None:
    """Wait until games.csv has so many rows, or the process has ended."""
    while process.poll() is None and row_count(folder) < rows:
        time.sleep(0.03)


def printed_digest(output: str) -> str:
    """The digest that a finished tournament prints."""
    found = re.search(r"\b[0-9a-f]{24}\b", output)
    if found is None:
        raise SystemExit(f"no digest was printed:\n{output}")
    return found[0]


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@dataclass(frozen=True)
class Comparison:
    """Two folders of tournaments, file by file."""

    same: list[str]  # byte for byte
    same_content: list[str]  # a page that differs in the name of its folder only
    different: list[str]
    missing: list[str]  # in one folder only


def compare_folders(one: Path, other: Path) -> Comparison:
    """Compare all files of two folders."""
    same, content, different = list[str](), list[str](), list[str]()
    here, there = files_in(one), files_in(other)
    for name in sorted(here & there):
        if (one / name).read_bytes() == (other / name).read_bytes():
            same.append(name)
        elif name.endswith(".html") and _without_path(one, name) == _without_path(other, name):
            content.append(name)
        else:
            different.append(name)
    return Comparison(same, content, different, sorted(here ^ there))


def may_differ(name: str) -> bool:
    """Whether a file of a tournament depends on times."""
    return name.split("/")[0] in MAY_DIFFER


def _without_path(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8").replace(str(folder), "")
