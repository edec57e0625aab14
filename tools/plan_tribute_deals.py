"""Power calculation of the study tribute-thesis: how many deals decide what the thesis says.

    python -m tools.plan_tribute_deals --pilot benchmarks/tribute-thesis-plan.csv --to plan.csv

The spread of deals comes from a pilot, a table with the columns experiment, effect, pilot_deals, pilot_low and
pilot_high: the 95 % interval of a number of an earlier run. The effect is what is to be decided: the printed win
rate less one half, or an advantage of the first seat, for which the thesis has no number.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path

import msgspec

from ludus.stats import Estimate, needed_size
from ludus.studies.tribute_thesis.config import PRESETS, TributeThesisConfig

COMPARISONS = 75  # claims that are judged together
COLUMNS = ("experiment", "effect", "pilot_deals", "pilot_low", "pilot_high", "needed", "planned")
BEAMS = "first seat, beam of width"  # how experiments with beams begin; the others are pairs of Table 7.1


def plan_deals(pilot: list[dict[str, str]]) -> list[dict[str, str | int | None]]:
    """Needed and planned deals for each row of a pilot.

    Args:
        pilot: rows with experiment, effect, pilot_deals, pilot_low and pilot_high.

    Returns:
        The rows with the needed deals for 80 % power and the planned ones, which are half of the games.
    """
    paper, rows = msgspec.convert(PRESETS["paper"], TributeThesisConfig), []
    for line in pilot:
        low, high = float(line["pilot_low"]), float(line["pilot_high"])
        spread = Estimate((low + high) / 2, low, high, int(line["pilot_deals"]))
        games = paper.width_games if line["experiment"].startswith(BEAMS) else paper.table_games
        needed = needed_size(spread, float(line["effect"]), COMPARISONS)
        kept = {name: line[name] for name in COLUMNS[:5]}
        rows.append({**kept, "needed": needed, "planned": games // 2})
    return rows


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.plan_tribute_deals", description=__doc__)
    parser.add_argument("--pilot", type=Path, required=True, help="table with the spread of deals")
    parser.add_argument("--to", type=Path, required=True, help="table to write")
    chosen = parser.parse_args(arguments)
    with chosen.pilot.open(newline="", encoding="utf-8") as file:
        rows = plan_deals(list(csv.DictReader(file)))
    with chosen.to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
