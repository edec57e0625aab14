"""Card lists of Legends of Code and Magic for an editor: fields, edits, and how to play with and measure a change."""

from __future__ import annotations

import csv
import hashlib
import io
import random
import re
from collections.abc import Sequence
from typing import Any

from ludus.design.base.card_files import (
    CARD_FILE,
    MAX_ENTRIES,
    CardEntry,
    CardField,
    CardFileFormat,
    EntryKind,
    InspectPlan,
    replace_lines,
    split_lines,
)
from ludus.design.locm.parse_card_arguments import OFFICIAL_LIST
from ludus.games.locm.card_edits import CHANGEABLE_FIELDS
from ludus.games.locm.card_list import AREAS, COLUMNS, KINDS, OFFICIAL_CARDS, RANGES, STRENGTHS, parse_cards
from ludus.games.locm.deck_building import POOL_SIZE
from ludus.games.locm.state import DECK
from ludus.util.errors import ContentError

KEYWORD_NAMES = ("Breakthrough", "Charge", "Drain", "Guard", "Lethal", "Ward")
MEANINGS = {
    "number": "different for each card; bots know the official cards by it",
    "kind": "creature, or the kind of item: green helps an own creature, red hurts an enemy, blue hits anything",
    "cost": "mana to play it",
    "attack": "damage of a creature; a change of attack by an item",
    "defense": "life of a creature; a change of defense by an item",
    "my_health": "health that you gain or lose when it is played",
    "opp_health": "health that the opponent gains or loses when it is played",
    "draw": "more cards at the start of the next turn",
    "area": "version 1.5 only: what the card acts on",
}
DEFAULTS = {"kind": "creature", "area": "target", "keywords": "------", "cost": 2, "attack": 2, "defense": 2}
SHOWN_CHANGES = 5  # changed cards in the deck of a game that tries them


class LocmCardFormat(CardFileFormat):
    """Card list as CSV: one line for each card."""

    suffix = ".csv"
    base = OFFICIAL_CARDS
    quick_games = 30_000  # decide most changes of two points of attack with a probability of 80 %
    signature = re.compile(r"\bopp_health\b")

    def __init__(self) -> None:
        self.kinds = (EntryKind("card", tuple(_field(column) for column in COLUMNS)),)

    def entries(self, text: str) -> list[CardEntry]:
        columns, entries = list[str](), list[CardEntry]()
        for number, line in enumerate(split_lines(text.removeprefix("\ufeff")), 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            cells = _cells(line, number)
            if not columns:
                if missing := [column for column in COLUMNS if column not in cells]:
                    parse_cards(line)  # names the column that is wrong or missing
                    raise ContentError(f"the column {missing[0]!r} is missing", line=number)
                columns = cells
                continue
            values = {column: _value(cell) for column, cell in zip(columns, cells, strict=False)}
            key, name = str(values.get("number", "")), str(values.get("name", ""))
            entries.append(CardEntry("card", key, name or f"card {key}", number, number, values))
            if len(entries) > MAX_ENTRIES:
                raise ContentError(f"at most {MAX_ENTRIES:,} cards can be edited here", line=number)
        if not columns:
            parse_cards(text)  # says what the first line must be
        return entries

    def check(self, text: str, file: str) -> None:
        parse_cards(text, file, False, POOL_SIZE, "a draft")

    def board_facts(self, text: str) -> dict[str, Any]:
        return {"cards": {entry.key: entry.values for entry in self.entries(text)}}

    def set_value(self, text: str, line: int, key: str, value: Any) -> str:
        entry = self.find(text, line)
        if key not in COLUMNS:
            raise ContentError(f"{key[:40]!r} is no column of a card list", line=line)
        return replace_lines(text, line, line, [_row(self._columns(text), entry.values | {key: value})])

    def rename(self, text: str, line: int, key: str) -> str:
        return self.set_value(text, line, "number", key)

    def add(self, text: str, kind: str, like: CardEntry | None) -> str:
        numbers = [int(entry.key) for entry in self.entries(text) if re.fullmatch(r"[0-9]{1,9}", entry.key)]
        values = dict.fromkeys(COLUMNS, 0) | DEFAULTS | {"name": "New card"} | (like.values if like else {})
        values["number"] = max(numbers, default=0) + 1
        if like is not None:
            values["name"] = f"{like.title} copy"
        count = len(split_lines(text))
        return replace_lines(text, count + 1, count, [_row(self._columns(text), values)])

    def play_options(self, text: str) -> dict[str, str]:
        changed = [entry.key for entry in self.changed_entries(text)]
        if not changed:
            return {"setup": "dealt"}
        chosen = list(dict.fromkeys(changed))[:SHOWN_CHANGES]
        others = [entry.key for entry in self.entries(text) if entry.key not in chosen]
        dice = random.Random(hashlib.sha256(text.encode()).hexdigest())
        rest = dice.choices(others or chosen, k=DECK - 2 * len(chosen))
        decks = []
        for _ in range(2):
            dice.shuffle(rest)
            decks.append(" ".join([*chosen, *rest[: DECK // 2], *chosen, *rest[DECK // 2 :]]))
        return {"decks": " / ".join(decks)}

    def inspect_plan(self, text: str) -> InspectPlan:
        changed = self.changed_entries(text)
        edits = {entry.key: self._edits(entry) for entry in changed}
        names = [entry.title for entry in changed]
        if not changed:
            return InspectPlan([CARD_FILE], summary="all cards of your list")
        if all(edits.values()) and {entry.key for entry in self.entries(text)} == {key for _, key in self.base_entries}:
            change = ",".join(f"{key}.{field}={value}" for key, fields in edits.items() for field, value in fields)
            return InspectPlan(
                [OFFICIAL_LIST], {"change": change}, cards=names, summary="the changed cards against the official ones"
            )
        return self.band_plan(text)

    def band_plan(self, text: str) -> InspectPlan:
        changed = self.changed_entries(text)
        if not changed:
            return InspectPlan([CARD_FILE], summary="all cards of your list")
        return InspectPlan(
            [",".join(entry.key for entry in changed)],
            options={"cards": CARD_FILE},
            cards=[entry.title for entry in changed],
            summary="the new and changed cards within your list",
        )

    def _edits(self, entry: CardEntry) -> list[tuple[str, Any]]:
        """Changes of a card that can be compared with the official card; empty if there are others."""
        original = self.base_entries.get(("card", entry.key))
        if original is None:
            return []
        fields = [name for name in COLUMNS if original.values[name] != entry.values.get(name)]
        rules = [name for name in fields if name != "name"]
        return [(name, entry.values[name]) for name in rules] if set(rules) <= {*CHANGEABLE_FIELDS} else []

    def _columns(self, text: str) -> list[str]:
        for number, line in enumerate(split_lines(text.removeprefix("\ufeff")), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                return _cells(line, number)
        raise ContentError(f"the card list is empty; its first line must be {','.join(COLUMNS)}")


def _field(column: str) -> CardField:
    meaning = MEANINGS.get(column, "")
    if column in RANGES:
        least, most, why = RANGES[column]
        return CardField(column, "number", least, most, default=0, required=True, meaning=meaning or why)
    if column in STRENGTHS[0]:
        limits = [ranges[column] for ranges in STRENGTHS.values()]
        low, high = min(limit[0] for limit in limits), max(limit[1] for limit in limits)
        return CardField(column, "number", low, high, default=0, required=True, meaning=meaning)
    choices = {"kind": KINDS, "area": AREAS}.get(column)
    if choices:
        return CardField(column, "choice", choices=choices, default=choices[0], required=True, meaning=meaning)
    if column == "keywords":
        return CardField(column, "mask", choices=KEYWORD_NAMES, default="------", required=True)
    return CardField(column, "text", default="", required=True, meaning=meaning)


def _cells(line: str, number: int) -> list[str]:
    try:
        (row,) = csv.reader([line.rstrip("\r\n")], strict=True, skipinitialspace=True)
    except (csv.Error, ValueError) as error:
        raise ContentError(f"not a line of CSV: {error}", line=number) from None
    return [cell.strip() for cell in row]


def _value(cell: str) -> Any:
    return int(cell) if re.fullmatch(r"[+-]?[0-9]{1,9}", cell) else cell


def _row(columns: Sequence[str], values: dict[str, Any]) -> str:
    out = io.StringIO()
    cells = [str("" if values.get(column) is None else values[column]) for column in columns]
    csv.writer(out, lineterminator="").writerow([re.sub(r"[\r\n]+", " ", cell) for cell in cells])
    return out.getvalue()
