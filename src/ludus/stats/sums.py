"""Sums that are the same on every processor: the libraries behind `@` add in an order that depends on it."""

from __future__ import annotations

import numpy as np


def sum_of_products(one: np.ndarray, other: np.ndarray) -> float:
    """Return the scalar product of two arrays."""
    return float((one * other).sum())
