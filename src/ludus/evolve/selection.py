"""Who becomes a parent: selections by name, `tournament:3`, `truncation:0.5`, `rank`, `roulette`."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ludus.core.errors import OptionError, UnknownName

# Scores, a generator and a count in; the indices of that many parents out, each picked anew.
Selection = Callable[[np.ndarray, np.random.Generator, int], np.ndarray]


def selection(text: str) -> Selection:
    """The selection that a text names."""
    name, colon, option = text.partition(":")
    if name not in _KINDS:
        raise UnknownName("selection", name, list(_KINDS))
    make, wanted = _KINDS[name]
    if bool(colon) != bool(wanted):
        raise OptionError(f"selection {text!r}: write {name + ':' + wanted if wanted else name!r}")
    try:
        return make(option)
    except ValueError:
        raise OptionError(f"selection {text!r}: {option!r} is wrong; write {name}:{wanted}") from None


def tournament(size: int) -> Selection:
    """The best of `size` members drawn at random; of equals the one drawn first."""

    def pick(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
        entrants = rng.integers(len(scores), size=(count, size))
        winners: np.ndarray = entrants[np.arange(count), scores[entrants].argmax(axis=1)]
        return winners

    return pick


def truncation(share: float) -> Selection:
    """Any of the best `share` of the members alike."""

    def pick(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
        best = np.argsort(-scores, kind="stable")[: math.ceil(share * len(scores))]
        return best[rng.integers(len(best), size=count)]

    return pick


def rank(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
    """By chance in proportion to the rank, the worst 1; equals share the mean of their ranks."""
    _, group, size = np.unique(scores, return_inverse=True, return_counts=True)
    weights = (np.cumsum(size) - (size - 1) / 2)[group]
    return rng.choice(len(scores), size=count, p=weights / weights.sum())


def roulette(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
    """By chance in proportion to the lead over the worst member, which has no chance unless all are equal."""
    lead = scores - scores.min()
    weights = lead if lead.any() else np.ones(len(scores))
    return rng.choice(len(scores), size=count, p=weights / weights.sum())


def _tournament(option: str) -> Selection:
    size = int(option)
    if size < 1:
        raise ValueError
    return tournament(size)


def _truncation(option: str) -> Selection:
    share = float(option)
    if not 0 < share <= 1:
        raise ValueError
    return truncation(share)


_KINDS: dict[str, tuple[Callable[[str], Selection], str]] = {
    "tournament": (_tournament, "3"),
    "truncation": (_truncation, "0.5"),
    "rank": (lambda _: rank, ""),
    "roulette": (lambda _: roulette, ""),
}
