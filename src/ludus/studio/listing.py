"""The list of all tables, the newest first, in memory: a page of it costs no reading and no sorting."""

from __future__ import annotations

from bisect import bisect_left, insort
from concurrent.futures import Future

from msgspec import structs

from ludus.studio.home import NotThere
from ludus.studio.shelf import Kept


class Listing:
    """What was on the shelf when the server began is read meanwhile; what happens since then is newer."""

    def __init__(self, shelved: Future[list[Kept]]) -> None:
        self.shelved: Future[list[Kept]] | None = shelved  # None: it is in the list
        self.guests = 0  # how many of them guests set up
        self._kept: dict[str, Kept] = {}
        self._order: list[tuple[str, str]] = []  # when it began, and its id

    def note(self, kept: Kept) -> None:
        """A table that is new, or as it is now. What its bots wrote is left to the disk."""
        if kept.id not in self._kept:
            insort(self._order, (kept.began, kept.id))
            self.guests += kept.guest
        self._kept[kept.id] = structs.replace(kept, logs=[])

    def page(self, most: int, before: str = "") -> list[Kept]:
        """So many tables, the newest first; those that began before another, if one is named."""
        self._read()
        if before and before not in self._kept:
            raise NotThere(f"there is no table {before[:40]!r}")
        end = bisect_left(self._order, (self._kept[before].began, before)) if before else len(self._order)
        return [self._kept[id] for _, id in reversed(self._order[max(end - most, 0) : end])]

    def __len__(self) -> int:
        self._read()
        return len(self._order)

    def _read(self) -> None:
        """Whoever must not wait awaits `shelved` before."""
        if self.shelved is not None:
            for kept in self.shelved.result():
                if kept.id not in self._kept:
                    self.note(kept)
            self.shelved = None
