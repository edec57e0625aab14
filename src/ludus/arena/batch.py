"""Play many matches at once: their games share the workers, so that short matches leave none idle.

    outcomes = play_batch([Match(...), Match(...)], [1000, 500], Threads())

The outcomes are the same as those of each match played alone.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import accumulate

from ludus.arena.device import play_on_gpu
from ludus.arena.match import Match, Outcomes
from ludus.arena.pace import FIRST_CHUNK, ChunkSizer
from ludus.compute import Backend, Threads
from ludus.compute.cuda import Cuda
from ludus.core.errors import OptionError


def play_batch(
    matches: Sequence[Match],
    games: Sequence[int],
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Outcomes]:
    """Play several matches together.

    Args:
        matches: What is played.
        games: Number of games for each match.
        place: The backend; one thread if None.
        progress: Called with the number of games of every finished chunk.

    Returns:
        The outcomes of each match, in the order of `matches`.

    Raises:
        OptionError: the two sequences differ in length, or a number is below 1.
    """
    if len(matches) != len(games):
        raise OptionError(f"{len(matches)} matches and {len(games)} numbers of games do not go together")
    if any(count < 1 for count in games):
        raise OptionError("a match needs at least one game")
    if not matches:
        return []
    backend = backend or Threads(1)
    if isinstance(backend, Cuda):
        return play_on_gpu(matches, games, backend, progress)
    first = FIRST_CHUNK if all(match.together for match in matches) else min(match.seats for match in matches)
    pace, row = ChunkSizer(backend.count, first), BatchGames(matches, games)
    parts_by_match: list[list[Outcomes]] = [[] for _ in matches]
    with closing(backend.run(row, pace.chunks(row.ends[-1]))) as results:
        for first_match, seconds, part in results:
            for match_number, outcomes in enumerate(part, first_match):
                parts_by_match[match_number].append(outcomes)
            count = sum(map(len, part))
            pace.record(count, seconds)
            if progress:
                progress(count)
    return [Outcomes.joined(match_parts) for match_parts in parts_by_match]


class BatchGames:
    """The games of all matches in one sequence: match k has those below ends[k]. Any range can be played anywhere."""

    def __init__(self, matches: Sequence[Match], games: Sequence[int]) -> None:
        self.matches, self.ends = list(matches), list(accumulate(games))

    def __call__(self, part: range) -> tuple[int, float, list[Outcomes]]:
        """Play a range; returns its first match, the seconds it took, and outcomes from that match on."""
        start_time, first = time.perf_counter(), bisect_right(self.ends, part.start)
        outcomes, k, at = [], first, part.start
        while at < part.stop:
            before, stop = self.ends[k - 1] if k else 0, min(self.ends[k], part.stop)
            outcomes.append(self.matches[k].play_range(range(at - before, stop - before)))
            k, at = k + 1, stop
        return first, time.perf_counter() - start_time, outcomes
