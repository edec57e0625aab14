"""All kingdoms of an edition: ten of its cards, by number.

    pool = Pool("first")
    pool.names, pool.size, pool.count          25 cards, 3,268,760 kingdoms
    pool.unrank(0)                             (0, 1, ..., 9): positions in names, rising
    pool.rank((0, 1, 2, 3, 4, 5, 6, 7, 8, 24))
    pool.read("Cellar, Market, ...")           positions from names
    pool.content(cards, ties="points")         ready to play

Ranks are colexicographic: kingdoms are ordered by their last card, then by the one before it, and so on. So a card that
comes last in the alphabet changes no rank of kingdoms without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from ludus.core.contract import Content
from ludus.core.errors import OptionError
from ludus.core.registry import find_game

GAME = "dominion"
PAPER = {"ties": "points", "declining": True}  # as vDom played, which Mahlmann et al. used

Kingdom = tuple[int, ...]


class Pool:
    """The cards of an edition, and of a file of one's own, and all kingdoms of them."""

    def __init__(self, edition: str = "first", cards: str | None = None) -> None:
        self.edition, self.cards = edition, cards
        self.game = find_game(GAME)
        self.design = self.game.design()  # type: ignore[misc]
        self._layouts: dict[tuple[tuple[str, Any], ...], Any] = {}
        self.names: tuple[str, ...] = self.layout().names
        self.size, self.piles = len(self.names), int(self.design.PILES)
        self.count = comb(self.size, self.piles)

    def __reduce__(self) -> tuple[Any, ...]:
        return Pool, (self.edition, self.cards)

    def layout(self, **options: Any) -> Any:
        """What lays out kingdoms for some options of the game; made once."""
        key = tuple(sorted(options.items()))
        if key not in self._layouts:
            drawn = self.game.content(edition=self.edition, cards=self.cards, **options)
            self._layouts[key] = self.design.Layout(drawn)
        return self._layouts[key]

    def content(self, cards: Sequence[int], **options: Any) -> Content:
        """A kingdom, ready to play."""
        found: Content = self.layout(**options).content(self.checked([cards])[0])
        return found

    def tables(self, kingdoms: np.ndarray, **options: Any) -> np.ndarray:
        """A table for each of many kingdoms, one a row of rising positions."""
        found: np.ndarray = self.layout(**options).tables(kingdoms)
        return found

    def unrank(self, rank: int) -> Kingdom:
        """The kingdom of a number."""
        return tuple(int(card) for card in self.unrank_all(np.array([rank]))[0])

    def rank(self, cards: Sequence[int]) -> int:
        """The number of a kingdom."""
        return int(self.rank_all(self.checked([cards]))[0])

    def unrank_all(self, ranks: np.ndarray) -> np.ndarray:
        """Many kingdoms, one a row."""
        left = np.asarray(ranks, np.int64).copy()
        if len(left) and (left.min() < 0 or left.max() >= self.count):
            raise OptionError(f"kingdoms are numbered 0 to {self.count - 1:,}, not {left.min()} to {left.max()}")
        found = np.zeros((len(left), self.piles), np.int64)
        for place in reversed(range(self.piles)):
            found[:, place] = np.searchsorted(self._below[place], left, side="right") - 1
            left -= self._below[place][found[:, place]]
        return found

    def rank_all(self, kingdoms: np.ndarray) -> np.ndarray:
        """The numbers of many kingdoms, each a row of rising positions."""
        found: np.ndarray = np.array([self._below[k][kingdoms[:, k]] for k in range(self.piles)]).sum(axis=0)
        return found

    def read(self, text: str) -> Kingdom:
        """A kingdom from the names of its cards or the name of a recommended set."""
        content = self.game.content(edition=self.edition, cards=self.cards, kingdom=text)
        if content.table["drawn"][0]:
            raise OptionError(
                f"{text!r} is another kingdom for every deal; name ten cards, a recommended set or a file"
            )
        kingdom = content.read(self.game.table)
        names = [content.labels.name(kingdom, slot) for slot in range(len(kingdom.cards))][-self.piles :]
        strangers = [name for name in names if name not in self.names]
        if strangers:
            raise OptionError(f"{', '.join(strangers)}: not in the {self.edition} edition")
        return tuple(sorted(self.names.index(name) for name in names))

    def write(self, cards: Sequence[int]) -> tuple[str, ...]:
        """The names of a kingdom's cards."""
        return tuple(self.names[card] for card in cards)

    def checked(self, kingdoms: Sequence[Sequence[int]] | np.ndarray) -> np.ndarray:
        """Kingdoms as rows of rising positions; refused if one is none."""
        rows = np.asarray(kingdoms, np.int64)
        rows = rows.reshape(len(rows), -1 if len(rows) else self.piles)
        if len(rows) and (
            rows.shape[1] != self.piles
            or (np.diff(rows, axis=1) <= 0).any()
            or rows.min() < 0
            or rows.max() >= self.size
        ):
            raise OptionError(
                f"a kingdom is {self.piles} different positions in rising order, each from 0 to {self.size - 1}"
            )
        return rows

    @cached_property
    def _below(self) -> list[np.ndarray]:
        """By place and card: the kingdoms that come before all with this card in this place, of equal later cards."""
        return [np.array([comb(card, place + 1) for card in range(self.size)]) for place in range(self.piles)]
