"""Ways from Python into compiled rules that take their records by address."""

from __future__ import annotations

import threading
from typing import Any

import numba

from ludus.core.rule import compile_door, is_compiled, plain

_ready: dict[tuple[Any, bool], Any] = {}
_lock = threading.Lock()


def ready(entry: Any, count: int, compiled: bool = True) -> Any:
    """A door of so many whole numbers, compiled by the first thread that asks for it, or as plain Python."""
    with _lock:
        if (entry, compiled) not in _ready:
            fast = compiled and is_compiled(entry)
            _ready[entry, compiled] = compile_door(entry, (numba.int64,) * count) if fast else plain(entry)
    return _ready[entry, compiled]
