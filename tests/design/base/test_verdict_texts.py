"""Sentences of verdicts, on fabricated data."""

from __future__ import annotations

import math

from ludus.design.base.verdict_texts import JudgedTarget, count_sure, targets_text
from ludus.stats import Estimate, simultaneous_interval
from ludus.stats.judgement import ClaimedRange, within


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
