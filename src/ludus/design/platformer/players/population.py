"""Population of synthetic players on a level: failure rate, deaths, places of deaths, by skill.

    population = simulate(level, count=120, seed=7)               # planners
    simulate(level, count=120, seed=7, kind="forecaster")         # the other kind of players
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
from ludus.design.platformer.level_graph.graph import build_level_graph
from ludus.design.platformer.players.motor_rules import TRAP_DETOUR
from ludus.design.platformer.players.player_kinds import PLANNER, player_kind
from ludus.design.platformer.players.synthetic_player import PlayResult
from ludus.design.platformer.recordings import Respawn
from ludus.design.platformer.recordings.challenge_traces import find_traces
from ludus.design.platformer.recordings.events import DEATH_EVENT
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.level import Level
from ludus.games.platformer.movement import THESIS_PHYSICS
from ludus.stats import Estimate, mean, mean_count, proportion
from ludus.stats.intervals import COUNT_BOUNDS, ratio_proportion

SKILL_GROUPS = ("poor", "average", "good")  # thirds of all players, by skill
GROUP_BOUND = NormalDist().inv_cdf(2 / 3)


@dataclass(frozen=True)
class PlayerRun:
    """Run of one player."""

    skill: float
    seed: int
    result: PlayResult
    body_height: int = THESIS_PHYSICS.height  # units

    @property
    def group(self) -> str:
        return SKILL_GROUPS[(self.skill > -GROUP_BOUND) + (self.skill > GROUP_BOUND)]

    @property
    def death_places(self) -> list[tuple[int, int, int]]:
        """Trap and middle of the body for every death."""
        events = [event for event in self.result.events if event.kind == DEATH_EVENT]
        return [(event.trap, event.x, event.y + self.body_height // 2) for event in events if event.trap is not None]


@dataclass(frozen=True)
class Population:
    """Runs of all players on a level."""

    level: Level
    respawn: Respawn
    runs: Sequence[PlayerRun]
    kind: str = PLANNER  # of its players

    @cached_property
    def failure_rate(self) -> Estimate:
        """Share of players that die at least once or do not reach the exit."""
        return proportion(np.array([float(_failed(run)) for run in self.runs]))

    @cached_property
    def deaths(self) -> Estimate:
        """Mean deaths per player."""
        return mean_count(np.array([float(run.result.deaths) for run in self.runs]))

    @cached_property
    def seconds(self) -> Estimate:
        """Mean duration of a run."""
        return mean(np.array([len(run.result.moves) / TICKS_PER_SECOND for run in self.runs]), bounds=COUNT_BOUNDS)

    def group(self, group: str) -> Population:
        """Players of one skill group."""
        return replace(self, runs=[run for run in self.runs if run.group == group])

    def death_places_by_group(self) -> dict[str, list[tuple[int, int]]]:
        """Places of deaths by skill group, in units of the level."""
        places: dict[str, list[tuple[int, int]]] = {group: [] for group in reversed(SKILL_GROUPS)}
        for run in self.runs:
            places[run.group] += [(x, y) for _, x, y in run.death_places]
        return places

    @cached_property
    def deaths_by_trap(self) -> dict[int, int]:
        """Deaths of all players by trap."""
        deaths = dict.fromkeys(range(len(self.level.traps)), 0)
        for run in self.runs:
            for trap, _, _ in run.death_places:
                deaths[trap] += 1
        return deaths

    def deaths_per_player_at(self, trap: int) -> Estimate:
        """Mean deaths per player at this trap."""
        deaths = [float(sum(killer == trap for killer, _, _ in run.death_places)) for run in self.runs]
        return mean_count(np.array(deaths))

    @cached_property
    def attempt_failures(self) -> dict[int, Estimate]:
        """By trap that was met: share of attempts that failed; the count is the number of players."""
        rows: dict[int, list[tuple[float, float]]] = {}
        for run in self.runs:
            attempts: dict[int, list[bool]] = {}
            for trace in find_traces(run.result.events, self.level):
                if trace.encounter is not None and (trap := self._trap_at[trace.encounter]) is not None:
                    attempts.setdefault(trap, []).append(not trace.success)
            for trap, failed in attempts.items():
                rows.setdefault(trap, []).append((float(sum(failed)), float(len(failed))))
        shares = {}
        for trap in sorted(rows):
            x, d = (np.array(column) for column in zip(*rows[trap], strict=True))
            sums = (x.sum(), d.sum(), (x * x).sum(), (x * d).sum(), (d * d).sum())
            shares[trap] = ratio_proportion(len(x), *map(float, sums))
        return shares

    @cached_property
    def hardest(self) -> tuple[int, Estimate] | None:
        """Trap with the largest share of failed attempts, among those that half of the players met."""
        return max(self.often_met.items(), key=lambda pair: (pair[1].value, -pair[0]), default=None)

    @cached_property
    def often_met(self) -> dict[int, Estimate]:
        """`attempt_failures` of the traps that half of the players met."""
        return {trap: share for trap, share in self.attempt_failures.items() if 2 * share.count >= len(self.runs)}

    @cached_property
    def _trap_at(self) -> list[int | None]:
        """Trap in the cell of each node of the graph."""
        cells = {cell: number for number, trap in enumerate(self.level.traps) for cell in trap.cells}
        return [cells.get(node[1:]) for node in build_level_graph(self.level).nodes]


def simulate(
    level: Level,
    count: int,
    seed: int,
    respawn: Respawn = "checkpoint",
    on_progress: Callable[[int], None] = lambda _: None,
    detours: Sequence[int] = (TRAP_DETOUR,),
    kind: str = PLANNER,
) -> Population:
    """Simulate new players on a level, one after another.

    Args:
        level: the level.
        count: number of players.
        seed: seed of the players and their errors.
        respawn: where players respawn.
        on_progress: called with 1 after each player.
        detours: half cells of detour that players accept to avoid one move through a trap; player k has entry k, and
            after the last entry come the first ones again.
        kind: kind of the players, a name of PLAYER_KINDS.

    Raises:
        UnknownName: there is no such kind of players.
    """
    players = player_kind(kind)
    stage, visits = players.prepare(level, respawn), []
    for number, drawn in enumerate(players.draw_players(count, derive(seed, "players"))):
        play_seed = derive(seed, "play", number)
        player = replace(drawn, detour=detours[number % len(detours)])
        visits.append(PlayerRun(player.skill, play_seed, stage.play(player, play_seed), level.movement.physics.height))
        on_progress(1)
    return Population(level, respawn, visits, kind)


def _failed(run: PlayerRun) -> bool:
    return run.result.deaths > 0 or not run.result.reached_exit
