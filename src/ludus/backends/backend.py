"""Backend interface, the backend that uses threads, and the parser of backend texts:

threads            threads of this process, one for each core
threads:4          four threads
processes:2        worker processes on this machine
ray                Ray on this machine, or the cluster that RAY_ADDRESS names
ray:ADDRESS        a running cluster: ray:auto, ray:HOST:6379, ray:ray://HOST:10001
cuda               an NVIDIA GPU
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar

from ludus.util.errors import LudusError, OptionError, UnknownName

T = TypeVar("T")


class BackendError(LudusError):
    """A backend cannot do the work: it is not available, has another release, or its workers keep failing."""


class Backend(Protocol):
    """Interface of backends. `parse_backend(str(backend))` creates an equal one."""

    @property
    def count(self) -> int:
        """Number of parts that run at the same time."""
        ...

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Generator[T, None, None]:
        """Run `work` on every part and yield the results in the order of the parts. Close the generator to stop early.

        Parts are taken from the iterable only a few ahead of the results.

        Args:
            work: The work on a range; for other processes, it is pickled once per run.
            parts: Ranges.

        Raises:
            BackendError: a worker fails, or has other sources of Ludus.
        """
        ...


def split_range(total: int, size: int, first: int = 0) -> Iterator[range]:
    """Split first .. total-1 into ranges of at most `size` numbers.

    Args:
        total: The end of the numbers.
        size: Largest length of a range.
        first: The first number.
    """
    return (range(k, min(k + size, total)) for k in range(first, total, size))


def checked_worker_count(count: int | None, what: str) -> int:
    """Return a checked number of workers.

    Args:
        count: The number; None: one per core.
        what: Name of the workers, for messages.

    Raises:
        OptionError: the number is below 1.
    """
    if count is None:
        return os.cpu_count() or 1
    if count < 1:
        raise OptionError(f"{count} {what} cannot do any work; use 1 or more")
    return count


class Threads:
    """Backend with threads of this process; compiled games release the GIL.

    Args:
        count: Number of threads; default: one per core.

    Raises:
        OptionError: the number is below 1.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = checked_worker_count(count, "threads")

    def __str__(self) -> str:
        return f"threads:{self.count}"

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Generator[T, None, None]:
        if self.count == 1:
            yield from map(work, parts)
            return
        waiting: deque[Future[T]] = deque()
        pool = ThreadPoolExecutor(self.count, thread_name_prefix="ludus")
        wait = True
        try:
            for part in parts:  # only a few parts ahead, so that a long run never holds all its results
                waiting.append(pool.submit(work, part))
                if len(waiting) > 2 * self.count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except KeyboardInterrupt:
            wait = False  # the caller then stops the bots' processes, which ends the games that still run
            raise
        finally:
            pool.shutdown(wait=wait, cancel_futures=True)


def try_backend(backend: Backend) -> None:
    """Check that a backend works before anything is written: processes start, a cluster answers.

    Threads need no trial, and a GPU was tried when its backend was made.

    Args:
        backend: the backend; it is tried if it has a method `try_out`.

    Raises:
        BackendError: the backend does not work; the message says why.
    """
    try_out = getattr(backend, "try_out", None)
    if try_out is not None:
        try_out()


def parse_backend(text: str) -> Backend:
    """Create the backend that a text names.

    Args:
        text: `threads`, `threads:4`, `processes:2`, `ray`, `ray:ADDRESS` or `cuda`.

    Raises:
        UnknownName: there is no such backend.
        OptionError: the part after the colon is invalid.
    """
    name, colon, rest = text.partition(":")
    if name not in _PARSERS:
        raise UnknownName("backend", name, list(_PARSERS))
    if colon and not rest:
        raise OptionError(f"{text!r}: write something after the colon, or omit the colon")
    return _PARSERS[name](rest)


def _threads(rest: str) -> Backend:
    return Threads(_parse_count(rest, "threads"))


def _processes(rest: str) -> Backend:
    from ludus.backends.processes import Processes

    return Processes(_parse_count(rest, "processes"))


def _ray(rest: str) -> Backend:
    from ludus.backends.ray_backend import RayBackend

    return RayBackend(rest)


def _cuda(rest: str) -> Backend:
    from ludus.backends.cuda import Cuda

    if rest:
        raise OptionError(f"cuda:{rest}: the graphics card takes no number; say cuda")
    return Cuda()


_PARSERS: dict[str, Callable[[str], Backend]] = {
    "threads": _threads,
    "processes": _processes,
    "ray": _ray,
    "cuda": _cuda,
}


def _parse_count(rest: str, what: str) -> int | None:
    if not rest:
        return None
    if not rest.isascii() or not rest.isdigit():
        raise OptionError(f"{what}:{rest}: how many {what} is a whole number, as in {what}:4")
    return int(rest)
