"""What `ludus.design` and the studies use of this game: the census of games, and the card file by numbers."""

from __future__ import annotations

from ludus.core.contract import Content
from ludus.games.tribute import chances, changing  # a second census, and small changes of a card file
from ludus.games.tribute.bots.courtier import turn_ends  # another census: what the courtier learns from
from ludus.games.tribute.bots.tiers import HAND_MADE
from ludus.games.tribute.census import Tally, close, note
from ludus.games.tribute.sayings import name_of
from ludus.games.tribute.table import Table

__all__ = [
    "Tally",
    "chances",
    "changing",
    "close",
    "decks_of",
    "name_of",
    "names_of_cards",
    "names_of_patrons",
    "note",
    "selectable",
    "tiers_of",
    "turn_ends",
]


def names_of_cards(content: Content) -> tuple[str, ...]:
    """Cards by their number, which is their place in a tally."""
    names: tuple[str, ...] = content.labels.cards
    return names


def names_of_patrons(content: Content) -> tuple[str, ...]:
    """Patrons by their number."""
    names: tuple[str, ...] = content.labels.patrons
    return names


def decks_of(content: Content) -> list[int]:
    """The patron whose deck each card belongs to."""
    table = Table.over(content.table)
    return [int(table.cards[k].deck) for k in range(table.card_count)]


def selectable(content: Content) -> list[int]:
    """The patrons that can be drafted or drawn."""
    table = Table.over(content.table)
    return [k for k in range(table.patron_count) if table.selectable[k]]


def tiers_of(content: Content) -> list[int]:
    """What each card is worth to bots, by the list that was made by hand; 0: nothing."""
    table = Table.over(content.table)
    return [int(table.tiers[HAND_MADE, k]) for k in range(table.card_count)]
