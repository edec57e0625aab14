"""The fit of synthetic players, at the size of a test."""

import numpy as np
import pytest

from ludus.compute import Threads
from ludus.design.levels.difficulty.histogram import SHAPE, Histogram, published
from ludus.design.levels.people.calibrating import Found, fitted_cells, held_out_cells, together
from ludus.design.levels.people.filter import FILE, read_calibration
from ludus.lab import resume, run
from ludus.lab.desk import Desk
from ludus.studies.platformer_calibration import intervals, study
from ludus.studies.platformer_calibration.config import PRESETS, Settings
from ludus.studies.platformer_calibration.intervals import HELD_OUT
from ludus.studies.platformer_calibration.report import _verdicts
from ludus.studies.platformer_calibration.work import BARE, FULL, RANGES, calibration_of, chosen, names_of, tried_out
from tests.studies.results import results

TINY = {"sessions": 3, "rounds": 1, "test_rounds": 1, "population": 4, "generations": 2, "bare_generations": 1}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, Settings(**TINY), tmp_path_factory.mktemp("calibration") / "run", Threads(1)).folder


@pytest.mark.slow
def test_a_run_that_is_stopped_goes_on_to_the_same_tables_on_any_threads(folder, tmp_path):
    def impatient(told):
        if told.stage == BARE:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, Settings(**TINY), tmp_path / "run", Threads(2), listener=impatient)
    assert not (tmp_path / "run" / FILE).is_file()
    resume(tmp_path / "run", Threads(2))
    assert results(folder, FILE) == results(tmp_path / "run", FILE)


@pytest.mark.slow
def test_the_file_has_the_numbers_that_were_chosen_and_both_errors(folder):
    desk = Desk(folder, Threads(1))
    text = (folder / FILE).read_text()
    assert read_calibration(text.encode(), FILE) == chosen(desk, FULL)
    found = tried_out(desk, FULL)
    assert f"{found.miss(fitted_cells()):.3f} in the cells that were" in text
    assert f"{found.miss(held_out_cells()):.3f} in those that were held out" in text
    assert "ludus run platformer-calibration --set sessions=3" in text


@pytest.mark.slow
def test_the_fit_is_chosen_by_fitted_cells_alone(folder):
    """Whatever the held-out cells say, the kept pieces before the test have nothing of them."""
    desk = Desk(folder, Threads(1))
    for kind in (FULL, BARE):
        assert {*desk.kept(f"chosen/{kind}")} == {"logs", "miss"}
        assert desk.kept(f"chosen/{kind}")["logs"] in [note["logs"] for note in desk.kept(f"fit/{kind}")]


def some_sessions(misses):
    """Sessions of 40 traces in one fitted and one held-out cell, off by so much from what is printed, half as much in
    the other."""
    found = []
    for miss in misses:
        traces, successes = np.zeros(SHAPE, int), np.zeros(SHAPE, float)
        for cells, part in ((fitted_cells(), 0.5), (held_out_cells(), 1.0)):
            cell = tuple(np.argwhere(cells)[0])
            traces[cell], successes[cell] = 40, 40 * (published()[cell] - part * miss)
        found.append(Found(Histogram(traces, successes, 0), 0, 0, 0, 1))
    return found


def verdicts(monkeypatch, misses, bare):
    sessions = {FULL: some_sessions(misses), BARE: some_sessions(bare)}
    monkeypatch.setattr(intervals, "tested_sessions", lambda desk, kind: sessions[kind])
    known = intervals.errors(Settings(), None)
    return known, [each.state for each in _verdicts(together(sessions[FULL]), together(sessions[BARE]), known)]


def test_verdicts_follow_from_intervals_over_sessions(monkeypatch):
    known, states = verdicts(monkeypatch, [0.06] * 20, [0.2] * 20)
    assert known[HELD_OUT].low == pytest.approx(0.06)
    assert known[HELD_OUT].high == pytest.approx(0.06)
    assert states == ["holds", "holds", "holds"]
    known, states = verdicts(monkeypatch, [0.0, 0.14] * 10, [0.0, 0.14] * 10)
    assert known[HELD_OUT].value == pytest.approx(0.07)
    assert known[HELD_OUT].low < 0.07 < 0.08 < known[HELD_OUT].high
    assert states == ["holds", "undecided", "holds"]
    assert verdicts(monkeypatch, [0.3] * 20, [0.1] * 20)[1] == ["fails", "fails", "fails"]


def test_players_without_lapses_have_none():
    bare = calibration_of(BARE, [-3.0] * len(names_of(BARE)))
    assert (bare.lapse, bare.haste) == (0.0, 0.0)
    assert {*names_of(FULL)} == {*RANGES}
    assert bare.sigma == 0.0498


def test_presets_are_settings():
    for keys in PRESETS.values():
        Settings(**keys)
