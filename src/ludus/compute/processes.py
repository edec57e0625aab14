"""Backend with worker processes on this machine: for work that holds the GIL, and to test work before using a cluster.

Workers are started once and reused by later runs. A worker that dies is replaced and its parts are repeated. Workers
end with their parent process, even if it is killed.
"""

from __future__ import annotations

import heapq
import uuid
import weakref
from collections.abc import Callable, Generator, Iterable, Iterator
from queue import SimpleQueue
from threading import Lock
from typing import Any, TypeVar

from ludus.compute.hired import WorkerProcess
from ludus.compute.place import BackendError, checked_worker_count
from ludus.compute.travel import unpack_answer, pickle_work

T = TypeVar("T")
MAX_FAILURES = 3  # failures after which the run stops: workers that died at one part, or did not start
PARTS_PER_WORKER = 2  # parts submitted to a worker at once, so that the next one is there when it has finished one
WINDOW_PER_WORKER = 4  # largest number of unfinished or undelivered parts per worker


class Processes:
    """Backend with worker processes; each runs one part at a time."""

    def __init__(self, count: int | None = None) -> None:
        self.count = checked_worker_count(count, "processes")
        self._idle: list[WorkerProcess] = []
        self._lock = Lock()
        weakref.finalize(self, _kill_all, self._idle)  # also at the end of the program

    def __str__(self) -> str:
        return f"processes:{self.count}"

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Generator[T, None, None]:
        run = _Run(pickle_work(work), parts, self._hire(), self.count)
        try:
            yield from run.results()
        except BaseException as end:
            if not isinstance(end, GeneratorExit | Exception):  # an interruption does not wait for long parts
                _kill_all(run.workers)
            raise
        finally:
            self._give_back(run.workers)

    def close(self) -> None:
        """Kill all workers; the next run starts new ones."""
        with self._lock:
            _kill_all(self._idle)

    def _hire(self) -> list[WorkerProcess]:
        """Take the idle workers of earlier runs. Concurrent runs have different workers."""
        with self._lock:
            workers, self._idle[:] = self._idle[:], []
        return workers

    def _give_back(self, workers: list[WorkerProcess]) -> None:
        with self._lock:
            missing = self.count - len(self._idle)
            self._idle += workers[:missing]
        _kill_all(workers[missing:])


def _kill_all(workers: list[WorkerProcess]) -> None:
    while workers:
        workers.pop().kill()


class _Run:
    """State of one run: the parts of each worker, and answers that wait until earlier parts are done."""

    def __init__(self, luggage: bytes, parts: Iterable[range], workers: list[WorkerProcess], count: int) -> None:
        self.key, self.luggage, self.count = uuid.uuid4().hex, luggage, count
        self.inbox: SimpleQueue[tuple[WorkerProcess, Any]] = SimpleQueue()
        self.workers = workers
        for worker in workers:
            worker.assign(self.inbox)
        self._new: Iterator[tuple[int, range]] = enumerate(parts)
        self._again: list[tuple[int, range]] = []  # parts whose worker died, by number
        self._deaths: dict[int, int] = {}  # number of worker deaths by part number
        self._false_starts = 0
        self._answers: dict[int, bytes] = {}
        self._next = 0  # number of the result that is yielded next

    def results(self) -> Iterator[Any]:
        self._feed()
        while any(worker.parts for worker in self.workers) or self._answers:
            while self._next in self._answers:
                answer = self._answers.pop(self._next)
                self._next += 1
                yield unpack_answer(answer)
                self._feed()
            if any(worker.parts for worker in self.workers):
                self._hear(*self.inbox.get())
                self._feed()

    def _feed(self) -> None:
        """Submit parts to all workers, to those with the fewest parts first."""
        for load in range(PARTS_PER_WORKER):
            for index in range(self.count):
                if index < len(self.workers) and len(self.workers[index].parts) > load:
                    continue
                task = self._take()
                if task is None:
                    return
                if index >= len(self.workers):
                    self.workers.append(WorkerProcess(self.inbox))
                self.workers[index].submit(self.key, self.luggage, task)

    def _take(self) -> tuple[int, range] | None:
        """Return the next part, or None if there is none or it is too far ahead of the results."""
        if self._again:
            return heapq.heappop(self._again)
        held = len(self._answers) + sum(len(worker.parts) for worker in self.workers)
        return next(self._new, None) if held < WINDOW_PER_WORKER * self.count else None

    def _hear(self, worker: WorkerProcess, message: Any) -> None:
        if message is None:
            if worker in self.workers:
                self._replace(worker)
            return
        key, number, answer = message
        if key == self.key:  # ignore answers for an earlier run
            worker.parts.pop(0)
            self._answers[number] = answer
            self._false_starts = 0

    def _replace(self, worker: WorkerProcess) -> None:
        """Remove a dead worker: its parts go to other workers, and its current part counts as a possible cause."""
        self.workers.remove(worker)
        how = worker.kill()
        if not worker.ready:
            self._false_starts += 1
            if self._false_starts >= MAX_FAILURES:
                raise BackendError(f"worker processes cannot be started ({how}){worker.log_tail()}")
        elif worker.parts:
            number, part = worker.parts[0]
            self._deaths[number] = self._deaths.get(number, 0) + 1
            if self._deaths[number] >= MAX_FAILURES:
                raise BackendError(
                    f"{MAX_FAILURES} worker processes ended at the same part of the work, {part.start} to {part.stop - 1} "
                    f"({how}); too little memory, or a rule that crashes{worker.log_tail()}"
                )
        for task in worker.parts:
            heapq.heappush(self._again, task)
        worker.parts = []
