"""Sentences of verdicts, on fabricated data."""

from __future__ import annotations

import math

import numpy as np

from ludus.design.base.significance import independent_difference
from ludus.design.base.verdict_texts import JudgedTarget, count_sure, first_sentence, targets_text
from ludus.stats import Estimate, proportion, simultaneous_interval
from ludus.stats.judgement import ClaimedRange, within


def levels(rates: list[float], seed: int, players: int = 300) -> tuple[str, dict[str, Estimate]]:
    """The level with the most deaths, and its leads over the others."""
    random = np.random.default_rng(seed)
    shares = {f"level {k}": proportion((random.random(players) < rate).astype(float)) for k, rate in enumerate(rates)}
    first = max(shares, key=lambda name: shares[name].value)
    return first, {
        name: independent_difference(share, shares[first]) for name, share in shares.items() if name != first
    }


def test_of_equal_levels_none_is_surely_the_hardest_and_nearly_none_harder_than_another():
    called = harder = uncorrected = 0
    for seed in range(60):
        first, leads = levels([0.5] * 10, seed)
        sentence = first_sentence(first, leads, "the hardest", "harder")
        called += f"{first} is surely the hardest" in sentence
        wide = [simultaneous_interval(lead, math.comb(10, 2)) for lead in leads.values()]
        harder += any(lead.low > 0 for lead in wide)
        uncorrected += any(lead.low > 0 for lead in leads.values())
    assert called == 0
    assert harder <= 8  # 5 % of 60 are 3
    assert uncorrected > 30


def test_a_level_that_is_clearly_the_hardest_is_named():
    first, leads = levels([0.9, 0.5, 0.4, 0.3], 1)
    sentence = first_sentence(first, leads, "the hardest", "harder")
    assert sentence.startswith("level 0 is surely the hardest")
    assert "6 comparisons" in sentence


def test_rivals_of_the_first_are_named():
    first, leads = levels([0.8, 0.8, 0.1], 2)
    assert {first} < {"level 0", "level 1"}
    sentence = first_sentence(first, leads, "the hardest", "harder")
    assert ({"level 0", "level 1"} - {first}).pop() in sentence
    assert "level 2" not in sentence


def test_targets_are_met_missed_or_undecided_by_their_corrected_interval():
    band = within(0.5, 0.1)
    cases = {
        Estimate(0.50, 0.47, 0.53, 300): "meets",
        Estimate(0.58, 0.54, 0.62, 300): "may meet or miss",
        Estimate(0.62, 0.58, 0.66, 300): "may meet or miss",
        Estimate(0.80, 0.77, 0.83, 300): "misses",
    }
    for measured, verb in cases.items():
        text = targets_text([JudgedTarget("the share", measured, band, is_share=True)], 4)
        assert text.startswith(f"{verb} the share (")
        assert text.endswith(", which is undecided") == (verb == "may meet or miss")
        wide = simultaneous_interval(measured, 4)
        assert f"(corrected for 4 comparisons {100 * wide.low:.1f} to {100 * wide.high:.1f} %" in text


def test_missed_targets_come_first():
    met = JudgedTarget("the share", Estimate(0.5, 0.49, 0.51, 9), within(0.5, 0.1))
    missed = JudgedTarget("the turns", Estimate(9.0, 8.0, 10.0, 9), ClaimedRange(3, 5, closed=True))
    unknown = JudgedTarget("the deaths", Estimate(math.nan, -math.inf, math.inf, 0), within(1, 1))
    text = targets_text([met, missed, unknown], 2)
    assert [part.split(" (")[0] for part in text.split("; ")] == [
        "misses the turns",
        "gets no judgement on the deaths",
        "meets the share",
    ]
    assert count_sure([[met], [met, missed], [met, unknown]], 5) == (1, 1)
