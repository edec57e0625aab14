"""Threads for bots to think on: as many as there are bots, and nobody waits for them when the server ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

MOST = 64  # that think at the same time; others wait for one of them


class Thinkers(Executor):
    """A thread for every piece of thinking. A search cannot be stopped, so Python must not wait for its end."""

    def __init__(self) -> None:
        self._free = threading.BoundedSemaphore(MOST)

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def think() -> None:
            with self._free:
                if not future.set_running_or_notify_cancel():
                    return
                try:
                    future.set_result(work(*given, **named))
                except BaseException as error:
                    future.set_exception(error)

        threading.Thread(target=think, name="bot", daemon=True).start()
        return future
