"""A crowd of synthetic players in a level: how many die, how often, where, and of which skill they are.

    crowd = send_crowd(level, count=120, seed=7)
    crowd.failure, crowd.deaths                 the share of players that die at least once, deaths of a player
    crowd.tries                                 by trap: tries to get past it, and deaths

Players are drawn anew for each crowd, and their play depends on level, player and seed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist

import numpy as np

from ludus.core.random import derive
from ludus.design.levels.people.filter import some_players
from ludus.design.levels.people.play import Played, Stage
from ludus.design.levels.sessions.events import DEATH
from ludus.design.levels.sessions.plays import Respawn
from ludus.design.levels.sessions.traces import find_traces
from ludus.design.levels.ways.graph import build_graph
from ludus.design.levels.ways.sheets import sheet_of
from ludus.games.platformer.level import Level
from ludus.games.platformer.units import TALL, TICKS
from ludus.stats import Estimate, mean, share
from ludus.stats.ratios import ratio_share

GROUPS = ("poor", "average", "good")  # a third of all players each, by their skill
THIRD = NormalDist().inv_cdf(2 / 3)


@dataclass(frozen=True)
class Visit:
    """One player's run."""

    skill: float
    seed: int
    played: Played

    @property
    def group(self) -> str:
        return GROUPS[(self.skill > -THIRD) + (self.skill > THIRD)]

    @property
    def died(self) -> list[tuple[int, int, int]]:
        """The trap, and the middle of the body, of every death."""
        events = [event for event in self.played.events if event.kind == DEATH]
        return [(event.trap, event.x, event.y + TALL // 2) for event in events if event.trap is not None]


@dataclass(frozen=True)
class Crowd:
    """All who came."""

    level: Level
    respawn: Respawn
    visits: Sequence[Visit]

    @cached_property
    def failure(self) -> Estimate:
        """The share that dies at least once or never arrives."""
        return share(np.array([float(_failed(visit)) for visit in self.visits]))

    @cached_property
    def deaths(self) -> Estimate:
        """Of a player, on average."""
        return _never_below_0(mean(np.array([float(visit.played.deaths) for visit in self.visits])))

    @cached_property
    def seconds(self) -> Estimate:
        """From the start to the end of a run."""
        return mean(np.array([len(visit.played.moves) / TICKS for visit in self.visits]))

    def of(self, group: str) -> Crowd:
        """Those of one skill group."""
        return Crowd(self.level, self.respawn, [visit for visit in self.visits if visit.group == group])

    def places(self) -> dict[str, list[tuple[int, int]]]:
        """Where players died, by group, in units of the level."""
        found: dict[str, list[tuple[int, int]]] = {group: [] for group in reversed(GROUPS)}
        for visit in self.visits:
            found[visit.group] += [(x, y) for _, x, y in visit.died]
        return found

    @cached_property
    def deaths_at(self) -> dict[int, int]:
        """Deaths of all players by trap."""
        found = dict.fromkeys(range(len(self.level.traps)), 0)
        for visit in self.visits:
            for trap, _, _ in visit.died:
                found[trap] += 1
        return found

    def deaths_of_one(self, trap: int) -> Estimate:
        """Of a player at this trap, on average."""
        own = [float(sum(killer == trap for killer, _, _ in visit.died)) for visit in self.visits]
        return _never_below_0(mean(np.array(own)))

    @cached_property
    def tries(self) -> dict[int, Estimate]:
        """By trap that somebody met: the share of tries that failed; the count is that of players."""
        rows: dict[int, list[tuple[float, float]]] = {}
        for visit in self.visits:
            own: dict[int, list[bool]] = {}
            for trace in find_traces(visit.played.events, self.level):
                if trace.encounter is not None and (trap := self._trap_at[trace.encounter]) is not None:
                    own.setdefault(trap, []).append(not trace.success)
            for trap, failed in own.items():
                rows.setdefault(trap, []).append((float(sum(failed)), float(len(failed))))
        found = {}
        for trap in sorted(rows):
            x, d = (np.array(column) for column in zip(*rows[trap], strict=True))
            sums = (x.sum(), d.sum(), (x * x).sum(), (x * d).sum(), (d * d).sum())
            found[trap] = ratio_share(len(x), *map(float, sums))
        return found

    @cached_property
    def hardest(self) -> tuple[int, Estimate] | None:
        """The trap at which the largest share of tries failed, of those that half of all players met."""
        met = [(trap, each) for trap, each in self.tries.items() if 2 * each.count >= len(self.visits)]
        return max(met, key=lambda pair: (pair[1].value, -pair[0]), default=None)

    @cached_property
    def _trap_at(self) -> list[int | None]:
        """The trap in the cell of each node of the graph."""
        cells = {cell: number for number, trap in enumerate(self.level.traps) for cell in trap.cells}
        return [cells.get(node[1:]) for node in build_graph(sheet_of(self.level)).nodes]


def _never_below_0(deaths: Estimate) -> Estimate:
    """The interval of a mean is a normal one; with few players it would reach where no count can be."""
    return replace(deaths, low=max(0.0, deaths.low))


def send_crowd(
    level: Level,
    count: int,
    seed: int,
    respawn: Respawn = "checkpoint",
    told: Callable[[int], None] = lambda _: None,
) -> Crowd:
    """Let new players play a level, one after another; `told` hears of each."""
    stage, visits = Stage(level, respawn), []
    for number, player in enumerate(some_players(count, derive(seed, "players"))):
        own = derive(seed, "play", number)
        visits.append(Visit(player.skill, own, stage.play(player, own)))
        told(1)
    return Crowd(level, respawn, visits)


def _failed(visit: Visit) -> bool:
    return visit.played.deaths > 0 or not visit.played.arrived
