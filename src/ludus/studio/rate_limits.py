"""Rate and size limits: messages per second, bytes, connections."""

from __future__ import annotations

import time

LARGEST_MESSAGE = 64 * 1024  # bytes of a message on a socket or of a request
LARGEST_UPLOAD = 2 * 1024 * 1024  # bytes of a request with a file; JSON is larger than the text
MAX_SOCKETS, GUESTS_SOCKETS, GUEST_SOCKETS = 400, 300, 60  # of all clients, of all guests, of one guest
MAX_QUESTIONS = 2  # bot opinions that one connection may wait for at the same time
REQUESTS = (50.0, 200.0)  # of one client: requests per second, burst
GUEST_SHARES = 4  # number of guests who can use their full limit at the same time
MESSAGES = (100.0, 200.0)  # on one socket: messages per second, burst
EXCESS_MESSAGES = (10.0, 300.0)  # over that limit, refused: messages per second, burst; more close the socket
MAX_PERSONS = 1000  # clients whose requests are counted


class TokenBucket:
    """Token bucket: refills by `rate` per second up to `most`; each request takes one token.

    With several `parts`, no client can use more than one part of the bucket.
    """

    def __init__(self, rate: float, most: float, parts: int = 1) -> None:
        self.rate, self.most, self.parts = rate, most, parts
        self._left, self._at = most, time.monotonic()
        self._by_client: dict[str, TokenBucket] = {}  # by client, the most recent one last

    def take(self, client: str = "") -> bool:
        if self.parts > 1 and not self._part(client).take():
            return False
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _part(self, client: str) -> TokenBucket:
        part = self._by_client.pop(client, None) or TokenBucket(self.rate / self.parts, self.most / self.parts)
        self._by_client[client] = part
        if len(self._by_client) > MAX_PERSONS:
            del self._by_client[next(iter(self._by_client))]
        return part
