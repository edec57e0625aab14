"""Batches of matches on a graphics card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ludus.arena.device.pack import Packed, shapes
from ludus.arena.match import Match, Outcomes

if TYPE_CHECKING:
    from ludus.compute.cuda import Cuda

MOST = 1 << 26  # games whose results are on the card at the same time


def play_on_card(
    matches: Sequence[Match], games: Sequence[int], place: Cuda, progress: Callable[[int], None] | None = None
) -> list[Outcomes]:
    """So many games of each match: what `play_batch` gives on any other place."""
    from ludus.arena.device.launch import play_pack

    found: dict[int, Outcomes] = {}
    for shape, alike in shapes(matches).items():
        for numbers in _portions(alike, games):
            packed = Packed(shape, [matches[k] for k in numbers], [games[k] for k in numbers])
            results = play_pack(packed, place.card, progress)
            found.update(zip(numbers, packed.outcomes(results), strict=True))
    return [found[k] for k in range(len(matches))]


def count_on_card(
    match: Match,
    counted: str,
    tables: np.ndarray,
    firsts: np.ndarray,
    games: int,
    place: Cuda,
    progress: Callable[[int], None] | None = None,
) -> tuple[Outcomes, np.ndarray]:
    """Games firsts[k], firsts[k] + 1 and so on of a match, so many for each k, each k on a table of its own; and the
    tallies of a census, which `counted` names."""
    from ludus.arena.device.launch import play_pack

    packed = Packed.of_tables(match, counted, tables, firsts, games)
    results = play_pack(packed, place.card, progress)
    return packed.outcomes(results)[0], packed.tallies(results)


def _portions(numbers: list[int], games: Sequence[int]) -> Iterator[list[int]]:
    """As many matches at a time as may be on the card together; a long one may be there alone."""
    portion: list[int] = []
    for number in numbers:
        if portion and sum(games[k] for k in portion) + games[number] > MOST:
            yield portion
            portion = []
        portion.append(number)
    yield portion
