"""Places where units of work run."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar

from ludus.core.errors import OptionError

T = TypeVar("T")


class Place(Protocol):
    """What every place offers; processes, clusters and graphics cards enter by this door."""

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Iterator[T]:
        """Do the work for every part and yield the results in the order of the parts."""
        ...


def units(total: int, size: int, first: int = 0) -> Iterator[range]:
    """first .. total-1 cut into ranges of at most `size`."""
    return (range(k, min(k + size, total)) for k in range(first, total, size))


class Threads:
    """Threads of this process; compiled games release the interpreter's lock."""

    def __init__(self, count: int | None = None) -> None:
        self.count = (os.cpu_count() or 1) if count is None else count
        if self.count < 1:
            raise OptionError(f"{count} threads cannot do any work; use 1 or more")

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Iterator[T]:
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
