"""Play batches of matches on a GPU."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ludus.arena.device.pack import PackedMatches, group_by_shape
from ludus.arena.match import Match, Outcomes

if TYPE_CHECKING:
    from ludus.compute.cuda import Cuda

MAX_GAMES_ON_GPU = 1 << 26  # games whose results are in GPU memory at the same time


def play_on_gpu(
    matches: Sequence[Match], games: Sequence[int], backend: Cuda, progress: Callable[[int], None] | None = None
) -> list[Outcomes]:
    """Play a number of games of each match on a GPU: the same results as `play_batch` on any other backend."""
    from ludus.arena.device.launch import play_packed

    outcomes: dict[int, Outcomes] = {}
    for shape, same_shape in group_by_shape(matches).items():
        for numbers in _batches_that_fit(same_shape, games):
            packed = PackedMatches(shape, [matches[k] for k in numbers], [games[k] for k in numbers])
            results = play_packed(packed, backend.device, progress)
            outcomes.update(zip(numbers, packed.outcomes(results), strict=True))
    return [outcomes[k] for k in range(len(matches))]


def play_with_stats_on_gpu(
    match: Match,
    stats_name: str,
    tables: np.ndarray,
    firsts: np.ndarray,
    games: int,
    backend: Cuda,
    progress: Callable[[int], None] | None = None,
) -> tuple[Outcomes, np.ndarray]:
    """Play games of one match with statistics, on game data records of their own.

    Args:
        match: The match.
        counted: Name of the statistics.
        tables: Game data records.
        firsts: For each record the number of its first game.
        games: Number of games for each record.
        place: The GPU backend.
        progress: Called with the number of finished games.

    Returns:
        The outcomes, and the statistics of each game.
    """
    from ludus.arena.device.launch import play_packed

    packed = PackedMatches.of_tables(match, stats_name, tables, firsts, games)
    results = play_packed(packed, backend.device, progress)
    return packed.outcomes(results)[0], packed.stats(results)


def _batches_that_fit(numbers: list[int], games: Sequence[int]) -> Iterator[list[int]]:
    """Split matches into batches that fit into GPU memory together; a long one may be alone."""
    batch: list[int] = []
    for number in numbers:
        if batch and sum(games[k] for k in batch) + games[number] > MAX_GAMES_ON_GPU:
            yield batch
            batch = []
        batch.append(number)
    yield batch
