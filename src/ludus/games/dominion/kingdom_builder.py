"""Builder of kingdoms: the game data of many kingdoms at once, faster than loading each of them."""

from __future__ import annotations

import msgspec
import numpy as np

from ludus.core.game import Content
from ludus.core.structured_records import copy_record
from ludus.games.dominion.game_data import DominionCard, GameData
from ludus.games.dominion.state import KINGDOM, PILES


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
