"""Chunk sizes for parallel games: few games until their speed is known, then as many as take a fraction of a second,
and fewer towards the end so that all workers finish together. Chunk sizes never change the results.

Play many matches at once: their games share the workers, so that short matches leave none idle.

    outcomes = play_batch([Match(...), Match(...)], [1000, 500], Threads())

The outcomes are the same as those of each match played alone.

Play the games of a match in order: a fixed number, or until a sequential test decides.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from itertools import accumulate

import numpy as np

from ludus.arena.gpu import play_on_gpu
from ludus.arena.match import Match, Outcomes
from ludus.backends import Backend, Threads
from ludus.backends.cuda import Cuda
from ludus.stats import Sprt, SprtMonitor, SprtVerdict
from ludus.util.errors import OptionError

FIRST_CHUNK = 16  # games of the first chunks, if all bots are compiled
MAX_CHUNK, CHUNK_SECONDS = 2000, 0.2  # most games in one chunk, and how long it should take
MAX_GROWTH = 8  # at most so many times the last chunk: one quick game says little about the next
CHUNKS_PER_WORKER = 4  # the remaining games should make this many chunks per worker,
MIN_CHUNK_DIVISOR = 10  # unless a chunk would be smaller than this fraction of a full one


class ChunkSizer:
    """Chooses chunk sizes from how long earlier chunks took."""

    def __init__(self, workers: int, first: int, step: int = 1) -> None:
        """`first` games at the beginning; every size is a multiple of `step`."""
        self._workers, self._size, self._step = workers, first, step

    def next_size(self, left: int) -> int:
        """The size of the next chunk when `left` games remain."""
        share = -(-left // (CHUNKS_PER_WORKER * self._workers))
        size = min(self._size, max(share, self._size // MIN_CHUNK_DIVISOR))
        return min(max(size - size % self._step, self._step), left)

    def chunks(self, total: int) -> Iterator[range]:
        """Games 0 .. total-1 in chunks, each sized when it is requested."""
        at = 0
        while at < total:
            part = range(at, at + self.next_size(total - at))
            yield part
            at = part.stop

    def record(self, games: int, seconds: float) -> None:
        """Record that a chunk of `games` games took `seconds`."""
        target = int(games * CHUNK_SECONDS / max(seconds, 1e-6))
        self._size = max(min(target, MAX_CHUNK, MAX_GROWTH * games), 1)


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


def play_in_order(
    match: Match, first: int, last: int, backend: Backend | None = None
) -> Generator[Outcomes, None, None]:
    """Play games first .. last-1 and yield them in order, whole deals at a time. `first` begins a deal.

    Chunks are small at first and grow until one takes a fraction of a second; this does not change the results. Close
    the generator to stop before the last game.
    """
    backend = backend or Threads(1)
    pace = ChunkSizer(backend.count, match.per_deal, match.per_deal)

    def parts() -> Iterator[range]:
        at = first
        while at < last:
            part = range(at, at + pace.next_size(last - at))
            yield part
            at = part.stop

    with closing(backend.run(_TimedMatch(match), parts())) as results:
        for seconds, outcomes in results:
            pace.record(len(outcomes), seconds)
            yield outcomes


class _TimedMatch:
    """Plays games of a match and measures the seconds."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __call__(self, part: range) -> tuple[float, Outcomes]:
        start = time.perf_counter()
        outcomes = self.match.play_range(part)
        return time.perf_counter() - start, outcomes


def play_sequential_test(
    match: Match,
    test: Sprt,
    max_games: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Outcomes, SprtVerdict]:
    """Play until a sequential test decides whether the first of two players is stronger.

    The games up to the decision are the same on any number of threads. Because the test stops early, the win rates of
    such games are slightly biased towards the verdict.

    Args:
        match: A match of two players.
        test: The test.
        most: Maximum number of games.
        place: The backend; one thread if None.
        progress: Called with the number of games of every finished chunk.

    Returns:
        The games up to the decision, and the verdict.
    """
    check_testable(match)
    running_test, parts = SprtMonitor(test), []
    with closing(play_in_order(match, 0, max_games + -max_games % match.per_deal, backend)) as chunks:
        for part in chunks:
            parts.append(part)
            running_test.add(deal_payoffs(match, part))
            if progress:
                progress(len(part))
            if running_test.verdict.decision != "running":
                break
    outcomes = Outcomes.joined(parts)
    if running_test.verdict.decision != "running":
        outcomes = first_games(outcomes, running_test.verdict.count * match.per_deal)
    return outcomes, running_test.verdict


def check_testable(match: Match) -> None:
    """Raise OptionError unless the match has two players."""
    if match.seats != 2:
        raise OptionError(f"a sequential test is between two players; {match.game.name} has {match.seats} here")


def deal_payoffs(match: Match, part: Outcomes) -> np.ndarray:
    """The observations of a test: the first player's payoff in each deal."""
    payoffs: np.ndarray = match.by_deal(match.by_player(part))[:, 0]
    return payoffs


def first_games(outcomes: Outcomes, last: int) -> Outcomes:
    """The first `last` games only."""
    return Outcomes(outcomes.shares[:last], outcomes.points[:last], outcomes.reasons[:last], outcomes.lengths[:last])
