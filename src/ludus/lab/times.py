"""Duration of a run from its event log: time by stage, and changes of the code during the run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ludus.lab.events import Event


@dataclass
class StageTiming:
    """Games of a stage that were timed, and their time."""

    games: int = 0
    seconds: float = 0.0

    @property
    def games_per_second(self) -> float | None:
        """Games per second."""
        return self.games / self.seconds if self.games and self.seconds > 0 else None


def stage_timings(events: Iterable[Event]) -> dict[str, StageTiming]:
    """Timing by stage. A step that was computed twice, because its process was killed, counts once."""
    pieces: dict[tuple[Any, ...], Event] = {}
    for event in events:
        if event["what"] in ("kept", "generation"):
            pieces[event.get("name"), event.get("generation")] = event
    timings: dict[str, StageTiming] = {}
    for event in pieces.values():
        pace = timings.setdefault(event.get("stage", ""), StageTiming())
        pace.games += event.get("games", 0)
        pace.seconds += event.get("seconds", 0.0)
    return timings


def process_count(events: Iterable[Event]) -> int:
    """Number of processes that worked on the run."""
    return sum(event["what"] in ("begun", "resumed") for event in events)


def code_changes(events: Iterable[Event]) -> list[str]:
    """Differences of code and libraries when the run was resumed."""
    changes = [change for event in events if event["what"] == "resumed" for change in event.get("changed", ())]
    return list(dict.fromkeys(changes))


def format_duration(seconds: float) -> str:
    """Format a duration: `4.2 s`, `3:07 min`, `5:12 h`."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    return f"{minutes // 60}:{minutes % 60:02} h"
