"""Replay of the agent's run in the game itself, move by move."""

from __future__ import annotations

from ludus.core.position import Position
from ludus.core.registry import find_game
from ludus.design.levels.levels import Made
from ludus.design.levels.proving.agent import Walked, backwards
from ludus.games.platformer.level import Level
from ludus.games.platformer.options import Options, lay_out

SECONDS = 3600


def arrives(level: Level, walked: Walked) -> bool:
    """Whether a run ends in the exit without a death."""
    position = Position.start(find_game("platformer"), lay_out(level, Options(seconds=SECONDS)), 1)
    for move in walked.moves:
        if position.ended:
            return False
        position.play(move)
    return position.ended == "exit" and position.points == (0,)


def proven(made: Made) -> tuple[bool, bool]:
    """Whether both runs of a generated level, there and back, end in the exit without a death."""
    assert made.there is not None, "the agent did not play this level"
    assert made.back is not None, "the agent did not play this level"
    return arrives(made.level, made.there), arrives(backwards(made.level), made.back)
