"""Names of decks and skill trees to choose from."""

from __future__ import annotations

from ludus.games.delve.options import TREES
from ludus.games.delve.scenario import heldout_decks, reference_decks


def option_choices() -> dict[str, list[str]]:
    """Return the names of all `decks`, reference decks first, and of all `trees`."""
    decks = [deck.name for deck in (*reference_decks(), *heldout_decks())]
    return {"decks": decks, "trees": [*sorted(file.stem for file in TREES.glob("*.toml")), "none"]}
