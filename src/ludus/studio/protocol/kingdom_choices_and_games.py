"""Messages about kingdoms of Dominion: cards to choose from, and games that measured a kingdom."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ludus.studio.protocol.base import Count, Message, Name, Seed


class KingdomEdition(Message, frozen=True):
    name: str
    cards: list[str]


class RecommendedSet(Message, frozen=True):
    name: str
    edition: str
    cards: list[str]


class MeasureInfo(Message, frozen=True):
    """A measure of kingdoms. `target` is its make option; empty: it cannot be a target."""

    name: str
    title: str
    about: str  # what it says about a kingdom
    kind: str  # share, number
    target: str


class KingdomsInfo(Message, frozen=True):
    cards: dict[str, dict[str, Any]]  # each card, as in observations of the game
    effects: dict[str, list[dict[str, Any]]]  # of each kingdom card, as in the facts of the game's schema
    editions: list[KingdomEdition]
    sets: list[RecommendedSet]
    measures: list[MeasureInfo]
    players: str  # the default pair of bots


class KingdomGame(Message, frozen=True):
    """A game that measured a kingdom: the same seed and players replay it move by move."""

    kingdom: Annotated[list[Name], Meta(max_length=10)]
    edition: Name
    players: Annotated[list[Name], Meta(min_length=2, max_length=2)]
    seed: Seed
    number: Count
