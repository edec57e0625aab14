"""Games of a match one after another, as many as are wanted or as a sequential test asks for."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing

import numpy as np

from ludus.arena.match import Match, Outcomes
from ludus.arena.pace import Pace
from ludus.compute import Place, Threads
from ludus.core.errors import OptionError
from ludus.stats import Sprt, Verdict, Watch


def play_from(match: Match, first: int, last: int, place: Place | None = None) -> Generator[Outcomes, None, None]:
    """Play games first .. last-1 and yield them in order, whole deals at a time. `first` begins a deal.

    Units are small at first and grow until one takes a fraction of a second; that never matters for the results.
    Close it to stop before the last game.
    """
    place = place or Threads(1)
    pace = Pace(place.count, match.per_deal, match.per_deal)

    def parts() -> Iterator[range]:
        at = first
        while at < last:
            part = range(at, at + pace.next(last - at))
            yield part
            at = part.stop

    with closing(place.run(_Timed(match), parts())) as coming:
        for seconds, found in coming:
            pace.hear(len(found), seconds)
            yield found


class _Timed:
    """Games of a match and the seconds they took."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __call__(self, part: range) -> tuple[float, Outcomes]:
        began = time.perf_counter()
        found = self.match.play_part(part)
        return time.perf_counter() - began, found


def play_until(
    match: Match,
    test: Sprt,
    most: int,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Outcomes, Verdict]:
    """Play until a test decides whether the first of two players is the stronger one, `most` games at the utmost.

    The games up to the decision, the same on any number of threads, and the verdict. An early end is no accident:
    shares of such games lean a little towards the verdict.
    """
    check_testable(match)
    watch, parts = Watch(test), []
    with closing(play_from(match, 0, most + -most % match.per_deal, place)) as played:
        for part in played:
            parts.append(part)
            watch.hear(observations(match, part))
            if progress:
                progress(len(part))
            if watch.verdict.decision != "running":
                break
    outcomes = Outcomes.joined(parts)
    if watch.verdict.decision != "running":
        outcomes = cut(outcomes, watch.verdict.count * match.per_deal)
    return outcomes, watch.verdict


def check_testable(match: Match) -> None:
    if match.seats != 2:
        raise OptionError(f"a sequential test is between two players; {match.game.name} has {match.seats} here")


def observations(match: Match, part: Outcomes) -> np.ndarray:
    """What a test hears of whole deals: the first player's share of each."""
    found: np.ndarray = match.by_deal(match.by_player(part))[:, 0]
    return found


def cut(outcomes: Outcomes, last: int) -> Outcomes:
    """The first games only."""
    return Outcomes(outcomes.shares[:last], outcomes.points[:last], outcomes.reasons[:last], outcomes.lengths[:last])
