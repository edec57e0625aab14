"""Power calculation of the study tribute-thesis: how many deals decide what the thesis says.

    python -m tools.plan_tribute_deals --pilot benchmarks/tribute-thesis-plan.csv --to plan.csv

The spread of deals comes from a pilot, a table with the columns decides, experiment, effect, pilot_deals, pilot_low
and pilot_high: the 95 % interval of a number of an earlier run. What is to be decided (`decides`) is one of these:

- the better bot of a pair: the effect is the printed win rate less one half;
- an advantage of the first seat, for which the thesis has no number;
- equality with the printed win rate: the effect is the margin. The printed rate has the error of its own games, of
  which there cannot be more. If these alone leave too much open, no number of deals decides it, and none is given.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from pathlib import Path
from statistics import NormalDist

import msgspec

from ludus.stats import Estimate, needed_size
from ludus.stats.simultaneous_intervals_and_power import POWER
from ludus.studies.claims import FAMILY_ERROR
from ludus.studies.tribute_thesis.config import PRESETS, TributeThesisConfig
from ludus.studies.tribute_thesis.published import THESIS_GAMES, published_win_rate

COMPARISONS = 75  # claims that are judged together
COLUMNS = ("decides", "experiment", "effect", "pilot_deals", "pilot_low", "pilot_high", "needed", "planned")
BETTER_BOT, FIRST_SEAT, EQUALITY = DECIDES = ("better bot", "first seat", "equality")


def plan_deals(pilot: list[dict[str, str]]) -> list[dict[str, str | int | None]]:
    """Needed and planned deals for each row of a pilot.

    Args:
        pilot: rows with decides, experiment, effect, pilot_deals, pilot_low and pilot_high.

    Returns:
        The rows with the needed deals for 80 % power, None if no number is enough, and the planned ones, which are half
        of the games.

    Raises:
        ValueError: If a row decides something else.
    """
    paper, rows = msgspec.convert(PRESETS["paper"], TributeThesisConfig), []
    for line in pilot:
        if line["decides"] not in DECIDES:
            raise ValueError(f"{line['experiment']}: a row decides {', '.join(DECIDES)}, not {line['decides']!r}")
        low, high = float(line["pilot_low"]), float(line["pilot_high"])
        spread = Estimate((low + high) / 2, low, high, int(line["pilot_deals"]))
        if line["decides"] == EQUALITY:
            one, _, other = line["experiment"].partition(" against ")
            needed = deals_for_equality(spread, published_win_rate(one, other), float(line["effect"]))
        else:
            needed = needed_size(spread, float(line["effect"]), COMPARISONS)
        games = paper.width_games if line["decides"] == FIRST_SEAT else paper.table_games
        kept = {name: line[name] for name in COLUMNS[:6]}
        rows.append({**kept, "needed": needed, "planned": games // 2})
    return rows


def deals_for_equality(spread: Estimate, printed: float, margin: float) -> int | None:
    """Deals that decide with 80 % power that a win rate equals a printed one, if it does.

    Args:
        spread: a win rate of an earlier run, by deals.
        printed: the printed win rate; its error is that of the games of the thesis.
        margin: largest difference that counts as equal.

    Returns:
        The number of deals; None if the error of the printed win rate alone is too large.
    """
    normal = NormalDist()
    errors = normal.inv_cdf(1 - FAMILY_ERROR / (2 * COMPARISONS)) + normal.inv_cdf((1 + POWER) / 2)
    variance_left = (margin / errors) ** 2 - printed * (1 - printed) / THESIS_GAMES
    if variance_left <= 0:
        return None
    deal_error = (spread.high - spread.low) / (2 * normal.inv_cdf(0.975)) * math.sqrt(spread.count)
    return math.ceil(deal_error**2 / variance_left)


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
