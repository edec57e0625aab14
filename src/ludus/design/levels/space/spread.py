"""Expressive range: how much of the space of levels a generator reaches (Smith and Whitehead, 2010).

spread = spread_of(levels)
spread.shapes, spread.covered("linearity", "traps"), spread.nearest.mean(), spread.repeated
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.core.errors import OptionError, UnknownName
from ludus.design.levels.space.distances import all_pairs, repeats
from ludus.design.levels.space.measures import NAMES, measure, table_of
from ludus.games.platformer.level import Level

STEPS = 20  # of a measure, in a map of two
LIMITS = {
    "linearity": (0.0, 1.0),
    "leniency": (0.5, 1.0),
    "length": (0, 240),
    "vertical": (0.0, 0.6),
    "traps": (0.0, 0.4),
}
ALIKE = 0.05  # levels are nearly the same if at most this share of their cells differs


@dataclass(frozen=True)
class Spread:
    """Of many levels."""

    shapes: np.ndarray  # one row a level, columns as in measures.NAMES
    differ: np.ndarray  # the share of cells that differ, for every pair
    moved: np.ndarray  # the earth mover's distance, for every pair, in cells
    repeated: int  # levels that are the same as one before them

    @property
    def nearest(self) -> np.ndarray:
        """For each level the share of cells that differ from the level that it is most like."""
        found: np.ndarray = (self.differ + np.diag(np.full(len(self.differ), np.inf))).min(axis=1)
        return found

    @property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """Both distances, of every pair once."""
        upper = np.triu_indices(len(self.differ), 1)
        return self.differ[upper], self.moved[upper]

    @property
    def nearly_repeated(self) -> float:
        """The share of levels that are nearly the same as another one."""
        return float((self.nearest <= ALIKE).mean())

    def column(self, name: str) -> np.ndarray:
        """One measure of all levels."""
        if name not in NAMES:
            raise UnknownName("measure of a level", name, list(NAMES))
        found: np.ndarray = self.shapes[:, NAMES.index(name)]
        return found

    def heat(self, down: str, across: str, steps: int = STEPS) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """How many levels there are of each kind, by two measures, and the edges of the kinds along both."""
        return heat_of(self.column(down), self.column(across), down, across, steps)

    def covered(self, down: str, across: str, steps: int = STEPS) -> float:
        """The share of kinds of which there is a level at least."""
        return float((self.heat(down, across, steps)[0] > 0).mean())


def spread_of(levels: Sequence[Level]) -> Spread:
    """What many levels are like, and how far apart."""
    if len(levels) < 2:
        raise OptionError(f"two levels or more are needed to tell how far they are apart, not {len(levels)}")
    return Spread(table_of([measure(level) for level in levels]), *all_pairs(levels), repeats(levels))


def heat_of(
    down: np.ndarray, across: np.ndarray, down_name: str, across_name: str, steps: int = STEPS
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How many levels there are of each kind, from two measures of each, and the edges of the kinds along both.

    What is beyond the limits of a measure counts to the outermost kind.
    """
    limits = [LIMITS[down_name], LIMITS[across_name]]
    rows, columns = (np.clip(each, *ends) for each, ends in zip((down, across), limits, strict=True))
    counts, row_edges, column_edges = np.histogram2d(rows, columns, bins=steps, range=limits)
    return counts.astype(int), row_edges, column_edges
