"""Sequential tests stop early, err as rarely as they say, and depend on the order of the games alone."""

import math

import numpy as np
import pytest

from ludus.stats import Sprt, SprtMonitor, elo_to_win_rate, win_rate_to_elo
from ludus.stats.sequential_test import CHECK_INTERVAL
from ludus.util.errors import OptionError
from tests.cases import each

RUNS = 300


def deals(rng, share, alike, count):
    """Shares of whole deals, two games each; the smaller `alike`, the more the two games depend on each other."""
    strength = rng.beta(share * alike, (1 - share) * alike, count)
    return (rng.random((2, count)) < strength).mean(axis=0)


def verdicts(test, elo, alike, seed, runs=RUNS):
    rng, share = np.random.default_rng(seed), elo_to_win_rate(elo)
    return [SprtMonitor(test).add(deals(rng, share, alike, 2000)) for _ in range(runs)]


def rate_of(found, decision):
    return np.mean([verdict.decision == decision for verdict in found])


@each("alike", [0.5, 20])
@each(("low", "high"), [(0, 80), (-60, 60)])
def test_errors_are_as_rare_as_promised(low, high, alike):
    test = Sprt(low, high)
    weaker, stronger = verdicts(test, low, alike, 1), verdicts(test, high, alike, 2)
    # of 300 runs with a chance of 1 in 20 each, more than 8 % err in 1 of 100 cases
    assert rate_of(weaker, "accept") <= 0.08
    assert rate_of(stronger, "reject") <= 0.08
    assert rate_of(weaker, "running") == rate_of(stronger, "running") == 0


def test_alpha_and_beta_are_errors_of_different_kinds():
    test = Sprt(0, 80, alpha=0.01, beta=0.2)
    weaker, stronger = verdicts(test, 0, 2, 3), verdicts(test, 80, 2, 4)
    assert rate_of(weaker, "accept") <= 0.025
    assert 0.08 <= rate_of(stronger, "reject") <= 0.25


def test_clear_cases_end_sooner_than_close_ones():
    test = Sprt(0, 50)
    length = [np.mean([verdict.count for verdict in verdicts(test, elo, 2, 5, runs=60)]) for elo in (25, 50, 150)]
    assert length[0] > length[1] > length[2] >= CHECK_INTERVAL


def test_bernoulli_trials_give_walds_ratio():
    test = Sprt(-20, 30)
    s0, s1 = test.win_rates
    expected = 130 * math.log(s1 / s0) + 70 * math.log((1 - s1) / (1 - s0))
    assert test.llr({1.0: 130, 0.0: 70}) == pytest.approx(expected, abs=1e-3)


def test_many_deals_give_the_normal_approximation():
    test, values = Sprt(0, 10), deals(np.random.default_rng(6), 0.51, 2, 20_000)
    s0, s1 = test.win_rates
    expected = len(values) * (s1 - s0) * (2 * values.mean() - s0 - s1) / (2 * values.var())
    counts = dict(zip(*np.unique(values, return_counts=True), strict=True))
    assert test.llr(counts) == pytest.approx(expected, rel=0.01)


def test_deals_that_balance_each_other_decide_sooner():
    rng, test = np.random.default_rng(7), Sprt(0, 60)
    balanced = np.where(rng.random(4000) < 0.8, 0.5, rng.random(4000) < 0.8)  # on average 56 %, little spread
    single = (rng.random(4000) < 0.56).astype(float)
    assert SprtMonitor(test).add(balanced).count < SprtMonitor(test).add(single).count


@each("value", [0.0, 0.5, 1.0])
def test_identical_deals_decide_a_test_eventually(value):
    verdict = SprtMonitor(Sprt(0, 50)).add(np.full(400, value))
    assert verdict.decision == ("accept" if value == 1 else "reject")
    assert verdict.count > CHECK_INTERVAL


def test_the_order_of_observations_in_batches_does_not_matter():
    values = deals(np.random.default_rng(8), 0.53, 2, 4000)
    whole = SprtMonitor(Sprt(0, 50)).add(values)
    for size in (1, 7, 16, 100):
        watch = SprtMonitor(Sprt(0, 50))
        for first in range(0, len(values), size):
            watch.add(values[first : first + size])
        assert watch.verdict == whole
    assert whole.decision != "running"
    assert whole.count % CHECK_INTERVAL == 0
    assert SprtMonitor(Sprt(0, 50)).add(values[: whole.count]) == whole
    assert SprtMonitor(Sprt(0, 50)).add(values[: whole.count - 1]).decision == "running"


def test_a_test_is_read_from_its_text():
    assert Sprt.parse("25") == Sprt(-25, 25)
    assert Sprt.parse("0,50") == Sprt(0, 50, 0.05, 0.05)
    assert Sprt.parse("0, 50, 0.01") == Sprt(0, 50, 0.01, 0.01)
    assert Sprt.parse("-5,5,0.01,0.1") == Sprt(-5, 5, 0.01, 0.1)
    assert Sprt.parse(Sprt(0.5, 50, 0.01, 0.2).text) == Sprt(0.5, 50, 0.01, 0.2)


@each("text", ["", "fast", "1,2,3,4,5", "50,0", "5,5", "nan,5", "0,inf", "0,5,0.7", "0,5,0,0.1", "-25"])
def test_an_invalid_test_is_refused(text):
    with pytest.raises(OptionError):
        Sprt.parse(text)


def test_elo_and_win_rates_convert_into_each_other():
    assert elo_to_win_rate(0) == 0.5
    assert elo_to_win_rate(400) == pytest.approx(10 / 11)
    assert win_rate_to_elo(elo_to_win_rate(-123)) == pytest.approx(-123)
    assert (win_rate_to_elo(1), win_rate_to_elo(0)) == (math.inf, -math.inf)
