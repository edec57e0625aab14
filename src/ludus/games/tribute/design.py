"""Interface for `ludus.design` and the studies: cards and patrons by number, and edits of the card file."""

from __future__ import annotations

from ludus.core.game import Content
from ludus.games.tribute import card_edits, choice_stats
from ludus.games.tribute.bots.tiers import HAND_MADE
from ludus.games.tribute.card_text import display_name
from ludus.games.tribute.game_data import GameData

__all__ = [
    "card_edits",
    "choice_stats",
    "decks_of",
    "display_name",
    "names_of_cards",
    "names_of_patrons",
    "selectable",
    "tiers_of",
]


def names_of_cards(content: Content) -> tuple[str, ...]:
    """Card names by number, which is their index in the statistics."""
    names: tuple[str, ...] = content.labels.cards
    return names


def names_of_patrons(content: Content) -> tuple[str, ...]:
    """Patron names by number."""
    names: tuple[str, ...] = content.labels.patrons
    return names


def decks_of(content: Content) -> list[int]:
    """Patron number of each card's deck."""
    data = GameData.over(content.data)
    return [int(data.cards[k].deck) for k in range(data.card_count)]


def selectable(content: Content) -> list[int]:
    """Patrons that can be drafted or drawn."""
    data = GameData.over(content.data)
    return [k for k in range(data.patron_count) if data.selectable[k]]


def tiers_of(content: Content) -> list[int]:
    """Hand-made tier of each card; 0 if it has none."""
    data = GameData.over(content.data)
    return [int(data.tiers[HAND_MADE, k]) for k in range(data.card_count)]
