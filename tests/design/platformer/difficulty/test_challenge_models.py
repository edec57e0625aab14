"""Challenge models, and the histogram that the thesis printed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.design.platformer.difficulty.challenge_models import (
    HISTOGRAM_BINS,
    LINEAR_MODEL,
    MAX_SUCCESS,
    MIN_SUCCESS,
    MIN_TRACES_PER_BIN,
    MODEL_KINDS,
    BinPoints,
    ChallengeModel,
    bin_centres,
    count_traces,
    fit_bins,
    fit_traces,
    index_from_success,
    model_distance,
    published_histogram,
    published_points,
    r_squared,
    squared_error,
    success_from_index,
    thesis_model,
)
from ludus.util.errors import LudusError, UnknownName
from tests.cases import each


def test_the_printed_histogram_has_forty_bins():
    assert len(published_points()) == 40
    assert published_histogram()[0, 0, 0] == 0.79
    assert np.isnan(published_histogram()[0, 0, 1])


@each(
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
    fitted = squared_error(fit_bins(published_points(), kind, refined), published_points())
    assert fitted == pytest.approx(wanted, abs=5e-5)


def test_the_linear_model_of_the_printed_histogram_has_the_known_constants():
    model = fit_bins(published_points(), "linear")
    assert model.constants == pytest.approx((0.564, -0.250, -0.044, 0.160), abs=5e-4)
    assert r_squared(model, published_points()) == pytest.approx(0.80, abs=0.005)
    assert (
        pytest.approx(model.constants, abs=1e-6)
        == LINEAR_MODEL.constants
        == pytest.approx(thesis_model("linear").constants, abs=1e-6)
    )


@given(
    st.sampled_from(MODEL_KINDS),
    st.tuples(*[st.floats(-9, 9)] * 4),
    st.floats(0.5, 4),
    st.floats(0, 5),
    st.integers(0, 9),
)
def test_no_model_is_ever_certain_and_all_are_read_back(kind, constants, t_cycle, t_timing, j):
    model = ChallengeModel(kind, constants)
    assert MIN_SUCCESS <= model.success(t_cycle, t_timing, j) <= MAX_SUCCESS
    again = ChallengeModel.read(model.write("a test"))
    assert (again.kind, again.constants) == (kind, pytest.approx(constants, abs=1e-6))


@given(st.sampled_from(MODEL_KINDS), st.floats(0.02, 0.98))
def test_the_link_function_is_inverted(kind, success):
    assert success_from_index(kind, index_from_success(kind, success)) == pytest.approx(success)


@each("kind", MODEL_KINDS)
def test_a_model_that_generated_all_bins_is_recovered(kind):
    true = thesis_model(kind)
    at = bin_centres()
    points = BinPoints(at.t_cycle, at.t_timing, at.j, true.curve(at.t_cycle, at.t_timing, at.j))
    for refined in (False, True):
        fitted = fit_bins(points, kind, refined)
        assert fitted.constants == pytest.approx(true.constants, abs=1e-4)
        assert model_distance(fitted, true) < 1e-6
    assert len(at) == HISTOGRAM_BINS


def test_traces_are_counted_in_their_bins_and_few_are_not_used():
    n = MIN_TRACES_PER_BIN
    counted = count_traces(
        np.array([1.2] * n + [2.0] * n + [1.5] * (n - 1) + [2.1]),
        np.array([0.2105] * n + [1.25] * n + [0.5] * (n - 1) + [0.2]),
        np.array([0] * n + [3] * n + [1] * (n - 1) + [0]),
        np.array([True] * n + [False] * n + [True] * n),
    )
    assert counted.filled_bins == 2
    assert counted.outside == 1
    assert counted.success_rates[0, 0, 0] == 1
    assert counted.success_rates[2, 3, 4] == 0
    assert counted.traces[1, 1, 2] == n - 1
    assert np.isnan(counted.success_rates[1, 1, 2])
    with pytest.raises(LudusError, match="too few"):
        fit_bins(counted.points(), "linear")


def test_maximum_likelihood_recovers_the_model_of_the_traces():
    rng, n = np.random.default_rng(3), 20_000
    t_cycle, t_timing, j = rng.uniform(1.2, 2, n), rng.uniform(0, 1.25, n), rng.integers(0, 4, n)
    true = ChallengeModel("logistic", (0.5, -1.2, -0.3, 0.7))
    won = rng.random(n) < true.curve(t_cycle, t_timing, j)
    assert fit_traces(t_cycle, t_timing, j, won).constants == pytest.approx(true.constants, abs=0.25)


def test_an_invalid_model_is_refused():
    with pytest.raises(UnknownName):
        thesis_model("cubic")
    with pytest.raises(LudusError, match=r"mine\.toml"):
        ChallengeModel.read("kind = 3", "mine.toml")
    with pytest.raises(UnknownName):
        ChallengeModel.read(LINEAR_MODEL.write("x").replace("linear", "cubic"))


def test_a_bin_counts_from_ten_traces_on():
    def counted(times):
        return count_traces(np.full(times, 1.3), np.full(times, 0.2), np.zeros(times), np.ones(times, bool))

    assert counted(9).filled_bins == 0
    assert np.isnan(counted(9).success_rates).all()
    assert counted(10).filled_bins == 1
    assert np.nanmax(counted(10).success_rates) == 1.0
