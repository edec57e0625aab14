"""Difficulty search for many levels in parallel.

    find_levels([(derive(7, k), LevelSpec(targets=DifficultyTargets(difficulty=0.5))) for k in range(20)])

The result of each search is saved in the checkpoint, so that a stopped command resumes with the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from ludus.compute import Backend, Threads, split_range
from ludus.design.contract import ProgressFactory
from ludus.design.levels.making.dialling import (
    MAX_CANDIDATES,
    FoundLevel,
    SearchResult,
    validate_on_held_out,
    search_level,
)
from ludus.design.levels.making.targets import LevelSpec
from ludus.design.unfinished import WorkCheckpoint

SearchTask = tuple[int, LevelSpec]  # seed and spec of a level


@contextmanager
def no_progress(what: str, count: int, thing: str = "game", /) -> Iterator[Callable[[int], None]]:
    """Progress that is not shown."""
    yield lambda _: None


def find_levels(
    tasks: Sequence[SearchTask],
    backend: Backend | None = None,
    checkpoint: WorkCheckpoint | None = None,
    progress: ProgressFactory = no_progress,
) -> list[FoundLevel]:
    """Find a level for each task, and measure it on held-out players."""
    backend, checkpoint, levels = backend or Threads(1), checkpoint or WorkCheckpoint(), list[FoundLevel]()
    results = {number: checkpoint.load(_checkpoint_item(number), SearchResult) for number in range(len(tasks))}
    missing = [number for number, result in results.items() if result is None]
    for number, result in zip(
        missing, _search_all([tasks[number] for number in missing], backend, progress), strict=True
    ):
        results[number] = result
        checkpoint.save(_checkpoint_item(number), result, now=True)
    complete = [result for result in results.values() if result is not None]
    with progress("proving", len(tasks), "level") as on_progress:
        for part in backend.run(partial(_validate_part, tasks, complete), split_range(len(tasks), 1)):
            levels += part
            on_progress(len(part))
    return levels


def _search_all(tasks: Sequence[SearchTask], backend: Backend, progress: ProgressFactory) -> Iterator[SearchResult]:
    """Search results of each task. A single search may take long, so its candidates are shown as progress."""
    if len(tasks) == 1 and tasks[0][1].targets:
        with progress("levels looked at, at most", MAX_CANDIDATES, "level") as on_progress:
            yield search_level(*tasks[0], on_progress)
        return
    with progress("making", len(tasks), "level") as on_progress:
        for part in backend.run(partial(_search_part, tasks), split_range(len(tasks), 1)):
            yield from part
            on_progress(len(part))


def _search_part(tasks: Sequence[SearchTask], part: range) -> list[SearchResult]:
    return [search_level(*tasks[k]) for k in part]


def _validate_part(tasks: Sequence[SearchTask], results: Sequence[SearchResult], part: range) -> list[FoundLevel]:
    return [validate_on_held_out(results[k], tasks[k][1]) for k in part]


def _checkpoint_item(number: int) -> str:
    return f"level-{number + 1}"
