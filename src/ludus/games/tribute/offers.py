"""Names that can be picked for a game: patrons."""

from __future__ import annotations

from ludus.games.tribute.cards import BASE, read_cards
from ludus.games.tribute.sayings import name_of


def offers() -> dict[str, list[str]]:
    """`patrons` that players may draft, by the names that the option takes."""
    return {"patrons": [name_of(key) for key, patron in read_cards(BASE).patrons.items() if patron.selectable]}
