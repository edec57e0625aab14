"""How much anybody may ask for: messages a second, bytes, connections."""

from __future__ import annotations

import time

LARGEST_MESSAGE = 64 * 1024  # bytes, of a message on a socket and of a request
LARGEST_UPLOAD = 2 * 1024 * 1024  # bytes of a request that brings a file; JSON takes more than the text
MOST_SOCKETS, GUESTS_SOCKETS, GUEST_SOCKETS = 400, 300, 60  # of all, of all guests, of a guest
MOST_QUESTIONS = 2  # opinions that one connection may wait for at the same time
REQUESTS = (50.0, 200.0)  # of one person: so many a second, so many at once
GUESTS = 4  # guests who may ask for as much as that at the same time
MESSAGES = (100.0, 200.0)  # on one socket
FLOOD = 300  # messages beyond that in a row, after which a socket is closed
MOST_PERSONS = 1000  # whose requests are counted


class Bucket:
    """Fills by `rate` a second up to `most`; each use takes one. Nobody has more than one of its `parts`."""

    def __init__(self, rate: float, most: float, parts: int = 1) -> None:
        self.rate, self.most, self.parts = rate, most, parts
        self._left, self._at = most, time.monotonic()
        self._each: dict[str, Bucket] = {}  # by person, who came last at the end

    def take(self, who: str = "") -> bool:
        if self.parts > 1 and not self._part(who).take():
            return False
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _part(self, who: str) -> Bucket:
        part = self._each.pop(who, None) or Bucket(self.rate / self.parts, self.most / self.parts)
        self._each[who] = part
        if len(self._each) > MOST_PERSONS:
            del self._each[next(iter(self._each))]
        return part
