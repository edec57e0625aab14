"""Write levels.csv of every game from the measured tournaments and levels in benchmarks/play-levels.

python -m tools.play_levels
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from ludus.bots.measured_levels import LEVELS
from ludus.studio.play_levels import pick_levels, read_players
from ludus.studio.protocol.jobs import ValueWithInterval
from ludus.studio.protocol.learning import PlayLevel

ROOT = Path(__file__).parents[1]
TABLES = ROOT / "benchmarks" / "play-levels"
DUELS = ("dominion", "locm", "tribute")  # levels are opponents
HIT_POINTS = {"easy": 65, "medium": 50, "hard": 44}  # levels of Delve, which is for one player
DELVER = "greedy-card"  # whose win rate says how hard a level of Delve is
RUNNERS = 1000  # synthetic players in each level of the platformer


def main() -> None:
    """Write all files."""
    for name, text in level_files().items():
        (ROOT / "src" / "ludus" / "games" / name / "levels.csv").write_text(text, encoding="utf-8")


def level_files() -> dict[str, str]:
    """Return the text of levels.csv for each game."""
    levels = {name: pick_levels(read_players(TABLES / f"{name}.csv")) for name in DUELS}
    levels["delve"] = [
        PlayLevel(level, bot.name, {"hit_points": str(HIT_POINTS[level])}, bot.share, bot.games)
        for level in LEVELS
        for bot in read_players(TABLES / f"delve-{HIT_POINTS[level]}.csv")
        if bot.name == DELVER
    ]
    levels["platformer"] = platformer_levels()
    return {name: _text(rows) for name, rows in levels.items()}


def platformer_levels() -> list[PlayLevel]:
    """Levels of the platformer, from the table `levels` of `ludus inspect platformer easy medium hard`.

    The levels have the names of their difficulty. The table has the share of synthetic players that die; the share of
    a level is that of the others.
    """
    text = (TABLES / "platformer.csv").read_text(encoding="utf-8")
    lines = {line["level"]: line for line in csv.DictReader(text.splitlines())}
    return [PlayLevel(level, "", {"level": level}, _survivors(lines[level]), RUNNERS) for level in LEVELS]


def _survivors(line: dict[str, str]) -> ValueWithInterval:
    value, low, high = (1 - float(line[name]) for name in ("failure", "failure_high", "failure_low"))
    return ValueWithInterval(value, low, high)


def _text(levels: list[PlayLevel]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("level", "bot", "options", "games", "share", "share_low", "share_high"))
    for level in levels:
        options = " ".join(f"{key}={value}" for key, value in level.options.items())
        share = (f"{number:.6f}" for number in (level.share.value, level.share.low, level.share.high))
        writer.writerow((level.level, level.bot, options, level.games, *share))
    return out.getvalue()


if __name__ == "__main__":
    main()
