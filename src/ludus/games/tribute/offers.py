"""Names that can be picked for a game: patrons."""

from __future__ import annotations

from ludus.games.tribute.cards import BASE, read_cards


def offers() -> dict[str, list[str]]:
    """`patrons` that players may draft, by their key."""
    return {"patrons": [key for key, patron in read_cards(BASE).patrons.items() if patron.selectable]}
