"""Kinds of synthetic players, by name: planners and forecasters.

    kind = player_kind("forecaster")
    stage = kind.prepare(level, "checkpoint")
    stage.play(kind.player(0.5, kind.load_calibration()), seed=7)

Both are calibrated on the same published numbers, but share nothing of their error models. What holds for both kinds is
more than a property of one model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ludus.design.platformer.players.forecasting_player import (
    ForecastedLevel,
    ForecasterCalibration,
    ForecastingPlayer,
    load_forecaster_calibration,
)
from ludus.design.platformer.players.synthetic_player import (
    MAX_TICKS,
    Calibration,
    PlayableLevel,
    PlayResult,
    SyntheticPlayer,
    draw_skill,
    load_calibration,
)
from ludus.design.platformer.recordings import Respawn
from ludus.games.platformer.level import Level
from ludus.util.errors import UnknownName

PLANNER, FORECASTER = "planner", "forecaster"

AnyCalibration = Calibration | ForecasterCalibration
AnyPlayer = SyntheticPlayer | ForecastingPlayer


class Stage(Protocol):
    """Level prepared for one kind of players."""

    level: Level

    def play(self, player: Any, seed: int, max_ticks: int = MAX_TICKS) -> PlayResult:
        """Play the level once."""


@dataclass(frozen=True)
class PlayerKind:
    """Kind of synthetic players."""

    name: str
    title: str  # what its players are
    calibration_type: type[AnyCalibration]
    load_calibration: Callable[[], AnyCalibration]
    player: Callable[[float, Any], AnyPlayer]  # of a skill and a calibration
    prepare: Callable[[Level, Respawn], Stage]

    def draw_players(self, count: int, seed: int) -> list[AnyPlayer]:
        """Draw players of all skills; player k has the same skill in every kind."""
        calibration = self.load_calibration()
        return [self.player(draw_skill(seed, k), calibration) for k in range(count)]


PLAYER_KINDS = {
    PLANNER: PlayerKind(
        PLANNER,
        "a player who knows the traps exactly, with human delay, errors in time and lapses",
        Calibration,
        load_calibration,
        SyntheticPlayer,
        PlayableLevel,
    ),
    FORECASTER: PlayerKind(
        FORECASTER,
        "a player with an inexact idea of the traps, who imagines a few futures and goes when they end well",
        ForecasterCalibration,
        load_forecaster_calibration,
        ForecastingPlayer,
        ForecastedLevel,
    ),
}


def player_kind(name: str) -> PlayerKind:
    """Kind of players of this name.

    Raises:
        UnknownName: there is no such kind.
    """
    if name not in PLAYER_KINDS:
        raise UnknownName("kind of players", name, [*PLAYER_KINDS])
    return PLAYER_KINDS[name]


def other_kind(name: str) -> PlayerKind:
    """The kind that checks what is said of this one."""
    return PLAYER_KINDS[FORECASTER if player_kind(name).name == PLANNER else PLANNER]


def kind_of(calibration: AnyCalibration) -> PlayerKind:
    """Kind of players to which a calibration belongs."""
    return next(kind for kind in PLAYER_KINDS.values() if isinstance(calibration, kind.calibration_type))
