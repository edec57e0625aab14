"""Pool of an edition's cards, the numbering of all kingdoms (sets of ten cards), and the game data of many kingdoms.

    pool = KingdomPool("first")
    pool.names, pool.size, pool.count          25 cards, 3,268,760 kingdoms
    pool.unrank(0)                             (0, 1, ..., 9): positions in names, rising
    pool.rank((0, 1, 2, 3, 4, 5, 6, 7, 8, 24))
    pool.read("Cellar, Market, ...")           positions from names
    pool.content(cards, ties="points")         ready to play

Ranks are colexicographic: kingdoms are ordered by their last card, then by the one before it, and so on. So a new card
at the end of the alphabet does not change the rank of kingdoms without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import comb
from typing import Any

import msgspec
import numpy as np

from ludus.core.game import Content
from ludus.core.game_registry import load_game
from ludus.core.structured_records import copy_record
from ludus.games.dominion.game_data_records import DominionCard, GameData
from ludus.games.dominion.state import KINGDOM, PILES
from ludus.util.errors import OptionError

GAME = "dominion"
VDOM_RULES = {"ties": "points", "declining": True}  # rules of vDom, which Mahlmann et al. used

Kingdom = tuple[int, ...]


class KingdomPool:
    """The cards of an edition and of an optional card file, and all kingdoms of them."""

    def __init__(self, edition: str = "first", cards: str | None = None) -> None:
        self.edition, self.cards = edition, cards
        self.game = load_game(GAME)
        self._builders: dict[tuple[tuple[str, Any], ...], KingdomBuilder] = {}
        self.names = self.kingdom_builder().names
        self.size, self.piles = len(self.names), PILES
        self.count = comb(self.size, self.piles)

    def __reduce__(self) -> tuple[Any, ...]:
        return KingdomPool, (self.edition, self.cards)

    def kingdom_builder(self, **options: Any) -> KingdomBuilder:
        """Return the game's kingdom builder for some options; created once per set of options."""
        key = tuple(sorted(options.items()))
        if key not in self._builders:
            drawn = self.game.content(edition=self.edition, cards=self.cards, **options)
            self._builders[key] = KingdomBuilder(drawn)
        return self._builders[key]

    def content(self, cards: Sequence[int], **options: Any) -> Content:
        """Return the content of a kingdom."""
        return self.kingdom_builder(**options).content(self.check_kingdoms([cards])[0])

    def game_data(self, kingdoms: np.ndarray, **options: Any) -> np.ndarray:
        """Return the game data of many kingdoms, given as rows of rising positions."""
        return self.kingdom_builder(**options).data(kingdoms)

    def unrank(self, rank: int) -> Kingdom:
        """Return the kingdom with a number."""
        return tuple(int(card) for card in self.unrank_all(np.array([rank]))[0])

    def rank(self, cards: Sequence[int]) -> int:
        """Return the number of a kingdom."""
        return int(self.rank_all(self.check_kingdoms([cards]))[0])

    def unrank_all(self, ranks: np.ndarray) -> np.ndarray:
        """Return many kingdoms, one per row.

        Raises:
            OptionError: a number out of range.
        """
        rest = np.asarray(ranks, np.int64).copy()
        if len(rest) and (rest.min() < 0 or rest.max() >= self.count):
            raise OptionError(f"kingdoms are numbered 0 to {self.count - 1:,}, not {rest.min()} to {rest.max()}")
        kingdoms = np.zeros((len(rest), self.piles), np.int64)
        for position in reversed(range(self.piles)):
            kingdoms[:, position] = np.searchsorted(self._below[position], rest, side="right") - 1
            rest -= self._below[position][kingdoms[:, position]]
        return kingdoms

    def rank_all(self, kingdoms: np.ndarray) -> np.ndarray:
        """Return the numbers of many kingdoms, given as rows of rising positions."""
        ranks: np.ndarray = np.array([self._below[k][kingdoms[:, k]] for k in range(self.piles)]).sum(axis=0)
        return ranks

    def read(self, text: str) -> Kingdom:
        """Parse a kingdom: names of cards, a recommended set, or a file.

        Raises:
            OptionError: a random kingdom, or cards of another edition.
        """
        content = self.game.content(edition=self.edition, cards=self.cards, kingdom=text)
        if content.data["drawn"][0]:
            raise OptionError(
                f"{text!r} is another kingdom for every deal; name ten cards, a recommended set or a file"
            )
        kingdom = content.read(self.game.data)
        names = [content.labels.name(kingdom, slot) for slot in range(len(kingdom.cards))][-self.piles :]
        unknown = [name for name in names if name not in self.names]
        if unknown:
            raise OptionError(f"{', '.join(unknown)}: not in the {self.edition} edition")
        return tuple(sorted(self.names.index(name) for name in names))

    def write(self, cards: Sequence[int]) -> tuple[str, ...]:
        """Return the names of a kingdom's cards."""
        return tuple(self.names[card] for card in cards)

    def check_kingdoms(self, kingdoms: Sequence[Sequence[int]] | np.ndarray) -> np.ndarray:
        """Return kingdoms as an array with one row of rising positions each.

        Raises:
            OptionError: one of them is no kingdom.
        """
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
        """By place and card: number of kingdoms before all with this card in this place and the same later cards."""
        return [np.array([comb(card, position + 1) for card in range(self.size)]) for position in range(self.piles)]


class KingdomBuilder:
    """Makes kingdoms from the cards that a content draws from, equal to those of `load` but much faster.

    A kingdom is ten increasing indices into `names`, the card order of the game data.
    """

    def __init__(self, drawn: Content) -> None:
        self.drawn, count = drawn, int(drawn.data["pool_count"][0])
        cards = drawn.data["pool"][0, :count]
        self.names: tuple[str, ...] = tuple(drawn.labels.cards[number].name for number in cards["number"])
        base = copy_record(drawn.data)
        base["drawn"], base["pool_count"], base["pool"] = 0, 0, np.zeros((), DominionCard.dtype)
        self._base = base.view(np.uint8)
        start = _offset("pool")
        self._cards = drawn.data.view(np.uint8)[start : start + count * DominionCard.nbytes].reshape(
            count, DominionCard.nbytes
        )
        self._counts_cards = cards["points_per"] != 0
        self._cards_offset = _offset("cards") + KINGDOM * DominionCard.nbytes

    def data(self, kingdoms: np.ndarray) -> np.ndarray:
        """Game data of each kingdom."""
        rows = np.empty((len(kingdoms), GameData.nbytes), np.uint8)
        rows[:] = self._base
        rows[:, self._cards_offset : self._cards_offset + PILES * DominionCard.nbytes] = self._cards[kingdoms].reshape(
            len(kingdoms), -1
        )
        tables = rows.reshape(-1).view(GameData.dtype)
        tables["counting"] = (self._counts_cards[kingdoms] * np.arange(KINGDOM + 1, KINGDOM + PILES + 1)).max(axis=1)
        return tables

    def content(self, kingdom: np.ndarray) -> Content:
        """Content of one kingdom."""
        options = msgspec.structs.replace(
            self.drawn.options, kingdom=",".join([self.names[position] for position in kingdom.tolist()])
        )
        return Content(self.data(kingdom[None, :]), options, self.drawn.labels)


def _offset(field: str) -> int:
    """Byte offset of a field of the game data."""
    fields = GameData.dtype.fields
    assert fields is not None
    return int(fields[field][1])
