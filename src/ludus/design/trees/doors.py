"""Compiled rules, made ready by the first thread that asks for them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any


def made_once(make: Callable[[], Any]) -> Callable[[], Any]:
    """What `make` gives. Trees are rated side by side, and the first ones ask at once: one makes it, others wait."""
    lock = threading.Lock()
    made: list[Any] = []

    @wraps(make)
    def ask() -> Any:
        with lock:
            if not made:
                made.append(make())
        return made[0]

    return ask
