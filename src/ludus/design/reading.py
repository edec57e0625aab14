"""Parsers of option values that several designers share."""

from __future__ import annotations

import math


def parse_number_range(text: str) -> tuple[float, float] | None:
    """Parse `3-5` as two finite numbers; None for any other text."""
    low, dash, high = text.partition("-")
    try:
        numbers = float(low), float(high)
    except ValueError:
        return None
    return numbers if dash and all(map(math.isfinite, numbers)) else None
