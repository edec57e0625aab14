"""Card files of Dominion for an editor: fields, and how to play with and measure a changed card."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ludus.design.base.card_files import CARD_FILE, CardEntry, EntryKind, InspectPlan, struct_fields
from ludus.design.base.toml_card_files import TomlCardFormat, read_toml
from ludus.games.dominion.card_file import BASE, EDITIONS, KingdomCard, KingdomCardSpec, name_key, parse_cards
from ludus.games.dominion.effect_grammar import CLAUSE_PATTERNS
from ludus.games.dominion.options import pool_names, recommended_kingdoms
from ludus.games.dominion.schema import card_effects
from ludus.games.dominion.state import PILES

MEANINGS = {
    "cost": "coins to buy it",
    "types": "Attacks and Reactions are also Actions",
    "cards": "cards to draw when it is played",
    "actions": "more Actions this turn",
    "buys": "more cards to buy this turn",
    "coins": "coins this turn",
    "points": "victory points at the end; only of Victory cards",
    "points_per": "one point for each group of this many own cards; only of Victory cards",
    "do": "what it tells you to do, one sentence a line",
    "editions": "editions that have the card",
    "second": "what differs in the second edition",
}
FILLING_SET = "first-game"  # its cards stand beside a changed card


class DominionCardFormat(TomlCardFormat):
    """Card file with a table for each kingdom card, named by the card."""

    base = BASE
    quick_games = 1000
    signature = re.compile(r"^[ \t]*types[ \t]*=", re.MULTILINE)

    def __init__(self) -> None:
        self.parents = {"card": ""}
        key = "its name: letters and blanks, a capital first; a card with a known name replaces that card"
        self.kinds = (EntryKind("card", struct_fields(KingdomCardSpec, MEANINGS), key),)
        self.vocabulary = {"do": [pattern.example for pattern in CLAUSE_PATTERNS]}

    def check(self, text: str, file: str) -> None:
        read_toml(text)  # an error has its line
        for edition in EDITIONS:
            parse_cards(text, file, edition)

    def board_facts(self, text: str) -> dict[str, Any]:
        cards: dict[str, KingdomCard] = {}
        for edition in reversed(EDITIONS):  # a card of both is that of the first
            cards |= parse_cards(text, "", edition)
        facts = {name: msgspec.to_builtins(card.facts) for name, card in cards.items()}
        return {"cards": facts, "effects": {name: card_effects(card) for name, card in cards.items()}}

    def new_entry(self, kind: str) -> dict[str, Any]:
        return {"cost": 3, "types": ["Action"], "cards": 1, "actions": 1}

    def new_key(self, kind: str, number: int) -> str:
        """New Card, New Card B, ... New Card Z, New Card BA: names have letters only."""
        letters = ""
        rest = number - 1
        while rest:
            rest, letter = divmod(rest, 26)
            letters = chr(ord("A") + letter) + letters
        return f"New Card {letters}".strip()

    def play_options(self, text: str) -> dict[str, str]:
        changed = self.changed_entries(text)
        if not changed:
            return {}
        edition = _edition(changed)
        return {"kingdom": ", ".join(_kingdom(changed, edition))} | _edition_option(edition)

    def inspect_plan(self, text: str) -> InspectPlan:
        changed = self.changed_entries(text)
        edition = _edition(changed)
        kingdom = _kingdom(changed, edition)
        known = all(self.state(entry) == "changed" for entry in changed)
        options = {"cards": CARD_FILE} | _edition_option(edition)
        return InspectPlan(
            [",".join(kingdom)],
            {"original": "true"} if changed and known else {},
            options,
            [entry.key for entry in changed if entry.key in kingdom],
            f"{'the changed cards against the original ones' if known else 'the new cards'} in a kingdom with "
            f"{', '.join(name for name in kingdom if name not in {entry.key for entry in changed})}",
        )


def _edition(changed: list[CardEntry]) -> str:
    """Edition that has most of the changed cards; the first if both have as many."""
    counts = {
        edition: sum(edition in (entry.values.get("editions") or EDITIONS) for entry in changed) for edition in EDITIONS
    }
    return max(EDITIONS, key=lambda edition: counts[edition])


def _edition_option(edition: str) -> dict[str, str]:
    return {} if edition == EDITIONS[0] else {"edition": edition}


def _kingdom(changed: list[CardEntry], edition: str) -> list[str]:
    """A kingdom with the changed cards of an edition, filled up with a recommended set."""
    own = [entry.key for entry in changed if edition in (entry.values.get("editions") or EDITIONS)]
    taken = {name_key(name) for name in own}
    pool = pool_names(edition)
    filling = [name for name in [*recommended_kingdoms()[FILLING_SET], *pool] if name in pool]
    filling = [name for name in dict.fromkeys(filling) if name_key(name) not in taken]
    return sorted([*own, *filling][:PILES])
