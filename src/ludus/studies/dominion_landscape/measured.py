"""What is kept of every kingdom: a few small numbers, from which its measures follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.design.kingdoms.measures import outcome_measure
from ludus.design.kingdoms.playing import Sums

# How many parts a unit of each measure is cut into: sums over kingdoms are of whole numbers, the same in any order.
UNITS = {
    "skill-computed": 1_000_000,
    "skill": 1_000_000,
    "wins": 1_000_000,
    "first-seat": 1_000_000,
    "turns": 1000,
    "capped": 1_000_000,
}
MEASURES = tuple(UNITS)
COLUMNS = ("wins", "draws", "points", "skill", "pointless", "first_wins", "turns", "capped")


@dataclass(frozen=True)
class End:
    """One end of the list of kingdoms by a measure."""

    measure: str
    highest: bool

    @property
    def name(self) -> str:
        return f"{'highest' if self.highest else 'lowest'}-{self.measure}"


ENDS = tuple(End(measure, highest) for measure in ("skill-computed", "skill", "wins") for highest in (True, False))


def compact(rows: np.ndarray) -> dict[str, Any]:
    """Sums of kingdoms in as few bytes as hold them; and what chance adds to the spread of each measure."""
    found: dict[str, Any] = {name: _small(rows[name]) for name in COLUMNS}
    found["noise"] = {name: float(_variance(name, rows).sum()) for name in MEASURES}
    return found


def spread_out(part: dict[str, Any], games: int) -> np.ndarray:
    """The kingdoms of a part again, as rows of sums; what was not kept is zero."""
    rows = np.zeros(len(part["draws"]), Sums)
    rows["games"] = games
    for name in COLUMNS:
        rows[name] = part[name]
    return rows


def values_of(rows: np.ndarray) -> dict[str, np.ndarray]:
    """Every measure of every kingdom, as a whole number of its units."""
    found = {}
    for name, unit in UNITS.items():
        values = outcome_measure(name, rows)[0]
        neither = 0.5 if name == "first-seat" else 0.0  # where no game was decided
        found[name] = np.rint(unit * np.where(np.isfinite(values), values, neither)).astype(np.int64)
    return found


def _variance(name: str, rows: np.ndarray) -> np.ndarray:
    """What chance in the games adds to the spread of a measure. That hardly any game is capped is no chance."""
    if name == "capped":
        share = rows["capped"] / rows["games"]
        capped: np.ndarray = share * (1 - share) / (rows["games"] - 1)
        return capped
    found: np.ndarray = outcome_measure(name, rows)[1] ** 2
    return np.where(np.isnan(found), 0.0, found)  # where no game was decided, the value is not by chance


def _small(values: np.ndarray) -> np.ndarray:
    """The narrowest kind of whole numbers that has room for all of them."""
    least, most = int(values.min(initial=0)), int(values.max(initial=0))
    return values.astype(np.promote_types(np.min_scalar_type(least), np.min_scalar_type(most)))
