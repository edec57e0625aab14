"""Exported rules, callable from Python with addresses of their records."""

from __future__ import annotations

import threading
from typing import Any

import numba

from ludus.core.rule import compile_door, is_compiled, plain

_ready: dict[tuple[Any, bool], Any] = {}
_lock = threading.Lock()


def ready(entry: Any, count: int, compiled: bool = True) -> Any:
    """Exported rule that takes `arguments` integers, compiled once per process, or its plain Python version."""
    with _lock:
        if (entry, compiled) not in _ready:
            fast = compiled and is_compiled(entry)
            _ready[entry, compiled] = compile_door(entry, (numba.int64,) * count) if fast else plain(entry)
    return _ready[entry, compiled]
