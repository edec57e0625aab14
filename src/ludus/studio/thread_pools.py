"""Thread pools for slow work. Each kind of work has its own, so that none waits for another."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from ludus.util.errors import LudusError

QueuedCall = tuple[Future[Any], Callable[[], Any]]


class PoolFull(LudusError):
    """Too many tasks are waiting."""


class ThreadPool(Executor):
    """Thread pool with a limited queue.

    At most `most` threads run; further tasks wait, and if too many are waiting, they are refused with PoolFull. A
    search cannot be stopped, so Python must not wait for it at exit: the threads are daemons.
    """

    def __init__(self, name: str, most: int, waiting: float = math.inf) -> None:
        self.name, self.most, self.waiting = name, most, waiting
        self._busy = 0
        self._jobs: deque[QueuedCall] = deque()
        self._lock = threading.Lock()

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        job: QueuedCall = (Future(), lambda: work(*args, **kwargs))
        with self._lock:
            if self._busy >= self.most:
                self._wait(job)
                return job[0]
            self._busy += 1
        try:
            threading.Thread(target=self._run_jobs, args=(job,), name=self.name, daemon=True).start()
        except RuntimeError:  # the system cannot start another thread
            with self._lock:
                self._busy -= 1
            raise PoolFull("this machine has no thread left; try again in a moment") from None
        return job[0]

    def _wait(self, job: QueuedCall) -> None:
        if len(self._jobs) >= self.waiting:  # drop cancelled tasks
            self._jobs = deque(waiting_job for waiting_job in self._jobs if not waiting_job[0].cancelled())
        if len(self._jobs) >= self.waiting:
            raise PoolFull("too many are waiting; try again in a moment")
        self._jobs.append(job)

    def _run_jobs(self, job: QueuedCall) -> None:
        """Run jobs until none is waiting."""
        while True:
            future, work = job
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:
                    future.set_exception(error)
            del future, work  # the result may be large, and the next job may take long
            with self._lock:
                if not self._jobs:
                    self._busy -= 1
                    return
                job = self._jobs.popleft()
