"""Files that a computation uses: code of games and bots, and content. A run of a study compares them when it resumes.

    with observe_uses(listener):
        ...                             # note_use(...) anywhere below calls listener

Every thread of the process reports to every listener.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Use:
    """Something that is used."""

    what: str  # for messages: "the game letter"
    file: Path | None  # None if its source is not in a file, as in a notebook
    is_code: bool = True
    owner: Any = None  # an object that does not change while it lives: the same owner means the same code


listeners: list[Callable[[Use], None]] = []  # empty most of the time: callers that are often called look first


@contextmanager
def observe_uses(listener: Callable[[Use], None]) -> Iterator[None]:
    """Context manager: call `listener` for everything that is used."""
    listeners.append(listener)
    try:
        yield
    finally:
        listeners.remove(listener)


def note_use(use: Use) -> None:
    """Tell all listeners what is used."""
    for listener in tuple(listeners):
        listener(use)
