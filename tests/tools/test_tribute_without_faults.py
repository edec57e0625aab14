"""Win rates of Table 7.1 of the Tribute thesis without games that were lost by a fault."""

import csv

import numpy as np
import pytest

from ludus.stats import pooled_proportion
from ludus.studies.tribute_thesis.experiment import MatchupRecord
from ludus.studies.tribute_thesis.results import fault_numbers
from tools.provenance import BENCHMARKS
from tools.tribute_without_faults import CRASHING, OTHERS, win_rate_without_faults

TABLES = BENCHMARKS / "tribute-thesis" / "tables"
FAULT, FAIR = fault_numbers()[0], 1


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def matchup(half_points, reasons):
    return MatchupRecord(("a", "b"), np.array(half_points), np.array(reasons), 30.0, None, None)


def test_games_lost_by_a_fault_are_left_out_from_both_sides():
    #           a wins, a loses by a fault; draw, a wins; b loses by a fault twice
    games = matchup([2, 0, 1, 2, 2, 2], [FAIR, FAULT, FAIR, FAIR, FAULT, FAULT])
    assert win_rate_without_faults([(games, 0)]).value == pytest.approx(2.5 / 3)
    assert win_rate_without_faults([(games, 1)]).value == pytest.approx(0.5 / 3)
    even = matchup([2, 0], [FAIR, FAIR])
    assert win_rate_without_faults([(games, 0), (even, 0)]).value == pytest.approx((2.5 / 3 + 0.5) / 2)


def test_without_a_fault_it_is_the_win_rate_of_all_games_with_the_same_interval():
    luck = np.random.default_rng(7)
    rivals = [matchup(luck.integers(0, 3, 2 * deals), [FAIR] * (2 * deals)) for deals in (200, 150)]
    whole = pooled_proportion([rival.payoffs_by_deal for rival in rivals])
    fair = win_rate_without_faults([(rival, 0) for rival in rivals])
    assert (fair.value, fair.low, fair.high) == pytest.approx((whole.value, whole.low, whole.high))


def test_games_that_are_left_out_make_the_interval_longer():
    luck = np.random.default_rng(7)
    half_points = 2 * luck.integers(0, 2, 400)
    whole = win_rate_without_faults([(matchup(half_points, [FAIR] * 400), 0)])
    part = win_rate_without_faults([(matchup(half_points, luck.choice([FAIR, FAULT], 400)), 0)])
    assert part.high - part.low > 1.2 * (whole.high - whole.low)


def test_the_kept_table_is_of_the_games_of_the_kept_run():
    kept = rows_of(BENCHMARKS / "tribute-thesis-without-faults.csv")
    pairs = {(row["bot"], row["against"]): row for row in rows_of(TABLES / "table-7-1.csv")}
    means = {row["bot"]: row for row in rows_of(TABLES / "averages.csv")}
    ends = ("published", "published_low", "published_high")
    assert len(kept) == 10
    for row in kept[:4]:
        pair = pairs[row["bot"], row["against"]]
        assert [row[end] for end in ends] == [pair[end] for end in ends]
        assert int(row["faults"]) == int(pair["faults"]) + int(pair["other_faults"])
        fair = int(row["games"]) - int(row["faults"])
        by_fault = int(pair["other_faults"]) if row["against"] == CRASHING else 0  # won by a fault of the rival
        won = float(row["published"]) * int(row["games"]) - by_fault
        assert float(row["without"]) == pytest.approx(won / fair, abs=1e-5)
    for row in kept[4:9]:
        mean = means[row["bot"]]
        assert row["against"] == OTHERS
        assert [row[end] for end in ends] == [mean[end] for end in ends]
        assert float(row["thesis"]) == float(mean["thesis"])
    assert [kept[9][end] for end in ends] == [means[CRASHING][end.replace("published", "mended")] for end in ends]
