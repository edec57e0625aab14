"""How long a run took, from its event log: by stage, and whether code was changed on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ludus.lab.events import Event


@dataclass
class Pace:
    """The games of a stage that were timed, and their time."""

    games: int = 0
    seconds: float = 0.0

    @property
    def speed(self) -> float | None:
        """Games a second."""
        return self.games / self.seconds if self.games and self.seconds > 0 else None


def paces(events: Iterable[Event]) -> dict[str, Pace]:
    """By stage. What was made twice, because a process was killed before it could be kept, counts once."""
    pieces: dict[tuple[Any, ...], Event] = {}
    for event in events:
        if event["what"] in ("kept", "generation"):
            pieces[event.get("name"), event.get("generation")] = event
    found: dict[str, Pace] = {}
    for event in pieces.values():
        pace = found.setdefault(event.get("stage", ""), Pace())
        pace.games += event.get("games", 0)
        pace.seconds += event.get("seconds", 0.0)
    return found


def sittings(events: Iterable[Event]) -> int:
    """How many processes worked on the run."""
    return sum(event["what"] in ("begun", "resumed") for event in events)


def changed_code(events: Iterable[Event]) -> list[str]:
    """What was other than at the beginning when the run was resumed."""
    found = [change for event in events if event["what"] == "resumed" for change in event.get("changed", ())]
    return list(dict.fromkeys(found))


def clock(seconds: float) -> str:
    """`4.2 s`, `3:07 min`, `5:12 h`."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    return f"{minutes // 60}:{minutes % 60:02} h"
