"""Small changes of a card file: which numbers there are in it, and what they may become.

A number is a cost, an agent's health, a patron's price, or an amount in the words of an effect. A card stays the card
it is: no number disappears, none is invented, and nothing becomes free. Types, decks, copies and the words themselves
stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from ludus.core.contract import Content
from ludus.core.errors import ContentError
from ludus.games.tribute.card_checks import LEVELS, STANDINGS
from ludus.games.tribute.cards import BASE, Card, CardFile, Patron, parse_cards, read_cards
from ludus.games.tribute.options import lay_out
from ludus.games.tribute.phrases import MOST, MOST_PICKS, PICKING

CARDS, PATRONS = "cards", "patrons"
DEARER = ("cost", "price.coins", "price.power")  # the more of it, the weaker
HARDER = ("power-per-cards", "power-paid")  # words with which more is less
AMOUNT = re.compile(r"(?<=\s)[0-9]+(?!\S)|(?<=\s)[0-9]+(?=,)")
MOST_COST, MOST_HEALTH = 100, 100


@dataclass(frozen=True, order=True)
class Number:
    """A number of a card file: `cards.rally.cost`, or the first amount of `patrons.ansei.neutral`."""

    kind: str  # cards or patrons
    key: str
    field: str
    at: int = 0  # of several amounts in the words of an effect

    def __str__(self) -> str:
        return f"{self.kind}.{self.key}.{self.field}" + (f"[{self.at}]" if self.at else "")


def numbers(whole: CardFile) -> list[Number]:
    """All numbers that may change, in the order of the file."""
    found = []
    for key, patron in whole.patrons.items():
        found += [Number(PATRONS, key, f"price.{name}") for name in ("coins", "power") if _price(patron, name)]
        found += [Number(PATRONS, key, "turn_coins")] if patron.turn_coins else []
        found += _amounts(PATRONS, key, patron, ("call", *STANDINGS))
    for key, card in whole.cards.items():
        found += [Number(CARDS, key, name) for name in ("cost", "health") if getattr(card, name)]
        found += _amounts(CARDS, key, card, LEVELS)
    return found


def value_of(whole: CardFile, number: Number) -> int:
    """What the number is now."""
    holder = _holder(whole, number)
    if number.field.startswith("price."):
        return int(_price(holder, number.field[6:]))
    held = getattr(holder, number.field)
    return int(AMOUNT.findall(held)[number.at]) if isinstance(held, str) else int(held)


def weaker(whole: CardFile, number: Number) -> int:
    """The step that makes the card or the patron weaker: 1 or -1."""
    if number.field in DEARER:
        return 1
    held = getattr(_holder(whole, number), number.field)
    return 1 if isinstance(held, str) and _word(held, number.at) in HARDER else -1


def limits(whole: CardFile, number: Number) -> tuple[int, int]:
    """The least and the greatest value."""
    if number.field == "cost":
        return 1, MOST_COST
    if number.field == "health":
        return 1, MOST_HEALTH
    held = getattr(_holder(whole, number), number.field, 0)
    return 1, MOST_PICKS if isinstance(held, str) and _word(held, number.at) in PICKING else MOST


def told(whole: CardFile, number: Number, value: int) -> str:
    """What becomes of a number: `cost 4 → 5`; of an amount, with its word: `play power 3 → 2`."""
    field = number.field.replace("price.", "price in ").replace("_", " ")
    held = getattr(_holder(whole, number), number.field, None)
    word = f" {_word(held, number.at)}" if isinstance(held, str) else ""
    return f"{field}{word} {value_of(whole, number)} → {value}"


def change(whole: CardFile, values: Mapping[Number, int]) -> CardFile:
    """The cards with these numbers; a ContentError names one that may not be so."""
    cards, patrons = dict(whole.cards), dict(whole.patrons)
    for number, value in values.items():
        low, high = limits(whole, number)
        if not low <= value <= high:
            raise ContentError(f"{value} is not from {low} to {high}", field=str(number))
        if number.kind == CARDS:
            cards[number.key] = _with(cards[number.key], number, value)
        else:
            patrons[number.key] = _with(patrons[number.key], number, value)
    return CardFile(cards, patrons)


def rewrite(text: str, whole: CardFile, values: Mapping[Number, int]) -> str:
    """A card file with these numbers instead, all else as it was, comments too. `whole` is what the text says.

    A file that extends the game's own gets a copy of what it changes there.
    """
    lines, changed = text.splitlines(keepends=True), change(whole, values)
    for number in values:
        if _head(lines, number) is None:
            lines += ["" if lines[-1].endswith("\n") else "\n", "\n", *_own_table(number)]
        at = _line(lines, number)
        if at is None:
            continue
        old, new = (_written(_holder(some, number), number) for some in (whole, changed))
        before, equals, rest = lines[at].partition("=")
        if number.field.startswith("price."):
            rest = re.sub(rf"({number.field[6:]}\s*=\s*){old}\b", rf"\g<1>{new}", rest, count=1)
        else:
            rest = rest.replace(old, new, 1)
        lines[at] = before + equals + rest
    written = "".join(lines)
    try:
        kept = parse_cards(written, "the new file") == changed
    except ContentError:
        kept = False
    if not kept:
        names = ", ".join(map(str, values))
        raise ContentError(f"{names}: not to be changed in this file; give every card a table, every number a line")
    return written


def with_cards(content: Content, whole: CardFile, file: str | None) -> Content:
    """The same game with these cards; `file` is where they stand, for commands that name it."""
    options: Any = content.options
    return lay_out(whole, msgspec.structs.replace(options, cards=file))


def file_of(content: Content) -> tuple[str, CardFile]:
    """The text and the cards of the file that a content comes from."""
    path = content.options.cards or BASE  # type: ignore[attr-defined]
    return _read(path), read_cards(path)


def _read(path: Any) -> str:
    with open(path, encoding="utf-8-sig", newline="") as file:
        return file.read()


def _holder(whole: CardFile, number: Number) -> Any:
    return (whole.cards if number.kind == CARDS else whole.patrons)[number.key]


def _price(patron: Patron, name: str) -> int:
    held = getattr(patron.price, name)
    return held if isinstance(held, int) else 0  # all coins are no number


def _amounts(kind: str, key: str, holder: Card | Patron, fields: tuple[str, ...]) -> list[Number]:
    return [
        Number(kind, key, field, at) for field in fields for at in range(len(AMOUNT.findall(getattr(holder, field))))
    ]


def _word(text: str, at: int) -> str:
    """The word that an amount belongs to."""
    place = list(AMOUNT.finditer(text))[at].start()
    return text[:place].split()[-1]


def _with(holder: Any, number: Number, value: int) -> Any:
    if number.field.startswith("price."):
        price = msgspec.structs.replace(holder.price, **{number.field[6:]: value})
        return msgspec.structs.replace(holder, price=price)
    held = getattr(holder, number.field)
    if not isinstance(held, str):
        return msgspec.structs.replace(holder, **{number.field: value})
    found = list(AMOUNT.finditer(held))[number.at]
    text = held[: found.start()] + str(value) + held[found.end() :]
    return msgspec.structs.replace(holder, **{number.field: text})


def _written(holder: Any, number: Number) -> str:
    """How a number, or the words that hold it, stand in a file."""
    if number.field.startswith("price."):
        return str(getattr(holder.price, number.field[6:]))
    return str(getattr(holder, number.field))


def _head(lines: list[str], number: Number) -> int | None:
    """The line where the table of a number begins."""
    head = re.compile(rf"\s*\[\s*{number.kind}\s*\.\s*\"?{re.escape(number.key)}\"?\s*\]")
    return next((at for at, line in enumerate(lines) if head.match(line)), None)


def _end(lines: list[str], head: int) -> int:
    """The line behind the table that begins there."""
    return next((at for at in range(head + 1, len(lines)) if re.match(r"\s*\[", lines[at])), len(lines))


def _line(lines: list[str], number: Number) -> int | None:
    """The line of a number, if it has one."""
    head, field = _head(lines, number), re.compile(rf"\s*{number.field.partition('.')[0]}\s*=")
    rows = range(head + 1, _end(lines, head)) if head is not None else range(0)
    return next((at for at in rows if field.match(lines[at])), None)


def _own_table(number: Number) -> list[str]:
    """What the game's own file has of a card or patron."""
    lines = _read(BASE).splitlines(keepends=True)
    head = _head(lines, number)
    return [] if head is None else [*"".join(lines[head : _end(lines, head)]).rstrip().splitlines(keepends=True), "\n"]
