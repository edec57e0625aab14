"""The fit of synthetic players, at test size."""

from importlib import import_module

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.platformer.difficulty.challenge_models import HISTOGRAM_SHAPE, TraceHistogram, published_histogram
from ludus.design.platformer.players.calibration_error import (
    CalibrationResult,
    fitting_cells,
    held_out_cells,
    pool_results,
)
from ludus.design.platformer.players.synthetic_player import CALIBRATION_FILE, read_calibration
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.studies.platformer_player_calibration import study
from ludus.studies.platformer_player_calibration.config import PRESETS, CalibrationConfig
from ludus.studies.platformer_player_calibration.experiment import (
    PARAMETER_RANGES,
    WITH_LAPSES,
    WITHOUT_LAPSES,
    calibration_from_logs,
    chosen_calibration,
    fitted_parameters,
    pooled_test_result,
)
from ludus.studies.platformer_player_calibration.report import HELD_OUT_ERROR, _make_claims, easy_cells
from tests.studies.output_files import output_files

TINY = {"sessions": 3, "rounds": 1, "test_rounds": 1, "population": 4, "generations": 2, "bare_generations": 1}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, CalibrationConfig(**TINY), tmp_path_factory.mktemp("calibration") / "run", Threads(1)).folder


@pytest.mark.slow
def test_a_resumed_run_ends_with_the_same_tables_on_any_threads(folder, tmp_path):
    def interrupt(update):
        if update.stage == WITHOUT_LAPSES:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, CalibrationConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    assert not (tmp_path / "run" / CALIBRATION_FILE).is_file()
    resume(tmp_path / "run", Threads(2))
    assert output_files(folder, CALIBRATION_FILE) == output_files(tmp_path / "run", CALIBRATION_FILE)


@pytest.mark.slow
def test_the_file_has_the_numbers_that_were_chosen_and_both_errors(folder):
    context = RunContext(folder, Threads(1))
    text = (folder / CALIBRATION_FILE).read_text()
    assert read_calibration(text.encode(), CALIBRATION_FILE) == chosen_calibration(
        CalibrationConfig(**TINY), context, WITH_LAPSES
    )
    found = pooled_test_result(context, WITH_LAPSES)
    assert f"{found.weighted_error(fitting_cells()):.3f} in the cells that were" in text
    assert f"{found.weighted_error(held_out_cells()):.3f} in those that were held out" in text
    assert "ludus run platformer-calibration --set sessions=3" in text


@pytest.mark.slow
def test_the_fit_is_chosen_by_fitted_cells_alone(folder):
    """Whatever the held-out cells say, the kept pieces before the test have nothing of them."""
    context = RunContext(folder, Threads(1))
    for kind in (WITH_LAPSES, WITHOUT_LAPSES):
        assert {*context.result(f"chosen/{kind}")} == {"logs", "miss"}
        assert context.result(f"chosen/{kind}")["logs"] in [note["logs"] for note in context.result(f"fit/{kind}")]


def some_sessions(misses):
    """Sessions of 40 traces in one fitted and one held-out cell, off by so much from what is printed, half as much in
    the other."""
    found = []
    for miss in misses:
        traces, successes = np.zeros(HISTOGRAM_SHAPE, int), np.zeros(HISTOGRAM_SHAPE, float)
        for cells, part in ((fitting_cells(), 0.5), (held_out_cells(), 1.0)):
            cell = tuple(next(place for place in np.argwhere(cells) if place[1] == 0))  # without a jump
            traces[cell], successes[cell] = 40, 40 * (published_histogram()[cell] - part * miss)
        found.append(CalibrationResult(TraceHistogram(traces, successes, 0), 0, 0, 0, 1))
    return found


def verdicts(monkeypatch, misses, bare):
    sessions = {WITH_LAPSES: some_sessions(misses), WITHOUT_LAPSES: some_sessions(bare)}
    report = import_module(
        "ludus.studies.platformer_player_calibration.report"
    )  # the package's `report` is the function
    monkeypatch.setattr(report, "load_tested_sessions", lambda context, kind: sessions[kind])
    known = report.error_estimates(CalibrationConfig(), None)
    with_lapses, without = (pool_results(sessions[kind]) for kind in (WITH_LAPSES, WITHOUT_LAPSES))
    return known, [claim.verdict for claim in _make_claims(CalibrationConfig(), with_lapses, without, known)]


def test_verdicts_follow_from_intervals_over_sessions(monkeypatch):
    known, states = verdicts(monkeypatch, [0.059, 0.061] * 10, [0.2] * 20)
    assert known[HELD_OUT_ERROR].low == pytest.approx(0.06, abs=1e-3)
    assert known[HELD_OUT_ERROR].high == pytest.approx(0.06, abs=1e-3)
    assert states == ["calibration", "holds", "holds"]
    known, states = verdicts(monkeypatch, [0.0, 0.14] * 10, [0.0, 0.14] * 10)
    assert known[HELD_OUT_ERROR].value == pytest.approx(0.07)
    assert known[HELD_OUT_ERROR].low < 0.07 < 0.08 < known[HELD_OUT_ERROR].high
    assert states == ["calibration", "undecided", "undecided"]
    assert verdicts(monkeypatch, [0.29, 0.31] * 10, [0.1] * 20)[1] == ["calibration", "fails", "fails"]


def test_lapses_are_judged_by_cells_that_nothing_was_fitted_to():
    assert not (easy_cells() & fitting_cells()).any()
    assert easy_cells().any()
    assert {place[1] for place in np.argwhere(easy_cells())} == {0}


def test_players_without_lapses_have_none():
    for players, ranges in PARAMETER_RANGES.items():
        assert {*fitted_parameters(players, WITH_LAPSES)} == {*ranges}
    careful = calibration_from_logs("forecaster", WITHOUT_LAPSES, [-3.0] * 5)
    assert careful.care > 1e6
    bare = calibration_from_logs("planner", WITHOUT_LAPSES, [-3.0] * 4)
    assert (bare.lapse, bare.haste) == (0.0, 0.0)
    assert bare.sigma == 0.0498


def test_presets_are_settings():
    for keys in PRESETS.values():
        CalibrationConfig(**keys)
