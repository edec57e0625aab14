"""Places where units of work run."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar

from ludus.core.errors import LudusError, OptionError

T = TypeVar("T")


class PlaceError(LudusError):
    """A place cannot do the work: it is not there, not the same release, or its workers keep dying."""


class Place(Protocol):
    """What every place offers. `str(place)` is the text that finds it again."""

    @property
    def count(self) -> int:
        """How many parts it works on at once."""
        ...

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Generator[T, None, None]:
        """Do the work for every part and yield the results in the order of the parts. Close it to stop early.

        Parts are taken a few ahead of the results. Outside this process, `work` is pickled once for each run.
        """
        ...


def units(total: int, size: int, first: int = 0) -> Iterator[range]:
    """first .. total-1 cut into ranges of at most `size`."""
    return (range(k, min(k + size, total)) for k in range(first, total, size))


def checked_count(count: int | None, what: str) -> int:
    """So many workers; all cores if not given."""
    if count is None:
        return os.cpu_count() or 1
    if count < 1:
        raise OptionError(f"{count} {what} cannot do any work; use 1 or more")
    return count


class Threads:
    """Threads of this process; compiled games release the interpreter's lock."""

    def __init__(self, count: int | None = None) -> None:
        self.count = checked_count(count, "threads")

    def __str__(self) -> str:
        return f"threads:{self.count}"

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Generator[T, None, None]:
        if self.count == 1:
            yield from map(work, parts)
            return
        waiting: deque[Future[T]] = deque()
        pool = ThreadPoolExecutor(self.count, thread_name_prefix="ludus")
        patient = True
        try:
            for part in parts:  # a few parts ahead, so that a long run never holds all its results
                waiting.append(pool.submit(work, part))
                if len(waiting) > 2 * self.count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except KeyboardInterrupt:
            patient = False  # whoever then stops the players' processes ends the games that still run
            raise
        finally:
            pool.shutdown(wait=patient, cancel_futures=True)
