"""Comparison of every number in the paper's three tables with ours.

A printed number holds if it differs from ours by no more than chance: the 95 % intervals of both, if the paper's is
known, and rounding. Otherwise it fails. It is undecided if nothing was played, in a single run, and in runs smaller
than the paper's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ludus.lab.report import VerdictState
from ludus.stats import Estimate, mean_of_runs
from ludus.studies.dominion_cards.config import ALL_EXPERIMENTS
from ludus.studies.dominion_cards.findings import ExperimentRuns, CardSetResults
from ludus.studies.dominion_cards.growth import standard_deviation, standard_deviation_interval, student_t_test
from ludus.studies.dominion_cards.plan import find_experiment
from ludus.studies.dominion_cards.published import PAPER_GAMES, PrintedExperiment, published

PAPER_RUNS = {"max": 30, "min": 30, "lead": 5}  # runs in the paper, by objective
SIGNIFICANT = 0.05


@dataclass(frozen=True)
class ComparedNumber:
    """A printed number and ours."""

    table: str
    row: str
    quantity: str
    published: float
    measured: Estimate | None
    state: VerdictState


def compare_numbers(results: CardSetResults) -> list[ComparedNumber]:
    """All numbers, in the order of the paper's tables."""
    return [*_table_1_numbers(results), *_table_2_numbers(results), *_table_3_numbers(results)]


def _table_1_numbers(results: CardSetResults) -> Iterator[ComparedNumber]:
    for name in ALL_EXPERIMENTS:
        printed, runs = published().experiments[name], results.main_runs(name)
        for quantity, theirs, ours, state in _table_1_row(name, printed, runs):
            yield ComparedNumber(
                "I", name, quantity, theirs, ours, state if results.settings.paper_size else "undecided"
            )


def _table_1_row(
    name: str, printed: PrintedExperiment, runs: ExperimentRuns | None
) -> Iterator[tuple[str, float, Estimate | None, VerdictState]]:
    count = PAPER_RUNS[name.partition("-")[0]]
    firsts, lasts = (runs.first_maxima_by_run, runs.last_maxima_by_run) if runs else ([], [])
    for quantity, value, spread, ours in (
        ("first", printed.first, printed.first_sd, firsts),
        ("last", printed.last, printed.last_sd, lasts),
    ):
        mean = mean_of_runs(ours) if ours else None
        yield quantity, value, mean, _compare(value, 2 * spread / math.sqrt(count), mean)
    for quantity, value, ours in (("first sd", printed.first_sd, firsts), ("last sd", printed.last_sd, lasts)):
        spread_here, theirs = standard_deviation(ours), standard_deviation_interval(value, count)
        state: VerdictState = "undecided"
        if len(ours) > 1:
            state = "holds" if theirs.low <= spread_here.high and spread_here.low <= theirs.high else "fails"
        yield quantity, value, spread_here if ours else None, state
    p = student_t_test(firsts, lasts)
    same = p is not None and (p < SIGNIFICANT) == (printed.p < SIGNIFICANT)
    yield "p", printed.p, None if p is None else Estimate(p, math.nan, math.nan, len(lasts)), _p_value_state(p, same)


def _table_2_numbers(results: CardSetResults) -> Iterator[ComparedNumber]:
    for meeting in published().table_2:
        one, other = (results.settings.fn if name == "fynbo-nellemann" else name for name in meeting.players)
        played = results.matchup(one, other)
        for player, won in enumerate(meeting.won):
            theirs, ours = won / PAPER_GAMES, played.wins_with_draws(player)
            error = 2 * math.sqrt(theirs * (1 - theirs) / PAPER_GAMES)
            row = f"{meeting.players[0]} - {meeting.players[1]}"
            yield ComparedNumber(
                "II", row, f"{meeting.players[player]} wins", theirs, ours, _compare(theirs, error, ours)
            )


def _table_3_numbers(results: CardSetResults) -> Iterator[ComparedNumber]:
    """Table III: the printed sets, played again."""
    for name in ALL_EXPERIMENTS:
        printed, ours = published().experiments[name], None
        if results.main_runs(name) is not None:
            chosen = find_experiment(results.settings, name)
            ours = results.fitness(chosen, results.printed_measured(name, chosen.measure(results.settings)))
        yield ComparedNumber(
            "III", name, "fitness of the printed set", printed.best, ours, _compare(printed.best, 0.0, ours)
        )


def _compare(theirs: float, error: float, ours: Estimate | None) -> VerdictState:
    """Whether two numbers agree within their errors; `error` is about twice the standard error of the printed one."""
    if ours is None or not math.isfinite(ours.low) or not math.isfinite(ours.high):
        return "undecided"
    half = ours.high - ours.value if theirs > ours.value else ours.value - ours.low
    return "holds" if abs(theirs - ours.value) <= math.hypot(half, error) + _rounding(theirs) else "fails"


def _rounding(value: float) -> float:
    """Half of the last printed digit."""
    return 0.5 * 10.0 ** -max(1, len(f"{value:.6g}".partition(".")[2]))


def _p_value_state(p: float | None, same: bool) -> VerdictState:
    return "undecided" if p is None else "holds" if same else "fails"
