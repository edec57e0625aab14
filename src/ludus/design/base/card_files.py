"""Editing of card files: entries with their lines, fields for a form, and edits that keep the rest of the text.

A `CardFileFormat` describes the card file of one game. An entry, such as a card or a patron, is named by the line where
it begins, because during an edit two entries may have the same key. Edits only change the text: the reader of the game
checks it afterwards, so a wrong value stays where the user wrote it and gets the same message as on the command line.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import inspect

from ludus.util.errors import ContentError

LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
MAX_ENTRIES = 1000  # of a file that can be edited
FieldKind = Literal["number", "flag", "choice", "choices", "text", "texts", "mask", "table"]
EntryState = Literal["same", "changed", "new"]


@dataclass(frozen=True)
class CardField:
    """One field of an entry.

    Attributes:
        key: Its name in the file; a field of a nested table has a dot.
        kind: Its values. `mask`: a text with a letter for each choice, or -; `table`: edited as text only.
        least: Smallest number.
        most: Largest number.
        choices: Allowed values; of a text, suggestions.
        default: Value of a missing field.
        required: Whether it must be in the file.
        meaning: Explanation for people.
    """

    key: str
    kind: FieldKind
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    default: Any = None
    required: bool = False
    meaning: str = ""


@dataclass(frozen=True)
class EntryKind:
    """One kind of entry of a card file.

    Attributes:
        name: Its name, such as "card" or "patron".
        fields: Its fields, in the order of the form.
        key_meaning: What the key of an entry is, if it is not one of the fields; otherwise empty.
    """

    name: str
    fields: tuple[CardField, ...]
    key_meaning: str = ""


@dataclass(frozen=True)
class CardEntry:
    """One entry of a card file.

    Attributes:
        kind: Name of its kind.
        key: What names it in the game.
        title: Name for people.
        line: First line, from 1; None if it is written in a way that only the text can change.
        last: Last line.
        values: Values of the fields that the file has.
    """

    kind: str
    key: str
    title: str
    line: int | None
    last: int | None
    values: dict[str, Any]


@dataclass(frozen=True)
class InspectPlan:
    """Arguments of `ludus inspect` that measure an edited card file.

    Attributes:
        content: CONTENT arguments; `CARD_FILE` stands for the file.
        asks: Options of the designer.
        options: Options of the game.
        cards: Names of the cards that the report is about, as it writes them; empty: all.
        summary: What is compared, for people.
    """

    content: list[str]
    asks: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    summary: str = ""


CARD_FILE = "\0cards"  # stands for the card file in a plan; no user can write it


class CardFileFormat(ABC):
    """Card file of one game, as an editor needs it."""

    suffix: str  # ending of the file name
    base: Path  # the game's own file
    quick_games: int  # for a quick measurement: some seconds
    kinds: tuple[EntryKind, ...]
    vocabulary: Mapping[str, Sequence[str]] = {}  # examples of effects, by the fields that take them
    signature: re.Pattern[str] | None = None  # in the text of such files, and of no others; None: there is none

    @cached_property
    def base_text(self) -> str:
        """Text of the game's own file."""
        return self.base.read_text(encoding="utf-8")

    @cached_property
    def base_entries(self) -> dict[tuple[str, str], CardEntry]:
        """Entries of the game's own file, by kind and key."""
        return {(entry.kind, entry.key): entry for entry in self.entries(self.base_text)}

    @abstractmethod
    def entries(self, text: str) -> list[CardEntry]:
        """List the entries of a text, also if their values are wrong.

        Raises:
            ContentError: The text cannot be read at all; the error has the line.
        """

    @abstractmethod
    def check(self, text: str, file: str) -> None:
        """Check a text with the reader of the game.

        Raises:
            ContentError: The first fault, with line and field.
        """

    @abstractmethod
    def board_facts(self, text: str) -> dict[str, Any]:
        """Facts about the cards of a valid text, by their keys, as boards get them to draw cards."""

    @abstractmethod
    def set_value(self, text: str, line: int, key: str, value: Any) -> str:
        """Return the text with another value of a field; None removes the field.

        Raises:
            ContentError: There is no such entry, or only the text can change it.
        """

    @abstractmethod
    def rename(self, text: str, line: int, key: str) -> str:
        """Return the text with another key of an entry. Raises ContentError as `set_value`."""

    @abstractmethod
    def add(self, text: str, kind: str, like: CardEntry | None) -> str:
        """Return the text with a new entry at its end: an empty one, or one like another."""

    @abstractmethod
    def play_options(self, text: str) -> dict[str, str]:
        """Options of a game, besides `cards`, in which the changed cards of a text appear soon."""

    @abstractmethod
    def inspect_plan(self, text: str) -> InspectPlan:
        """How to measure the changed cards of a text against the game's own."""

    def band_plan(self, text: str) -> InspectPlan | None:
        """How to judge whether the changed cards of a text are too strong or too weak; None: this game has no band."""
        return None

    def remove(self, text: str, line: int) -> str:
        """Return the text without an entry. Raises ContentError as `set_value`."""
        entry = self.find(text, line)
        lines = split_lines(text)
        return "".join(lines[: line - 1] + lines[_last(entry) :])

    def reset(self, text: str, line: int) -> str:
        """Return the text with an entry as in the game's own file.

        Raises:
            ContentError: The game's own file has no such entry.
        """
        entry = self.find(text, line)
        original = self.base_entries.get((entry.kind, entry.key))
        if original is None or original.line is None:
            raise ContentError(f"the game has no {entry.kind} {entry.key!r} to go back to", line=line)
        old = split_lines(self.base_text)[original.line - 1 : _last(original)]
        return replace_lines(text, line, _last(entry), [row.rstrip("\r\n") for row in old])

    def find(self, text: str, line: int) -> CardEntry:
        """Return the entry that begins at a line. Raises ContentError if there is none."""
        for entry in self.entries(text):
            if entry.line == line:
                return entry
        raise ContentError("no card begins at this line", line=line)

    def state(self, entry: CardEntry) -> EntryState:
        """Whether an entry is as in the game's own file."""
        original = self.base_entries.get((entry.kind, entry.key))
        if original is None:
            return "new"
        return "same" if self._complete(original) == self._complete(entry) else "changed"

    def changed_entries(self, text: str) -> list[CardEntry]:
        """Entries that differ from those of the game's own file, in the order of the text."""
        return [entry for entry in self.entries(text) if self.state(entry) != "same"]

    def fields(self, kind: str) -> tuple[CardField, ...]:
        """Fields of a kind of entry."""
        return next(each.fields for each in self.kinds if each.name == kind)

    def _complete(self, entry: CardEntry) -> dict[str, Any]:
        """Values of an entry with the defaults of missing fields."""
        return {each.key: each.default for each in self.fields(entry.kind)} | entry.values


def split_lines(text: str) -> list[str]:
    """Lines of a text with their ends, as editors count them: a line ends at CR, LF or both."""
    return LINE.findall(text)


def replace_lines(text: str, first: int, last: int, new: Sequence[str]) -> str:
    """Return a text with other lines in place of the lines first to last."""
    lines = split_lines(text)
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    before = lines[: first - 1]
    if before and not before[-1].endswith(("\n", "\r")):
        before[-1] += end
    return "".join(before + [f"{row}{end}" for row in new] + lines[last:])


def struct_fields(kind: type[Any], meanings: Mapping[str, str], prefix: str = "") -> tuple[CardField, ...]:
    """Fields of a struct that a card file is read with; those of a nested struct get its name and a dot.

    Args:
        kind: The struct.
        meanings: Explanations by key.
        prefix: Name of the outer field with a dot.
    """
    fields: list[CardField] = []
    for each in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        inner, key = _plain_type(each.type), prefix + each.encode_name
        if isinstance(inner, inspect.StructType):
            fields += struct_fields(inner.cls, meanings, f"{key}.")
            continue
        default = None if each.default is msgspec.NODEFAULT else msgspec.to_builtins(each.default)
        if each.default_factory is not msgspec.NODEFAULT:
            default = msgspec.to_builtins(each.default_factory())
        default = list(default) if isinstance(default, tuple) else default
        fields.append(
            CardField(key, **_value_kind(inner), default=default, required=each.required, meaning=meanings.get(key, ""))
        )
    return tuple(fields)


def plain_value(value: Any) -> Any:
    """Return a value of a file as JSON can carry it: large numbers and dates become text."""
    match value:
        case bool() | str() | None:
            return value
        case int():
            return value if abs(value) < 1 << 53 else str(value)[:40]
        case list() | tuple():
            return [plain_value(item) for item in value]
        case dict():
            return {str(key): plain_value(item) for key, item in value.items()}
        case _:
            return str(value)


def _value_kind(kind: Any) -> dict[str, Any]:
    """Kind of a field with its limits or choices."""
    match kind:
        case inspect.BoolType():
            return {"kind": "flag"}
        case inspect.IntType():
            return {"kind": "number", "least": kind.ge, "most": kind.le}
        case inspect.LiteralType():
            return {"kind": "choice", "choices": tuple(map(str, kind.values))}
        case inspect.UnionType():  # a number or a word
            literals = [option for option in kind.types if isinstance(option, inspect.LiteralType)]
            numbers = [option for option in map(_plain_type, kind.types) if isinstance(option, inspect.IntType)]
            limits = {"least": numbers[0].ge, "most": numbers[0].le} if numbers else {}
            return {"kind": "number", "choices": tuple(str(v) for lit in literals for v in lit.values)} | limits
        case inspect.VarTupleType() | inspect.ListType():
            inner = _plain_type(kind.item_type)
            if isinstance(inner, inspect.LiteralType):
                return {"kind": "choices", "choices": tuple(map(str, inner.values))}
            return {"kind": "texts"}
        case inspect.StrType():
            return {"kind": "text"}
    return {"kind": "table"}


def _plain_type(kind: Any) -> Any:
    """Type without metadata and without None."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        options = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
        return _plain_type(options[0]) if len(options) == 1 else kind
    return kind


def _last(entry: CardEntry) -> int:
    assert entry.last is not None
    return entry.last
