"""The course of a run, from its event log: what evolutions told from generation to generation, and how fast games were.

A piece that was made twice, because a process was killed before it could be kept, counts once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeGuard

from ludus.lab.events import Event

COUNTS = ("generation",)  # what is told is a place on the axis, not a value
MOST_PACES = 200  # points of the curve of games a second


@dataclass(frozen=True)
class Curve:
    """What an evolution told of one thing: points are (generation, value)."""

    name: str
    fact: str
    points: list[tuple[float, float]]


def curves(events: Iterable[Event]) -> list[Curve]:
    """All numbers that evolutions told, in the order in which they were first heard of."""
    found: dict[tuple[str, str], dict[int, float]] = {}
    for event in events:
        generation, told = event.get("generation"), event.get("told")
        if event["what"] != "generation" or not isinstance(generation, int) or not isinstance(told, dict):
            continue
        for fact, value in told.items():
            if fact not in COUNTS and _is_number(value):
                found.setdefault((str(event.get("name", "")), fact), {})[generation + 1] = float(value)
    return [Curve(name, fact, sorted(points.items())) for (name, fact), points in found.items()]


def paces(events: Iterable[Event], most: int = MOST_PACES) -> list[tuple[float, float]]:
    """Games a second along the run: (games done by then, pace since the point before), in at most so many points."""
    pieces: dict[tuple[Any, Any], tuple[float, float]] = {}
    for event in events:
        games, seconds = event.get("games"), event.get("seconds")
        if event["what"] in ("kept", "generation") and _is_number(games) and _is_number(seconds) and games:
            pieces[event.get("name"), event.get("generation")] = float(games), float(seconds)
    if not pieces:
        return []
    step = sum(games for games, _ in pieces.values()) / most
    points, done, games, seconds = [], 0.0, 0.0, 0.0
    for more, spent in pieces.values():
        done, games, seconds = done + more, games + more, seconds + spent
        if games >= step and seconds > 0:
            points.append((done, games / seconds))
            games = seconds = 0.0
    return points


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
