"""Parent selection methods by name: `tournament:3`, `truncation:0.5`, `rank`, `roulette`."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ludus.core.errors import OptionError, UnknownName

# (scores, generator, count) -> indices of `count` parents, selected independently.
Selection = Callable[[np.ndarray, np.random.Generator, int], np.ndarray]


def parse_selection(text: str) -> Selection:
    """Parse a selection method.

    Raises:
        UnknownName: there is no such method.
        OptionError: its option is missing or invalid.
    """
    name, colon, option = text.partition(":")
    if name not in _SELECTIONS:
        raise UnknownName("selection", name, list(_SELECTIONS))
    make, wanted = _SELECTIONS[name]
    if bool(colon) != bool(wanted):
        raise OptionError(f"selection {text!r}: write {name + ':' + wanted if wanted else name!r}")
    try:
        return make(option)
    except ValueError:
        raise OptionError(f"selection {text!r}: {option!r} is wrong; write {name}:{wanted}") from None


def tournament(size: int) -> Selection:
    """Tournament selection: the best of `size` random members; ties go to the first."""

    def pick(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
        entrants = rng.integers(len(scores), size=(count, size))
        winners: np.ndarray = entrants[np.arange(count), scores[entrants].argmax(axis=1)]
        return winners

    return pick


def truncation(share: float) -> Selection:
    """Truncation selection: a random member of the best fraction `share`."""

    def pick(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
        best = np.argsort(-scores, kind="stable")[: math.ceil(share * len(scores))]
        return best[rng.integers(len(best), size=count)]

    return pick


def rank(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
    """Rank selection: probabilities proportional to the rank, from 1 for the worst; ties get their mean rank."""
    _, group, size = np.unique(scores, return_inverse=True, return_counts=True)
    weights = (np.cumsum(size) - (size - 1) / 2)[group]
    return rng.choice(len(scores), size=count, p=weights / weights.sum())


def roulette(scores: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
    """Roulette selection: probabilities proportional to the lead over the worst member; uniform if all are equal."""
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


_SELECTIONS: dict[str, tuple[Callable[[str], Selection], str]] = {
    "tournament": (_tournament, "3"),
    "truncation": (_truncation, "0.5"),
    "rank": (lambda _: rank, ""),
    "roulette": (lambda _: roulette, ""),
}
