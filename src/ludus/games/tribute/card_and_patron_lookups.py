"""Tables of cards and patrons by number, as in the game statistics: names, decks, tiers."""

from __future__ import annotations

from ludus.core.game import Content
from ludus.games.tribute.bots.card_tier_lists import HAND_MADE
from ludus.games.tribute.game_data_records import GameData


def card_names(content: Content) -> tuple[str, ...]:
    """Card names by number, which is their index in the statistics."""
    names: tuple[str, ...] = content.labels.cards
    return names


def patron_names(content: Content) -> tuple[str, ...]:
    """Patron names by number."""
    names: tuple[str, ...] = content.labels.patrons
    return names


def card_decks(content: Content) -> list[int]:
    """Patron number of each card's deck."""
    data = GameData.over(content.data)
    return [int(data.cards[k].deck) for k in range(data.card_count)]


def selectable_patrons(content: Content) -> list[int]:
    """Patrons that can be drafted or drawn."""
    data = GameData.over(content.data)
    return [k for k in range(data.patron_count) if data.selectable[k]]


def hand_made_tiers(content: Content) -> list[int]:
    """Hand-made tier of each card; 0 if it has none."""
    data = GameData.over(content.data)
    return [int(data.tiers[HAND_MADE, k]) for k in range(data.card_count)]
