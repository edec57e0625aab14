"""Models tested on sessions that they were not fitted to."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.design.platformer.difficulty.challenge_models import LINEAR_MODEL, fit_bins
from ludus.design.platformer.difficulty.cross_validation import (
    ALL_PLAYERS,
    ALLOWED_DISTANCE,
    GROUP_NAMES,
    THESIS_TRAPS,
    bootstrap_draw,
    bootstrap_estimates,
    cross_validate,
    draw_sessions,
    level_difficulties,
    prediction_quality,
    sessions_needed,
    skill_groups,
    transfer_to_trap,
)
from ludus.design.platformer.difficulty.prediction_metrics import (
    auc,
    brier_score,
    calibration_bins,
    equal_count_edges,
    fit_line,
    histogram_agreement,
    mean_by_bin,
)
from ludus.design.platformer.difficulty.trace_records import TraceRecords
from ludus.util.errors import LudusError


@pytest.fixture(scope="module")
def records(pretend):
    return pretend(53, spread=0.12)


def test_the_histogram_recovers_the_known_chances(pretend):
    result = fit_bins(pretend(300).histogram().points(), "linear")
    assert result.constants == pytest.approx(LINEAR_MODEL.constants, abs=0.05)


def test_deaths_rise_with_difficulty_and_the_groups_differ_by_skill(records):
    results = cross_validate(records, 1, 6, 25)
    assert np.mean([item.outcomes[ALL_PLAYERS].t for item in results]) > 4
    assert np.mean([item.outcomes[ALL_PLAYERS].rank for item in results]) > 0.3
    assert all(0 <= item.outcomes[ALL_PLAYERS].accuracy <= 1 for item in results)
    groups = skill_groups(records)
    assert np.bincount(groups).tolist() == [18, 17, 18]
    scores = [records.scores[groups == k] for k in range(3)]
    assert scores[0].min() >= scores[1].max() >= scores[1].min() >= scores[2].max()
    assert set(results[0].outcomes) == {ALL_PLAYERS, *GROUP_NAMES}


def test_no_session_is_on_both_sides_and_copies_stay_together(records):
    for part in cross_validate(records, 1, 3, 25):
        sides = {k: set(part.training[records.session == k]) for k in range(records.sessions)}
        assert all(len(side) == 1 for side in sides.values())
        assert sum(side == {True} for side in sides.values()) == 25
    chosen = draw_sessions(records, 1, 0)
    again = records.resample(chosen)
    for part in cross_validate(again, 1, 3, 25, originals=chosen):
        for k in range(records.sessions):
            copies = np.flatnonzero(chosen == k)
            assert len({bool(side) for side in part.training[np.isin(again.session, copies)]}) <= 1


def test_no_level_is_on_both_sides_of_a_split_by_levels(records):
    (part,) = cross_validate(records, 1, 1, 25, split="levels")
    assert set(records.level[part.training]).isdisjoint(records.level[~part.training])


def test_the_same_seed_makes_the_same_partitions(records):
    one, other = (cross_validate(records, 7, 2, 25) for _ in range(2))
    assert [item.outcomes for item in one] == [item.outcomes for item in other]
    assert one[0].outcomes != one[1].outcomes


def test_resampled_sessions_have_their_own_plays_and_traces(records):
    again = records.resample([3, 3, 0])
    assert again.sessions == 3
    for number, k in enumerate((3, 3, 0)):
        own, old = again.session == number, records.session == k
        assert again.deaths[own].tolist() == records.deaths[old].tolist()
        mine, his = again.trace_session == number, records.trace_session == k
        assert again.success[mine].tolist() == records.success[his].tolist()
        assert set(again.session[again.trace_play[mine]]) == {number}
    assert records.resample(range(53)).scores.tolist() == records.scores.tolist()
    assert (
        level_difficulties(again, LINEAR_MODEL)[0] == level_difficulties(records, LINEAR_MODEL)[records.session == 3][0]
    )


def test_last_bits_of_a_model_change_no_rank_and_no_agreement(records):
    """Processors differ in the last bits of a fit. Levels that are equally difficult stay so."""
    training = records.session % 2 == 0
    first = prediction_quality(level_difficulties(records, LINEAR_MODEL), records.deaths, training)
    for step in (-3e-16, 2e-16, 5e-16):
        moved = replace(LINEAR_MODEL, constants=tuple(c * (1 + step) for c in LINEAR_MODEL.constants))
        assert moved != LINEAR_MODEL
        assert prediction_quality(level_difficulties(records, moved), records.deaths, training) == first


def test_intervals_cover_what_sessions_vary_by(records):
    def tell(item, _):
        return {"success": float(item.success.mean())}

    draws = [bootstrap_draw(records, 2, k, tell) for k in range(40)]
    result = bootstrap_estimates(tell(records, None), draws, 53)["success"]
    one = records.scores.std(ddof=1) / math.sqrt(53)
    assert (result.high - result.low) / 2 == pytest.approx(1.96 * one, rel=0.5)
    assert math.isinf(bootstrap_estimates({"x": 1.0}, [], 3)["x"].high)


def test_more_sessions_come_nearer_to_the_model_of_all(records):
    sizes = sessions_needed(records, 1, 8, (5, 20, 40, 53))
    assert sizes.mean[0] > sizes.mean[1] > sizes.mean[2] > sizes.mean[3] == 0
    assert sizes.needed is not None
    assert all(
        off <= ALLOWED_DISTANCE for size, off in zip(sizes.sessions, sizes.mean, strict=True) if size >= sizes.needed
    )


def test_a_trap_that_is_like_the_others_is_predicted_by_them(records):
    for trap in THESIS_TRAPS:
        result = transfer_to_trap(records, trap)
        assert result.predicted == pytest.approx(result.success, abs=0.05)
        assert result.brier == pytest.approx(result.brier_of_all, abs=0.01)
    assert transfer_to_trap(records, 7) is None


def test_the_slope_equals_that_of_scipy():
    x, y = np.array([1.0, 2, 3, 4, 5]), np.array([1.1, 1.9, 3.2, 3.8, 5.3])
    result = fit_line(x, y)
    assert result.slope == pytest.approx(1.03)
    assert result.t == pytest.approx(1.03 / math.sqrt(sum((y - 0.0 - (3.06 + 1.03 * (x - 3))) ** 2) / 3 / 10))
    assert result.p_two_tailed == pytest.approx(2 * result.p_one_tailed)
    assert math.isnan(fit_line(np.ones(5), y).t)


def test_p_values_of_figure_5_9_are_one_tailed():
    from ludus.design.platformer.difficulty.prediction_metrics import LineFit

    for t, printed in ((2.7, 0.0041), (2.9, 0.0023), (3.4, 0.0005)):
        assert LineFit(0, 0, t, 91).p_one_tailed == pytest.approx(printed, abs=1e-4)


def test_accuracy_is_one_for_equal_histograms_and_half_where_one_has_twice_the_deaths():
    x, y = np.repeat(np.arange(6.0), 10), np.repeat([1.0, 2, 3, 4, 5, 6], 10)
    edges = equal_count_edges(x)
    assert histogram_agreement((x, y), (x, y), edges) == 1
    assert histogram_agreement((x, y), (x, 2 * y), edges) == 0.5
    assert mean_by_bin(x, y, edges)[1].tolist() == [10] * 6
    assert math.isnan(histogram_agreement((x[:2], y[:2]), (x, y), edges))


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=30))
def test_auc_counts_pairs(rows):
    score, yes = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    pairs = [(a > b) + (a == b) / 2 for a in score[yes] for b in score[~yes]]
    result = auc(score, yes)
    assert math.isnan(result) if not pairs else result == pytest.approx(sum(pairs) / len(pairs))


def test_brier_score_and_calibration_of_a_perfect_prediction():
    yes = np.array([True] * 6 + [False] * 6)
    assert brier_score(yes.astype(float), yes) == 0
    assert [row[:2] for row in calibration_bins(yes.astype(float), yes)] == [(0, 0)] * 3 + [(1, 1)] * 3


def test_sessions_without_traps_and_odd_partitions_are_refused(records):
    with pytest.raises(LudusError, match="no player met a trap"):
        TraceRecords.join([])
    with pytest.raises(LudusError, match="cannot be for training"):
        cross_validate(records, 1, 1, 53)
