"""Synthetic players: a perfect planner with an error model, and their play of a level.

    player = SyntheticPlayer(skill=0.5, load_calibration())
    players = draw_players(53, seed=7)                       # players of all skills
    recording = record_play(level, player, seed=7)
    failure_rate(level, players, seed=8)                     # share of players who die before the exit

Times of the error model are in seconds. A player of skill z has all errors, lapses and haste multiplied by
exp(-spread * z). Every play is a function of the level, the player and the seed.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import msgspec
import numpy as np

from ludus.backends import Backend, Threads, split_range
from ludus.core.compile_once import load_rule
from ludus.core.random import as_int64, derive, seed_stream
from ludus.core.rule import plain
from ludus.design.platformer.generator.traps import working_memory
from ludus.design.platformer.level_graph.cell_grid import grid_of_level
from ludus.design.platformer.level_graph.graph import LevelGraph
from ludus.design.platformer.level_graph.graph_construction import build_by_address
from ludus.design.platformer.level_graph.movement_tables import packed_graph_moves
from ludus.design.platformer.players.controller import play_by_address
from ludus.design.platformer.players.motor_rules import (
    MAX_PLAY_TICKS,
    TRAP_DETOUR,
    PlayerParams,
    PlayRecord,
    Strategy,
    jump_styles,
)
from ludus.design.platformer.random_stream import RandomStream
from ludus.design.platformer.recordings import Recording, Respawn
from ludus.design.platformer.recordings.events import Event, level_data, read_events
from ludus.design.platformer.verify.agent_search import WalkRecord
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.level import Level
from ludus.stats import Estimate, proportion
from ludus.util.errors import ContentError, LudusError

CALIBRATION_FILE = "calibration.toml"
MAX_RATE = 0.9  # lapses and haste, at most
_first_state = plain(seed_stream)
MAX_TICKS = 18_000  # five minutes; then the player gives up
PLAYERS_PER_UNIT = 50


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Error model of a player of average skill."""

    sigma: float  # s; standard deviation of the timing error of a key press
    drift: float  # growth of the error per second since the last safe node
    sigma_jump: float  # s; additional error of jumps, and of how long their button is held
    lapse: float  # chance to misread a trap and go at a wrong time
    haste: float  # chance to go at once, without observing the trap
    spread: float  # effect of skill
    delay: float = 0.25  # s; delay of perception
    delay_spread: float = 0.05


Constants = TypeVar("Constants", bound=msgspec.Struct)


@dataclass(frozen=True)
class SyntheticPlayer:
    """Player of a given skill: 0 is average, two thirds of all are between -1 and 1."""

    skill: float
    calibration: Calibration
    detour: int = TRAP_DETOUR  # half cells of detour that it accepts to avoid one move through a trap

    def record(self, seed: int) -> np.ndarray:
        """Record for compiled rules, with its own random stream."""
        array, numbers = PlayerParams.zeros(), self.calibration
        worse = math.exp(-numbers.spread * self.skill)
        player_record = array[0]
        player_record["stream"] = int(_first_state(as_int64(seed)))
        player_record["detour"] = self.detour
        player_record["delay"], player_record["delay_spread"] = (
            numbers.delay * TICKS_PER_SECOND,
            numbers.delay_spread * TICKS_PER_SECOND,
        )
        player_record["sigma"], player_record["drift"] = numbers.sigma * TICKS_PER_SECOND * worse, numbers.drift * worse
        player_record["sigma_jump"] = numbers.sigma_jump * TICKS_PER_SECOND * worse
        player_record["lapse"], player_record["haste"] = (
            min(numbers.lapse * worse, MAX_RATE),
            min(numbers.haste * worse, MAX_RATE),
        )
        return array


def draw_players(count: int, seed: int, calibration: Calibration | None = None) -> list[SyntheticPlayer]:
    """Draw players; their skills have mean 0 and standard deviation 1."""
    numbers = calibration or load_calibration()
    return [SyntheticPlayer(draw_skill(seed, k), numbers) for k in range(count)]


def draw_skill(seed: int, number: int) -> float:
    """Skill of player `number`: a sum of twelve uniform numbers, the same on every machine."""
    dice, resolution = RandomStream(seed, "skill", number), 1 << 30
    return sum(dice.below(resolution) for _ in range(12)) / resolution - 6.0


@cache
def load_calibration() -> Calibration:
    """Constants that come with the package."""
    return read_calibration(packaged_file(CALIBRATION_FILE), CALIBRATION_FILE)


def packaged_file(name: str) -> bytes:
    """File of constants beside this module."""
    return resources.files(__package__).joinpath(name).read_bytes()


def read_calibration(data: bytes, where: str, constants: type[Constants] = Calibration) -> Constants:  # type: ignore[assignment]
    """Parse the `player` table of a TOML file as the constants of a kind of players."""
    try:
        content: dict[str, Any] = msgspec.toml.decode(data, type=dict[str, Any])
        return msgspec.convert(content.get("player", {}), constants)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise ContentError(f"{where}: {error}") from None


def write_calibration(calibration: msgspec.Struct, comments: list[str]) -> str:
    """TOML text of a calibration, with comments at the top."""
    lines = [f"# {line}".rstrip() for line in comments]
    lines += ["", "[player]"]
    lines += [f"{name} = {getattr(calibration, name)!r}" for name in calibration.__struct_fields__]
    return "\n".join([*lines, ""])


@dataclass(frozen=True)
class PlayResult:
    """Result of a play: buttons, whether the exit was reached, deaths, events."""

    moves: bytes
    reached_exit: bool
    deaths: int
    events: list[Event]


class PlayableLevel:
    """Level prepared for synthetic players; strategies are computed once for all that accept the same detours.

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
        self._node_count = len(graph.nodes)
        self.strategies_by_detour: dict[int, np.ndarray] = {}  # by detour: players who take other ways meet other traps

    def play(self, player: SyntheticPlayer, seed: int, max_ticks: int = MAX_TICKS) -> PlayResult:
        """Play the level once."""
        play_record, walk = _play_memory()
        play_record["last_tick"] = min(max_ticks, MAX_PLAY_TICKS - 256)
        player_record, routes = player.record(seed), working_memory().routes
        if player.detour not in self.strategies_by_detour:
            self.strategies_by_detour[player.detour] = Strategy.zeros(self._node_count)
        strategies, styles = self.strategies_by_detour[player.detour], jump_styles(self.level.movement)
        records = (self.data, self._graph(), styles, walk, routes, strategies, player_record, play_record)
        play_rule = load_rule(play_by_address, 10, self.compiled)
        arrived = play_rule(*(record.ctypes.data for record in records), *self.level.exits[0])
        result = play_record[0]
        moves, deaths = result["moves"][: int(result["count"])].tobytes(), int(result["state"]["deaths"])
        return PlayResult(moves, bool(arrived), deaths, read_events(play_record["log"]))

    def _graph(self) -> np.ndarray:
        """Graph of the level, rebuilt for each play, since players change its weights; the memory is shared."""
        array, play_rule = working_memory().graph, load_rule(build_by_address, 4, self.compiled)
        play_rule(self.grid.ctypes.data, array.ctypes.data, packed_graph_moves(self.level.movement).ctypes.data, 0)
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
    if not hasattr(_local, "play"):
        _local.play, _local.walk = PlayRecord.zeros(), WalkRecord.zeros()
    return _local.play, _local.walk
