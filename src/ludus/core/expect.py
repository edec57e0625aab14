"""Range checks for numbers of a position that was read from text; the error names the field."""

from __future__ import annotations

from ludus.core.errors import NotationError


def check_between(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise NotationError(f"{name}: {value} is not between {low} and {high}")


def check_equal(name: str, value: int, expected: int) -> None:
    if value != expected:
        raise NotationError(f"{name}: {value} should be {expected}")
