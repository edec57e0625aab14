"""Power calculation of the study dominion-cards: how many runs decide whether fitness grows as much as the paper says.

    python -m tools.plan_dominion_runs --pilot benchmarks/dominion-cards-plan.csv --to plan.csv

The spread of runs comes from a pilot, a table with the columns experiment, form, runs, first_sd and last_sd, such as
the table `growth` of an earlier run. The first and the last generation count as independent.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from pathlib import Path

from ludus.stats import Estimate, needed_size
from ludus.stats.distributions import student_t_quantile
from ludus.studies.dominion_card_evolution.config import DominionCardsConfig, find_experiment
from ludus.studies.dominion_card_evolution.published import published

COMPARISONS = 51  # claims that are judged together
COLUMNS = ("experiment", "form", "runs", "first_sd", "last_sd", "effect", "needed", "planned")


def plan_runs(pilot: list[dict[str, str]]) -> list[dict[str, str | int | None]]:
    """Needed and planned runs for each row of a pilot.

    Args:
        pilot: rows with experiment, form, runs, first_sd and last_sd.

    Returns:
        The rows with the difference that the paper prints, the needed runs for 80 % power, and the planned ones.
    """
    settings, rows = DominionCardsConfig(), []
    for line in pilot:
        runs, printed = int(line["runs"]), published().experiments[line["experiment"]]
        error = math.hypot(float(line["first_sd"]), float(line["last_sd"])) / math.sqrt(runs)
        half = student_t_quantile(runs - 1, 0.975) * error
        effect = printed.last - printed.first
        needed = needed_size(Estimate(0.0, -half, half, runs, runs - 1), effect, COMPARISONS)
        planned = find_experiment(settings, line["experiment"]).repetitions(settings)
        kept = {name: line[name] for name in COLUMNS[:5]}
        rows.append({**kept, "effect": f"{effect:.4f}", "needed": needed, "planned": planned})
    return rows


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.plan_dominion_runs", description=__doc__)
    parser.add_argument("--pilot", type=Path, required=True, help="table with the spread of runs")
    parser.add_argument("--to", type=Path, required=True, help="table to write")
    chosen = parser.parse_args(arguments)
    with chosen.pilot.open(newline="", encoding="utf-8") as file:
        rows = plan_runs(list(csv.DictReader(file)))
    with chosen.to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
