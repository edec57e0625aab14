"""Messages about the games of a tournament."""

from __future__ import annotations

from ludus.studio.protocol.base import Message


class GameRow(Message, frozen=True):
    """One game of a pair, as it was logged."""

    number: int
    deal: str  # seed of the deal, as text because it may be too large for a JavaScript number
    seats: list[str]  # players by seat
    shares: list[float]  # payoffs by seat
    points: list[int]
    reason: str
    length: int


class GamesPage(Message, frozen=True):
    """Some games of a pair, in order."""

    pair: str
    games: list[GameRow]
    found: int  # number of games that match the filter
    played: int  # number of games of the pair
