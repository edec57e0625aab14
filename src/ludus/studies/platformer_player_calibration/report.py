"""Report: fitted parameters, fitted cells and held-out cells, with bootstrap intervals of the errors over sessions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenge_models import (
    CYCLE_AXIS,
    HISTOGRAM_SHAPE,
    MIN_TRACES_PER_BIN,
    TIMING_AXIS,
    bin_centre,
    published_histogram,
)
from ludus.design.platformer.difficulty.cross_validation import bootstrap_estimates
from ludus.design.platformer.players.calibration_error import (
    CalibrationResult,
    fitting_cells,
    held_out_cells,
    pool_results,
)
from ludus.design.platformer.players.forecasting_player import FORECASTER_FILE
from ludus.design.platformer.players.player_kinds import FORECASTER, AnyCalibration
from ludus.design.platformer.players.synthetic_player import CALIBRATION_FILE, write_calibration
from ludus.evolve.checkpoint import numpy_generator
from ludus.lab import Column, Command, Figure, File, Report, RunContext, Section, Table
from ludus.lab.config import run_command
from ludus.report.charts import Series, line_chart
from ludus.stats import Estimate, proportion
from ludus.studies.claims import Claim, ClaimFormat, above, at_most, clipped, judge_family, judgement_text, verdict_part
from ludus.studies.platformer_player_calibration.config import CalibrationConfig
from ludus.studies.platformer_player_calibration.experiment import (
    PARAMETER_RANGES,
    SENSITIVITY_FACTORS,
    WITH_LAPSES,
    WITHOUT_LAPSES,
    chosen_calibration,
    load_tested_sessions,
    pooled_test_result,
)
from ludus.util.errors import LudusError

BOOTSTRAP_DRAWS = 400
FITTED_ERROR, HELD_OUT_ERROR, EXCESS_WITHOUT_LAPSES = "fitted", "held out", "worse without lapses"
TITLE = "Synthetic players of the platformer, fitted to half a histogram"
TARGET_ERROR = 0.08  # weighted root mean square error
STUDY_NAME = "platformer-calibration"
CLAIMS_TEXT = "Intervals come from drawing the sessions of the test, one for each player, again and again."
ERRORS = ClaimFormat(digits=3)
PARAMETER_TITLES = {
    "sigma": "s, spread of the error of a key press",
    "drift": "s more for each second since the last safe node",
    "sigma_jump": "s more for a jump, and for how long it is held",
    "lapse": "chance to misread a trap and go when one should not",
    "haste": "chance to go without a look",
    "blur": "s, spread of the error of a trap's phase",
    "tempo": "spread of the rate of the inner clock",
    "motor": "spread of a movement, relative to its size",
    "care": "futures that it imagines for a decision, on average",
    "impatience": "share of bad futures that it accepts, per second of waiting",
    "spread": "of skill: errors and lapses are exp(-spread z) times these",
}


def report(settings: CalibrationConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    players, fit_result, bare = (
        chosen_calibration(settings, context, WITH_LAPSES),
        pooled_test_result(context, WITH_LAPSES),
        pooled_test_result(context, WITHOUT_LAPSES),
    )
    error_intervals = error_estimates(settings, context)
    claims = _make_claims(settings, fit_result, bare, error_intervals)
    return Report(
        TITLE,
        [_lead(fit_result, error_intervals)],
        [
            Section(
                "Verdicts",
                [f"{CLAIMS_TEXT} {judgement_text(claims)}", *(verdict_part(claim, ERRORS) for claim in claims)],
            ),
            Section(
                "The numbers",
                [
                    _fit_text(settings, fit_result),
                    _parameters_table(settings, context, players),
                    _calibration_file(settings, players, fit_result),
                ],
            ),
            Section("Cell by cell", [_cells_figure(fit_result), _cells_table(fit_result)]),
            Section("How to repeat the study", [Command(run_command(STUDY_NAME, settings), "All of it:")]),
        ],
    )


def _lead(fit_result: CalibrationResult, known: dict[str, Estimate]) -> str:
    fitted, others = fitting_cells(), held_out_cells()
    return (
        f"Synthetic players, fitted to every second cell of the published histogram, miss it by "
        f"{known[FITTED_ERROR]:.3f} in these cells and by {known[HELD_OUT_ERROR]:.3f} in the others (weighted root "
        "mean "
        f"square error; {fit_result.compared_cells(fitted)} and {fit_result.compared_cells(others)} cells have "
        f"{MIN_TRACES_PER_BIN} traces of ours or "
        "more), with levels and players that the fit has not met. They are a model, not people."
    )


def _make_claims(
    settings: CalibrationConfig, fit_result: CalibrationResult, bare: CalibrationResult, known: dict[str, Estimate]
) -> list[Claim]:
    fitted, others, easy = fitting_cells(), held_out_cells(), easy_cells()
    claims = [
        Claim(
            f"The error in the cells that were {words} is {TARGET_ERROR} or less",
            "this study",
            "",
            known[name],
            claimed=at_most(TARGET_ERROR),
            text=f"{known[name]:.3f} weighted by our traces, {fit_result.unweighted_error(cells):.3f} with all "
            f"{fit_result.compared_cells(cells)} cells alike",
            sample_unit="player",
            calibration="players were fitted to these cells" if name == FITTED_ERROR else "",
        )
        for words, name, cells in (("fitted", FITTED_ERROR, fitted), ("held out", HELD_OUT_ERROR, others))
    ]
    worse = known[EXCESS_WITHOUT_LAPSES]
    claims.append(
        Claim(
            "Failures in easy held-out cells (no jump) are lapses, not errors in time",
            "this study",
            "",
            worse,
            claimed=above(0.0),
            text="players without lapses, fitted in the same way, miss these cells by "
            f"{bare.weighted_error(easy):.3f}, players with lapses by {fit_result.weighted_error(easy):.3f}, less by "
            f"{worse:.3f}; in all cells it is {bare.weighted_error(fitted | others):.3f} and "
            f"{fit_result.weighted_error(fitted | others):.3f}",
            sample_unit="player",
        )
    )
    return judge_family("errors", claims, {"player": settings.sessions})


def _fit_text(settings: CalibrationConfig, fit_result: CalibrationResult) -> str:
    return (
        f"Fitted on {settings.sessions} sessions of {settings.levels} levels, {settings.rounds} players each; tested "
        f"on as many new levels with {settings.test_rounds} players each: {fit_result.plays:,} plays, "
        f"{fit_result.traces:,} "
        f"traces ({fit_result.histogram.outside:,} outside the histogram, {fit_result.unmapped:,} without a "
        "challenge), "
        f"{fit_result.deaths / fit_result.plays:.2f} deaths a level, {fit_result.skipped:,} levels given up. The "
        "weight of a cell is "
        "the number of our traces in it, because the thesis does not print its own. The shape of the players (delay, "
        "errors in time, lapses, skill) was chosen with the whole histogram in view; only the numbers below are blind "
        "to the cells that were held out."
    )


def _parameters_table(settings: CalibrationConfig, context: RunContext, players: AnyCalibration) -> Table:
    base_error, rows = context.result(f"chosen/{WITH_LAPSES}")["miss"], []
    for name, (low, high) in PARAMETER_RANGES[settings.players].items():
        smaller, larger = context.result(f"nudged/{name}")
        rows.append(
            [name, getattr(players, name), low, high, smaller - base_error, larger - base_error, PARAMETER_TITLES[name]]
        )
    columns = [
        Column.text("name"),
        Column.number("value", shown_digits=3),
        Column.number("low", "from", shown_digits=2),
        Column.number("high", "to", shown_digits=2),
        Column.number("smaller", f"error with {SENSITIVITY_FACTORS[0]} of it", shown_digits=3),
        Column.number("larger", f"error with {SENSITIVITY_FACTORS[1]} of it", shown_digits=3),
        Column.text("meaning"),
    ]
    caption = (
        "What was fitted, in which range, and by how much the error in the fitted cells grows if one number is smaller "
        "or larger: where it hardly grows, the histogram does not determine the number."
    )
    return Table("numbers", columns, rows, caption)


def _calibration_file(settings: CalibrationConfig, players: AnyCalibration, fit_result: CalibrationResult) -> File:
    remarks = [
        "Synthetic players of the platformer, fitted to every second cell of figure 5.2 of E. Koens, Generating",
        "non-monotone 2D platform levels and predicting difficulty (2015). Times in seconds. Made by",
        f"    {run_command(STUDY_NAME, settings)}",
        f"Weighted root mean square error on new levels: {fit_result.weighted_error(fitting_cells()):.3f} in the "
        "cells that were",
        f"fitted, {fit_result.weighted_error(held_out_cells()):.3f} in those that were held out. Frozen: nobody "
        "tunes this by hand.",
    ]
    name = FORECASTER_FILE if settings.players == FORECASTER else CALIBRATION_FILE
    return File(name, write_calibration(players, remarks).encode(), "the numbers as a file")


def _cells_figure(fit_result: CalibrationResult) -> Figure:
    """Published and measured success, with the cells in order of the published success."""
    cells = (fitting_cells() | held_out_cells()) & (fit_result.histogram.traces >= MIN_TRACES_PER_BIN)
    places = sorted(zip(*np.nonzero(cells), strict=True), key=lambda cell: (published_histogram()[cell], cell))
    theirs = [float(published_histogram()[cell]) for cell in places]
    ours = [float(fit_result.histogram.success_rates[cell]) for cell in places]
    title = "Success in the cells, published and ours"
    svg = line_chart(
        [k + 1 for k in range(len(places))],
        [Series("published", theirs), Series("synthetic players", ours)],
        title=title,
        x_title="cells, the hardest first",
        y_title="success",
        percent=True,
        value_range=(0, 1),
    )
    return Figure("cells", svg, f"{title}; cells with {MIN_TRACES_PER_BIN} traces of ours or more.")


def _cells_table(fit_result: CalibrationResult) -> Table:
    rows, fitted = [], fitting_cells()
    for c, j, t in product(*map(range, HISTOGRAM_SHAPE)):
        theirs, traces = float(published_histogram()[c, j, t]), int(fit_result.histogram.traces[c, j, t])
        if np.isnan(theirs) and not traces:
            continue
        successes = int(fit_result.histogram.successes[c, j, t])
        ours = proportion(np.repeat([1.0, 0.0], [successes, traces - successes])) if traces else None
        use = "" if np.isnan(theirs) else "fitted" if fitted[c, j, t] else "held out"
        row = [
            bin_centre(CYCLE_AXIS, c),
            j,
            bin_centre(TIMING_AXIS, t),
            use,
            None if np.isnan(theirs) else theirs,
            ours,
            traces,
        ]
        rows.append(row)
    columns = [
        Column.number("t_cycle", "t_cycle, s"),
        Column.integer("j"),
        Column.number("t_timing", "t_timing, s", shown_digits=3),
        Column.text("use"),
        Column.number("published", "success, published", percent=True),
        Column.estimate("ours", "success, ours", percent=True),
        Column.integer("traces"),
    ]
    caption = (
        "Every cell that has anything in it; parameters are the middles of the cells. Intervals are as if all traces "
        "were independent."
    )
    return Table("cells", columns, rows, caption)


def easy_cells() -> np.ndarray:
    """Cells without a jump that nothing was fitted to."""
    cells: np.ndarray = held_out_cells()
    cells[:, 1:] = False
    return cells


def error_estimates(settings: CalibrationConfig, context: RunContext) -> dict[str, Estimate]:
    """Errors of the test, with 95 % intervals from resampled sessions; both kinds of players use the same samples."""
    sessions = {kind: load_tested_sessions(context, kind) for kind in (WITH_LAPSES, WITHOUT_LAPSES)}
    count = len(sessions[WITH_LAPSES])
    draws = []
    for number in range(BOOTSTRAP_DRAWS):
        chosen = numpy_generator(derive(settings.seed, "intervals"), "bootstrap", number).integers(count, size=count)
        try:
            draws.append(_errors_of(*([item[k] for k in chosen] for item in sessions.values())))
        except LudusError:  # too few traces in all cells
            continue
    intervals = bootstrap_estimates(_errors_of(*sessions.values()), draws, count)
    return {name: item if name == EXCESS_WITHOUT_LAPSES else clipped(item, 0.0) for name, item in intervals.items()}


def _errors_of(players: Sequence[CalibrationResult], bare: Sequence[CalibrationResult]) -> dict[str, float]:
    full, easy = pool_results(players), easy_cells()
    return {
        FITTED_ERROR: full.weighted_error(fitting_cells()),
        HELD_OUT_ERROR: full.weighted_error(held_out_cells()),
        EXCESS_WITHOUT_LAPSES: pool_results(bare).weighted_error(easy) - full.weighted_error(easy),
    }
