"""The games of a tournament."""

from __future__ import annotations

from ludus.studio.protocol.words import Word


class GameRow(Word, frozen=True):
    """One game of a pair, as it was logged."""

    number: int
    deal: str  # the seed of the deal, which may be too large for a number of the page
    seats: list[str]  # who sat where
    shares: list[float]  # by seat
    points: list[int]
    reason: str
    length: int


class GamesPage(Word, frozen=True):
    """Some games of a pair, in order."""

    pair: str
    games: list[GameRow]
    found: int  # games that fit what was asked for
    played: int  # games of the pair
