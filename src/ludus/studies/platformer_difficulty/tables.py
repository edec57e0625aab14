"""Tables of the report."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np

from ludus.design.levels.difficulty.histogram import SHAPE, T_CYCLE, T_TIMING, published
from ludus.design.levels.difficulty.models import KINDS, NAMES
from ludus.design.levels.difficulty.needed import TRAPS
from ludus.design.levels.difficulty.partitions import ALL, GROUPS
from ludus.design.levels.difficulty.verifying import Slope
from ludus.design.levels.people.calibrating import fitted_cells
from ludus.lab import Column, Table
from ludus.lab.report import State
from ludus.stats import Estimate
from ludus.studies.platformer_difficulty.beside import BY_TRACES, UNSEEN
from ludus.studies.platformer_difficulty.dialling import TARGETS, judged
from ludus.studies.platformer_difficulty.findings import Findings
from ludus.studies.platformer_difficulty.numbers import BY_LEVELS
from ludus.studies.platformer_difficulty.published import FREEDOM, NUMBERS, P_VALUES, SESSIONS_NEEDED, verdict

BESIDE = ("rank", "auc", "brier")


def printed(found: Findings) -> Table:
    """Every number that the thesis prints."""
    rows: list[list[object]] = []
    for number in NUMBERS:
        ours = found.numbers[number.name]
        rows.append([number.title, number.source, number.value, ours, verdict(ours, number.value)])
    for name, theirs in P_VALUES.items():
        p_estimate = p_of(found.numbers[f"t {name}"], FREEDOM[name])
        rows.append(
            [f"p of the mean t-score, one-tailed, {name}", "5.9", theirs, p_estimate, verdict(p_estimate, theirs)]
        )
    if found.sizes:
        rows.append(["sessions needed: on average, and surely", "5.2", SESSIONS_NEEDED, *_needed(found)])
    columns = [
        Column.text("what"),
        Column.text("figure", "figure or section"),
        Column.number("theirs", "thesis", shown=4),
        Column.estimate("ours", "here", shown=4),
        Column.text("verdict"),
    ]
    caption = (
        f"Every number of the thesis beside ours, of {found.who}, with 95 % intervals over sessions. It holds if "
        "theirs is in our interval, and fails if it is outside that of the difference of two such studies."
    )
    return Table("printed", columns, rows, caption)


def p_of(t: Estimate, freedom: int) -> Estimate:
    """One-tailed p-value of a t-score, as in the thesis."""
    p = [
        Slope(0.0, 0.0, t_value, freedom).p_one_tailed if math.isfinite(t_value) else None
        for t_value in (t.value, t.high, t.low)
    ]
    value, low, high = p
    return Estimate(
        math.nan if value is None else value, 0.0 if low is None else low, 1.0 if high is None else high, t.count
    )


def _needed(found: Findings) -> tuple[Estimate, State]:
    """Sessions needed on average and in 95 of 100 draws; holds if the thesis's number is between."""
    assert found.sizes is not None
    most = found.records.sessions
    needed, surely = (found.sizes[name] or most for name in ("needed", "needed_surely"))
    ours = Estimate(needed, needed, surely, most)
    return ours, "holds" if needed <= SESSIONS_NEEDED <= surely else "fails"


def cells(found: Findings) -> Table:
    """Figure 5.2, bin by bin."""
    rows: list[list[object]] = []
    theirs, fitted = published(), fitted_cells()
    for place in product(*map(range, SHAPE)):
        c, j, t = place
        traces = int(found.histogram.traces[place])
        if not traces and np.isnan(theirs[place]):
            continue
        ours = found.cell(place) if traces >= 10 else None
        thesis_value = None if np.isnan(theirs[place]) else float(theirs[place])
        state = verdict(ours, thesis_value) if ours is not None and thesis_value is not None else None
        lot = None if thesis_value is None else "yes" if fitted[place] else "no"
        rows.append([_ends(T_CYCLE, c), j, _ends(T_TIMING, t), thesis_value, ours, traces, lot, state])
    columns = [
        Column.text("t_cycle", "t_cycle, s"),
        Column.whole("j"),
        Column.text("t_timing", "t_timing, s"),
        Column.number("theirs", "thesis"),
        Column.estimate("ours", "here", shown=2),
        Column.whole("traces"),
        Column.text("calibrated", "calibrated on"),
        Column.text("verdict"),
    ]
    return Table("cells", columns, rows, "Success by bins; bins of less than ten traces are left open.", most=60)


def models(found: Findings) -> Table:
    """Constants of all kinds of models."""
    rows: list[list[object]] = []
    for kind in (*KINDS, BY_TRACES):
        own = [found.numbers[f"{kind} {name}"] for name in NAMES]
        rows.append([kind, *own, found.numbers.get(f"{kind} error")])
    columns = [Column.text("model"), *(Column.estimate(name, shown=3) for name in NAMES)]
    return Table(
        "models", [*columns, Column.estimate("error", shown=4)], rows, "Challenge models of all sessions; see the text."
    )


def skills(found: Findings) -> Table:
    """Figure 5.9, and more."""
    rows: list[list[object]] = []
    for name in (ALL, *GROUPS):
        t = found.numbers[f"t {name}"]
        p_estimate = p_of(t, max(round(found.over_partitions("levels", name)) - 2, 1))
        rows.append(
            [name, t, p_estimate.value, min(2 * p_estimate.value, 1.0), found.numbers[f"accuracy {name}"]]
            + [found.numbers[f"{measure} {name}"] for measure in BESIDE]
        )
    columns = [
        Column.text("players"),
        Column.estimate("t", "t-score"),
        Column.number("p_one_tailed", "p, one-tailed", shown=4),
        Column.number("p_two_tailed", "p, two-tailed", shown=4),
        Column.estimate("accuracy", percent=True),
        Column.estimate("rank", "rank correlation", shown=2),
        Column.estimate("auc", "AUC of dying", shown=2),
        Column.estimate("brier", "Brier", shown=3),
    ]
    caption = "Means over all partitions, on sessions that the model was not fitted to; the thesis's figure 5.9."
    return Table("skills", columns, rows, caption)


def otherwise(found: Findings) -> Table:
    """The same with other splits, another fit and other bins."""
    rows: list[list[object]] = []
    for name in (ALL, *GROUPS):
        others = [(measure, split) for split in (BY_LEVELS, BY_TRACES) for measure in ("t", "accuracy", "rank")]
        rows.append(
            [name, found.numbers[f"accuracy_widths {name}"]]
            + [found.numbers[f"{measure} {name}, {split}"] for measure, split in others]
        )
    columns = [
        Column.text("players"),
        Column.estimate("accuracy_widths", "accuracy, bins of equal width", percent=True),
    ]
    for key, title in (("by_levels", BY_LEVELS), ("by_traces", BY_TRACES)):
        columns += [
            Column.estimate(f"t_{key}", f"t-score, {title}"),
            Column.estimate(f"accuracy_{key}", f"accuracy, {title}", percent=True),
            Column.estimate(f"rank_{key}", f"rank correlation, {title}", shown=2),
        ]
    caption = "The same with no level on both sides, with a model that counts every trace alike, and with other bins."
    return Table("otherwise", columns, rows, caption)


def transfers(found: Findings) -> Table:
    """Models that never saw a kind of trap."""
    rows: list[list[object]] = []
    for trap, title in TRAPS.items():
        estimates = [found.numbers.get(f"unseen {title} {name}") for name in UNSEEN]
        if all(estimates):
            rows.append([title, int((found.records.trap == trap).sum()), *estimates])
    columns = [
        Column.text("trap"),
        Column.whole("traces"),
        Column.estimate("success", percent=True),
        Column.estimate("predicted", "predicted without it", percent=True),
        Column.estimate("predicted_by_all", "predicted with it", percent=True),
        Column.estimate("brier", "Brier without it", shown=3),
        Column.estimate("brier_of_all", "Brier with it", shown=3),
        Column.estimate("auc", "AUC without it", shown=2),
        Column.estimate("rank", "rank correlation of levels", shown=2),
        Column.estimate("t", "t-score of levels"),
    ]
    return Table("transfer", columns, rows, "Models that were trained without a kind of trap, on that kind.")


def dials(found: Findings) -> Table:
    """The dial's model and the printed linear one."""
    assert found.dial is not None
    rows: list[list[object]] = []
    for name, predictions in found.dial.items():
        if name != "came":
            at = [_around(predictions[f"at {target:g}"]) for target in TARGETS]
            guess, measured = np.asarray(predictions["guess"]), np.asarray(found.dial["came"])
            rows.append([name, *judged(guess, measured, found.settings.dial_players), *at])
    columns = [
        Column.text("model"),
        Column.estimate("bias", "mean of failure less prediction", shown=3),
        Column.estimate("off", "root mean square", shown=3),
        Column.estimate("off_by_itself", "without the chance of few players", shown=3),
        Column.estimate("rank", "rank correlation", shown=2),
        *(
            Column.estimate(f"at_{100 * target:.0f}", f"failure where it says {target:g}", shown=2)
            for target in TARGETS
        ),
    ]
    return Table("dial", columns, rows, "Models of the share of players who die, on levels that none was fitted to.")


def _ends(axis: tuple[float, float, int], k: int) -> str:
    low, high, bins = axis
    step = (high - low) / bins
    return f"{low + k * step:.2f} to {low + (k + 1) * step:.2f}"


def _around(told: list[Any]) -> Estimate | None:
    count, value, error = told
    if value is None or error is None:
        return None
    return Estimate(value, value - 1.96 * error, value + 1.96 * error, int(count))
