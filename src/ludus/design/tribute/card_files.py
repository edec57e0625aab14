"""Card files of Tales of Tribute for an editor: fields, and how to play with and measure changed cards."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ludus.design.base.card_files import CARD_FILE, CardField, EntryKind, InspectPlan, struct_fields
from ludus.design.base.toml_card_files import TomlCardFormat, read_toml
from ludus.design.tribute.options import OFFICIAL_FILE
from ludus.games.tribute.card_file import (
    BASE,
    DRAFTED_PATRONS,
    LEVEL_FIELDS,
    STANDING_FIELDS,
    PatronSpec,
    TributeCardSpec,
    parse_cards,
)
from ludus.games.tribute.card_text import display_name
from ludus.games.tribute.effect_grammar import AMOUNT_EFFECTS, CARD_EFFECTS, CARD_ONLY, PATRON_ONLY, PLAIN_EFFECTS
from ludus.games.tribute.schema import card_file_facts

CARD_MEANINGS = {
    "deck": "the patron whose deck it belongs to",
    "cost": "coins to take it from the row",
    "health": "of agents only",
    "taunt": "agents only: others cannot be attacked before it",
    "toll": "agents only: coins for its owner whenever a knockout spares it",
    "play": "effects when it is played or activated",
    "combo2": "more effects with two cards of its deck",
    "combo3": "more effects with three cards of its deck",
    "combo4": "more effects with four cards of its deck",
    "copies": "copies in the tavern",
    "upgrades": "the card that replaces it in games without upgrades",
    "tier": "value for bots; empty: by default",
}
PATRON_MEANINGS = {
    "starters": "cards that it adds to both starting decks, one a line",
    "price.coins": "coins of a call; all: as many as one has",
    "price.power": "power of a call",
    "call": "effects of a call; or favoured, neutral and unfavoured",
    "favoured": "effects for the player whom it favours",
    "neutral": "effects if it favours nobody",
    "unfavoured": "effects for the player whom it does not favour",
    "favour": "step: one step towards the caller; jump: all the way; never",
    "closed_to_favoured": "a player whom it favours cannot call it",
    "turn_coins": "coins of the favoured player at the start of a turn",
    "selectable": "whether players can choose it",
}
PARENTS = {"card": "cards", "patron": "patrons"}


class TributeCardFormat(TomlCardFormat):
    """Card file with a table for each card and each patron."""

    base = BASE
    parents = PARENTS
    quick_games = 10_000
    signature = re.compile(r"^[ \t]*\[[ \t]*(?:cards|patrons)[ \t]*\.", re.MULTILINE)

    def __init__(self) -> None:
        key = "its key: small letters, digits and _"
        patrons = tuple(self._tables("patrons"))
        cards = tuple(
            replace(each, choices=patrons) if each.key == "deck" else each
            for each in struct_fields(TributeCardSpec, CARD_MEANINGS)
        )
        self.kinds = (
            EntryKind("card", cards, key),
            EntryKind("patron", tuple[CardField, ...](struct_fields(PatronSpec, PATRON_MEANINGS)), key),
        )
        examples = {word: f"{word} 1" for word in AMOUNT_EFFECTS} | {word: f"{word} gold" for word in CARD_EFFECTS}
        examples |= {word: word for word in PLAIN_EFFECTS}
        of_cards = [example for word, example in examples.items() if word not in PATRON_ONLY]
        of_patrons = [example for word, example in examples.items() if word not in CARD_ONLY]
        self.vocabulary = dict.fromkeys(LEVEL_FIELDS, of_cards) | dict.fromkeys(("call", *STANDING_FIELDS), of_patrons)

    def title(self, key: str) -> str:
        return display_name(key)

    def check(self, text: str, file: str) -> None:
        read_toml(text)  # an error has its line
        parse_cards(text, file)

    def board_facts(self, text: str) -> dict[str, Any]:
        return card_file_facts(parse_cards(text, ""))

    def new_entry(self, kind: str) -> dict[str, Any]:
        if kind == "patron":
            return {"starters": ["gold"], "price": {"coins": 2}, "call": "prestige 1"}
        return {"deck": next(iter(self._tables("patrons"))), "type": "action", "cost": 3, "play": "coin 2", "copies": 1}

    def new_key(self, kind: str, number: int) -> str:
        return f"new_{kind}" + (f"_{number}" if number > 1 else "")

    def play_options(self, text: str) -> dict[str, str]:
        patrons = self._patrons(text)
        return {"patrons": ",".join(patrons)} if patrons else {}

    def inspect_plan(self, text: str) -> InspectPlan:
        changed = self.changed_entries(text)
        if not changed:
            return InspectPlan([CARD_FILE], summary="all cards of your file")
        summary = "the changed cards against the original ones"
        return InspectPlan([OFFICIAL_FILE, CARD_FILE], cards=[entry.key for entry in changed], summary=summary)

    def _patrons(self, text: str) -> list[str]:
        """Four patrons, first those of changed cards; empty if nothing changed."""
        tables = self._tables("patrons") | read_toml(text).get("patrons", {})
        can_select = [key for key, values in tables.items() if values.get("selectable", True)]
        changed = [
            str(entry.values.get("deck", "")) if entry.kind == "card" else entry.key
            for entry in self.changed_entries(text)
        ]
        first = [key for key in dict.fromkeys(changed) if key in can_select]
        return list(dict.fromkeys([*first, *can_select]))[:DRAFTED_PATRONS] if first else []

    def _tables(self, name: str) -> dict[str, Any]:
        tables: dict[str, Any] = read_toml(self.base_text)[name]
        return tables
