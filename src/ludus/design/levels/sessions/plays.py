"""A play: a level and the buttons that somebody held in it, tick by tick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludus.games.platformer.level import Level

Kind = Literal["synthetic", "person"]
Respawn = Literal["checkpoint", "start"]
KINDS: tuple[Kind, ...] = ("synthetic", "person")
RESPAWNS: tuple[Respawn, ...] = ("checkpoint", "start")
RATINGS = (1, 5)  # from very easy to very hard


@dataclass(frozen=True)
class Play:
    """One play of one level."""

    level: Level
    moves: bytes  # the buttons of every tick
    player: str = "player"
    kind: Kind = "synthetic"
    session: int = 0
    order: int = 0  # of the play in its session
    respawn: Respawn = "checkpoint"
    skipped: bool = False  # whether the player gave up and went on to the next level
    rating: int | None = None  # how hard the player found it
