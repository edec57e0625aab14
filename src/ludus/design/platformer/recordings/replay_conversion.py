"""Conversion of recordings: from key presses, to their outcome, from and to replay files.

moves = parse_moves("13 right, 24 right+jump")
recording_outcome(Recording(level, moves))
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from ludus import __version__
from ludus.core.game_registry import load_game
from ludus.core.replay import FORMAT_RUN_LENGTH, Replay
from ludus.design.platformer.recordings import MAX_RECORDING_TICKS, Recording
from ludus.design.platformer.recordings.events import DEATH_EVENT, EXIT_EVENT, events_of
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.level import Level
from ludus.games.platformer.move_notation import read_presses, write_presses
from ludus.games.platformer.options import Options, load_with_level
from ludus.util.errors import NotationError, ReplayError

__all__ = [
    "RecordingOutcome",
    "parse_moves",
    "recording_from_replay",
    "recording_outcome",
    "replay_from_recording",
    "write_presses",
]

TICK_COUNT = re.compile(r"(?:^|,)\s*([0-9]+)")
MAX_DIGITS = 7  # a longer number is too many ticks in any case


class RecordingOutcome(NamedTuple):
    """How a recording ended."""

    ticks: int
    deaths: int
    arrived: bool


def parse_moves(presses: str) -> bytes:
    """Parse key presses to the buttons of every tick.

    Raises:
        NotationError: there are no ticks or too many (checked before memory is used), or the notation is wrong.
    """
    ticks = sum(int(digits[:MAX_DIGITS]) for digits in TICK_COUNT.findall(presses))
    if ticks > MAX_RECORDING_TICKS:
        raise NotationError(f"a run has at most {MAX_RECORDING_TICKS:,} ticks, not {ticks:,}")
    moves = bytes(read_presses(presses))
    if not moves:
        raise NotationError("a run has at least one tick")
    return moves


def recording_outcome(recording: Recording) -> RecordingOutcome:
    """Outcome of a recording, found by replaying it."""
    events = events_of(recording)
    exits = [event.tick for event in events if event.kind == EXIT_EVENT]
    return RecordingOutcome(
        exits[0] if exits else len(recording.moves), sum(event.kind == DEATH_EVENT for event in events), bool(exits)
    )


def recording_from_replay(replay: Replay, level: Level) -> Recording:
    """Convert a replay of the platformer in this level to a recording.

    Raises:
        ReplayError: the replay is of another level or has wrong options.
    """
    try:
        options = msgspec.convert(replay.options, Options)
    except msgspec.ValidationError as error:
        raise ReplayError(f"the options of this replay do not fit the platformer: {error}") from None
    if load_with_level(level, options).digest != replay.content:
        raise ReplayError(f"this run was not played in {level.name}: the level has changed, or it is another one")
    player = replay.players[0] if replay.players else "player"
    return Recording(level, parse_moves(", ".join(replay.written)), player, respawn=options.respawn)


def replay_from_recording(recording: Recording, file: str) -> Replay:
    """Convert a recording to a replay; `file` is the level's name in it."""
    game, plain = load_game("platformer"), Options()
    seconds = max(plain.seconds, len(recording.moves) // TICKS_PER_SECOND + 1)
    options = Options(level=file, respawn=recording.respawn, seconds=seconds)
    chosen = {name: getattr(options, name) for name in options.__struct_fields__}
    return Replay(
        ludus=FORMAT_RUN_LENGTH,
        game=game.name,
        rules=game.version,
        content=load_with_level(recording.level, options).digest,
        seed=1,
        written=write_presses(recording.moves).split(", "),
        options={name: value for name, value in chosen.items() if value != getattr(plain, name)},
        players=[recording.player],
        result={"reason": "exit", "shares": [1.0]} if recording_outcome(recording).arrived else {},
        release=__version__,
    )
