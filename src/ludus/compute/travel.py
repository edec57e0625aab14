"""Work on its way to other processes, and answers on their way back.

Work is packed once for each run and unpacked once by each worker. An answer is a result or an error in words. Workers
must have the same sources as whoever sends them work, because otherwise results could differ.
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
from typing import Any

from ludus.compute.place import PlaceError
from ludus.core.errors import LudusError

KEPT = 4  # works that a worker keeps unpacked: several runs may share it


def pack(work: Callable[[range], Any]) -> bytes:
    """Work as bytes. What cannot travel is refused in words."""
    try:
        return pickle.dumps(work, protocol=5)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise PlaceError(f"this work cannot travel to other processes, only threads can do it: {error}") from error


class Workbench:
    """What a worker does its parts at: the works it has unpacked, by their keys."""

    def __init__(self) -> None:
        self._works: OrderedDict[str, Any] = OrderedDict()

    def do(self, key: str, theirs: str, fetch: Callable[[], bytes], part: range) -> bytes:
        """One part of the work with this key, which `fetch` brings if it is not here yet; `theirs` are the sources
        of whoever sent it."""
        try:
            if key not in self._works:
                _compare_sources(theirs)
                self._works[key] = pickle.loads(fetch())
                while len(self._works) > KEPT:
                    self._works.popitem(last=False)
            return pickle.dumps((True, self._works[key](part)), protocol=5)
        except Exception as error:  # whatever it is, it is told to whoever waits for the part
            return pickle.dumps((False, _told(error)), protocol=5)


def opened(answer: bytes) -> Any:
    """The result in an answer; the error in it is raised."""
    fine, found = pickle.loads(answer)
    if fine:
        return found
    error, where = found
    error.add_note(f"In a worker:\n{where}")
    raise error


def _told(error: Exception) -> tuple[LudusError, str]:
    """An error as something that can be sent: our own with their words, all others with their place."""
    where = "".join(traceback.format_exception(error))
    if isinstance(error, LudusError):
        return (error if _survives(error) else LudusError(str(error))), where
    last = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"
    return PlaceError(f"a worker failed: {what}"), where


def _survives(error: LudusError) -> bool:
    try:
        return str(pickle.loads(pickle.dumps(error))) == str(error)
    except Exception:  # an exception's own idea of its arguments
        return False


@cache
def sources() -> str:
    """Names what results are made of: equal for equal sources of Ludus and equal versions of what compiles them."""
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


def _compare_sources(theirs: str) -> None:
    """Refuse to work for somebody who has other sources."""
    if theirs != sources():
        raise PlaceError(
            f"a worker on {platform.node()} has other sources of Ludus, or another Python, Numba or NumPy, than the "
            f"process that sent it work ({sources()}, not {theirs}), so results could differ: install the same "
            "release everywhere, and start again"
        )
