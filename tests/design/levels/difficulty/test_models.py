"""Challenge models, and the table that the thesis printed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core.errors import LudusError, UnknownName
from ludus.design.levels.difficulty.fitting import distance, error, explained, fit, fit_traces
from ludus.design.levels.difficulty.histogram import (
    BINS,
    FEWEST,
    Points,
    centres,
    count_traces,
    published,
    published_points,
)
from ludus.design.levels.difficulty.models import (
    HIGHEST,
    KINDS,
    LINEAR,
    LOWEST,
    ChallengeModel,
    link,
    model_named,
    unlink,
)


def test_the_printed_histogram_has_forty_bins():
    assert len(published_points()) == 40
    assert published()[0, 0, 0] == 0.79
    assert np.isnan(published()[0, 0, 1])


@pytest.mark.parametrize(
    ("kind", "refined", "wanted"),
    [
        ("linear", False, 0.13849),
        ("exponential-failure", False, 0.13135),
        ("exponential-failure", True, 0.1272),
        ("logistic", True, 0.12997),
        ("exponential", False, 0.1726),
        ("exponential", True, 0.1603),
    ],
)
def test_errors_on_the_printed_histogram_are_those_of_the_reading(kind, refined, wanted):
    found = error(fit(published_points(), kind, refined), published_points())
    assert found == pytest.approx(wanted, abs=5e-5)


def test_the_linear_model_of_the_printed_histogram_has_the_known_constants():
    model = fit(published_points(), "linear")
    assert model.constants == pytest.approx((0.564, -0.250, -0.044, 0.160), abs=5e-4)
    assert explained(model, published_points()) == pytest.approx(0.80, abs=0.005)
    assert (
        pytest.approx(model.constants, abs=1e-6)
        == LINEAR.constants
        == pytest.approx(model_named("linear").constants, abs=1e-6)
    )


@given(
    st.sampled_from(KINDS),
    st.tuples(*[st.floats(-9, 9)] * 4),
    st.floats(0.5, 4),
    st.floats(0, 5),
    st.integers(0, 9),
)
def test_no_model_is_ever_certain_and_all_are_read_back(kind, constants, t_cycle, t_timing, j):
    model = ChallengeModel(kind, constants)
    assert LOWEST <= model.success(t_cycle, t_timing, j) <= HIGHEST
    again = ChallengeModel.read(model.write("a test"))
    assert (again.kind, again.constants) == (kind, pytest.approx(constants, abs=1e-6))


@given(st.sampled_from(KINDS), st.floats(0.02, 0.98))
def test_links_are_undone(kind, success):
    assert link(kind, unlink(kind, success)) == pytest.approx(success)


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_that_is_true_of_all_bins_is_found_again(kind):
    true = model_named(kind)
    at = centres()
    points = Points(at.t_cycle, at.t_timing, at.j, true.curve(at.t_cycle, at.t_timing, at.j))
    for refined in (False, True):
        found = fit(points, kind, refined)
        assert found.constants == pytest.approx(true.constants, abs=1e-4)
        assert distance(found, true) < 1e-6
    assert len(at) == BINS


def test_traces_are_counted_in_their_bins_and_few_are_not_used():
    n = FEWEST
    counted = count_traces(
        np.array([1.2] * n + [2.0] * n + [1.5] * (n - 1) + [2.1]),
        np.array([0.2105] * n + [1.25] * n + [0.5] * (n - 1) + [0.2]),
        np.array([0] * n + [3] * n + [1] * (n - 1) + [0]),
        np.array([True] * n + [False] * n + [True] * n),
    )
    assert counted.filled == 2
    assert counted.beyond == 1
    assert counted.shares[0, 0, 0] == 1
    assert counted.shares[2, 3, 4] == 0
    assert counted.traces[1, 1, 2] == n - 1
    assert np.isnan(counted.shares[1, 1, 2])
    with pytest.raises(LudusError, match="too few"):
        fit(counted.points(), "linear")


def test_the_likeliest_logistic_model_finds_what_made_the_traces():
    rng, n = np.random.default_rng(3), 20_000
    t_cycle, t_timing, j = rng.uniform(1.2, 2, n), rng.uniform(0, 1.25, n), rng.integers(0, 4, n)
    true = ChallengeModel("logistic", (0.5, -1.2, -0.3, 0.7))
    won = rng.random(n) < true.curve(t_cycle, t_timing, j)
    assert fit_traces(t_cycle, t_timing, j, won).constants == pytest.approx(true.constants, abs=0.25)


def test_what_is_no_model_is_refused():
    with pytest.raises(UnknownName):
        model_named("cubic")
    with pytest.raises(LudusError, match=r"mine\.toml"):
        ChallengeModel.read("kind = 3", "mine.toml")
    with pytest.raises(UnknownName):
        ChallengeModel.read(LINEAR.write("x").replace("linear", "cubic"))


def test_a_bin_counts_from_ten_traces_on():
    def counted(times):
        return count_traces(np.full(times, 1.3), np.full(times, 0.2), np.zeros(times), np.ones(times, bool))

    assert counted(9).filled == 0
    assert np.isnan(counted(9).shares).all()
    assert counted(10).filled == 1
    assert np.nanmax(counted(10).shares) == 1.0
