"""Difficulty search for many levels in parallel.

    find_levels([(derive(7, k), LevelSpec(targets=DifficultyTargets(difficulty=0.5))) for k in range(20)])

The result of each search is saved in the checkpoint, so that a stopped command resumes with the next one.
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

Task = tuple[int, Demand]  # seed and spec of a level


@contextmanager
def unseen(what: str, count: int, thing: str = "game", /) -> Iterator[Callable[[int], None]]:
    """Progress that is not shown."""
    yield lambda _: None


def find_levels(
    tasks: Sequence[Task], place: Place | None = None, kept: Unfinished | None = None, progress: Progress = unseen
) -> list[Dialled]:
    """Find a level for each task, and measure it on held-out players."""
    place, kept, levels = place or Threads(1), kept or Unfinished(), list[Dialled]()
    results = {number: kept.load(_piece(number), Settled) for number in range(len(tasks))}
    missing = [number for number, result in results.items() if result is None]
    for number, result in zip(missing, _search([tasks[number] for number in missing], place, progress), strict=True):
        results[number] = result
        kept.save(_piece(number), result, now=True)
    complete = [result for result in results.values() if result is not None]
    with progress("proving", len(tasks), "level") as on_progress:
        for part in place.run(partial(_prove, tasks, complete), units(len(tasks), 1)):
            levels += part
            on_progress(len(part))
    return levels


def _search(tasks: Sequence[Task], place: Place, progress: Progress) -> Iterator[Settled]:
    """Search results of each task. A single search may take long, so its candidates are shown as progress."""
    if len(tasks) == 1 and tasks[0][1].targets:
        with progress("levels looked at, at most", ATTEMPTS, "level") as on_progress:
            yield settle(*tasks[0], on_progress)
        return
    with progress("making", len(tasks), "level") as on_progress:
        for part in place.run(partial(_settle, tasks), units(len(tasks), 1)):
            yield from part
            on_progress(len(part))


def _settle(tasks: Sequence[Task], part: range) -> list[Settled]:
    return [settle(*tasks[k]) for k in part]


def _prove(tasks: Sequence[Task], settled: Sequence[Settled], part: range) -> list[Dialled]:
    return [prove(settled[k], tasks[k][1]) for k in part]


def _piece(number: int) -> str:
    return f"level-{number + 1}"
