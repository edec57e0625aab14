"""What a game with an outside program costs: time of a game and of a decision, for one or more versions of Ludus.

    python tools/contest_overhead.py --to benchmarks/contest-overhead.csv
    python tools/contest_overhead.py --source before=OTHER/src --source now=src --to benchmarks/contest-overhead.csv

Three small programs that answer at once play LOCM against `random`: one in C that speaks the protocol of the contest,
one in C that reads JSON lines, one in Python. The time of few games is subtracted from that of many, so that the start
of Ludus does not count; the rest is the start of the program, its sandbox, its messages and the referee. `start_ms` is
the same for a program that loses by its first answer: sandbox, start and end without a game. The rest of a game,
divided by its decisions, is what a decision costs; it is left out if the start is nearly all of a game. Versions take
turns, and the best of several runs counts. A decision is one of either player. Needs Linux and a C compiler.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.contest_runs import ROOT, Workplace

BOTS = {
    "C, text": "cmd:./face",
    "C, JSON lines": "lines:./spread",
    "Python, text": "cmd:python3 -I -S text_bot.py curve",
}
LOSERS = {
    "C, text": "cmd:head -n 1",
    "C, JSON lines": "lines:head -n 1",
    "Python, text": 'cmd:python3 -I -S -c "print(input())"',
}
COMMANDS = ("match", "tournament")
FEW, MANY = 4, 64
NOISE = 0.25  # share of a game without the start below which a decision is lost in the noise of the start
COLUMNS = "version command program games cpu_ms_per_game ms_per_game start_ms ms_per_decision games_per_second".split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", action="append", metavar="NAME=FOLDER", help="a version; default: now=src")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each, of which the best counts; default 3")
    parser.add_argument("--to", type=Path, help="CSV file for the results; default: print only")
    options = parser.parse_args()
    sources = dict(text.split("=", 1) for text in options.source or [f"now={ROOT / 'src'}"])
    rows = []
    with tempfile.TemporaryDirectory(prefix="overhead-") as scratch:
        place = Workplace(Path(scratch), 1)
        for command, program in product(COMMANDS, BOTS):
            best: dict[str, tuple[float, float, float]] = {}
            decisions: dict[str, float] = {}
            for number in range(options.repeats):
                for name, source in sources.items():
                    cpu, wall, decisions[name] = cost_of_game(place, source, command, BOTS[program], number)
                    start = cost_of_game(place, source, command, LOSERS[program], number)[1]
                    old = best.get(name, (cpu, wall, start))
                    best[name] = min(cpu, old[0]), min(wall, old[1]), min(start, old[2])
            for name, (cpu, wall, start) in best.items():
                values = [f"{1e3 * value:.3g}" for value in (cpu, wall, start, (wall - start) / decisions[name])]
                if wall - start < NOISE * wall:
                    values[-1] = ""
                rows.append([name, command, program, MANY - FEW, *values, f"{1.0 / wall:.3g}"])
                print(dict(zip(COLUMNS, rows[-1], strict=True)), flush=True)
    if options.to:
        with options.to.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


def cost_of_game(place: Workplace, source: str, command: str, bot: str, number: int) -> tuple[float, float, float]:
    """Return CPU seconds and seconds of a game, without the start of Ludus, and its decisions."""
    few, many = (play(place, source, command, bot, games, number) for games in (FEW, MANY))
    cpu, wall = ((many[k] - few[k]) / (MANY - FEW) for k in (0, 1))
    return cpu, wall, many[2]


def play(place: Workplace, source: str, command: str, bot: str, games: int, number: int) -> tuple[float, float, float]:
    """Play games; return CPU seconds of all processes, seconds, and decisions of a game."""
    words = [command, "locm", bot, "random", "-n", str(games), "--threads", "1", "--json"]
    folder = place.folder / f"{abs(hash((source, bot)))}-{games}-{number}"
    if command == "tournament":
        words += ["--out", str(folder)]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "ludus", *words],
        cwd=place.bots,
        env=dict(os.environ, PYTHONPATH=str(Path(source).resolve())),
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if command == "tournament":
        with open(folder / "games.csv", newline="") as file:
            length = statistics.mean(int(row["length"]) for row in csv.DictReader(file))
    else:
        length = json.loads(done.stdout)["length"]["value"]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, seconds, length


if __name__ == "__main__":
    main()
