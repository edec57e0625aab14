"""In-memory list of all sessions, newest first, so that a page of it needs no reading and no sorting."""

from __future__ import annotations

from bisect import bisect_left, insort
from concurrent.futures import Future

from msgspec import structs

from ludus.studio.home import NotFound
from ludus.studio.shelf import StoredSession


class SessionList:
    """The stored sessions are read in the background; entries noted since the start of the server are newer and win."""

    def __init__(self, shelved: Future[list[StoredSession]]) -> None:
        self.stored: Future[list[StoredSession]] | None = shelved  # None: already merged into the list
        self.guests = 0  # number of sessions that guests created
        self._kept: dict[str, StoredSession] = {}
        self._order: list[tuple[str, str]] = []  # start time and id

    def update(self, kept: StoredSession) -> None:
        """Add or update a session. Bot logs are left out to save memory."""
        if kept.id not in self._kept:
            insort(self._order, (kept.began, kept.id))
            self.guests += kept.guest
        self._kept[kept.id] = structs.replace(kept, logs=[])

    def page(self, most: int, before: str = "") -> list[StoredSession]:
        """Up to `most` sessions, newest first; only those that began before the session `before`, if given."""
        self._read()
        if before and before not in self._kept:
            raise NotFound(f"there is no table {before[:40]!r}")
        end = bisect_left(self._order, (self._kept[before].began, before)) if before else len(self._order)
        return [self._kept[id] for _, id in reversed(self._order[max(end - most, 0) : end])]

    def __len__(self) -> int:
        self._read()
        return len(self._order)

    def _read(self) -> None:
        """Merge the stored sessions. Blocks until they are read; await `shelved` first to avoid that."""
        if self.stored is not None:
            for session in self.stored.result():
                if session.id not in self._kept:
                    self.update(session)
            self.stored = None
