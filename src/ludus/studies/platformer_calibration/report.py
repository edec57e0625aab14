"""Report: fitted parameters, fitted cells, and held-out cells."""

from __future__ import annotations

from itertools import product

import numpy as np

from ludus.design.levels.difficulty.histogram import FEWEST, SHAPE, T_CYCLE, T_TIMING, middle, published
from ludus.design.levels.people.calibrating import Found, fitted_cells, held_out_cells
from ludus.design.levels.people.filter import FILE, Calibration, write_calibration
from ludus.lab import Column, Command, Desk, Figure, File, Report, Section, Table, Verdict
from ludus.lab.figures import Series, curves
from ludus.lab.report import State
from ludus.stats import Estimate, share
from ludus.studies.again import run_command
from ludus.studies.platformer_calibration.config import Settings
from ludus.studies.platformer_calibration.intervals import FITTED, HELD_OUT, WORSE, easy_cells, errors
from ludus.studies.platformer_calibration.work import BARE, FULL, NUDGED, RANGES, chosen, tried_out

TITLE = "Synthetic players of the platformer, fitted to half a histogram"
AIM = 0.08  # weighted root mean square error
STUDY = "platformer-calibration"
RULE = (
    "A claim holds or fails if the whole 95 % interval of its error is on one side. Intervals come from drawing the "
    "sessions of the test again and again."
)
MEANINGS = {
    "sigma": "s, spread of the error of a key press",
    "drift": "s more for each second since the last safe node",
    "sigma_jump": "s more for a jump, and for how long it is held",
    "lapse": "chance to misread a trap and go when one should not",
    "haste": "chance to go without a look",
    "spread": "of skill: errors and lapses are exp(-spread z) times these",
}


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    players, fit_result, bare = chosen(desk, FULL), tried_out(desk, FULL), tried_out(desk, BARE)
    error_intervals = errors(settings, desk)
    return Report(
        TITLE,
        _lead(fit_result, error_intervals),
        [
            Section("Verdicts", [RULE, *_verdicts(fit_result, bare, error_intervals)]),
            Section(
                "The numbers",
                [_words(settings, fit_result), _numbers(desk, players), _file(settings, players, fit_result)],
            ),
            Section("Cell by cell", [_figure(fit_result), _cells(fit_result)]),
            Section("How to repeat the study", [Command(run_command(STUDY, settings), "All of it:")]),
        ],
    )


def _lead(found: Found, known: dict[str, Estimate]) -> str:
    fitted, others = fitted_cells(), held_out_cells()
    return (
        f"Synthetic players, fitted to every second cell of the published histogram, miss it by "
        f"{known[FITTED]:.3f} in these cells and by {known[HELD_OUT]:.3f} in the others (weighted root mean "
        f"square error; {found.compared(fitted)} and {found.compared(others)} cells have {FEWEST} traces of ours or "
        "more), with levels and players that the fit has not met. They are a model, not people."
    )


def _verdicts(found: Found, bare: Found, known: dict[str, Estimate]) -> list[Verdict | str]:
    fitted, others, easy = fitted_cells(), held_out_cells(), easy_cells()
    verdicts: list[Verdict | str] = []
    for words, name, cells in (("fitted", FITTED, fitted), ("held out", HELD_OUT, others)):
        miss = known[name]
        verdicts.append(
            Verdict(
                f"The error in the cells that were {words} is {AIM} or less",
                _side(AIM - miss.high, AIM - miss.low),
                f"{miss:.3f} weighted by our traces, {found.plain_miss(cells):.3f} with all "
                f"{found.compared(cells)} cells alike.",
            )
        )
    worse = known[WORSE]
    verdicts.append(
        Verdict(
            "Failures in easy cells (no jump) are lapses, not errors in time",
            _side(worse.low, worse.high),
            f"Players without lapses, fitted in the same way, miss these cells by {bare.miss(easy):.3f}, players with "
            f"lapses by {found.miss(easy):.3f}, less by {worse:.3f}; in all cells it is "
            f"{bare.miss(fitted | others):.3f} and {found.miss(fitted | others):.3f}.",
        )
    )
    return verdicts


def _side(low: float, high: float) -> State:
    """Verdict on the claim that a number is at least zero, by its interval."""
    return "holds" if low >= 0 else "fails" if high < 0 else "undecided"


def _words(settings: Settings, found: Found) -> str:
    return (
        f"Fitted on {settings.sessions} sessions of {settings.levels} levels, {settings.rounds} players each; tested "
        f"on as many new levels with {settings.test_rounds} players each: {found.plays:,} plays, {found.traces:,} "
        f"traces ({found.histogram.beyond:,} outside the histogram, {found.unmapped:,} without a challenge), "
        f"{found.deaths / found.plays:.2f} deaths a level, {found.skipped:,} levels given up. The weight of a cell is "
        "the number of our traces in it, because the thesis does not print its own. The shape of the players (delay, "
        "errors in time, lapses, skill) was chosen with the whole histogram in view; only the numbers below are blind "
        "to the cells that were held out."
    )


def _numbers(desk: Desk, players: Calibration) -> Table:
    base_error, rows = desk.kept(f"chosen/{FULL}")["miss"], []
    for name, (low, high) in RANGES.items():
        smaller, larger = desk.kept(f"nudged/{name}")
        rows.append(
            [name, getattr(players, name), low, high, smaller - base_error, larger - base_error, MEANINGS[name]]
        )
    columns = [
        Column.text("name"),
        Column.number("value", shown=3),
        Column.number("low", "from", shown=2),
        Column.number("high", "to", shown=2),
        Column.number("smaller", f"error with {NUDGED[0]} of it", shown=3),
        Column.number("larger", f"error with {NUDGED[1]} of it", shown=3),
        Column.text("meaning"),
    ]
    caption = (
        "What was fitted, in which range, and by how much the error in the fitted cells grows if one number is smaller "
        "or larger: where it hardly grows, the histogram does not determine the number."
    )
    return Table("numbers", columns, rows, caption)


def _file(settings: Settings, players: Calibration, found: Found) -> File:
    remarks = [
        "Synthetic players of the platformer, fitted to every second cell of figure 5.2 of E. Koens, Generating",
        "non-monotone 2D platform levels and predicting difficulty (2015). Times in seconds. Made by",
        f"    {run_command(STUDY, settings)}",
        f"Weighted root mean square error on new levels: {found.miss(fitted_cells()):.3f} in the cells that were",
        f"fitted, {found.miss(held_out_cells()):.3f} in those that were held out. Frozen: nobody tunes this by hand.",
    ]
    return File(FILE, write_calibration(players, remarks).encode(), "the numbers as a file")


def _figure(found: Found) -> Figure:
    """Published and measured success, with the cells in order of the published success."""
    cells = (fitted_cells() | held_out_cells()) & (found.histogram.traces >= FEWEST)
    places = sorted(zip(*np.nonzero(cells), strict=True), key=lambda cell: (published()[cell], cell))
    theirs = [float(published()[cell]) for cell in places]
    ours = [float(found.histogram.shares[cell]) for cell in places]
    title = "Success in the cells, published and ours"
    svg = curves(
        [k + 1 for k in range(len(places))],
        [Series("published", theirs), Series("synthetic players", ours)],
        title=title,
        x_title="cells, the hardest first",
        y_title="success",
        percent=True,
        possible=(0, 1),
    )
    return Figure("cells", svg, f"{title}; cells with {FEWEST} traces of ours or more.")


def _cells(found: Found) -> Table:
    rows, fitted = [], fitted_cells()
    for c, j, t in product(*map(range, SHAPE)):
        theirs, traces = float(published()[c, j, t]), int(found.histogram.traces[c, j, t])
        if np.isnan(theirs) and not traces:
            continue
        successes = int(found.histogram.successes[c, j, t])
        ours = share(np.repeat([1.0, 0.0], [successes, traces - successes])) if traces else None
        use = "" if np.isnan(theirs) else "fitted" if fitted[c, j, t] else "held out"
        row = [middle(T_CYCLE, c), j, middle(T_TIMING, t), use, None if np.isnan(theirs) else theirs, ours, traces]
        rows.append(row)
    columns = [
        Column.number("t_cycle", "t_cycle, s"),
        Column.whole("j"),
        Column.number("t_timing", "t_timing, s", shown=3),
        Column.text("use"),
        Column.number("published", "success, published", percent=True),
        Column.estimate("ours", "success, ours", percent=True),
        Column.whole("traces"),
    ]
    caption = (
        "Every cell that has anything in it; parameters are the middles of the cells. Intervals are as if all traces "
        "were independent."
    )
    return Table("cells", columns, rows, caption)
