"""Conversion of recordings: from key presses, to their outcome, from and to replay files.

moves = parse_moves("13 right, 24 right+jump")
recording_outcome(Recording(level, moves))
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from ludus import __version__
from ludus.core.errors import NotationError, ReplayError
from ludus.core.registry import find_game
from ludus.core.replay import COUNTED, Replay
from ludus.design.levels.sessions.events import DEATH, EXIT, LONGEST, events_of
from ludus.design.levels.sessions.plays import Play
from ludus.games.platformer.level import Level
from ludus.games.platformer.options import Options, lay_out
from ludus.games.platformer.text import read_presses, write_presses
from ludus.games.platformer.units import TICKS

__all__ = ["Outcome", "moves_of", "outcome_of", "play_of", "replay_of", "write_presses"]

COUNT = re.compile(r"(?:^|,)\s*([0-9]+)")
DIGITS = 7  # a longer number is too many ticks in any case


class Outcome(NamedTuple):
    """How a recording ended."""

    ticks: int
    deaths: int
    arrived: bool


def moves_of(presses: str) -> bytes:
    """Parse key presses to the buttons of every tick.

    Raises:
        NotationError: there are no ticks or too many (checked before memory is used), or the notation is wrong.
    """
    ticks = sum(int(digits[:DIGITS]) for digits in COUNT.findall(presses))
    if ticks > LONGEST:
        raise NotationError(f"a run has at most {LONGEST:,} ticks, not {ticks:,}")
    moves = bytes(read_presses(presses))
    if not moves:
        raise NotationError("a run has one tick at least")
    return moves


def outcome_of(play: Play) -> Outcome:
    """Outcome of a recording, found by replaying it."""
    events = events_of(play)
    exits = [event.tick for event in events if event.kind == EXIT]
    return Outcome(exits[0] if exits else len(play.moves), sum(event.kind == DEATH for event in events), bool(exits))


def play_of(replay: Replay, level: Level) -> Play:
    """Convert a replay of the platformer in this level to a recording.

    Raises:
        ReplayError: the replay is of another level or has wrong options.
    """
    try:
        options = msgspec.convert(replay.options, Options)
    except msgspec.ValidationError as error:
        raise ReplayError(f"the options of this replay are none of the platformer: {error}") from None
    if lay_out(level, options).digest != replay.content:
        raise ReplayError(f"this run was not played in {level.name}: the level has changed, or it is another one")
    player = replay.players[0] if replay.players else "player"
    return Play(level, moves_of(", ".join(replay.written)), player, respawn=options.respawn)


def replay_of(play: Play, file: str) -> Replay:
    """Convert a recording to a replay; `file` is the level's name in it."""
    game, plain = find_game("platformer"), Options()
    seconds = max(plain.seconds, len(play.moves) // TICKS + 1)
    options = Options(level=file, respawn=play.respawn, seconds=seconds)
    chosen = {name: getattr(options, name) for name in options.__struct_fields__}
    return Replay(
        ludus=COUNTED,
        game=game.name,
        rules=game.version,
        content=lay_out(play.level, options).digest,
        seed=1,
        written=write_presses(play.moves).split(", "),
        options={name: value for name, value in chosen.items() if value != getattr(plain, name)},
        players=[play.player],
        result={"reason": "exit", "shares": [1.0]} if outcome_of(play).arrived else {},
        release=__version__,
    )
