"""Win rates of Table 7.1 of the thesis on Tales of Tribute without the games that a bot lost by its own fault.

    python -m tools.tribute_without_faults --to benchmarks/tribute-thesis-without-faults.csv

RandomSimulation as published loses games by crashes. The kept tables count them, but do not say in which deals they
are. So the pairs of the five bots as published are played again, and RandomSimulation as intended against as published,
all with the seeds of the kept run. Each pair has its win rate in all games and in those without a fault; so has the
mean of each bot over the other four. The games that are left are no random sample of all games.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from ludus.lab.config import read_config
from ludus.stats import Estimate, pooled_proportion
from ludus.stats.intervals import share_estimate
from ludus.studies import tribute_thesis
from ludus.studies.tribute_thesis.experiment import MatchupRecord
from ludus.studies.tribute_thesis.published import PRINTED_PAIRS, THESIS_AVERAGES, THESIS_BOTS, published_win_rate
from ludus.studies.tribute_thesis.results import fault_numbers
from tools.provenance import BENCHMARKS
from tools.remake_rows.tribute import play_pair

RUN = BENCHMARKS / "tribute-thesis"
CRASHING, OTHERS = "RandomSimulation", "the other four"
COLUMNS = (
    *("bot", "against", "thesis", "games", "faults", "published", "published_low", "published_high"),
    *("without", "without_low", "without_high"),
)
Row = dict[str, str | int]


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.tribute_without_faults", description=__doc__)
    parser.add_argument("--to", type=Path, required=True, help="table to write")
    chosen = parser.parse_args(arguments)
    settings = read_config(tribute_thesis.study, RUN / "config.toml")
    published = {
        (THESIS_BOTS[a], THESIS_BOTS[b]): play_pair(RUN, settings.published[a], settings.published[b])
        for a, b in combinations(range(len(THESIS_BOTS)), 2)
    }
    number = THESIS_BOTS.index(CRASHING)
    both = play_pair(RUN, settings.intended[number], settings.published[number])
    with chosen.to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table_rows(published, both))
    return 0


def table_rows(published: dict[tuple[str, str], MatchupRecord], both: MatchupRecord) -> list[Row]:
    """Return the rows of the table.

    Args:
        published: the pairs of the five bots as published, in the order of THESIS_BOTS.
        both: RandomSimulation as intended against as published.
    """
    rows = []
    for one, other in PRINTED_PAIRS:
        if CRASHING in (one, other):
            rows.append(_row(one, other, f"{published_win_rate(one, other):.4f}", [_seen_by(one, other, published)]))
    for bot in sorted(THESIS_AVERAGES, key=lambda name: -THESIS_AVERAGES[name]):
        rivals = [_seen_by(bot, other, published) for other in THESIS_BOTS if other != bot]
        rows.append(_row(bot, OTHERS, f"{THESIS_AVERAGES[bot]:.2f}", rivals))
    return [*rows, _row(f"{CRASHING} as intended", f"{CRASHING} as published", "", [(both, 0)])]


def win_rate_without_faults(matchups: Sequence[tuple[MatchupRecord, int]]) -> Estimate:
    """Mean win rate of a bot over several rivals, with equal weights, in the games that nobody lost by a fault.

    A deal has two games, one or none of these, so each win rate is a ratio of sums over deals.

    Args:
        matchups: for each rival the games, and the number of the bot in them (0 or 1).
    """
    count = max(len(matchup.half_points) // 2 for matchup, _ in matchups)
    rates, influence = [], np.zeros(count)
    for matchup, player in matchups:
        payoffs = matchup.half_points / 2 if player == 0 else 1 - matchup.half_points / 2
        fair = ~_by_fault(matchup)
        won, games = ((values * fair).reshape(-1, 2).sum(axis=1) for values in (payoffs, np.ones(len(payoffs))))
        rates.append(float(won.sum() / games.sum()))
        influence[: len(games)] += (won - rates[-1] * games) / games.sum() / len(matchups)
    variance = float(influence @ influence) * count / (count - 1)
    return share_estimate(float(np.mean(rates)), variance, count)


def _row(bot: str, against: str, thesis: str, matchups: Sequence[tuple[MatchupRecord, int]]) -> Row:
    payoffs = [m.payoffs_by_deal if player == 0 else 1 - m.payoffs_by_deal for m, player in matchups]
    row: Row = {"bot": bot, "against": against, "thesis": thesis}
    row["games"] = sum(len(matchup.half_points) for matchup, _ in matchups)
    row["faults"] = sum(int(_by_fault(matchup).sum()) for matchup, _ in matchups)
    for name, rate in (("published", pooled_proportion(payoffs)), ("without", win_rate_without_faults(matchups))):
        ends = zip(("", "_low", "_high"), (rate.value, rate.low, rate.high), strict=True)
        row |= {f"{name}{end}": f"{value:.6f}" for end, value in ends}
    return row


def _by_fault(matchup: MatchupRecord) -> np.ndarray:
    """By game, whether one of the two bots lost it by its own fault."""
    faults: np.ndarray = np.isin(matchup.reasons, list(fault_numbers()))
    return faults


def _seen_by(bot: str, rival: str, published: dict[tuple[str, str], MatchupRecord]) -> tuple[MatchupRecord, int]:
    """The games of two bots, and the number of the first-named bot in them."""
    return (published[bot, rival], 0) if (bot, rival) in published else (published[rival, bot], 1)


if __name__ == "__main__":
    sys.exit(main())
