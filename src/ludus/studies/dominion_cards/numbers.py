"""Comparison of every number in the paper's three tables with ours.

A printed number holds if it differs from ours by no more than chance: the 95 % intervals of both, if the paper's is
known, and rounding. Otherwise it fails. It is undecided if nothing was played, in a single run, and in runs smaller
than the paper's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ludus.lab.report import State
from ludus.stats import Estimate, mean_of_runs
from ludus.studies.dominion_cards.config import ALL
from ludus.studies.dominion_cards.findings import Evolutions, Findings
from ludus.studies.dominion_cards.growth import deviation, deviation_of, student
from ludus.studies.dominion_cards.plan import experiment
from ludus.studies.dominion_cards.published import GAMES, Printed, published

RUNS = {"max": 30, "min": 30, "lead": 5}  # runs in the paper, by objective
SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Number:
    """A printed number and ours."""

    table: str
    row: str
    quantity: str
    theirs: float
    ours: Estimate | None
    state: State


def numbers(found: Findings) -> list[Number]:
    """All numbers, in the order of the paper's tables."""
    return [*_growth(found), *_meetings(found), *_sets(found)]


def _growth(found: Findings) -> Iterator[Number]:
    for name in ALL:
        printed, runs = published().experiments[name], found.main(name)
        for quantity, theirs, ours, state in _row(name, printed, runs):
            yield Number("I", name, quantity, theirs, ours, state if found.settings.paper_size else "undecided")


def _row(name: str, printed: Printed, runs: Evolutions | None) -> Iterator[tuple[str, float, Estimate | None, State]]:
    count = RUNS[name.partition("-")[0]]
    firsts, lasts = (runs.first, runs.last) if runs else ([], [])
    for quantity, value, spread, ours in (
        ("first", printed.first, printed.first_sd, firsts),
        ("last", printed.last, printed.last_sd, lasts),
    ):
        mean = mean_of_runs(ours) if ours else None
        yield quantity, value, mean, _compare(value, 2 * spread / math.sqrt(count), mean)
    for quantity, value, ours in (("first sd", printed.first_sd, firsts), ("last sd", printed.last_sd, lasts)):
        spread_here, theirs = deviation(ours), deviation_of(value, count)
        state: State = "undecided"
        if len(ours) > 1:
            state = "holds" if theirs.low <= spread_here.high and spread_here.low <= theirs.high else "fails"
        yield quantity, value, spread_here if ours else None, state
    p = student(firsts, lasts)
    same = p is not None and (p < SIGNIFICANT) == (printed.p < SIGNIFICANT)
    yield "p", printed.p, None if p is None else Estimate(p, math.nan, math.nan, len(lasts)), _known(p, same)


def _meetings(found: Findings) -> Iterator[Number]:
    for meeting in published().table_2:
        one, other = (found.settings.fn if name == "fynbo-nellemann" else name for name in meeting.players)
        played = found.meeting(one, other)
        for player, won in enumerate(meeting.won):
            theirs, ours = won / GAMES, played.won(player)
            error = 2 * math.sqrt(theirs * (1 - theirs) / GAMES)
            row = f"{meeting.players[0]} - {meeting.players[1]}"
            yield Number("II", row, f"{meeting.players[player]} wins", theirs, ours, _compare(theirs, error, ours))


def _sets(found: Findings) -> Iterator[Number]:
    """Table III: the printed sets, played again."""
    for name in ALL:
        printed, ours = published().experiments[name], None
        if found.main(name) is not None:
            chosen = experiment(found.settings, name)
            ours = found.fitness(chosen, found.printed(name, chosen.measure(found.settings)))
        yield Number("III", name, "fitness of the printed set", printed.best, ours, _compare(printed.best, 0.0, ours))


def _compare(theirs: float, error: float, ours: Estimate | None) -> State:
    """Whether two numbers agree within their errors; `error` is about twice the standard error of the printed one."""
    if ours is None or not math.isfinite(ours.low) or not math.isfinite(ours.high):
        return "undecided"
    half = ours.high - ours.value if theirs > ours.value else ours.value - ours.low
    return "holds" if abs(theirs - ours.value) <= math.hypot(half, error) + _rounding(theirs) else "fails"


def _rounding(value: float) -> float:
    """Half of the last printed digit."""
    return 0.5 * 10.0 ** -max(1, len(f"{value:.6g}".partition(".")[2]))


def _known(p: float | None, same: bool) -> State:
    return "undecided" if p is None else "holds" if same else "fails"
