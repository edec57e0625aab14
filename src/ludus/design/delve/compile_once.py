"""Lazy, thread-safe compilation of exported rules."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any


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
