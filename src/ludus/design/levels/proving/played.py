"""Replay of the agent's run in the game itself, move by move."""

from __future__ import annotations

from ludus.core.position import Position
from ludus.core.registry import load_game
from ludus.design.levels.levels import GeneratedLevel
from ludus.design.levels.proving.agent import AgentRun, reversed_level
from ludus.games.platformer.level import Level
from ludus.games.platformer.options import Options, load_with_level

REPLAY_SECONDS = 3600


def reaches_exit(level: Level, run: AgentRun) -> bool:
    """Whether a run ends in the exit without a death."""
    position = Position.start(load_game("platformer"), load_with_level(level, Options(seconds=REPLAY_SECONDS)), 1)
    for move in run.moves:
        if position.end_reason:
            return False
        position.play(move)
    return position.end_reason == "exit" and position.scores == (0,)


def both_runs_reach_exit(generated: GeneratedLevel) -> tuple[bool, bool]:
    """Whether both runs of a generated level, there and back, end in the exit without a death."""
    assert generated.run_to_exit is not None, "the agent did not play this level"
    assert generated.run_to_start is not None, "the agent did not play this level"
    return reaches_exit(generated.level, generated.run_to_exit), reaches_exit(
        reversed_level(generated.level), generated.run_to_start
    )
