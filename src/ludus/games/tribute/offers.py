"""Names that options of a game accept: patrons."""

from __future__ import annotations

from ludus.games.tribute.cards import BASE, read_cards
from ludus.games.tribute.sayings import display_name


def option_choices() -> dict[str, list[str]]:
    """Names of the patrons that players may draft, for the option `patrons`."""
    return {"patrons": [display_name(key) for key, patron in read_cards(BASE).patrons.items() if patron.selectable]}
