"""Play the games of a match in order: a fixed number, or until a sequential test decides."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing

import numpy as np

from ludus.arena.match import Match, Outcomes
from ludus.arena.pace import ChunkSizer
from ludus.compute import Backend, Threads
from ludus.core.errors import OptionError
from ludus.stats import Sprt, SprtVerdict, SprtMonitor


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
