"""Recording: a level and the buttons that a player held in it, tick by tick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludus.games.platformer.level import Level

PlayerKind = Literal["synthetic", "person"]
Respawn = Literal["checkpoint", "start"]
PLAYER_KINDS: tuple[PlayerKind, ...] = ("synthetic", "person")
RESPAWNS: tuple[Respawn, ...] = ("checkpoint", "start")
RATING_RANGE = (1, 5)  # very easy to very hard


@dataclass(frozen=True)
class Recording:
    """Recording of one play of one level."""

    level: Level
    moves: bytes  # the buttons of every tick
    player: str = "player"
    kind: PlayerKind = "synthetic"
    session: int = 0
    order: int = 0  # position in its session
    respawn: Respawn = "checkpoint"
    skipped: bool = False  # whether the player gave up the level
    rating: int | None = None  # difficulty as rated by the player
