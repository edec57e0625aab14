"""A worker process of `Processes`: takes work and parts of it from its standard input, answers on standard output.

Messages to a worker: (key, sources, bytes) for new work, (key, number, range) for a part of it. Messages from it: READY
once, then (key, number, answer) for every part, in the order in which they came.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from ludus.compute.frames import READY, receive, send
from ludus.compute.travel import Workbench


def serve() -> None:
    """Work until whoever started this process closes the pipe, or is gone."""
    inbox, outbox = _take_pipes()
    messages: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(inbox, messages), daemon=True).start()
    bench, theirs, luggage = Workbench(), "", b""
    send(outbox, READY)
    while True:
        key, *rest = messages.get()
        if isinstance(rest[0], str):
            theirs, luggage = rest
        else:
            number, part = rest
            send(outbox, (key, number, bench.do(key, theirs, partial(bytes, luggage), part)))


def _take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes for messages. Whatever else this process reads is empty, and what it prints goes to its log."""
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return inbox, outbox


def _listen(inbox: IO[bytes], messages: SimpleQueue[Any]) -> None:
    """In a thread of its own, so that a worker in the middle of a long part notices when nobody waits for it."""
    try:
        while True:
            messages.put(receive(inbox))
    except (EOFError, OSError):
        sys.stderr.flush()
        os._exit(0)
