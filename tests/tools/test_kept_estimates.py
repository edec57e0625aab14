"""Tests of tools/kept_estimates.py: what stands for lost values has their mean, spread and interval."""

import numpy as np
import pytest

from ludus.stats import Estimate, mean_of_runs
from ludus.studies.claims import Claim, above
from tests.cases import each
from tools.kept_estimates import check_kept_numbers, stand_in_values, unrounded, values_of_interval


@each("count", [2, 3, 5, 29, 30])
def test_values_that_stand_for_lost_ones_have_their_mean_and_standard_deviation(count):
    values = stand_in_values(0.3, 0.05, count)
    assert len(values) == count
    assert np.mean(values) == pytest.approx(0.3)
    assert np.std(values, ddof=1) == pytest.approx(0.05)


@each("count", [5, 30])
def test_values_of_an_interval_have_this_interval_again(count):
    again = mean_of_runs(values_of_interval(Estimate(19.8, 17.6, 22.0, count)))
    assert (again.value, again.low, again.high, again.count) == (
        pytest.approx(19.8),
        pytest.approx(17.6),
        pytest.approx(22.0),
        count,
    )


@each("whole", [0, 1, 6_667, 21_119, 21_120])
def test_a_rounded_share_is_that_of_its_points(whole):
    assert unrounded(f"{whole / 21_120:.6f}", 21_120) == whole / 21_120


def test_a_number_that_no_points_give_is_refused():
    with pytest.raises(ValueError, match="no whole number of 400"):
        unrounded("0.501", 400)
    with pytest.raises(ValueError, match="do not tell"):
        unrounded("0.5", 1_000_000)


LEAD, OTHER = mean_of_runs([1.0, 2.0, 4.0]), mean_of_runs([1.0, 1.5, 1.7])
CLAIMS = [
    Claim("one", "", "", LEAD, sample_unit="run"),
    Claim("several", "", "", None, sample_unit="run", parts=((LEAD, above(0.0)), (OTHER, above(0.0)))),
    Claim("none", "", "", "no run gained anything", sample_unit="run"),
    Claim("of one run", "", "", mean_of_runs([0.5]), sample_unit="run"),
]


def _kept(**changes):
    texts = {"": f"{LEAD.value:.6f}", "_low": f"{LEAD.low:.6f}", "_high": f"{LEAD.high:.6f}"}
    lead = {f"measured{end}": text for end, text in texts.items()}
    nothing = dict.fromkeys(lead, "")
    numbers = {"one": lead, "several": lead, "none": nothing, "of one run": nothing | {"measured": "0.500000"}}
    return [{"claim": claim} | kept | changes.get(claim, {}) for claim, kept in numbers.items()]


def test_claims_with_the_kept_numbers_pass():
    check_kept_numbers(CLAIMS, _kept())
    other = {f"measured{end}": f"{number:.6f}" for end, number in (("", OTHER.value), ("_low", OTHER.low))}
    check_kept_numbers(CLAIMS, _kept(several=other | {"measured_high": f"{OTHER.high:.6f}"}))


@each(
    ("claim", "column", "text"),
    [
        ("one", "measured", f"{LEAD.value + 2e-6:.6f}"),
        ("one", "measured_low", f"{LEAD.low - 2e-6:.6f}"),
        ("one", "measured_high", ""),
        ("several", "measured", f"{OTHER.value:.6f}"),  # with the interval of another part
        ("none", "measured", "0.000000"),
        ("of one run", "measured_low", "0.000000"),
    ],
)
def test_claims_with_other_numbers_than_the_kept_ones_are_refused(claim, column, text):
    kept = _kept()
    next(row for row in kept if row["claim"] == claim)[column] = text
    with pytest.raises(ValueError, match=f"'{claim}' is"):
        check_kept_numbers(CLAIMS, kept)


def test_other_claims_than_the_kept_ones_are_refused():
    with pytest.raises(ValueError, match="'of one run' in place of None"):
        check_kept_numbers(CLAIMS, _kept()[:-1])
    with pytest.raises(ValueError, match="'one' in place of 'several'"):
        check_kept_numbers(CLAIMS, _kept()[1:])
