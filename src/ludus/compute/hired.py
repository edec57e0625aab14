"""Handle of one worker process, used by its parent process."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from ludus.compute.frames import READY, receive, send
from ludus.compute.travel import source_digest

# A worker has the same import path as this process, but does not import the user's script, which needs no main guard.
WORKER_COMMAND = "import sys; sys.path[:] = {path!r}; from ludus.compute.worker import serve; serve()"
MAX_LOG_CHARS = 400  # characters of a worker's log in an error message


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
