"""How much anybody may ask for: messages a second, bytes, connections."""

from __future__ import annotations

import time

LARGEST_MESSAGE = 64 * 1024  # bytes, of a message on a socket and of a request
LARGEST_UPLOAD = 2 * 1024 * 1024  # bytes of a request that brings a file; JSON takes more than the text
MOST_SOCKETS = 400
MOST_QUESTIONS = 2  # opinions that one connection may wait for at the same time
REQUESTS = (50.0, 200.0)  # of one token: so many a second, so many at once
MESSAGES = (100.0, 200.0)  # on one socket
FLOOD = 300  # messages beyond that in a row, after which a socket is closed


class Bucket:
    """Fills by `rate` a second up to `most`; each use takes one."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self._left, self._at = most, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
