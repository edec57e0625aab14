"""Figures of the report: 5.2 to 5.8 of the thesis, and others."""

from __future__ import annotations

from itertools import product

import numpy as np

from ludus.design.levels.difficulty.histogram import BINS as HISTOGRAM_BINS
from ludus.design.levels.difficulty.histogram import SHAPE, T_CYCLE, T_TIMING, middle, published
from ludus.design.levels.difficulty.needed import DIFFERENCE
from ludus.design.levels.difficulty.partitions import ALL, GROUPS
from ludus.design.levels.difficulty.verifying import BINS, calibration, slope
from ludus.lab import Figure
from ludus.lab.figures import Bar, Series, bars, curves, heat_map
from ludus.stats import Estimate, share
from ludus.studies.platformer_difficulty.beside import TENTHS, TRAINING, sixth, tenth
from ludus.studies.platformer_difficulty.dialling import TARGETS
from ludus.studies.platformer_difficulty.findings import Findings
from ludus.studies.platformer_difficulty.scatter import scatter

FAR = 0.2  # larger differences of success are not drawn


def histogram(found: Findings, ours: bool) -> Figure:
    """Figure 5.2."""
    shares = found.histogram.shares if ours else published()
    rows = [f"{middle(T_CYCLE, c):.2f} s, j = {j}" for c, j in product(range(SHAPE[0]), range(SHAPE[1]))]
    columns = [f"{middle(T_TIMING, t):.2f} s" for t in range(SHAPE[2])]
    title = f"Success of {found.who}" if ours else "Success of Koens' 53 people"
    svg = heat_map(
        rows,
        columns,
        shares.reshape(-1, SHAPE[2]),
        title=title,
        row_title="t_cycle, jumps",
        column_title="t_timing",
        low=0.2,
        high=1.0,
    )
    caption = f"{title}, by the middles of bins; blank: less than ten traces. The thesis's figure 5.2."
    return Figure("histogram" if ours else "histogram_printed", svg, caption)


def first_partition(found: Findings) -> Figure:
    """Figure 5.3."""
    x, y = _verified(found)
    line = slope(x, y.astype(float))
    title = "Deaths by difficulty, first partition"
    svg = scatter(x, y, line, title=title, x_title="difficulty of the level", y_title="deaths")
    return Figure("deaths", svg, f"{title}: {found.who}; t = {line.t:.2f}. The thesis's figure 5.3.")


def mean_deaths(found: Findings) -> Figure:
    """Figure 5.4, over all partitions."""
    lines = []
    for title, name in (("training sessions", TRAINING), ("other sessions", ALL)):
        lines.append(_series(title, [found.numbers[sixth(k, name)] for k in range(BINS)]))
    return _bins_figure("mean_deaths", "Mean deaths by difficulty", lines, found, "5.4")


def groups_deaths(found: Findings) -> Figure:
    """Figure 5.8."""
    lines = [_series(name, [found.numbers[sixth(k, name)] for k in range(BINS)]) for name in GROUPS]
    return _bins_figure("groups_deaths", "Mean deaths by difficulty and skill", lines, found, "5.8")


def learning(found: Findings) -> Figure:
    """Figure 5.5."""
    success_by_level = found.score_by_order()
    line = _series(found.who, success_by_level)
    title = "Success by level of the session"
    svg = curves(
        range(1, len(success_by_level) + 1),
        [line],
        title=title,
        x_title="level",
        y_title="challenges survived",
        percent=True,
        possible=(0, 1),
    )
    caption = f"{title}, with 95 % intervals; periods get shorter up to the fifth. The thesis's figure 5.5."
    return Figure("learning", svg, caption)


def scores(found: Findings) -> Figure:
    """Figure 5.6."""
    marks = []
    for number, name in enumerate(GROUPS):
        score = found.score_of(number)
        marks.append(Bar(name, score.value, score.low, score.high))
    title = "Success by group of players"
    svg = bars(marks, title=title, x_title="challenges survived", percent=True)
    return Figure("scores", svg, f"{title}, thirds by the same; 95 % intervals. The thesis's figure 5.6.")


def levels_of_groups(found: Findings) -> Figure:
    """Figure 5.7."""
    lines = [_series(name, [found.numbers[tenth(k, name)] for k in range(TENTHS)]) for name in GROUPS]
    title = "Levels by difficulty, for each group of players"
    svg = curves(
        [(k + 0.5) / TENTHS for k in range(TENTHS)],
        lines,
        title=title,
        x_title="difficulty",
        y_title="share of the group's levels",
        percent=True,
        possible=(0, 1),
    )
    caption = f"{title}, with 95 % intervals: where they are alike, groups differ by skill. The thesis's figure 5.7."
    return Figure("levels_of_groups", svg, caption)


def calibrated(found: Findings) -> Figure:
    """Calibration: difficulty against the share of players who die."""
    x, y = _verified(found)
    rows = calibration(x, y > 0)
    order = np.array_split(np.argsort(x, kind="stable"), BINS)
    death_shares = [share((y[part] > 0).astype(float)) for part in order if len(part)]
    places = [row[0] for row in rows]
    lines = [
        Series("as predicted", places),
        _series(found.who, death_shares),
    ]
    title = "Share of plays with a death, by difficulty"
    svg = curves(
        places, lines, title=title, x_title="difficulty", y_title="plays with a death", percent=True, possible=(0, 1)
    )
    return Figure("calibration", svg, f"{title}: sessions that the first partition was not fitted to.")


def sizes(found: Findings) -> Figure:
    """Error of models of few sessions."""
    assert found.sizes is not None
    mean, high = (_apart(found.sizes[name]) for name in ("mean", "high"))
    lines = [Series("mean of draws", mean), Series("95 of 100 are below", high)]
    title = "How far models of few sessions are from that of all"
    svg = curves(
        found.sizes["sessions"],
        lines,
        title=title,
        x_title="sessions",
        y_title="difference of success at a bin",
        mark=DIFFERENCE,
        possible=(0, None),
    )
    caption = (
        f"{title}: the root of the mean square over all bins, up to {FAR:g}; dashed: the thesis's d of {DIFFERENCE:g}."
    )
    return Figure("sizes", svg, caption)


def dial(found: Findings) -> Figure:
    """Predictions of the dial's model and of the linear one."""
    assert found.dial is not None
    measured, marks = found.dial["came"], []
    for name in (name for name in found.dial if name != "came"):
        guess = np.asarray(found.dial[name]["guess"])
        for part in np.array_split(np.argsort(guess, kind="stable"), min(TENTHS, len(guess))):
            failure = share(measured[part])
            marks.append(
                Bar(f"{guess[part].mean():.2f}", failure.value, failure.low, failure.high, name, guess[part].mean())
            )
    title = "Share of players who die, by what models predict"
    svg = bars(marks, title=title, x_title="failure", percent=True, expected_title="predicted")
    caption = f"{title}: tenths of levels that no model was fitted to; targets of the dial are {TARGETS}."
    return Figure("dial", svg, caption)


def _verified(found: Findings) -> tuple[np.ndarray, np.ndarray]:
    """Difficulty and deaths of the plays that the first partition was not fitted to."""
    first = found.partitions["first"]
    held_out = ~np.asarray(first["training"], bool)
    return np.asarray(first["difficulty"])[held_out], found.records.deaths[held_out]


def _series(name: str, each: list[Estimate]) -> Series:
    return Series(
        name,
        [estimate.value for estimate in each],
        [estimate.low for estimate in each],
        [estimate.high for estimate in each],
    )


def _bins_figure(name: str, title: str, lines: list[Series], found: Findings, number: str) -> Figure:
    svg = curves(
        range(1, BINS + 1),
        lines,
        title=title,
        x_title="sixth of levels by difficulty",
        y_title="deaths",
        possible=(0, None),
    )
    caption = f"{title}: {found.who}, means over {found.settings.partitions} partitions, with 95 % intervals."
    return Figure(name, svg, f"{caption} The thesis's figure {number}.")


def _apart(squares: list[float]) -> np.ndarray:
    """Root mean squares from sums of squares over bins; large ones are dropped, as they would hide the others."""
    apart = np.sqrt(np.array(squares) / HISTOGRAM_BINS)
    return np.where(apart <= FAR, apart, np.nan)
