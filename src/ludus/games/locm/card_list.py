"""Card lists as CSV files: reading, validation and writing.

One card per line; the first line names the columns, in any order; blank lines and lines that begin with `#`
are skipped. `keywords` is a mask like `B---L-`: each letter of BCDGLW in its position, `-` where missing.
`area` matters in version 1.5 only: `target`, `lane` or `both`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludus.games.locm.game_data_records import MAX_CARDS
from ludus.games.locm.state import BLUE, CREATURE, GREEN, KEYWORDS, RED
from ludus.util.errors import ContentError
from ludus.util.files import reading_error
from ludus.util.text import did_you_mean
from ludus.util.tracked_files import read_tracked

OFFICIAL_CARDS = Path(__file__).parent / "content" / "cards.csv"  # the 160 cards of versions 1.0 and 1.2

KINDS = ("creature", "green", "red", "blue")
AREAS = ("target", "lane", "both")
MAX_NAME_LENGTH = 60

# Minimum, maximum, and the reason. Cost: the second player's bonus allows 13 mana, nothing allows more [1.5].
RANGES = {
    "number": (0, 32767, ""),
    "cost": (0, 13, "a player never has more than 13 mana"),
    "my_health": (-99, 99, ""),
    "opp_health": (-99, 99, ""),
    "draw": (0, 8, "a hand holds 8 cards"),
}
# A green item may not lower defense: the referees disagree on whether that could kill [U5].
STRENGTHS = {
    CREATURE: {"attack": (0, 99, "a creature's attack is never negative"), "defense": (1, 99, "it must live")},
    GREEN: {"attack": (-99, 99, ""), "defense": (0, 99, "a green item cannot hurt its own creature")},
    RED: {"attack": (-99, 0, "a red item only weakens"), "defense": (-99, 0, "a red item only weakens")},
    BLUE: {"attack": (-99, 0, "a blue item only weakens"), "defense": (-99, 0, "a blue item only weakens")},
}

MAX_FILE_BYTES = 1_000_000  # bytes of a card list


@dataclass(frozen=True)
class CardDefinition:
    """One card of a list; kind, keywords and area are encoded as in the records."""

    number: int
    name: str
    kind: int
    cost: int
    attack: int
    defense: int
    keywords: int
    my_health: int
    opp_health: int
    draw: int
    area: int


COLUMNS = tuple(field.name for field in fields(CardDefinition))
RECORD_FIELDS = tuple(name for name in COLUMNS if name != "name")  # fields that the rules use


@dataclass(frozen=True)
class CardNames:
    """Names of the cards by their index in the game data; generated cards are named by their number."""

    names: tuple[str, ...] = ()

    def name(self, index: int) -> str:
        return self.names[index] if index < len(self.names) else f"card {index}"


def read_cards(
    path: str | Path, areas: bool = True, min_cards: int = 1, purpose: str = "a game"
) -> list[CardDefinition]:
    """Read and check the card list in a file.

    Args:
        path: path of the CSV file.
        areas: whether the version has areas (1.5).
        min_cards: minimum number of cards.
        purpose: what needs that many cards, for the error message.

    Raises:
        ContentError: the list is invalid; the message names line and field.
    """
    try:
        if Path(path).is_dir():
            raise ContentError("this is a folder, not a card list", path)
        if Path(path).exists() and not Path(path).is_file():
            raise ContentError("this is not a file", path)
        if Path(path).stat().st_size > MAX_FILE_BYTES:
            raise ContentError(f"too large for a card list; at most {MAX_FILE_BYTES:,} bytes", path)
        data = read_tracked(path)
    except (OSError, ValueError) as error:
        raise ContentError(f"the card list cannot be read: {reading_error(error, path)}", path) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentError("not UTF-8 text; save the card list as CSV in UTF-8", path, line) from None
    return list(_parse_cached(text, str(path), areas, min_cards, purpose))


@lru_cache(8)
def _parse_cached(text: str, file: str, areas: bool, min_cards: int, purpose: str) -> tuple[CardDefinition, ...]:
    return tuple(parse_cards(text, file, areas, min_cards, purpose))


def parse_cards(
    text: str, file: str | Path | None = None, areas: bool = True, min_cards: int = 1, purpose: str = "a game"
) -> list[CardDefinition]:
    """Parse and check the text of a card list; arguments as in `read_cards`, `file` is used in error messages only."""
    columns: list[str] = []
    cards: list[CardDefinition] = []
    places: dict[int, tuple[str, int]] = {}  # by number: name and line
    for line, content in enumerate(re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), 1):
        if not content.strip() or content.lstrip().startswith("#"):
            continue
        cells = _cells(content, file, line)
        if not columns:
            columns = _header(cells, file, line)
            continue
        if len(cells) != len(columns):
            message = f"{len(cells)} cells, but the first line names {len(columns)} columns"
            raise ContentError(
                message + (" (a name with a comma needs quotes)" if len(cells) > len(columns) else ""), file, line
            )
        card = CardLine(dict(zip(columns, cells, strict=True)), file, line).card(areas)
        if card.number in places:
            name, first = places[card.number]
            message = (
                f"{name} (line {first}) and {card.name} (line {line}) have the same number {card.number}; "
                "every card needs its own"
            )
            raise ContentError(message, file, line, "number", (first,))
        if len(cards) == MAX_CARDS:
            raise ContentError(f"too many cards: a list holds at most {MAX_CARDS}", file, line)
        places[card.number] = card.name, line
        cards.append(card)
    if not columns:
        raise ContentError(f"the card list is empty; its first line must be {','.join(COLUMNS)}", file)
    if len(cards) < min_cards:
        raise ContentError(f"{len(cards)} cards are too few: {purpose} needs at least {min_cards}", file)
    return cards


def write_cards(cards: Iterable[CardDefinition]) -> str:
    """Write a card list as CSV text, which `parse_cards` reads back."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for card in cards:
        row = dict(zip(COLUMNS, astuple(card), strict=True))
        row |= {"kind": KINDS[card.kind], "keywords": write_keywords(card.keywords), "area": AREAS[card.area]}
        writer.writerow(row.values())
    return out.getvalue()


def write_keywords(keywords: int) -> str:
    """Return the keyword mask of the protocol, like `B---L-`."""
    return "".join(letter if keywords >> bit & 1 else "-" for bit, letter in enumerate(KEYWORDS))


def pack_card(card: CardDefinition, record: Any) -> None:
    """Write a card into a record of the game data."""
    for name in RECORD_FIELDS:
        setattr(record, name, getattr(card, name))


def unpack_card(record: Any, name: str) -> CardDefinition:
    """Read a card from a record of the game data."""
    return CardDefinition(name=name, **{field: getattr(record, field) for field in RECORD_FIELDS})


def _cells(content: str, file: Any, line: int) -> list[str]:
    try:
        (row,) = csv.reader([content], strict=True, skipinitialspace=True)
    except csv.Error as error:
        raise ContentError(f"not a line of CSV: {error}", file, line) from None
    return [cell.strip() for cell in row]


def _header(cells: list[str], file: Any, line: int) -> list[str]:
    if len(cells) == 1 and (";" in cells[0] or "\t" in cells[0]):
        raise ContentError("the cells of a card list are separated by commas", file, line)
    for name in cells:
        if name not in COLUMNS:
            hint = did_you_mean(name, COLUMNS)
            raise ContentError(f"unknown column {name!r}{hint} (columns: {', '.join(COLUMNS)})", file, line, name)
        if cells.count(name) > 1:
            raise ContentError(f"the column {name!r} appears twice", file, line, name)
    for name in COLUMNS:
        if name not in cells:
            raise ContentError(f"the column {name!r} is missing (columns: {', '.join(COLUMNS)})", file, line, name)
    return cells


@dataclass(frozen=True)
class CardLine:
    """The cells of one card by column, with file and line for error messages."""

    cells: dict[str, str]
    file: Any
    line: int | None

    def card(self, areas: bool) -> CardDefinition:
        kind = self._choice("kind", KINDS)
        ranges = RANGES | STRENGTHS[kind]
        numbers = {field: self._number(field, *ranges[field]) for field in COLUMNS if field in ranges}
        area = self._choice("area", AREAS)
        if area and not areas:
            raise self._error("area", "only version 1.5 has areas; in this version it must be 'target'")
        return CardDefinition(name=self._name(), kind=kind, keywords=self._keywords(), area=area, **numbers)

    def _name(self) -> str:
        name = self.cells["name"]
        if not name:
            raise self._error("name", "a card needs a name")
        if len(name) > MAX_NAME_LENGTH or not name.isprintable():
            raise self._error("name", f"a name is one line of at most {MAX_NAME_LENGTH} ordinary characters")
        return name

    def _number(self, field: str, least: int, greatest: int, why: str) -> int:
        text = self.cells[field]
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            raise self._error(field, f"{_shorten(text)} is not a whole number")
        if not least <= int(text) <= greatest:
            kind = f" for a {self.cells['kind']} card" if field in STRENGTHS[CREATURE] else ""
            reason = f": {why}" if why else ""
            raise self._error(field, f"{text} is out of range; it must be {least} to {greatest}{kind}{reason}")
        return int(text)

    def _choice(self, field: str, known: tuple[str, ...]) -> int:
        text = self.cells[field]
        if text not in known:
            raise self._error(field, f"{_shorten(text)} is not one of {', '.join(known)}")
        return known.index(text)

    def _keywords(self) -> int:
        text = self.cells["keywords"]
        valid = len(text) == len(KEYWORDS) and all(
            character in ("-", letter) for character, letter in zip(text, KEYWORDS, strict=True)
        )
        if not valid:
            letters = text.upper().replace("-", "")
            intended = sum(1 << bit for bit, letter in enumerate(KEYWORDS) if letter in letters)
            hint = f"; did you mean {write_keywords(intended)!r}?" if letters and set(letters) <= set(KEYWORDS) else ""
            message = f"{_shorten(text)} is not a mask of six characters, each letter of {KEYWORDS} in its place or '-'"
            raise self._error("keywords", message + hint)
        return sum(1 << bit for bit, character in enumerate(text) if character != "-")

    def _error(self, field: str, what: str) -> ContentError:
        return ContentError(what, self.file, self.line, field)


def _shorten(text: str) -> str:
    return repr(text) if len(text) <= 30 else f"{text[:27]!r}..."
