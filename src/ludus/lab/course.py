"""Learning curves and playing speed from the event log of a run.

A step that was computed twice, because the process was killed before it was stored, counts once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeGuard

from ludus.lab.events import Event

AXIS_FACTS = ("generation",)  # facts that are positions on the axis, not values
MAX_SPEED_POINTS = 200  # points of the speed curve


@dataclass(frozen=True)
class LearningCurve:
    """One number that an evolution reported; points are (generation, value)."""

    name: str
    fact: str
    points: list[tuple[float, float]]


def learning_curves(events: Iterable[Event]) -> list[LearningCurve]:
    """Collect all numbers that evolutions reported, in order of first appearance."""
    series: dict[tuple[str, str], dict[int, float]] = {}
    for event in events:
        generation, facts = event.get("generation"), event.get("told")
        if event["what"] != "generation" or not isinstance(generation, int) or not isinstance(facts, dict):
            continue
        for fact, value in facts.items():
            if fact not in AXIS_FACTS and _is_finite_number(value):
                series.setdefault((str(event.get("name", "")), fact), {})[generation + 1] = float(value)
    return [LearningCurve(name, fact, sorted(points.items())) for (name, fact), points in series.items()]


def speed_curve(events: Iterable[Event], max_points: int = MAX_SPEED_POINTS) -> list[tuple[float, float]]:
    """Compute the speed curve of a run.

    Args:
        events: Event log of the run.
        most: Upper limit for the number of points.

    Returns:
        Points (games done so far, games per second since the previous point).
    """
    pieces: dict[tuple[Any, Any], tuple[float, float]] = {}
    for event in events:
        games, seconds = event.get("games"), event.get("seconds")
        if (
            event["what"] in ("kept", "generation")
            and _is_finite_number(games)
            and _is_finite_number(seconds)
            and games
        ):
            pieces[event.get("name"), event.get("generation")] = float(games), float(seconds)
    if not pieces:
        return []
    step = sum(games for games, _ in pieces.values()) / max_points
    points, games_done, games, seconds = [], 0.0, 0.0, 0.0
    for more, spent in pieces.values():
        games_done, games, seconds = games_done + more, games + more, seconds + spent
        if games >= step and seconds > 0:
            points.append((games_done, games / seconds))
            games = seconds = 0.0
    return points


def _is_finite_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
