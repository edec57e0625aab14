"""Length-prefixed pickled messages between a process and its workers."""

from __future__ import annotations

import pickle
from typing import IO, Any

READY = "ready"  # first message of a worker
LENGTH_BYTES = 8  # bytes of the length prefix


def send(pipe: IO[bytes], message: Any) -> None:
    data = pickle.dumps(message, protocol=5)
    pipe.write(len(data).to_bytes(LENGTH_BYTES, "little"))
    pipe.write(data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Read the next message.

    Raises:
        EOFError: the other side is gone, even in the middle of a message.
    """
    data = _read_exactly(pipe, int.from_bytes(_read_exactly(pipe, LENGTH_BYTES), "little"))
    return pickle.loads(data)


def _read_exactly(pipe: IO[bytes], count: int) -> bytes:
    data = pipe.read(count)
    if len(data) < count:
        raise EOFError
    return data
