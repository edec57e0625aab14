"""Messages between a process and its workers: pickled work, parts and answers, with a length prefix.

Work is pickled once per run and unpickled once by each worker. An answer is a result or an error. Workers must have the
same sources as the sender, because otherwise results could differ.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
import traceback
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import IO, Any

from ludus.backends.backend import BackendError
from ludus.util.errors import LudusError

READY = "ready"  # first message of a worker
LENGTH_BYTES = 8  # bytes of the length prefix
MAX_CACHED_WORKS = 4  # unpickled works that a worker caches: several runs may share it


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


def pickle_work(work: Callable[[range], Any]) -> bytes:
    """Pickle work.

    Raises:
        BackendError: it cannot be pickled.
    """
    try:
        return pickle.dumps(work, protocol=5)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise BackendError(f"this work cannot travel to other processes, only threads can do it: {error}") from error


def unpack_answer(answer: bytes) -> Any:
    """Return the result in an answer, or raise the error in it."""
    succeeded, value = pickle.loads(answer)
    if succeeded:
        return value
    error, where = value
    error.add_note(f"In a worker:\n{where}")
    raise error


class PartRunner:
    """Runs parts of works in a worker; caches unpickled works by their keys."""

    def __init__(self) -> None:
        self._works: OrderedDict[str, Any] = OrderedDict()

    def run(self, key: str, theirs: str, fetch: Callable[[], bytes], part: range) -> bytes:
        """Run one part of a work and return the pickled answer.

        Args:
            key: key of the work.
            theirs: source digest of the sender.
            fetch: returns the pickled work if it is not cached.
            part: the part.
        """
        try:
            if key not in self._works:
                _compare_sources(theirs)
                self._works[key] = pickle.loads(fetch())
                while len(self._works) > MAX_CACHED_WORKS:
                    self._works.popitem(last=False)
            return pickle.dumps((True, self._works[key](part)), protocol=5)
        except Exception as error:  # every error is sent to the caller
            return pickle.dumps((False, _picklable_error(error)), protocol=5)


@cache
def source_digest() -> str:
    """Return a digest of the sources of Ludus and the versions of Python, Numba, llvmlite and NumPy."""
    import llvmlite
    import numba
    import numpy

    digest = hashlib.sha256()
    versions = platform.python_version_tuple()[:2], numba.__version__, llvmlite.__version__, numpy.__version__
    digest.update(repr(versions).encode())
    root = Path(__file__).parents[1]  # the whole package
    for file in sorted(root.rglob("*.py"), key=lambda file: file.relative_to(root).as_posix()):
        text = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()} {len(text)} ".encode() + text)
    return digest.hexdigest()[:16]


def _read_exactly(pipe: IO[bytes], count: int) -> bytes:
    data = pipe.read(count)
    if len(data) < count:
        raise EOFError
    return data


def _picklable_error(error: Exception) -> tuple[LudusError, str]:
    """Return a picklable version of an error and its traceback; foreign errors become a BackendError."""
    where = "".join(traceback.format_exception(error))
    if isinstance(error, LudusError):
        return (error if _survives_pickling(error) else LudusError(str(error))), where
    last = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"
    return BackendError(f"a worker failed: {what}"), where


def _survives_pickling(error: LudusError) -> bool:
    try:
        return str(pickle.loads(pickle.dumps(error))) == str(error)
    except Exception:  # exceptions with other constructor arguments
        return False


def _compare_sources(theirs: str) -> None:
    """Refuse work from a sender with other sources."""
    if theirs != source_digest():
        raise BackendError(
            f"a worker on {platform.node()} has other sources of Ludus, or another Python, Numba or NumPy, than the "
            f"process that sent it work ({source_digest()}, not {theirs}), so results could differ: install the same "
            "release everywhere, and start again"
        )
