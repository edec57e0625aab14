"""Compact storage of the sums of every kingdom, and the measures computed from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.design.kingdoms.measures import outcome_measure
from ludus.design.kingdoms.playing import OutcomeSums

# Resolution of each measure: sums over kingdoms use integers, so that they do not depend on the order.
UNITS = {
    "skill-computed": 1_000_000,
    "skill": 1_000_000,
    "wins": 1_000_000,
    "first-seat": 1_000_000,
    "turns": 1000,
    "capped": 1_000_000,
}
MEASURES = tuple(UNITS)
KEPT_COLUMNS = ("wins", "draws", "points", "skill", "pointless", "first_wins", "turns", "capped")


@dataclass(frozen=True)
class ListEnd:
    """One end of the list of kingdoms, ordered by a measure."""

    measure: str
    is_highest: bool

    @property
    def name(self) -> str:
        return f"{'highest' if self.is_highest else 'lowest'}-{self.measure}"


LIST_ENDS = tuple(
    ListEnd(measure, highest) for measure in ("skill-computed", "skill", "wins") for highest in (True, False)
)


def compact_sums(rows: np.ndarray) -> dict[str, Any]:
    """Store sums of kingdoms in the smallest integer types, with the variance of each measure that is due to chance."""
    compacted: dict[str, Any] = {name: _smallest_integers(rows[name]) for name in KEPT_COLUMNS}
    compacted["noise"] = {name: float(_variance(name, rows).sum()) for name in MEASURES}
    return compacted


def expand_sums(part: dict[str, Any], games: int) -> np.ndarray:
    """Restore rows of sums from a stored part; fields that are not stored are zero."""
    rows = np.zeros(len(part["draws"]), OutcomeSums)
    rows["games"] = games
    for name in KEPT_COLUMNS:
        rows[name] = part[name]
    return rows


def measure_values(rows: np.ndarray) -> dict[str, np.ndarray]:
    """Every measure of every kingdom, as an integer in its units."""
    measures = {}
    for name, unit in UNITS.items():
        values = outcome_measure(name, rows)[0]
        neither = 0.5 if name == "first-seat" else 0.0  # where no game was decided
        measures[name] = np.rint(unit * np.where(np.isfinite(values), values, neither)).astype(np.int64)
    return measures


def _variance(name: str, rows: np.ndarray) -> np.ndarray:
    """Variance of a measure that is due to chance in the games; for capped games by their share."""
    if name == "capped":
        share = rows["capped"] / rows["games"]
        capped: np.ndarray = share * (1 - share) / (rows["games"] - 1)
        return capped
    variance: np.ndarray = outcome_measure(name, rows)[1] ** 2
    return np.where(np.isnan(variance), 0.0, variance)  # if no game was decided, the value is not random


def _smallest_integers(values: np.ndarray) -> np.ndarray:
    """Convert to the smallest integer type that holds all values."""
    least, most = int(values.min(initial=0)), int(values.max(initial=0))
    return values.astype(np.promote_types(np.min_scalar_type(least), np.min_scalar_type(most)))
