"""Fields of CSV files as text, the same bytes on every system."""

from __future__ import annotations

import csv
import io
import math


def csv_field(text: str) -> str:
    """Return a text as a field of a CSV file."""
    line = io.StringIO()
    # the writer quotes only characters of its own line terminator
    csv.writer(line, lineterminator="\r\n").writerow([text])
    return line.getvalue()[:-2]


def decimal(value: float | None, digits: int) -> str | None:
    """Return a number with a fixed count of decimals; None if it is unknown."""
    if value is None or not math.isfinite(value):
        return None
    return f"{round(value, digits) + 0.0:.{digits}f}"  # adding zero avoids -0
