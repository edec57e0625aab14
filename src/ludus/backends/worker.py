"""Main loop of a worker process of `Processes`: reads work and parts from standard input, answers on standard output.

Messages to a worker: (key, source digest, bytes) for new work, (key, number, range) for a part of it. Messages from it:
READY once, then (key, number, answer) for every part, in the order of arrival.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from ludus.backends.worker_protocol import READY, PartRunner, receive, send


def serve() -> None:
    """Run parts until the parent process closes the pipe or ends."""
    inbox, outbox = _take_pipes()
    messages: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(inbox, messages), daemon=True).start()
    runner, digest, pickled = PartRunner(), "", b""
    send(outbox, READY)
    while True:
        key, *rest = messages.get()
        if isinstance(rest[0], str):
            digest, pickled = rest
        else:
            number, part = rest
            send(outbox, (key, number, runner.run(key, digest, partial(bytes, pickled), part)))


def _take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes for messages. Afterwards standard input is empty, and standard output goes to the log."""
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return inbox, outbox


def _listen(inbox: IO[bytes], messages: SimpleQueue[Any]) -> None:
    """Receive messages in a separate thread, so that a worker in a long part ends as soon as its parent is gone."""
    try:
        while True:
            messages.put(receive(inbox))
    except (EOFError, OSError):
        sys.stderr.flush()
        os._exit(0)
