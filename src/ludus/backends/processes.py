"""Backend with worker processes on this machine: for work that holds the GIL, and to test work before using a cluster.

Workers are started once and reused by later runs. A worker that dies is replaced and its parts are repeated. Workers
end with their parent process, even if it is killed.
"""

from __future__ import annotations

import heapq
import signal
import subprocess
import sys
import tempfile
import uuid
import weakref
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from ludus.backends.backend import BackendError, checked_worker_count
from ludus.backends.worker_protocol import READY, pickle_work, receive, send, source_digest, unpack_answer

T = TypeVar("T")
# A worker has the same import path as this process, but does not import the user's script, which needs no main guard.
WORKER_COMMAND = "import sys; sys.path[:] = {path!r}; from ludus.backends.worker import serve; serve()"
MAX_LOG_CHARS = 400  # characters of a worker's log in an error message
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

    def try_out(self) -> None:
        """Run a trivial part, so that a backend that does not work is found before anything is written."""
        list(self.run(len, [range(1)]))

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


class WorkerProcess:
    """A worker process. Its messages arrive in order in the inbox of the run that it is assigned to."""

    def __init__(self, inbox: SimpleQueue[tuple[WorkerProcess, Any]]) -> None:
        self.parts: list[tuple[int, range]] = []  # submitted and not answered yet, in order
        self.ready = False
        self._inbox, self._key, self._gone, self._lock = inbox, "", False, Lock()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the worker lives
        with _sigint_blocked():
            self._process = subprocess.Popen(
                [sys.executable, "-c", WORKER_COMMAND.format(path=sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
            )
        Thread(target=self._listen, name="ludus worker", daemon=True).start()

    def assign(self, inbox: SimpleQueue[tuple[WorkerProcess, Any]]) -> None:
        """Assign the worker to another run. Answers for an earlier run are dropped."""
        with self._lock:
            self.parts, self._inbox = [], inbox
            if self._gone:  # it died between two runs
                inbox.put((self, None))

    def submit(self, key: str, luggage: bytes, task: tuple[int, range]) -> None:
        """Send a part; the work itself is sent with its first part."""
        self.parts.append(task)
        assert self._process.stdin is not None
        with suppress(OSError):  # it is gone: its end is or will be in the inbox
            if self._key != key:
                self._key = key
                send(self._process.stdin, (key, source_digest(), luggage))
            send(self._process.stdin, (key, *task))

    def kill(self) -> str:
        """Kill the process if it still runs; return a description of its exit. It holds no data that could be lost."""
        self._process.kill()
        code = self._process.wait()
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        return f"exit code {code}" if code >= 0 else f"killed by signal {-code}"

    def log_tail(self) -> str:
        """Return the end of its log, for error messages."""
        self._log.seek(0)
        text = self._log.read().decode(errors="replace").strip()
        return f": {text[-MAX_LOG_CHARS:]}" if text else ""

    def _listen(self) -> None:
        assert self._process.stdout is not None
        try:
            while True:
                message = receive(self._process.stdout)
                if message == READY:
                    self.ready = True
                else:
                    self._inbox.put((self, message))
        except (EOFError, OSError):
            with self._lock:
                self._gone = True
                self._inbox.put((self, None))


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
                    f"{MAX_FAILURES} worker processes ended at the same part of the work, "
                    f"{part.start} to {part.stop - 1} ({how}); "
                    f"too little memory, or a rule that crashes{worker.log_tail()}"
                )
        for task in worker.parts:
            heapq.heappush(self._again, task)
        worker.parts = []


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Context manager: processes started inside ignore Ctrl-C, which all processes of a terminal receive."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _kill_all(workers: list[WorkerProcess]) -> None:
    while workers:
        workers.pop().kill()
