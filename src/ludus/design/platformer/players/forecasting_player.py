"""Forecasting players: a second population of synthetic players, built independently of the planners.

    player = ForecastingPlayer(skill=0.5, load_forecaster_calibration())
    ForecastedLevel(level).play(player, seed=7)

A planner knows the traps exactly and carries out its plan with errors. A forecaster knows them roughly: it decides by
imagined futures in a belief that is a little wrong (`forecast_rules`). The two share the rules of the game, the level
graph and the moves that the agent proves; they share nothing of the model of human errors. Times are in seconds. A
player of skill z has all errors and its impatience multiplied by exp(-spread * z), and its care divided by it.

A player may learn. Practice acts as skill does: at the n-th attempt at challenges of a kind, which is the kind of their
first trap, errors and impatience are multiplied by n ** -learning, and care is divided by it. The published numbers do
not determine `learning`; it is 0 unless one asks for learning players.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from functools import cache

import msgspec
import numpy as np

from ludus.core.compile_once import load_rule
from ludus.core.random import as_int64, seed_stream
from ludus.core.rule import plain
from ludus.design.platformer.generator.traps import working_memory
from ludus.design.platformer.level_graph.cell_grid import grid_of_level
from ludus.design.platformer.level_graph.graph import LevelGraph
from ludus.design.platformer.level_graph.graph_construction import build_by_address
from ludus.design.platformer.level_graph.movement_tables import move_controllers, packed_graph_moves
from ludus.design.platformer.players.forecast_rules import (
    KIND_COUNT,
    MAX_FORECAST_TICKS,
    MAX_PRACTICE,
    Crossing,
    ForecasterParams,
    ForecastRecord,
    forecast_by_address,
)
from ludus.design.platformer.players.synthetic_player import MAX_TICKS, PlayResult, packaged_file, read_calibration
from ludus.design.platformer.recordings import Respawn
from ludus.design.platformer.recordings.events import level_data, read_events
from ludus.design.platformer.verify.agent_search import WalkRecord
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.level import Level
from ludus.util.errors import LudusError

FORECASTER_FILE = "forecaster.toml"
FORECASTER_DETOUR = 6  # half cells of detour to avoid one move through a trap
_first_state = plain(seed_stream)


class ForecasterCalibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Error model of a forecaster of average skill."""

    blur: float  # s; standard deviation of the error of a trap's phase
    tempo: float  # standard deviation of the rate of the inner clock
    motor: float  # standard deviation of a movement, relative to its size
    care: float  # mean number of futures that it imagines for a decision
    impatience: float  # share of bad futures that it accepts per second of waiting
    spread: float  # effect of skill
    delay: float = 0.25  # s; of a look, and from a decision to the movement


@dataclass(frozen=True)
class ForecastingPlayer:
    """Forecaster of a given skill: 0 is average, two thirds of all are between -1 and 1."""

    skill: float
    calibration: ForecasterCalibration
    detour: int = FORECASTER_DETOUR  # half cells of detour that it accepts to avoid one move through a trap
    learning: float = 0.0  # exponent of the power law of practice
    attempts: tuple[int, ...] = (0,) * KIND_COUNT  # attempts at challenges of each kind before the play

    def record(self, seed: int) -> np.ndarray:
        """Record for compiled rules, with its own random stream."""
        array, numbers = ForecasterParams.zeros(), self.calibration
        worse, row = math.exp(-numbers.spread * self.skill), array[0]
        row["stream"] = int(_first_state(as_int64(seed)))
        row["delay"], row["blur"] = numbers.delay * TICKS_PER_SECOND, numbers.blur * TICKS_PER_SECOND * worse
        row["tempo"], row["motor"] = numbers.tempo * worse, numbers.motor * worse
        row["care"], row["impatience"] = numbers.care / worse, numbers.impatience * worse / TICKS_PER_SECOND
        row["detour"], row["attempts"] = self.detour, self.attempts
        row["practice"] = [(1 + met) ** -self.learning for met in range(MAX_PRACTICE + 1)]
        return array


class ForecastedLevel:
    """Level prepared for forecasters; moves through traps are found once for all that accept the same detours.

    Raises:
        LudusError: a player cannot stand at the start or the exit.
    """

    def __init__(self, level: Level, respawn: Respawn = "checkpoint", compiled: bool = True) -> None:
        self.level, self.respawn, self.compiled = level, respawn, compiled
        self.data, self.grid = level_data(level, respawn), grid_of_level(level)
        self.belief = self.data.copy()
        graph = LevelGraph(self._graph())
        for cell in (level.start, level.exits[0]):
            if graph.stand_node(cell) is None:
                raise LudusError(f"a player cannot stand at {cell[0]} {cell[1]}, so there is no path from or to it")
        self._node_count = len(graph.nodes)
        self.crossings_by_detour: dict[int, np.ndarray] = {}

    def play(self, player: ForecastingPlayer, seed: int, max_ticks: int = MAX_TICKS) -> PlayResult:
        """Play the level once."""
        return self.play_and_learn(player, seed, max_ticks)[0]

    def play_and_learn(
        self, player: ForecastingPlayer, seed: int, max_ticks: int = MAX_TICKS
    ) -> tuple[PlayResult, tuple[int, ...]]:
        """Play the level once; also returns the attempts of the player at each kind, those of this play included."""
        play_record, walk = _play_memory()
        play_record["last_tick"] = min(max_ticks, MAX_FORECAST_TICKS - 256)
        player_record = player.record(seed)
        known = self.crossings_by_detour.setdefault(player.detour, Crossing.zeros(self._node_count))
        records = (
            *(self.data, self.belief, self._graph(), move_controllers(self.level.movement), walk),
            *(working_memory().routes, known, player_record, play_record),
        )
        play_rule = load_rule(forecast_by_address, 11, self.compiled)
        reached_exit = play_rule(*(record.ctypes.data for record in records), *self.level.exits[0])
        result = play_record[0]
        moves, deaths = result["moves"][: int(result["count"])].tobytes(), int(result["state"]["deaths"])
        played = PlayResult(moves, bool(reached_exit), deaths, read_events(play_record["log"]))
        return played, tuple(player_record[0]["attempts"].tolist())

    def _graph(self) -> np.ndarray:
        """Graph of the level, rebuilt for each play, since players change its weights; the memory is shared."""
        array, build = working_memory().graph, load_rule(build_by_address, 4, self.compiled)
        build(self.grid.ctypes.data, array.ctypes.data, packed_graph_moves(self.level.movement).ctypes.data, 0)
        return array


@cache
def load_forecaster_calibration() -> ForecasterCalibration:
    """Constants that come with the package."""
    return read_calibration(packaged_file(FORECASTER_FILE), FORECASTER_FILE, ForecasterCalibration)


_local = threading.local()


def _play_memory() -> tuple[np.ndarray, np.ndarray]:
    if not hasattr(_local, "play"):
        _local.play, _local.walk = ForecastRecord.zeros(), WalkRecord.zeros()
    return _local.play, _local.walk
