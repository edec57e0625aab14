"""What `ludus.design` and the arena use of this game: the census of games, what reference files measure, and kingdoms
laid out by the thousand.
"""

from __future__ import annotations

import msgspec
import numpy as np

from ludus.core.contract import Content
from ludus.core.record import twin
from ludus.games.dominion import leader_networks, leading  # a second census, and what is learned from it
from ludus.games.dominion.census import Tally, close, note
from ludus.games.dominion.reference import measured
from ludus.games.dominion.state import KINGDOM, PILES, REASONS
from ludus.games.dominion.table import Card, Table

CAPPED = REASONS.index("turn cap")

__all__ = ["CAPPED", "PILES", "Layout", "Tally", "close", "leader_networks", "leading", "measured", "note"]


class Layout:
    """Kingdoms of the cards that a content draws from, laid out as `load` would, but in no time.

    A kingdom is ten rising positions in `names`, the order in which cards stand at a table.
    """

    def __init__(self, drawn: Content) -> None:
        self.drawn, count = drawn, int(drawn.table["pool_count"][0])
        cards = drawn.table["pool"][0, :count]
        self.names: tuple[str, ...] = tuple(drawn.labels.cards[number].name for number in cards["number"])
        bare = twin(drawn.table)
        bare["drawn"], bare["pool_count"], bare["pool"] = 0, 0, np.zeros((), Card.dtype)
        self._bare = bare.view(np.uint8)
        begin = _offset("pool")
        self._cards = drawn.table.view(np.uint8)[begin : begin + count * Card.nbytes].reshape(count, Card.nbytes)
        self._counts = cards["points_per"] != 0
        self._place = _offset("cards") + KINGDOM * Card.nbytes

    def tables(self, kingdoms: np.ndarray) -> np.ndarray:
        """A table for each kingdom."""
        rows = np.empty((len(kingdoms), Table.nbytes), np.uint8)
        rows[:] = self._bare
        rows[:, self._place : self._place + PILES * Card.nbytes] = self._cards[kingdoms].reshape(len(kingdoms), -1)
        tables = rows.reshape(-1).view(Table.dtype)
        tables["counting"] = (self._counts[kingdoms] * np.arange(KINGDOM + 1, KINGDOM + PILES + 1)).max(axis=1)
        return tables

    def content(self, kingdom: np.ndarray) -> Content:
        """One kingdom, ready to play."""
        options = msgspec.structs.replace(
            self.drawn.options, kingdom=",".join([self.names[position] for position in kingdom.tolist()])
        )
        return Content(self.tables(kingdom[None, :]), options, self.drawn.labels)


def _offset(field: str) -> int:
    """Where a field of the table begins, in bytes."""
    fields = Table.dtype.fields
    assert fields is not None
    return int(fields[field][1])
