"""Exported rules, callable from Python with addresses of records: compiled once, by the first thread that asks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any

import numba

from ludus.core.rule import compile_exported, is_compiled, plain

_loaded: dict[tuple[Any, bool], Any] = {}
_lock = threading.Lock()


def load_rule(rule: Any, arguments: int, compiled: bool = True) -> Any:
    """Exported rule that takes `arguments` integers, compiled once per process, or its plain Python version."""
    with _lock:
        if (rule, compiled) not in _loaded:
            fast = compiled and is_compiled(rule)
            _loaded[rule, compiled] = compile_exported(rule, (numba.int64,) * arguments) if fast else plain(rule)
    return _loaded[rule, compiled]


def compute_once(make: Callable[[], Any]) -> Callable[[], Any]:
    """Decorate a function so that its result is computed once, by the first thread that asks; other threads wait."""
    lock = threading.Lock()
    result: list[Any] = []

    @wraps(make)
    def cached() -> Any:
        with lock:
            if not result:
                result.append(make())
        return result[0]

    return cached
