"""Sums in an order of their own: the libraries behind `@` add in one that depends on the processor."""

from __future__ import annotations

import numpy as np


def sum_of_products(one: np.ndarray, other: np.ndarray) -> float:
    """Return the scalar product of two arrays."""
    return float((one * other).sum())
