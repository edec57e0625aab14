"""Names that can be picked for a game: decks and skill trees."""

from __future__ import annotations

from ludus.games.delve.options import TREES
from ludus.games.delve.scenario import heldout_decks, reference_decks


def offers() -> dict[str, list[str]]:
    """`decks`, those that trees are made for first, and `trees`."""
    decks = [deck.name for deck in (*reference_decks(), *heldout_decks())]
    return {"decks": decks, "trees": [*sorted(file.stem for file in TREES.glob("*.toml")), "none"]}
