"""Benchmarks of the physics and of the generator, for `ludus bench`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ludus.arena.benchmark import LatencyTask, ThroughputTask
from ludus.arena.match import Match
from ludus.arena.runner import play_range
from ludus.bots import load_bot
from ludus.core.registry import load_game
from ludus.design.platformer.generator.generate import GeneratedLevel, generate_level
from ludus.design.platformer.spec import LevelSpec

MIN_TICKS_PER_SECOND = 5_000_000.0  # ticks per second to reach
MAX_LEVEL_MS, MAX_MAZE_MS = 10.0, 100.0  # milliseconds not to exceed
GAME_SECONDS, GAMES = 20, 200  # seconds per game, games
LEVEL_SAMPLES, MAZE_SAMPLES = 101, 51  # number of samples; the median counts


def benchmarks() -> Sequence[ThroughputTask | LatencyTask]:
    """Benchmarks: the physics with traps running, and levels with all checks, as `ludus make` makes them."""
    strip, maze = LevelSpec(rooms=(5, 1)), LevelSpec(rooms=(4, 3), loops=0.3)
    return (
        ThroughputTask("the physics, by random keys", "ticks/s", partial(_play, _random_match()), MIN_TICKS_PER_SECOND),
        LatencyTask(
            "a checked level of 5 rooms with traps, median", partial(_make, strip), LEVEL_SAMPLES, MAX_LEVEL_MS
        ),
        LatencyTask("a checked maze of 4x3 rooms with traps, median", partial(_make, maze), MAZE_SAMPLES, MAX_MAZE_MS),
    )


def _random_match() -> Match:
    game = load_game("platformer")
    content = game.content(level="trap-school", seconds=GAME_SECONDS)
    return Match(game, content, [load_bot(game, "random")], seed=1)


def _play(match: Match) -> int:
    """Play some games; returns the total of their ticks."""
    return int(play_range(match, range(GAMES)).lengths.sum())


def _make(spec: LevelSpec, number: int) -> GeneratedLevel:
    return generate_level(1 + number, spec)
