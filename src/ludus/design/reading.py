"""What several designers read from the words of a command."""

from __future__ import annotations

import math


def two_numbers(text: str) -> tuple[float, float] | None:
    """`3-5` as two numbers; None if it is anything else."""
    low, dash, high = text.partition("-")
    try:
        found = float(low), float(high)
    except ValueError:
        return None
    return found if dash and all(map(math.isfinite, found)) else None
