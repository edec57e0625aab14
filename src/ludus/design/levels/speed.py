"""Benchmarks of the physics and of the generator, for `ludus bench`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ludus.arena.bench import Pieces, Task
from ludus.arena.match import Match
from ludus.core.registry import find_game
from ludus.design.levels.levels import LevelOrder, Made, make_level
from ludus.players import find_player

TICKS_BAR = 5_000_000.0  # ticks per second to reach
LEVEL_BAR, MAZE_BAR = 10.0, 100.0  # milliseconds not to exceed
SECONDS, GAMES = 20, 200  # seconds per game, games
LEVELS, MAZES = 101, 51  # number of samples; the median counts


def tasks() -> Sequence[Task | Pieces]:
    """Benchmarks: the physics with traps running, and levels with all checks, as `ludus make` makes them."""
    strip, maze = LevelOrder(rooms=(5, 1)), LevelOrder(rooms=(4, 3), loops=0.3)
    return (
        Task("the physics, by random keys", "ticks/s", partial(_play, _random_match()), TICKS_BAR),
        Pieces("a checked level of 5 rooms with traps, median", partial(_make, strip), LEVELS, LEVEL_BAR),
        Pieces("a checked maze of 4x3 rooms with traps, median", partial(_make, maze), MAZES, MAZE_BAR),
    )


def _random_match() -> Match:
    game = find_game("platformer")
    content = game.content(level="trap-school", seconds=SECONDS)
    return Match(game, content, [find_player(game, "random")], seed=1)


def _play(match: Match) -> int:
    """Play some games; returns the total of their ticks."""
    return int(match.play_part(range(GAMES)).lengths.sum())


def _make(order: LevelOrder, number: int) -> Made:
    return make_level(1 + number, order)
