"""Further measures of a level, for `ludus inspect platformer --measures all`: challenges as wholes, jumps and falls.

The thesis names them as wishes (chapter 6): challenges with several traps rated as one, traps finer than cells, the
space around them, the difficulty of jumps without traps, and falls.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.design.platformer.difficulty.challenges import NO_TRAP
from ludus.design.platformer.difficulty.danger_areas import danger_areas
from ludus.design.platformer.difficulty.failure_model import Passage
from ludus.design.platformer.difficulty.jumps_and_falls import (
    FallRating,
    JumpRating,
    add_falls,
    find_falls,
    rate_jumps,
)
from ludus.design.platformer.difficulty.passage_measures import PassageMeasures, usual_measures
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.design.platformer.level_report import LevelReport
from ludus.design.platformer.recordings.challenge_traces import find_traces
from ludus.design.platformer.render import draw_level
from ludus.design.platformer.render.risk_overlays import DrawnMove, danger_overlay, falls_overlay, moves_overlay
from ludus.games.platformer.game_data_records import MINE
from ludus.report.report_model import Figure
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.intervals import ratio_proportion
from ludus.util.text import plural

MEASURES_NOTES = [
    "A challenge as a whole: the moves that the planner of the synthetic players finds are tried from 400 start times. "
    "The window is the longest time in which they work. Fails as one: for a player of average skill with the "
    "calibrated errors, computed from these start times, not fitted. By parts: the product of the success of each trap "
    "by Koens' model. Time into danger is until the body touches the area where a trap can kill, which is finer than "
    "its cells. Space is the share of open cells within two cells of the traps.",
    "Jumps without traps: synthetic players make them without error, so nothing here is measured in play. Each jump is "
    "tried in the physics with the timing errors of an average player, who begins it and holds the button as is best. "
    "Steering in the air is without error. Falls are one-way; synthetic players do not use them.",
]


@dataclass(frozen=True)
class LevelMeasures:
    """Further measures of an inspected level."""

    report: LevelReport

    @cached_property
    def passages(self) -> list[tuple[Passage, PassageMeasures]]:
        """Passages with traps on the usual way that could be measured."""
        pairs = usual_measures(self.report.rating.challenge_graph)
        return [(passage, measures) for passage, measures in pairs if measures is not None and measures.traps]

    @cached_property
    def jumps(self) -> list[JumpRating]:
        return rate_jumps(self.report.rating.challenge_graph)

    @cached_property
    def falls(self) -> list[FallRating]:
        return find_falls(self.report.level)

    @cached_property
    def difficulty_with_falls(self) -> float:
        """Difficulty by Koens' model if players also let themselves fall."""
        return rate_level(add_falls(self.report.rating.challenge_graph, self.falls), self.report.model.model).difficulty

    def sentences(self) -> list[str]:
        """Answers in a few sentences."""
        lines = []
        if self.passages:
            hardest = max((measures for _, measures in self.passages), key=lambda measures: 1 - measures.success())
            composites = sum(len(measures.traps) > 1 for _, measures in self.passages)
            one, parts = 1 - hardest.success(), self.fails_by_parts(hardest)
            lines.append(
                f"Challenges as wholes: {len(self.passages)} on the usual way, {composites} of them with several traps."
                f" The hardest is {self._names(hardest)}: {100 * one:.0f} % of tries fail as one challenge, "
                f"{100 * parts:.0f} % by its parts{_in_play(self.tried(hardest))}."
            )
        lines.append(self._jumps_sentence())
        steered = [fall for fall in self.falls if fall.steered]
        fell = self.difficulty_with_falls
        effect = (
            f"with them the difficulty by Koens' model is {fell:.2f} instead of {self.report.rating.difficulty:.2f}"
            if fell < self.report.rating.difficulty - 1e-9
            else "they change nothing about the easiest path"
        )
        lines.append(f"{plural(len(self.falls), 'fall')}, {len(steered)} of them to be steered: {effect}.")
        return lines

    def _jumps_sentence(self) -> str:
        if not self.jumps:
            return "The usual way has no jumps without traps."
        hardest = max(self.jumps, key=lambda jump: (jump.miss, -jump.start))
        clean = math.prod(1 - jump.miss for jump in self.jumps)
        lost = math.fsum(jump.seconds_lost for jump in self.jumps)
        deadly = 1 - math.prod(1 - jump.deadly for jump in self.jumps)
        killed = f", {100 * deadly:.0f} % fall into spikes" if deadly > 0.005 else ""
        return (
            f"{plural(len(self.jumps), 'jump')} without traps on the usual way: {100 * clean:.0f} % of average players "
            f"would make all at the first try, and {lost:.1f} s are lost by missed ones{killed}. The hardest leads "
            f"from {self._cell(hardest.start)} to {self._cell(hardest.end)}: {100 * hardest.miss:.0f} % miss it."
        )

    def tables(self) -> list[Table]:
        return [self._passages_table(), self._jumps_table(), self._falls_table()]

    def figure(self) -> Figure:
        """The level with danger areas, jumps and steered falls."""
        report = self.report
        areas = [area for trap in report.level.traps if trap.kind != MINE for area in danger_areas(trap)]
        jumps = [
            DrawnMove(jump.start, jump.end, 1 - jump.miss, f"{100 * jump.miss:.0f} % miss this jump")
            for jump in self.jumps
        ]
        falls = [DrawnMove(fall.start, fall.end, 1 - fall.miss, "") for fall in self.falls if fall.steered]
        overlays = [
            danger_overlay(areas),
            falls_overlay(report.graph, falls),
            moves_overlay(report.graph, jumps, "jumps without traps, mostly made"),
        ]
        svg = draw_level(report.level, overlays, f"{report.level.name}: where it is risky")
        return Figure("risks", svg, "Where traps can kill, finer than cells; jumps without traps; falls to be steered.")

    def _passages_table(self) -> Table:
        columns = [
            Column.text("traps"),
            Column.number("window", "window, s", shown_digits=2),
            Column.number("open", "share of starts that work", shown_digits=2),
            Column.number("seconds", "seconds through it", shown_digits=2, on_screen=False),
            Column.number("cells", "time into its cells, s", shown_digits=2),
            Column.number("danger", "time into danger, s", shown_digits=2),
            Column.number("in_cells", "seconds in its cells", shown_digits=2, on_screen=False),
            Column.number("in_danger", "seconds in danger", shown_digits=2, on_screen=False),
            Column.number("space", shown_digits=2),
            Column.number("headroom", "cells above", shown_digits=2, on_screen=False),
            Column.integer("waiting", "cells to wait in", on_screen=False),
            Column.integer("landing", "cells to land in", on_screen=False),
            Column.number("one", "fails as one", shown_digits=2),
            Column.number("parts", "fails by parts", shown_digits=2),
            Column.share("play", "tries that failed"),
        ]
        rows = [
            [
                self._names(measures),
                *(round(value, 4) for value in (measures.window, measures.open_share, measures.seconds)),
                *(round(value, 4) for value in (measures.risk.enters_cells, measures.risk.enters_danger)),
                *(round(value, 4) for value in (measures.risk.in_cells, measures.risk.in_danger)),
                *(round(value, 4) for value in (measures.space.share, measures.space.headroom)),
                *(measures.space.waiting_room, measures.space.landing_room),
                *(round(1 - measures.success(), 4), round(self.fails_by_parts(measures), 4)),
                self.tried(measures),
            ]
            for _, measures in self.passages
        ]
        return Table("passages", columns, rows, "Challenges as wholes, on the usual way, in order")

    def _jumps_table(self) -> Table:
        columns = [
            Column.text("start", "from"),
            Column.text("end", "to"),
            Column.number("miss", "missed", shown_digits=3),
            Column.number("deadly", "into spikes", shown_digits=3),
            Column.number("trap", "into another trap", shown_digits=3),
            Column.number("lost", "seconds lost", shown_digits=2),
            Column.number("no_return", "no way back", shown_digits=3, on_screen=False),
        ]
        rows = [
            [
                *(self._cell(jump.start), self._cell(jump.end)),
                *(round(value, 4) for value in (jump.miss, jump.deadly, jump.in_trap)),
                *(round(jump.seconds_lost, 3), round(jump.no_return, 4)),
            ]
            for jump in self.jumps
        ]
        return Table("jumps", columns, rows, "Jumps without traps, on the usual way, in order")

    def _falls_table(self) -> Table:
        columns = [
            Column.text("start", "from"),
            Column.text("end", "to"),
            Column.text("steered", "must be steered"),
            Column.text("saves", "steering avoids a trap"),
            Column.text("through", "through"),
            Column.number("seconds", shown_digits=2),
            Column.number("miss", "missed", shown_digits=3),
            Column.number("risk", "touches a trap by error", shown_digits=3),
        ]
        rows = [
            [
                *(self._cell(fall.start), self._cell(fall.end), _yes(fall.steered), _yes(fall.steering_saves)),
                "" if fall.trap == NO_TRAP else self.report.level.traps[fall.trap].name,
                *(round(value, 4) for value in (fall.seconds, fall.miss, fall.risk)),
            ]
            for fall in self.falls
        ]
        return Table("falls", columns, rows, "Falls of two cells or more")

    def _cell(self, node: int) -> str:
        _, x, y = self.report.graph.nodes[node]
        return f"{x} {y}"

    def _names(self, measures: PassageMeasures) -> str:
        return " + ".join(self.report.level.traps[trap].name for trap in measures.traps)

    def fails_by_parts(self, measures: PassageMeasures) -> float:
        """1 minus the product of the success of each trap by Koens' model."""
        report = self.report
        known = [report.easiest_challenges[trap] for trap in measures.traps if trap in report.easiest_challenges]
        return 1 - math.prod(report.success_chance(challenge) for challenge in known)

    def tried(self, measures: PassageMeasures) -> Estimate | None:
        """Share of attempts at any trap of the passage that failed in play; None if nobody tried."""
        return attempts_at(self.report, measures.traps)


def attempts_at(report: LevelReport, traps: Sequence[int]) -> Estimate | None:
    """Share of attempts at some traps that failed in play, with an interval over players; None without attempts."""
    trap_at = {cell: number for number, trap in enumerate(report.level.traps) for cell in trap.cells}
    nodes, wanted, counts = report.graph.nodes, set(traps), []
    for run in report.population.runs:
        failed = tried = 0
        for trace in find_traces(run.result.events, report.level):
            if trace.encounter is not None and trap_at.get(nodes[trace.encounter][1:]) in wanted:
                tried += 1
                failed += not trace.success
        if tried:
            counts.append((float(failed), float(tried)))
    if not counts:
        return None
    x, d = (np.array(column) for column in zip(*counts, strict=True))
    sums = (x.sum(), d.sum(), (x * x).sum(), (x * d).sum(), (d * d).sum())
    return ratio_proportion(len(x), *map(float, sums))


def _in_play(tried: Estimate | None) -> str:
    return "" if tried is None else f", {tried.in_percent()} in play"


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"
