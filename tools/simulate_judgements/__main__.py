"""The command `python -m tools.simulate_judgements`; see the documentation of the package."""

from __future__ import annotations

import argparse
import csv
import io
import sys
import time
from pathlib import Path

from tools.simulate_judgements import __doc__ as description
from tools.simulate_judgements.candidate_intervals import candidate_results
from tools.simulate_judgements.coverage import coverage_results
from tools.simulate_judgements.families import family_results, part_results, sequential_results
from tools.simulate_judgements.results import COLUMNS, Result
from tools.simulate_judgements.skewed_families import skewed_results


def simulate(studies: int, seed: int) -> list[Result]:
    """Simulate all cases.

    Args:
        studies: Number of simulated studies of a case.
        seed: Seed of the random numbers.
    """
    cases = [*coverage_results(studies, seed), *family_results(studies, seed), *part_results(studies, seed)]
    return [*cases, *sequential_results(studies, seed)]


def simulate_skewed(studies: int, seed: int) -> list[Result]:
    """Simulate all cases of skewed values, and the candidates for their intervals.

    Args:
        studies: Number of simulated studies of a case; those that compare intervals have fewer.
        seed: Seed of the random numbers.
    """
    return [*skewed_results(studies, seed), *candidate_results(studies, seed)]


def main() -> int:
    parser = argparse.ArgumentParser(description=str(description).splitlines()[0])
    parser.add_argument("--studies", type=int, default=10_000, help="simulated studies of a case")
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--skewed", action="store_true", help="values that are skewed or pile up at a bound")
    parser.add_argument("--to", type=Path, help="CSV file to write")
    chosen = parser.parse_args()
    started = time.process_time()
    results = (simulate_skewed if chosen.skewed else simulate)(chosen.studies, chosen.seed)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(result.cells() for result in results)
    kind = "--skewed " if chosen.skewed else ""
    command = f"python -m tools.simulate_judgements {kind}--studies {chosen.studies} --seed {chosen.seed}"
    page = f"# {command}; CPU time {time.process_time() - started:.0f} s\n{text.getvalue()}"
    if chosen.to:
        chosen.to.write_text(page, encoding="utf-8")
    print(page, end="")
    return 0 if all(result.is_met for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
