"""Play of a level by synthetic players.

    recording = record_play(level, player, seed=7)
    failure_rate(level, draw_players(200, seed=7), seed=8)   # share of players who die before the exit

Every play is a function of the level, the player and the seed.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.compute import Backend, Threads, split_range
from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.doors import load_rule
from ludus.design.levels.people.acting import play_by_address
from ludus.design.levels.people.filter import SyntheticPlayer
from ludus.design.levels.people.habits import jump_styles
from ludus.design.levels.people.hands import MAX_PLAY_TICKS, PlayRecord, Strategy
from ludus.design.levels.proving.walking import WalkRecord
from ludus.design.levels.sessions.events import Event, read_events, level_data
from ludus.design.levels.sessions.plays import Recording, Respawn
from ludus.design.levels.trapping.traps import working_memory
from ludus.design.levels.ways.graph import LevelGraph
from ludus.design.levels.ways.moves import packed_graph_moves
from ludus.design.levels.ways.network import build_by_address
from ludus.design.levels.ways.sheets import grid_of_level
from ludus.games.platformer.level import Level
from ludus.stats import Estimate, proportion

MAX_TICKS = 18_000  # five minutes; then the player gives up
PLAYERS_PER_UNIT = 50


@dataclass(frozen=True)
class PlayResult:
    """Result of a play: buttons, whether the exit was reached, deaths, events."""

    moves: bytes
    reached_exit: bool
    deaths: int
    events: list[Event]


class PlayableLevel:
    """Level prepared for synthetic players; strategies are computed once for all of them.

    Raises:
        LudusError: a player cannot stand at the start or the exit.
    """

    def __init__(self, level: Level, respawn: Respawn = "checkpoint", compiled: bool = True) -> None:
        self.level, self.respawn, self.compiled = level, respawn, compiled
        self.data, self.grid = level_data(level, respawn), grid_of_level(level)
        graph = LevelGraph(self._graph())
        for cell in (level.start, level.exits[0]):
            if graph.stand_node(cell) is None:
                raise LudusError(f"a player cannot stand at {cell[0]} {cell[1]}, so there is no path from or to it")
        self.strategies: np.ndarray = Strategy.zeros(len(graph.nodes))

    def play(self, player: SyntheticPlayer, seed: int, max_ticks: int = MAX_TICKS) -> PlayResult:
        """Play the level once."""
        hand, walk = _play_memory()
        hand["last_tick"] = min(max_ticks, MAX_PLAY_TICKS - 256)
        person, routes = player.record(seed), working_memory().routes
        records = (self.data, self._graph(), jump_styles(), walk, routes, self.strategies, person, hand)
        door = load_rule(play_by_address, 10, self.compiled)
        arrived = door(*(record.ctypes.data for record in records), *self.level.exits[0])
        result = hand[0]
        moves, deaths = result["moves"][: int(result["count"])].tobytes(), int(result["state"]["deaths"])
        return PlayResult(moves, bool(arrived), deaths, read_events(hand["watch"]))

    def _graph(self) -> np.ndarray:
        """Graph of the level, rebuilt for each play, since players change its weights; the memory is shared."""
        array, door = working_memory().graph, load_rule(build_by_address, 4, self.compiled)
        door(self.grid.ctypes.data, array.ctypes.data, packed_graph_moves().ctypes.data, 0)
        return array


def record_play(
    level: Level,
    player: SyntheticPlayer,
    seed: int,
    respawn: Respawn = "checkpoint",
    max_ticks: int = MAX_TICKS,
    session: int = 0,
    order: int = 0,
) -> Recording:
    """Play one level; returns a recording that can be written to a file."""
    played = PlayableLevel(level, respawn).play(player, seed, max_ticks)
    name = f"synthetic {player.skill:+.2f}"
    return Recording(level, played.moves, name, "synthetic", session, order, respawn, skipped=not played.reached_exit)


def deaths_per_player(
    level: Level,
    players: Sequence[SyntheticPlayer],
    seed: int,
    backend: Backend | None = None,
    respawn: Respawn = "checkpoint",
) -> np.ndarray:
    """Deaths of each player before the exit; -1 for a player who gives up without a death."""

    def work(part: range) -> list[int]:
        stage = PlayableLevel(level, respawn)
        results = [stage.play(players[k], derive(seed, "play", k)) for k in part]
        return [result.deaths if result.reached_exit or result.deaths else -1 for result in results]

    parts = split_range(len(players), PLAYERS_PER_UNIT)
    return np.array([deaths for unit in (backend or Threads(1)).run(work, parts) for deaths in unit], int)


def failure_rate(
    level: Level, players: Sequence[SyntheticPlayer], seed: int, backend: Backend | None = None
) -> Estimate:
    """Share of players who do not finish without dying."""
    return proportion((deaths_per_player(level, players, seed, backend) != 0).astype(float))


_local = threading.local()


def _play_memory() -> tuple[np.ndarray, np.ndarray]:
    if not hasattr(_local, "hand"):
        _local.hand, _local.walk = PlayRecord.zeros(), WalkRecord.zeros()
    return _local.hand, _local.walk
