"""Numbers of the thesis's Table 5.1."""

from __future__ import annotations

import csv
from functools import cache
from math import fsum
from pathlib import Path

FIELD_BOTS = ("baseline1", "baseline2", "chad", "coac", "onelane", "reinforced-greediness")


@cache
def published_table() -> dict[str, dict[str, float]]:
    """Win rates in percent by row and column; `global_average` as printed, `plain_average` over the columns."""
    text = Path(__file__).with_name("table_5_1.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    table = {row.pop("agent"): {name: float(value) for name, value in row.items() if value} for row in rows}
    for cells in table.values():
        columns = [value for name, value in cells.items() if name != "global_average"]
        cells["plain_average"] = fsum(columns) / len(columns)
    return table
