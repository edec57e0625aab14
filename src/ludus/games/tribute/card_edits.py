"""Edits of the numbers in a card file: which numbers there are, and which values they may take.

A number is a cost, an agent's health, a patron's price, or an amount in the text of an effect. Edits keep the character
of a card: no number is removed or added, and nothing becomes free. Types, decks, copies and effect words do not change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from ludus.core.game import Content
from ludus.games.tribute.card_file import (
    BASE,
    LEVEL_FIELDS,
    STANDING_FIELDS,
    PatronSpec,
    TributeCardFile,
    TributeCardSpec,
    parse_cards,
    read_cards,
)
from ludus.games.tribute.effect_grammar import MAX_AMOUNT, MAX_PICKS, PICKING_EFFECTS
from ludus.games.tribute.options import make_content
from ludus.util.errors import ContentError

CARDS, PATRONS = "cards", "patrons"
DEARER = ("cost", "price.coins", "price.power")  # larger values make the card weaker
HARDER = ("power-per-cards", "power-paid")  # effects for which a larger amount is weaker
AMOUNT = re.compile(r"(?<=\s)[0-9]+(?!\S)|(?<=\s)[0-9]+(?=,)")
MOST_COST, MOST_HEALTH = 100, 100


@dataclass(frozen=True, order=True)
class Number:
    """A number of a card file: `cards.rally.cost`, or the first amount of `patrons.ansei.neutral`."""

    kind: str  # cards or patrons
    key: str
    field: str
    at: int = 0  # index among several amounts of an effect

    def __str__(self) -> str:
        return f"{self.kind}.{self.key}.{self.field}" + (f"[{self.at}]" if self.at else "")


def numbers(card_file: TributeCardFile) -> list[Number]:
    """All numbers that may change, in the order of the file."""
    result = []
    for key, patron in card_file.patrons.items():
        result += [Number(PATRONS, key, f"price.{name}") for name in ("coins", "power") if _price(patron, name)]
        result += [Number(PATRONS, key, "turn_coins")] if patron.turn_coins else []
        result += _amounts(PATRONS, key, patron, ("call", *STANDING_FIELDS))
    for key, card in card_file.cards.items():
        result += [Number(CARDS, key, name) for name in ("cost", "health") if getattr(card, name)]
        result += _amounts(CARDS, key, card, LEVEL_FIELDS)
    return result


def value_of(card_file: TributeCardFile, number: Number) -> int:
    """Current value of a number."""
    holder = _holder(card_file, number)
    if number.field.startswith("price."):
        return int(_price(holder, number.field[6:]))
    value = getattr(holder, number.field)
    return int(AMOUNT.findall(value)[number.at]) if isinstance(value, str) else int(value)


def weakening_step(card_file: TributeCardFile, number: Number) -> int:
    """Step that makes the card or patron weaker: 1 or -1."""
    if number.field in DEARER:
        return 1
    value = getattr(_holder(card_file, number), number.field)
    return 1 if isinstance(value, str) and _word(value, number.at) in HARDER else -1


def limits(card_file: TributeCardFile, number: Number) -> tuple[int, int]:
    """Smallest and largest allowed value."""
    if number.field == "cost":
        return 1, MOST_COST
    if number.field == "health":
        return 1, MOST_HEALTH
    value = getattr(_holder(card_file, number), number.field, 0)
    return 1, MAX_PICKS if isinstance(value, str) and _word(value, number.at) in PICKING_EFFECTS else MAX_AMOUNT


def describe_change(card_file: TributeCardFile, number: Number, value: int) -> str:
    """Description of a change: `cost 4 → 5`; of an amount, with its word: `play power 3 → 2`."""
    field = number.field.replace("price.", "price in ").replace("_", " ")
    text = getattr(_holder(card_file, number), number.field, None)
    word = f" {_word(text, number.at)}" if isinstance(text, str) else ""
    return f"{field}{word} {value_of(card_file, number)} → {value}"


def with_values(card_file: TributeCardFile, values: Mapping[Number, int]) -> TributeCardFile:
    """The card file with new values.

    Raises:
        ContentError: a value is out of range; the field is named.
    """
    cards, patrons = dict(card_file.cards), dict(card_file.patrons)
    for number, value in values.items():
        low, high = limits(card_file, number)
        if not low <= value <= high:
            raise ContentError(f"{value} is not from {low} to {high}", field=str(number))
        if number.kind == CARDS:
            cards[number.key] = _with(cards[number.key], number, value)
        else:
            patrons[number.key] = _with(patrons[number.key], number, value)
    return TributeCardFile(cards, patrons)


def rewrite(text: str, card_file: TributeCardFile, values: Mapping[Number, int]) -> str:
    """Rewrite the text of a card file with new values; everything else, including comments, stays.

    A file that extends the base game gets a copy of each base entry that it changes.

    Args:
        text: text of the card file.
        card_file: the cards that the text defines.
        values: new value of each number.

    Raises:
        ContentError: the text cannot be edited line by line.
    """
    lines, changed = text.splitlines(keepends=True), with_values(card_file, values)
    for number in values:
        if _head(lines, number) is None:
            lines += ["" if lines[-1].endswith("\n") else "\n", "\n", *_own_table(number)]
        at = _line(lines, number)
        if at is None:
            continue
        old, new = (_written(_holder(source, number), number) for source in (card_file, changed))
        before, equals, rest = lines[at].partition("=")
        if number.field.startswith("price."):
            rest = re.sub(rf"({number.field[6:]}\s*=\s*){old}\b", rf"\g<1>{new}", rest, count=1)
        else:
            rest = rest.replace(old, new, 1)
        lines[at] = before + equals + rest
    written = "".join(lines)
    try:
        is_equal = parse_cards(written, "the new file") == changed
    except ContentError:
        is_equal = False
    if not is_equal:
        names = ", ".join(map(str, values))
        raise ContentError(
            f"{names}: cannot be changed in this file; give every card its own table and every number its own line"
        )
    return written


def with_cards(content: Content, card_file: TributeCardFile, file: str | None) -> Content:
    """The same content with other cards; `file` is their path, for commands that name it."""
    options: Any = content.options
    return make_content(card_file, msgspec.structs.replace(options, cards=file))


def file_of(content: Content) -> tuple[str, TributeCardFile]:
    """Text and cards of the file that a content was loaded from."""
    path = content.options.cards or BASE  # type: ignore[attr-defined]
    return _read(path), read_cards(path)


def _read(path: Any) -> str:
    with open(path, encoding="utf-8-sig", newline="") as file:
        return file.read()


def _holder(card_file: TributeCardFile, number: Number) -> Any:
    return (card_file.cards if number.kind == CARDS else card_file.patrons)[number.key]


def _price(patron: PatronSpec, name: str) -> int:
    value = getattr(patron.price, name)
    return value if isinstance(value, int) else 0  # the price "all" is not a number


def _amounts(kind: str, key: str, holder: TributeCardSpec | PatronSpec, fields: tuple[str, ...]) -> list[Number]:
    return [
        Number(kind, key, field, at) for field in fields for at in range(len(AMOUNT.findall(getattr(holder, field))))
    ]


def _word(text: str, at: int) -> str:
    """Effect word that an amount belongs to."""
    start = list(AMOUNT.finditer(text))[at].start()
    return text[:start].split()[-1]


def _with(holder: Any, number: Number, value: int) -> Any:
    if number.field.startswith("price."):
        price = msgspec.structs.replace(holder.price, **{number.field[6:]: value})
        return msgspec.structs.replace(holder, price=price)
    value_now = getattr(holder, number.field)
    if not isinstance(value_now, str):
        return msgspec.structs.replace(holder, **{number.field: value})
    match = list(AMOUNT.finditer(value_now))[number.at]
    text = value_now[: match.start()] + str(value) + value_now[match.end() :]
    return msgspec.structs.replace(holder, **{number.field: text})


def _written(holder: Any, number: Number) -> str:
    """A number, or the text that contains it, as written in a file."""
    if number.field.startswith("price."):
        return str(getattr(holder.price, number.field[6:]))
    return str(getattr(holder, number.field))


def _head(lines: list[str], number: Number) -> int | None:
    """Line where the table of a number begins."""
    head = re.compile(rf"\s*\[\s*{number.kind}\s*\.\s*\"?{re.escape(number.key)}\"?\s*\]")
    return next((at for at, line in enumerate(lines) if head.match(line)), None)


def _end(lines: list[str], head: int) -> int:
    """Line after the table that begins at `head`."""
    return next((at for at in range(head + 1, len(lines)) if re.match(r"\s*\[", lines[at])), len(lines))


def _line(lines: list[str], number: Number) -> int | None:
    """Line of a number, if it has its own."""
    head, field = _head(lines, number), re.compile(rf"\s*{number.field.partition('.')[0]}\s*=")
    rows = range(head + 1, _end(lines, head)) if head is not None else range(0)
    return next((at for at in rows if field.match(lines[at])), None)


def _own_table(number: Number) -> list[str]:
    """Lines of a card or patron in the base game's file."""
    lines = _read(BASE).splitlines(keepends=True)
    head = _head(lines, number)
    return [] if head is None else [*"".join(lines[head : _end(lines, head)]).rstrip().splitlines(keepends=True), "\n"]
