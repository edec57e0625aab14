"""Many levels, each as hard as asked: searched for, then proved, wherever work runs.

    find_levels([(derive(7, k), Demand(targets=Targets(difficulty=0.5))) for k in range(20)])

What the search for a level came to is kept, so that a command that was stopped goes on with the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from ludus.compute import Place, Threads, units
from ludus.design.contract import Progress
from ludus.design.levels.making.dialling import ATTEMPTS, Dialled, Settled, prove, settle
from ludus.design.levels.making.targets import Demand
from ludus.design.unfinished import Unfinished

Task = tuple[int, Demand]  # the seed of a level, and what it is to be like


@contextmanager
def unseen(what: str, count: int, thing: str = "game", /) -> Iterator[Callable[[int], None]]:
    """Progress that nobody looks at."""
    yield lambda _: None


def find_levels(
    tasks: Sequence[Task], place: Place | None = None, kept: Unfinished | None = None, progress: Progress = unseen
) -> list[Dialled]:
    """A level for each task."""
    place, kept, done = place or Threads(1), kept or Unfinished(), list[Dialled]()
    found = {number: kept.load(_piece(number), Settled) for number in range(len(tasks))}
    missing = [number for number, each in found.items() if each is None]
    for number, each in zip(missing, _search([tasks[number] for number in missing], place, progress), strict=True):
        found[number] = each
        kept.save(_piece(number), each, now=True)
    settled = [each for each in found.values() if each is not None]
    with progress("proving", len(tasks), "level") as told:
        for part in place.run(partial(_prove, tasks, settled), units(len(tasks), 1)):
            done += part
            told(len(part))
    return done


def _search(tasks: Sequence[Task], place: Place, progress: Progress) -> Iterator[Settled]:
    """What the search for each level comes to. One alone may take long: people hear of the levels that it looks at."""
    if len(tasks) == 1 and tasks[0][1].targets:
        with progress("levels looked at, at most", ATTEMPTS, "level") as told:
            yield settle(*tasks[0], told)
        return
    with progress("making", len(tasks), "level") as told:
        for part in place.run(partial(_settle, tasks), units(len(tasks), 1)):
            yield from part
            told(len(part))


def _settle(tasks: Sequence[Task], part: range) -> list[Settled]:
    return [settle(*tasks[k]) for k in part]


def _prove(tasks: Sequence[Task], settled: Sequence[Settled], part: range) -> list[Dialled]:
    return [prove(settled[k], tasks[k][1]) for k in part]


def _piece(number: int) -> str:
    return f"level-{number + 1}"
