"""Tables of the report."""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from ludus.design.platformer.difficulty.challenge_models import (
    CONSTANT_NAMES,
    CYCLE_AXIS,
    HISTOGRAM_SHAPE,
    MIN_TRACES_PER_BIN,
    MODEL_KINDS,
    TIMING_AXIS,
    published_histogram,
)
from ludus.design.platformer.difficulty.cross_validation import ALL_PLAYERS, GROUP_NAMES, THESIS_TRAPS
from ludus.design.platformer.difficulty.prediction_metrics import LineFit
from ludus.design.platformer.players.calibration_error import fitting_cells
from ludus.lab import Column, Table
from ludus.report.report_model import VerdictState
from ludus.stats import Estimate
from ludus.studies.claims import Claim, judge_family
from ludus.studies.platformer_difficulty.claims import by_construction, equals_printed, planned_sizes
from ludus.studies.platformer_difficulty.experiment import DIAL_TARGETS, failure_near_target, prediction_errors
from ludus.studies.platformer_difficulty.published import (
    DEGREES_OF_FREEDOM,
    P_VALUES,
    PRINTED_NUMBERS,
    SESSIONS_NEEDED,
)
from ludus.studies.platformer_difficulty.results import DifficultyResults
from ludus.studies.platformer_difficulty.session_and_model_measures import (
    BY_TRACES_MODEL,
    SPLIT_BY_LEVELS,
    UNSEEN_MEASURES,
)

EXTRA_MEASURES = ("auc", "rank", "brier")
PRINTED_FAMILY, CELLS_FAMILY = "printed numbers", "bins of figure 5.2"
CELL_MARGIN = 0.08  # of success in a bin


def printed_table(results: DifficultyResults) -> Table:
    """Every number that the thesis prints."""
    rows: list[list[object]] = []
    claims = printed_claims(results)
    for number, claim in zip(PRINTED_NUMBERS, claims, strict=True):
        ours = results.measures[number.name]
        rows.append([number.title, number.source, number.value, ours, number.margin, claim.verdict])
    for name, theirs in P_VALUES.items():
        p_estimate = one_tailed_p(results.measures[f"t {name}"], DEGREES_OF_FREEDOM[name])
        # like the t-score it depends on the number of levels
        rows.append([f"p of the mean t-score, one-tailed, {name}", "5.9", theirs, p_estimate, None, "not testable"])
    if results.sizes:
        what = "sessions needed: on average, and surely"
        rows.append([what, "5.2", SESSIONS_NEEDED, _sessions_needed(results), None, "not testable"])
    columns = [
        Column.text("what"),
        Column.text("figure", "figure or section"),
        Column.number("theirs", "thesis", shown_digits=4),
        Column.estimate("ours", "here", shown_digits=4),
        Column.number("margin", shown_digits=4),
        Column.text("verdict"),
    ]
    caption = (
        f"Every number of the thesis beside ours, of {results.player_text}, with 95 % intervals over sessions. It "
        "holds if both are surely equal to within the margin, and fails if they surely are not, corrected for "
        f"{claims[0].comparisons} comparisons; the error of the thesis is taken to be as large as ours. T-scores "
        "and p-values depend on the number of levels, and sessions that are drawn among all come near all by "
        "themselves: these rows are not testable. Neither is what the set-up of synthetic players decides, and what "
        "they were fitted to is calibration."
    )
    return Table("printed", columns, rows, caption)


def printed_claims(results: DifficultyResults) -> list[Claim]:
    """Claims that the printed numbers equal ours, judged together."""
    claims = [
        equals_printed(
            number.title,
            number.source,
            results.measures[number.name],
            number.value,
            number.margin,
            calibration=by_construction(results, number.calibration),
            not_testable=number.not_testable or by_construction(results, number.set_up),
        )
        for number in PRINTED_NUMBERS
    ]
    return judge_family(PRINTED_FAMILY, claims, planned_sizes(results))


def one_tailed_p(t: Estimate, freedom: int) -> Estimate:
    """One-tailed p-value of a t-score, as in the thesis."""
    p = [
        LineFit(0.0, 0.0, t_value, freedom).p_one_tailed if math.isfinite(t_value) else None
        for t_value in (t.value, t.high, t.low)
    ]
    value, low, high = p
    return Estimate(
        math.nan if value is None else value, 0.0 if low is None else low, 1.0 if high is None else high, t.count
    )


def _sessions_needed(results: DifficultyResults) -> Estimate:
    """Sessions needed on average and in 95 of 100 draws."""
    assert results.sizes is not None
    most = results.records.sessions
    needed, surely = (results.sizes[name] or most for name in ("needed", "needed_surely"))
    return Estimate(needed, needed, surely, most)


def cells_table(results: DifficultyResults) -> Table:
    """Figure 5.2, bin by bin."""
    rows: list[list[object]] = []
    theirs, fitted, verdicts = published_histogram(), fitting_cells(), _cell_verdicts(results)
    for place in product(*map(range, HISTOGRAM_SHAPE)):
        c, j, t = place
        traces = int(results.histogram.traces[place])
        if not traces and np.isnan(theirs[place]):
            continue
        ours = results.bin_success(place) if traces >= MIN_TRACES_PER_BIN else None
        thesis_value = None if np.isnan(theirs[place]) else float(theirs[place])
        lot = None if thesis_value is None else "yes" if fitted[place] else "no"
        where = [_bin_range(CYCLE_AXIS, c), j, _bin_range(TIMING_AXIS, t)]
        rows.append([*where, thesis_value, ours, traces, lot, verdicts.get(place)])
    columns = [
        Column.text("t_cycle", "t_cycle, s"),
        Column.integer("j"),
        Column.text("t_timing", "t_timing, s"),
        Column.number("theirs", "thesis"),
        Column.estimate("ours", "here", shown_digits=2),
        Column.integer("traces"),
        Column.text("calibrated", "calibrated on"),
        Column.text("verdict"),
    ]
    judged = sum(verdict != "calibration" for verdict in verdicts.values())
    caption = (
        "Success by bins; bins of less than ten traces are left open. A bin holds if it is surely as printed to "
        f"within {CELL_MARGIN:g}, corrected for {judged} comparisons; bins that players were fitted to are calibration."
    )
    return Table("cells", columns, rows, caption, max_shown_rows=60)


def _cell_verdicts(results: DifficultyResults) -> dict[tuple[int, ...], VerdictState]:
    """Verdicts on all bins that both histograms fill, judged together."""
    theirs, fitted, claims = published_histogram(), fitting_cells(), {}
    for place in product(*map(range, HISTOGRAM_SHAPE)):
        if results.histogram.traces[place] >= MIN_TRACES_PER_BIN and not np.isnan(theirs[place]):
            fit = by_construction(results, "players were fitted to this bin") if fitted[place] else ""
            ours = results.bin_success(place)
            claims[place] = equals_printed(f"bin {place}", "5.2", ours, float(theirs[place]), CELL_MARGIN, fit)
    judged = judge_family(CELLS_FAMILY, list(claims.values()), planned_sizes(results))
    return {place: claim.verdict for place, claim in zip(claims, judged, strict=True)}


def models_table(results: DifficultyResults) -> Table:
    """Constants of all kinds of models."""
    rows: list[list[object]] = []
    for kind in (*MODEL_KINDS, BY_TRACES_MODEL):
        own = [results.measures[f"{kind} {name}"] for name in CONSTANT_NAMES]
        rows.append([kind, *own, results.measures.get(f"{kind} error")])
    columns = [Column.text("model"), *(Column.estimate(name, shown_digits=3) for name in CONSTANT_NAMES)]
    return Table(
        "models",
        [*columns, Column.estimate("error", shown_digits=4)],
        rows,
        "Challenge models of all sessions; see the text.",
    )


def skills_table(results: DifficultyResults) -> Table:
    """Figure 5.9, and more."""
    rows: list[list[object]] = []
    for name in (ALL_PLAYERS, *GROUP_NAMES):
        t = results.measures[f"t {name}"]
        p_estimate = one_tailed_p(t, max(round(results.partition_mean("levels", name)) - 2, 1))
        rows.append(
            [
                name,
                *(results.measures[f"{measure} {name}"] for measure in EXTRA_MEASURES),
                t,
                p_estimate.value,
                min(2 * p_estimate.value, 1.0),
                results.measures[f"accuracy {name}"],
            ]
        )
    columns = [
        Column.text("players"),
        Column.estimate("auc", "AUC of dying", shown_digits=2),
        Column.estimate("rank", "rank correlation", shown_digits=2),
        Column.estimate("brier", "Brier", shown_digits=3),
        Column.estimate("t", "t-score"),
        Column.number("p_one_tailed", "p, one-tailed", shown_digits=4),
        Column.number("p_two_tailed", "p, two-tailed", shown_digits=4),
        Column.estimate("accuracy", percent=True),
    ]
    caption = "Means over all partitions, on sessions that the model was not fitted to; the thesis's figure 5.9."
    return Table("skills", columns, rows, caption)


def robustness_table(results: DifficultyResults) -> Table:
    """The same with other splits, another fit and other bins."""
    rows: list[list[object]] = []
    for name in (ALL_PLAYERS, *GROUP_NAMES):
        others = [
            (measure, split) for split in (SPLIT_BY_LEVELS, BY_TRACES_MODEL) for measure in ("t", "accuracy", "rank")
        ]
        rows.append(
            [name, results.measures[f"accuracy_widths {name}"]]
            + [results.measures[f"{measure} {name}, {split}"] for measure, split in others]
        )
    columns = [
        Column.text("players"),
        Column.estimate("accuracy_widths", "accuracy, bins of equal width", percent=True),
    ]
    for key, title in (("by_levels", SPLIT_BY_LEVELS), ("by_traces", BY_TRACES_MODEL)):
        columns += [
            Column.estimate(f"t_{key}", f"t-score, {title}"),
            Column.estimate(f"accuracy_{key}", f"accuracy, {title}", percent=True),
            Column.estimate(f"rank_{key}", f"rank correlation, {title}", shown_digits=2),
        ]
    caption = "The same with no level on both sides, with a model that counts every trace alike, and with other bins."
    return Table("otherwise", columns, rows, caption)


def transfers_table(results: DifficultyResults) -> Table:
    """Models that never saw a kind of trap."""
    rows: list[list[object]] = []
    for trap, title in THESIS_TRAPS.items():
        estimates = [results.measures.get(f"unseen {title} {name}") for name in UNSEEN_MEASURES]
        if all(estimates):
            rows.append([title, int((results.records.trap == trap).sum()), *estimates])
    columns = [
        Column.text("trap"),
        Column.integer("traces"),
        Column.estimate("success", percent=True),
        Column.estimate("predicted", "predicted without it", percent=True),
        Column.estimate("predicted_by_all", "predicted with it", percent=True),
        Column.estimate("brier", "Brier without it", shown_digits=3),
        Column.estimate("brier_of_all", "Brier with it", shown_digits=3),
        Column.estimate("auc", "AUC without it", shown_digits=2),
        Column.estimate("rank", "rank correlation of levels", shown_digits=2),
        Column.estimate("t", "t-score of levels"),
    ]
    return Table("transfer", columns, rows, "Models that were trained without a kind of trap, on that kind.")


def dial_table(results: DifficultyResults) -> Table:
    """The dial's model and the printed linear one."""
    assert results.dial is not None
    rows: list[list[object]] = []
    for name, predictions in results.dial.items():
        if name != "came":
            at = [failure_near_target(predictions[f"at {target:g}"]) for target in DIAL_TARGETS]
            guess, measured = np.asarray(predictions["guess"]), np.asarray(results.dial["came"])
            rows.append([name, *prediction_errors(guess, measured, results.settings.dial_players), *at])
    columns = [
        Column.text("model"),
        Column.estimate("bias", "mean of failure less prediction", shown_digits=3),
        Column.estimate("off", "root mean square", shown_digits=3),
        Column.estimate("off_by_itself", "without the chance of few players", shown_digits=3),
        Column.estimate("rank", "rank correlation", shown_digits=2),
        *(
            Column.estimate(f"at_{100 * target:.0f}", f"failure where it says {target:g}", shown_digits=2)
            for target in DIAL_TARGETS
        ),
    ]
    return Table("dial", columns, rows, "Models of the share of players who die, on levels that none was fitted to.")


def _bin_range(axis: tuple[float, float, int], k: int) -> str:
    low, high, bins = axis
    step = (high - low) / bins
    return f"{low + k * step:.2f} to {low + (k + 1) * step:.2f}"
