"""Recordings of people and synthetic players: `Recording`; in the modules their events, traces and files.

    recording = Recording(level, moves)              # the buttons of every tick
    events_of(recording)                             # nodes, traps, deaths, tick by tick
    traces_of(recording)                             # one trace per encounter with a challenge (thesis 4.3)
    parse_moves(presses), recording_outcome(recording)   # from key presses, and how it ended
    read_recordings(text), write_recordings(recordings)  # one file format for people and synthetic players
    schedule(seed)                                   # levels of the thesis's study

A recording is only a level and key presses. All else is found by replaying it with the game's rules, so people and
synthetic players are treated in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludus.games.platformer.level import Level

PlayerKind = Literal["synthetic", "person"]
Respawn = Literal["checkpoint", "start"]
PLAYER_KINDS: tuple[PlayerKind, ...] = ("synthetic", "person")
RESPAWNS: tuple[Respawn, ...] = ("checkpoint", "start")
RATING_RANGE = (1, 5)  # very easy to very hard
MAX_RECORDING_TICKS = 1 << 16  # ticks of a recording, at most: 18 minutes


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
