"""Population of synthetic players on a level: failure rate, deaths, places of deaths, by skill.

    population = simulate(level, count=120, seed=7)
    population.failure_rate, population.deaths  # share of players that die at least once, deaths per player
    population.attempt_failures                 # by trap: share of attempts that fail

Each population draws new players; their play depends only on level, player and seed.
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

GROUPS = ("poor", "average", "good")  # thirds of all players, by skill
THIRD = NormalDist().inv_cdf(2 / 3)


@dataclass(frozen=True)
class Visit:
    """Run of one player."""

    skill: float
    seed: int
    played: Played

    @property
    def group(self) -> str:
        return GROUPS[(self.skill > -THIRD) + (self.skill > THIRD)]

    @property
    def died(self) -> list[tuple[int, int, int]]:
        """Trap and middle of the body for every death."""
        events = [event for event in self.played.events if event.kind == DEATH]
        return [(event.trap, event.x, event.y + TALL // 2) for event in events if event.trap is not None]


@dataclass(frozen=True)
class Crowd:
    """Runs of all players on a level."""

    level: Level
    respawn: Respawn
    visits: Sequence[Visit]

    @cached_property
    def failure(self) -> Estimate:
        """Share of players that die at least once or do not reach the exit."""
        return share(np.array([float(_failed(visit)) for visit in self.visits]))

    @cached_property
    def deaths(self) -> Estimate:
        """Mean deaths per player."""
        return _never_below_0(mean(np.array([float(visit.played.deaths) for visit in self.visits])))

    @cached_property
    def seconds(self) -> Estimate:
        """Mean duration of a run."""
        return mean(np.array([len(visit.played.moves) / TICKS for visit in self.visits]))

    def of(self, group: str) -> Crowd:
        """Players of one skill group."""
        return Crowd(self.level, self.respawn, [visit for visit in self.visits if visit.group == group])

    def places(self) -> dict[str, list[tuple[int, int]]]:
        """Places of deaths by skill group, in units of the level."""
        places: dict[str, list[tuple[int, int]]] = {group: [] for group in reversed(GROUPS)}
        for visit in self.visits:
            places[visit.group] += [(x, y) for _, x, y in visit.died]
        return places

    @cached_property
    def deaths_at(self) -> dict[int, int]:
        """Deaths of all players by trap."""
        deaths = dict.fromkeys(range(len(self.level.traps)), 0)
        for visit in self.visits:
            for trap, _, _ in visit.died:
                deaths[trap] += 1
        return deaths

    def deaths_of_one(self, trap: int) -> Estimate:
        """Mean deaths per player at this trap."""
        deaths = [float(sum(killer == trap for killer, _, _ in visit.died)) for visit in self.visits]
        return _never_below_0(mean(np.array(deaths)))

    @cached_property
    def tries(self) -> dict[int, Estimate]:
        """By trap that was met: share of attempts that failed; the count is the number of players."""
        rows: dict[int, list[tuple[float, float]]] = {}
        for visit in self.visits:
            attempts: dict[int, list[bool]] = {}
            for trace in find_traces(visit.played.events, self.level):
                if trace.encounter is not None and (trap := self._trap_at[trace.encounter]) is not None:
                    attempts.setdefault(trap, []).append(not trace.success)
            for trap, failed in attempts.items():
                rows.setdefault(trap, []).append((float(sum(failed)), float(len(failed))))
        shares = {}
        for trap in sorted(rows):
            x, d = (np.array(column) for column in zip(*rows[trap], strict=True))
            sums = (x.sum(), d.sum(), (x * x).sum(), (x * d).sum(), (d * d).sum())
            shares[trap] = ratio_share(len(x), *map(float, sums))
        return shares

    @cached_property
    def hardest(self) -> tuple[int, Estimate] | None:
        """Trap with the largest share of failed attempts, among those that half of the players met."""
        met = [
            (trap, share_failed)
            for trap, share_failed in self.tries.items()
            if 2 * share_failed.count >= len(self.visits)
        ]
        return max(met, key=lambda pair: (pair[1].value, -pair[0]), default=None)

    @cached_property
    def _trap_at(self) -> list[int | None]:
        """Trap in the cell of each node of the graph."""
        cells = {cell: number for number, trap in enumerate(self.level.traps) for cell in trap.cells}
        return [cells.get(node[1:]) for node in build_graph(sheet_of(self.level)).nodes]


def _never_below_0(deaths: Estimate) -> Estimate:
    """Clip the interval at 0: the normal interval of a mean may go below with few players."""
    return replace(deaths, low=max(0.0, deaths.low))


def send_crowd(
    level: Level,
    count: int,
    seed: int,
    respawn: Respawn = "checkpoint",
    told: Callable[[int], None] = lambda _: None,
) -> Crowd:
    """Simulate new players on a level, one after another.

    Args:
        level: the level.
        count: number of players.
        seed: seed of the players and their errors.
        respawn: where players respawn.
        on_progress: called with 1 after each player.
    """
    stage, visits = Stage(level, respawn), []
    for number, player in enumerate(some_players(count, derive(seed, "players"))):
        play_seed = derive(seed, "play", number)
        visits.append(Visit(player.skill, play_seed, stage.play(player, play_seed)))
        told(1)
    return Crowd(level, respawn, visits)


def _failed(visit: Visit) -> bool:
    return visit.played.deaths > 0 or not visit.played.arrived
