"""Names that can be picked for a game: recommended sets, and the kingdom cards of each edition."""

from __future__ import annotations

from ludus.games.dominion.cards import BASE, EDITIONS, read_cards
from ludus.games.dominion.options import recommended


def offers() -> dict[str, list[str]]:
    """`sets`, and cards by edition."""
    found = {"sets": [*recommended()]}
    for edition in EDITIONS:
        cards = read_cards(BASE, edition)
        found[edition] = sorted(name for name, card in cards.items() if edition in card.facts.editions)
    return found
