"""Names that options of a game accept: patrons."""

from __future__ import annotations

from ludus.games.tribute.cards import BASE, read_cards
from ludus.games.tribute.sayings import name_of


def offers() -> dict[str, list[str]]:
    """Names of the patrons that players may draft, for the option `patrons`."""
    return {"patrons": [name_of(key) for key, patron in read_cards(BASE).patrons.items() if patron.selectable]}
