"""Page's test: whether several judges put things into the order that was foretold.

trend = page_trend(table)        a row a judge, a column a thing, in the order that was foretold, the least first
trend.z, trend.p                 how many standard errors above no order, and the chance of that much by luck
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np


@dataclass(frozen=True)
class Trend:
    """What the rows say of the order of the columns."""

    l: float  # Page's L: the sum of ranks, each times the place of its column  # noqa: E741
    z: float  # NaN where every row has nothing but equals
    p: float  # of a z as large or larger, if there were no order
    rows: int


def page_trend(table: np.ndarray) -> Trend:
    """Ranks are counted within each row; equals share theirs, and the variance is that of the ranks as they are.

    Page, "Ordered hypotheses for multiple treatments" (1963). The normal approximation is good from a dozen rows on.
    """
    data = np.asarray(table, np.float64)
    if data.ndim != 2 or data.shape[1] < 2:
        raise ValueError(f"a table with a row a judge and two columns or more, not one of shape {data.shape}")
    rows, columns = data.shape
    below, alike = (relation(data[:, None, :], data[:, :, None]).sum(axis=2) for relation in (np.less, np.equal))
    placed = below + (alike + 1) / 2
    places = np.arange(1, columns + 1, dtype=np.float64)
    spread = float(((places - places.mean()) ** 2).sum()) / (columns - 1)
    variance = spread * float(((placed - (columns + 1) / 2) ** 2).sum())
    found, expected = float((placed @ places).sum()), rows * columns * (columns + 1) ** 2 / 4
    if variance == 0:
        return Trend(found, math.nan, math.nan, rows)
    z = (found - expected) / math.sqrt(variance)
    return Trend(found, z, NormalDist().cdf(-z), rows)
