"""Figures of the report: 5.2 to 5.8 of the thesis, and others."""

from __future__ import annotations

from itertools import product

import numpy as np

from ludus.design.platformer.difficulty.challenge_models import (
    CYCLE_AXIS,
    HISTOGRAM_SHAPE,
    TIMING_AXIS,
    bin_centre,
    published_histogram,
)
from ludus.design.platformer.difficulty.challenge_models import HISTOGRAM_BINS as HISTOGRAM_BINS
from ludus.design.platformer.difficulty.cross_validation import ALL_PLAYERS, ALLOWED_DIFFERENCE, GROUP_NAMES
from ludus.design.platformer.difficulty.prediction_metrics import DIFFICULTY_BINS, LineFit, calibration_bins, fit_line
from ludus.lab import Figure
from ludus.report.charts import (
    CHART_WIDTH,
    COLOURS,
    Bar,
    Series,
    bar_chart,
    figure_svg,
    heat_map,
    line_chart,
    new_figure,
)
from ludus.stats import Estimate, proportion
from ludus.studies.platformer_difficulty.experiment import DIAL_TARGETS
from ludus.studies.platformer_difficulty.results import DifficultyResults
from ludus.studies.platformer_difficulty.session_and_model_measures import (
    DIFFICULTY_TENTHS,
    TRAINING_SIDE,
    sixth_name,
    tenth_name,
)

MAX_DRAWN_DIFFERENCE = 0.2  # larger differences of success are not drawn


def scatter_chart(x: np.ndarray, y: np.ndarray, line: LineFit, *, title: str, x_title: str, y_title: str) -> str:
    """Draw integers over shares; equal points are merged into larger ones."""
    places, counts = np.unique(np.column_stack([np.round(x, 2), y]), axis=0, return_counts=True)
    with new_figure(CHART_WIDTH, CHART_WIDTH * 0.5) as (drawing, axes):
        axes.grid(axis="y", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.scatter(places[:, 0], places[:, 1], s=14 * counts, color=COLOURS[0], alpha=0.55, linewidths=0)
        if np.isfinite(line.slope):
            ends = np.array([x.min(), x.max()])
            axes.plot(ends, line.constant + line.slope * ends, color=COLOURS[1], linewidth=1.8)
        axes.set_xlabel(x_title)
        axes.set_ylabel(y_title)
        return figure_svg(drawing, title)


def histogram_figure(results: DifficultyResults, ours: bool) -> Figure:
    """Figure 5.2."""
    shares = results.histogram.success_rates if ours else published_histogram()
    rows = [
        f"{bin_centre(CYCLE_AXIS, c):.2f} s, j = {j}"
        for c, j in product(range(HISTOGRAM_SHAPE[0]), range(HISTOGRAM_SHAPE[1]))
    ]
    columns = [f"{bin_centre(TIMING_AXIS, t):.2f} s" for t in range(HISTOGRAM_SHAPE[2])]
    title = f"Success of {results.player_text}" if ours else "Success of Koens' 53 people"
    svg = heat_map(
        rows,
        columns,
        shares.reshape(-1, HISTOGRAM_SHAPE[2]),
        title=title,
        row_title="t_cycle, jumps",
        column_title="t_timing",
        low=0.2,
        high=1.0,
    )
    caption = f"{title}, by the middles of bins; blank: less than ten traces. The thesis's figure 5.2."
    return Figure("histogram" if ours else "histogram_printed", svg, caption)


def first_partition_figure(results: DifficultyResults) -> Figure:
    """Figure 5.3."""
    x, y = _held_out_plays(results)
    line = fit_line(x, y.astype(float))
    title = "Deaths by difficulty, first partition"
    svg = scatter_chart(x, y, line, title=title, x_title="difficulty of the level", y_title="deaths")
    return Figure("deaths", svg, f"{title}: {results.player_text}; t = {line.t:.2f}. The thesis's figure 5.3.")


def mean_deaths_figure(results: DifficultyResults) -> Figure:
    """Figure 5.4, over all partitions."""
    lines = []
    for title, name in (("training sessions", TRAINING_SIDE), ("other sessions", ALL_PLAYERS)):
        lines.append(_interval_series(title, [results.measures[sixth_name(k, name)] for k in range(DIFFICULTY_BINS)]))
    return _bins_figure("mean_deaths", "Mean deaths by difficulty", lines, results, "5.4")


def groups_deaths_figure(results: DifficultyResults) -> Figure:
    """Figure 5.8."""
    lines = [
        _interval_series(name, [results.measures[sixth_name(k, name)] for k in range(DIFFICULTY_BINS)])
        for name in GROUP_NAMES
    ]
    return _bins_figure("groups_deaths", "Mean deaths by difficulty and skill", lines, results, "5.8")


def learning_figure(results: DifficultyResults) -> Figure:
    """Figure 5.5."""
    success_by_level = results.success_by_order()
    line = _interval_series(results.player_text, success_by_level)
    title = "Success by level of the session"
    svg = line_chart(
        range(1, len(success_by_level) + 1),
        [line],
        title=title,
        x_title="level",
        y_title="challenges survived",
        percent=True,
        value_range=(0, 1),
    )
    caption = f"{title}, with 95 % intervals; periods get shorter up to the fifth. The thesis's figure 5.5."
    return Figure("learning", svg, caption)


def scores_figure(results: DifficultyResults) -> Figure:
    """Figure 5.6."""
    marks = []
    for number, name in enumerate(GROUP_NAMES):
        score = results.group_success(number)
        marks.append(Bar.of(name, score))
    title = "Success by group of players"
    svg = bar_chart(marks, title=title, x_title="challenges survived", percent=True)
    return Figure("scores", svg, f"{title}, thirds by the same; 95 % intervals. The thesis's figure 5.6.")


def levels_of_groups_figure(results: DifficultyResults) -> Figure:
    """Figure 5.7."""
    lines = [
        _interval_series(name, [results.measures[tenth_name(k, name)] for k in range(DIFFICULTY_TENTHS)])
        for name in GROUP_NAMES
    ]
    title = "Levels by difficulty, for each group of players"
    svg = line_chart(
        [(k + 0.5) / DIFFICULTY_TENTHS for k in range(DIFFICULTY_TENTHS)],
        lines,
        title=title,
        x_title="difficulty",
        y_title="share of the group's levels",
        percent=True,
        value_range=(0, 1),
    )
    caption = f"{title}, with 95 % intervals: where they are alike, groups differ by skill. The thesis's figure 5.7."
    return Figure("levels_of_groups", svg, caption)


def calibration_figure(results: DifficultyResults) -> Figure:
    """Calibration: difficulty against the share of players who die."""
    x, y = _held_out_plays(results)
    rows = calibration_bins(x, y > 0)
    order = np.array_split(np.argsort(x, kind="stable"), DIFFICULTY_BINS)
    death_shares = [proportion((y[part] > 0).astype(float)) for part in order if len(part)]
    places = [row[0] for row in rows]
    lines = [
        Series("as predicted", places),
        _interval_series(results.player_text, death_shares),
    ]
    title = "Share of plays with a death, by difficulty"
    svg = line_chart(
        places, lines, title=title, x_title="difficulty", y_title="plays with a death", percent=True, value_range=(0, 1)
    )
    return Figure("calibration", svg, f"{title}: sessions that the first partition was not fitted to.")


def sizes_figure(results: DifficultyResults) -> Figure:
    """Error of models of few sessions."""
    assert results.sizes is not None
    mean, high = (_root_mean_square(results.sizes[name]) for name in ("mean", "high"))
    lines = [Series("mean of draws", mean), Series("95 of 100 are below", high)]
    title = "How far models of few sessions are from that of all"
    svg = line_chart(
        results.sizes["sessions"],
        lines,
        title=title,
        x_title="sessions",
        y_title="difference of success at a bin",
        reference=ALLOWED_DIFFERENCE,
        value_range=(0, None),
    )
    caption = (
        f"{title}: the root of the mean square over all bins, up to {MAX_DRAWN_DIFFERENCE:g}; "
        f"dashed: the thesis's d of {ALLOWED_DIFFERENCE:g}."
    )
    return Figure("sizes", svg, caption)


def dial_figure(results: DifficultyResults) -> Figure:
    """Predictions of the dial's model and of the linear one."""
    assert results.dial is not None
    measured, marks = results.dial["came"], []
    for name in (name for name in results.dial if name != "came"):
        guess = np.asarray(results.dial[name]["guess"])
        for part in np.array_split(np.argsort(guess, kind="stable"), min(DIFFICULTY_TENTHS, len(guess))):
            failure = proportion(measured[part])
            marks.append(Bar.of(f"{guess[part].mean():.2f}", failure, name, guess[part].mean()))
    title = "Share of players who die, by what models predict"
    svg = bar_chart(marks, title=title, x_title="failure", percent=True, expected_title="predicted")
    caption = f"{title}: tenths of levels that no model was fitted to; targets of the dial are {DIAL_TARGETS}."
    return Figure("dial", svg, caption)


def _held_out_plays(results: DifficultyResults) -> tuple[np.ndarray, np.ndarray]:
    """Difficulty and deaths of the plays that the first partition was not fitted to."""
    first = results.partitions["first"]
    held_out = ~np.asarray(first["training"], bool)
    return np.asarray(first["difficulty"])[held_out], results.records.deaths[held_out]


def _interval_series(name: str, estimates: list[Estimate]) -> Series:
    return Series(
        name,
        [estimate.value for estimate in estimates],
        [estimate.low for estimate in estimates],
        [estimate.high for estimate in estimates],
    )


def _bins_figure(name: str, title: str, lines: list[Series], results: DifficultyResults, number: str) -> Figure:
    svg = line_chart(
        range(1, DIFFICULTY_BINS + 1),
        lines,
        title=title,
        x_title="sixth of levels by difficulty",
        y_title="deaths",
        value_range=(0, None),
    )
    caption = (
        f"{title}: {results.player_text}, means over {results.settings.partitions} partitions, with 95 % intervals."
    )
    return Figure(name, svg, f"{caption} The thesis's figure {number}.")


def _root_mean_square(squares: list[float]) -> np.ndarray:
    """Root mean squares from sums of squares over bins; large ones are dropped, as they would hide the others."""
    apart = np.sqrt(np.array(squares) / HISTOGRAM_BINS)
    return np.where(apart <= MAX_DRAWN_DIFFERENCE, apart, np.nan)
