"""Judgement of each two of several things, on fabricated data."""

from __future__ import annotations

import math

import numpy as np

from ludus.design.base.pairwise_judgement import first_sentence, judge_pairs, pairs_table, verdicts
from ludus.design.base.significance import independent_difference
from ludus.report.table_model import Column
from ludus.stats import Estimate, proportion, simultaneous_interval
from ludus.stats.judgement import JudgedNumbers

GAP = "{lead} more players die on it than on {other}"
HARDER = verdicts("harder", "easier")


def judge_levels(rates: list[float], seed: int, players: int = 300) -> tuple[str, JudgedNumbers[tuple[str, str]]]:
    """The level with the most deaths, and each two levels."""
    random = np.random.default_rng(seed)
    shares = {f"level {k}": proportion((random.random(players) < rate).astype(float)) for k, rate in enumerate(rates)}
    ranked = sorted(shares, key=lambda name: -shares[name].value)
    return ranked[0], judge_pairs(ranked, lambda one, other: independent_difference(shares[other], shares[one]))


def table_of(judged: JudgedNumbers[tuple[str, str]]):
    return pairs_table(judged, [Column.text("level"), Column.text("other")], HARDER, "more players die", "Levels")


def test_of_equal_levels_none_is_surely_the_hardest_and_nearly_none_harder_than_another():
    called = harder = uncorrected = 0
    for seed in range(60):
        first, judged = judge_levels([0.5] * 10, seed)
        called += f"{first} is surely the hardest" in first_sentence(first, judged, "the hardest", GAP)
        harder += any(row[-1] == "surely harder" for row in table_of(judged).rows)
        uncorrected += any(lead.low > 0 for lead in judged.estimates.values())
    assert called == 0
    assert harder <= 8  # 5 % of 60 are 3
    assert uncorrected > 30


def test_a_level_that_is_clearly_the_hardest_is_named_with_its_corrected_leads():
    first, judged = judge_levels([0.9, 0.5, 0.4, 0.3], 1)
    sentence = first_sentence(first, judged, "the hardest", GAP)
    assert sentence.startswith("level 0 is surely the hardest: ")
    assert sentence.endswith("(intervals are corrected for 6 comparisons).")
    for other in ("level 1", "level 2", "level 3"):
        wide = simultaneous_interval(judged.estimates[first, other], 6)
        interval = f"[{100 * wide.low:+.1f}, {100 * wide.high:+.1f}]"
        assert f"{100 * wide.value:.1f} percentage points {interval} more players die on it than on {other}" in sentence


def test_the_difference_of_two_levels_is_said_with_its_interval():
    first, judged = judge_levels([0.9, 0.5], 1)
    lead = judged.estimates[first, "level 1"]
    sentence = first_sentence(first, judged, "the hardest", GAP, "It")
    assert sentence.startswith("It is surely the hardest: ")
    assert f"[{100 * lead.low:+.1f}, {100 * lead.high:+.1f}]" in sentence
    assert sentence.endswith("(one comparison, 95 % interval).")


def test_rivals_of_the_first_are_named():
    first, judged = judge_levels([0.8, 0.8, 0.1], 2)
    assert {first} < {"level 0", "level 1"}
    sentence = first_sentence(first, judged, "the hardest", GAP)
    assert sentence.startswith(f"{first} is not surely the hardest: ")
    assert ({"level 0", "level 1"} - {first}).pop() in sentence
    assert "level 2" not in sentence


def test_of_many_rivals_the_sentence_counts_those_that_it_does_not_name():
    first, judged = judge_levels([0.5] * 8, 3, players=40)
    assert "; and 3 more, see the table of verdicts (" in first_sentence(first, judged, "the hardest", GAP)


def test_the_table_has_each_two_with_the_interval_that_decides():
    first, judged = judge_levels([0.9, 0.5, 0.4, 0.4], 1)
    table = table_of(judged)
    assert len(table.rows) == math.comb(4, 2)
    assert table.rows[0][0] == first
    for level, other, lead, corrected, comparisons, verdict in table.rows:
        assert lead == judged.estimates[level, other]
        assert comparisons == 6
        assert corrected == simultaneous_interval(lead, 6)
        assert verdict == ("surely harder" if corrected.low > 0 else "undecided")
    names = [name for column in table.columns for name in column.file_columns]
    assert names[2:] == [
        *("difference", "difference_low", "difference_high", "corrected", "corrected_low", "corrected_high"),
        *("comparisons", "verdict"),
    ]


def test_a_pair_without_an_interval_gets_no_judgement():
    judged = judge_pairs(["one", "other"], lambda one, other: Estimate(0.2, -math.inf, math.inf, 1))
    assert table_of(judged).rows[0][3:] == [None, 1, "no judgement"]
    sentence = first_sentence("one", judged, "the hardest", GAP)
    assert sentence.startswith("one is not surely the hardest: 20.0 percentage points (no interval) ")
