"""Names that options of a game accept: recommended kingdoms, and the kingdom cards of each edition."""

from __future__ import annotations

from ludus.games.dominion.cards import BASE, EDITIONS, read_cards
from ludus.games.dominion.options import recommended_kingdoms


def option_choices() -> dict[str, list[str]]:
    """Names of recommended kingdoms as `sets`, and card names by edition."""
    names = {"sets": [*recommended_kingdoms()]}
    for edition in EDITIONS:
        cards = read_cards(BASE, edition)
        names[edition] = sorted(name for name, card in cards.items() if edition in card.facts.editions)
    return names
