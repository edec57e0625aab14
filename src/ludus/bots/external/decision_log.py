"""What the log of a bot says about a decision: the turn, what was sent, the time, and where a reply came from.

    --- 7                                                       its seventh decision
    in: turn 4, 17 legal moves, 1,234 bytes (digest 5d41402a)   what it was sent, whole with `Limits.requests`
    err: looking 3 moves ahead                                  what it wrote for its author
    out: SUMMON 3                                               its reply
    time: 12.4 ms

A Python bot has `answer: SUMMON 3, after 12.4 ms` instead of the last two lines: there, "out" is what it printed.
"""

from __future__ import annotations

import hashlib
import re

from ludus.core.position import Position
from ludus.core.rule import plain

UNASKED = "this line came unasked, before the request was sent; every reply is one line"
# Characters that could control a terminal or reorder its text. Line feeds and tabs stay.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


class OwnTurns:
    """Counts the turns of one seat: a turn is every decision until another seat decides."""

    def __init__(self) -> None:
        self._turn, self._is_new = 0, True

    def other_seat_decided(self) -> None:
        self._is_new = True

    def at_decision(self) -> int:
        """The number of the turn, from 1, when the seat is about to decide."""
        self._turn, self._is_new = self._turn + self._is_new, False
        return self._turn


def request_text(position: Position, data: bytes, own_turn: int) -> str:
    """A request in one line: turn, number of legal moves, size and digest of what is sent.

    Args:
        position: The position of the decision.
        data: What is sent.
        own_turn: Number of the seat's own turn, for games that do not count turns.
    """
    count, legal, phases = position.game.turn_number, len(position.legal_moves), position.game.phases
    turn = f"turn {count(position.state)}, " if count else f"own turn {own_turn}, "
    if phases:
        turn += f"{phases[int(plain(position.game.rules.phase)(position.state))]}, "
    digest = hashlib.blake2b(data, digest_size=4).hexdigest()
    return f"{turn}{legal} legal move{'' if legal == 1 else 's'}, {len(data):,} bytes (digest {digest})"


def seconds_text(seconds: float) -> str:
    """A time as text, in milliseconds if it is short."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def escape_control(text: str) -> str:
    """Replace control characters by escapes such as \\x1b, so that a log cannot control the terminal that shows it."""
    return _CONTROL.sub(lambda match: _escape(ord(match[0])), text)


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
