"""Calibration of synthetic players."""

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.platformer.difficulty.challenge_models import published_histogram
from ludus.design.platformer.players.calibration_error import (
    CalibrationResult,
    CalibrationSample,
    fitting_cells,
    held_out_cells,
    measure_calibration,
)
from ludus.design.platformer.players.synthetic_player import (
    Calibration,
    SyntheticPlayer,
    draw_players,
    draw_skill,
    load_calibration,
    read_calibration,
    write_calibration,
)
from ludus.util.errors import ContentError, LudusError
from tests.cases import each
from tests.messages import missing

HUMAN = Calibration(0.05, 0.14, 0.02, 0.25, 0.1, 0.4)


def test_fitting_and_held_out_cells_alternate_and_cover_the_published_histogram():
    fitted, others = fitting_cells(), held_out_cells()
    assert not (fitted & others).any()
    assert np.array_equal(fitted | others, ~np.isnan(published_histogram()))
    assert abs(int(fitted.sum()) - int(others.sum())) <= 2
    for axis in range(3):
        here, there = np.moveaxis(fitted, axis, 0)[:-1], np.moveaxis(fitted, axis, 0)[1:]
        assert not (here & there).any()


def test_the_stored_calibration_is_plausible_for_people():
    numbers = load_calibration()
    assert 0.02 <= numbers.sigma <= 0.08
    assert 0.05 <= numbers.drift <= 0.3
    assert 0 < numbers.lapse < 0.5
    assert numbers.spread > 0


def test_a_calibration_reads_back_as_it_was_written():
    assert read_calibration(write_calibration(HUMAN, ["a remark"]).encode(), "mine.toml") == HUMAN


@each(
    ("old", "new", "words"),
    [
        ("lapse = 0.25", "lapse = 'often'", "`float` … `str` … `$.lapse`"),
        ("lapse = 0.25\n", "", "missing required field `lapse`"),
        ("haste = 0.1", "hurry = 0.1", "hurry"),
        ("[player]", "[player", "mine.toml: "),
    ],
)
def test_an_invalid_calibration_is_refused_with_the_reason(old, new, words):
    text = write_calibration(HUMAN, [])
    assert old in text
    with pytest.raises(ContentError) as changed:
        read_calibration(text.replace(old, new).encode(), "mine.toml")
    assert str(changed.value).startswith("mine.toml: ")
    assert not missing(changed.value, words)


def test_skills_are_drawn_around_zero_with_spread_one_and_by_number():
    skills = np.array([draw_skill(7, k) for k in range(2000)])
    assert abs(skills.mean()) < 0.1
    assert abs(skills.std() - 1) < 0.1
    assert [player.skill for player in draw_players(3, 7, HUMAN)] == skills[:3].tolist()


def test_skill_makes_all_errors_smaller_by_one_factor():
    better, worse = (SyntheticPlayer(skill, HUMAN).record(1)[0] for skill in (1.0, -1.0))
    for name in ("sigma", "drift", "sigma_jump", "lapse", "haste"):
        assert better[name] / worse[name] == pytest.approx(np.exp(-0.8))
    assert better["delay"] == worse["delay"]


@pytest.mark.slow
def test_results_of_a_sample_do_not_depend_on_threads_or_earlier_players():
    sample = CalibrationSample(5, sessions=3, levels=3, rounds=2)
    one = measure_calibration(HUMAN, sample, 1, Threads(1))
    measure_calibration(HUMAN, sample, 2, Threads(1))
    two = measure_calibration(HUMAN, sample, 1, Threads(2))
    for name, value in one.as_data().items():
        assert np.array_equal(value, two.as_data()[name])
    assert CalibrationResult.from_data(one.as_data()).traces == one.traces > 3 * 3 * 2 * 5
    assert one.plays == 18


@pytest.mark.slow
def test_a_sample_that_is_too_small_to_compare_is_refused():
    result = measure_calibration(HUMAN, CalibrationSample(5, sessions=1, levels=1), 1)
    with pytest.raises(LudusError, match="play more sessions"):
        result.weighted_error(fitting_cells() & (result.histogram.traces == 0))
