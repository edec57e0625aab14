"""Many matches at once: the games of all of them share the threads, so that short matches leave none idle.

    outcomes = play_batch([Match(...), Match(...)], [1000, 500], Threads())

What comes out is what each match would give alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from ludus.arena.match import PILOT, UNIT, Match, Outcomes
from ludus.compute import Place, Threads, units
from ludus.core.errors import OptionError


def play_batch(
    matches: Sequence[Match],
    games: Sequence[int],
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Outcomes]:
    """Play so many games of each match. `progress` hears of every unit done, in games."""
    if len(matches) != len(games):
        raise OptionError(f"{len(matches)} matches and {len(games)} numbers of games do not go together")
    if any(count < 1 for count in games):
        raise OptionError("a match needs at least one game")
    ends = list(accumulate(games))  # all games in one row: match k has those below ends[k]

    def play(part: range) -> tuple[int, Outcomes]:
        k = bisect_right(ends, part.start)
        first = ends[k] - games[k]
        return k, matches[k].play_part(range(part.start - first, part.stop - first))

    found: list[list[Outcomes]] = [[] for _ in matches]
    for k, outcomes in (place or Threads(1)).run(play, _parts(ends, _size(games))):
        found[k].append(outcomes)
        if progress:
            progress(len(outcomes))
    return [Outcomes.joined(parts) for parts in found]


def _parts(ends: list[int], size: int) -> Iterator[range]:
    """Units of at most `size` games, none of which reaches into the next match."""
    first = 0
    for end in ends:
        yield from units(end, size, first)
        first = end


def _size(games: Sequence[int]) -> int:
    """Small enough that the last units of a batch keep every thread busy; never matters for the results."""
    return min(max(sum(games) // 256, PILOT), UNIT)
