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

from ludus.compute import Place, Threads, units
from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.doors import ready
from ludus.design.levels.people.acting import play_by_address
from ludus.design.levels.people.filter import SyntheticPlayer
from ludus.design.levels.people.habits import habits
from ludus.design.levels.people.hands import LONGEST_PLAY, Hand, Strategy
from ludus.design.levels.proving.walking import Walk
from ludus.design.levels.sessions.events import Event, read_events, table_of
from ludus.design.levels.sessions.plays import Play, Respawn
from ludus.design.levels.trapping.traps import working_memory
from ludus.design.levels.ways.graph import LevelGraph
from ludus.design.levels.ways.moves import half_moves
from ludus.design.levels.ways.network import build_by_address
from ludus.design.levels.ways.sheets import sheet_of
from ludus.games.platformer.level import Level
from ludus.stats import Estimate, share

MOST_TICKS = 18_000  # five minutes; then the player gives up
PLAYERS_A_UNIT = 50


@dataclass(frozen=True)
class Played:
    """Result of a play: buttons, whether the exit was reached, deaths, events."""

    moves: bytes
    arrived: bool
    deaths: int
    events: list[Event]


class Stage:
    """Level prepared for synthetic players; strategies are computed once for all of them.

    Raises:
        LudusError: a player cannot stand at the start or the exit.
    """

    def __init__(self, level: Level, respawn: Respawn = "checkpoint", compiled: bool = True) -> None:
        self.level, self.respawn, self.compiled = level, respawn, compiled
        self.table, self.sheet = table_of(level, respawn), sheet_of(level)
        graph = LevelGraph(self._graph())
        for cell in (level.start, level.exits[0]):
            if graph.stand(cell) is None:
                raise LudusError(f"a player cannot stand at {cell[0]} {cell[1]}, so there is no path from or to it")
        self.book: np.ndarray = Strategy.zeros(len(graph.nodes))

    def play(self, player: SyntheticPlayer, seed: int, most_ticks: int = MOST_TICKS) -> Played:
        """Play the level once."""
        hand, walk = _memory()
        hand["last_tick"] = min(most_ticks, LONGEST_PLAY - 256)
        person, routes = player.person(seed), working_memory().routes
        records = (self.table, self._graph(), habits(), walk, routes, self.book, person, hand)
        door = ready(play_by_address, 10, self.compiled)
        arrived = door(*(record.ctypes.data for record in records), *self.level.exits[0])
        result = hand[0]
        moves, deaths = result["moves"][: int(result["count"])].tobytes(), int(result["state"]["deaths"])
        return Played(moves, bool(arrived), deaths, read_events(hand["watch"]))

    def _graph(self) -> np.ndarray:
        """Graph of the level, rebuilt for each play, since players change its weights; the memory is shared."""
        array, door = working_memory().graph, ready(build_by_address, 4, self.compiled)
        door(self.sheet.ctypes.data, array.ctypes.data, half_moves().ctypes.data, 0)
        return array


def play_session(
    level: Level,
    player: SyntheticPlayer,
    seed: int,
    respawn: Respawn = "checkpoint",
    most_ticks: int = MOST_TICKS,
    session: int = 0,
    order: int = 0,
) -> Play:
    """Play one level; returns a recording that can be written to a file."""
    played = Stage(level, respawn).play(player, seed, most_ticks)
    name = f"synthetic {player.skill:+.2f}"
    return Play(level, played.moves, name, "synthetic", session, order, respawn, skipped=not played.arrived)


def deaths_of(
    level: Level,
    players: Sequence[SyntheticPlayer],
    seed: int,
    place: Place | None = None,
    respawn: Respawn = "checkpoint",
) -> np.ndarray:
    """Deaths of each player before the exit; -1 for a player who gives up without a death."""

    def work(part: range) -> list[int]:
        stage = Stage(level, respawn)
        results = [stage.play(players[k], derive(seed, "play", k)) for k in part]
        return [result.deaths if result.arrived or result.deaths else -1 for result in results]

    parts = units(len(players), PLAYERS_A_UNIT)
    return np.array([deaths for unit in (place or Threads(1)).run(work, parts) for deaths in unit], int)


def failure(level: Level, players: Sequence[SyntheticPlayer], seed: int, place: Place | None = None) -> Estimate:
    """Share of players who do not finish without dying."""
    return share((deaths_of(level, players, seed, place) != 0).astype(float))


_local = threading.local()


def _memory() -> tuple[np.ndarray, np.ndarray]:
    if not hasattr(_local, "hand"):
        _local.hand, _local.walk = Hand.zeros(), Walk.zeros()
    return _local.hand, _local.walk
