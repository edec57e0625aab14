"""Messages about card files in the editor: fields of the form, entries with their lines, errors, and edits."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ludus.studio.protocol.base import LARGEST_CONTENT, Message, Name, Text

Line = Annotated[int, Meta(ge=1, le=LARGEST_CONTENT)]
CardSource = Annotated[str, Meta(max_length=LARGEST_CONTENT)]
FileName = Annotated[str, Meta(max_length=60)]


class CardFieldInfo(Message, frozen=True):
    """One field of the form of a card."""

    key: str  # as in the file; of a nested table with a dot
    kind: Literal["number", "flag", "choice", "choices", "text", "texts", "mask", "table"]
    least: int | None
    most: int | None
    choices: list[str]  # allowed values; of a text, suggestions; of a mask, names whose first letters it has
    default: Any  # value of a missing field
    required: bool
    meaning: str


class CardKindInfo(Message, frozen=True):
    """One kind of entry of a card file, such as cards or patrons."""

    name: str
    fields: list[CardFieldInfo]
    key: str  # what the key of an entry is; empty: it is one of the fields


class CardGameInfo(Message, frozen=True):
    """Card file of a game: what the editor shows."""

    game: str
    title: str
    suffix: str  # ending of the file name
    kinds: list[CardKindInfo]
    vocabulary: dict[str, list[str]]  # examples of effects, by field
    file: str  # name for a copy of the game's own file
    text: str  # the game's own file
    largest: int  # bytes of a file
    opponent: str  # the bot that is chosen beforehand
    quick_games: int  # for a quick measurement
    has_band: bool  # whether cards can be judged as too strong or too weak


class CardGameRow(Message, frozen=True):
    game: str
    title: str


class CardFileText(Message, frozen=True):
    game: Name
    name: FileName
    text: CardSource


class CardFileEdit(Message, frozen=True):
    """An edit of one entry, which is named by its first line."""

    game: Name
    name: FileName
    text: CardSource
    action: Literal["set", "rename", "add", "copy", "remove", "reset"]
    line: Line | None = None  # of the entry; None: add a new one
    kind: Name = ""  # of a new entry
    field: Name = ""
    value: bool | int | float | Text | list[Text] | None = None


class CardProblem(Message, frozen=True):
    """An error of a card file."""

    message: str
    line: int | None
    field: str  # the field as the reader names it; empty: none
    also: list[int]  # further lines that it is about, such as that of another card with the same number


class CardEntryInfo(Message, frozen=True):
    """A card or another entry of a card file."""

    kind: str
    key: str
    title: str
    line: int | None  # first line; None: only the text can change it
    last: int | None
    values: dict[str, Any]
    state: Literal["same", "changed", "new"]  # compared with the game's own file


class CheckedCardFile(Message, frozen=True):
    """A card file after a check or an edit."""

    text: str
    entries: list[CardEntryInfo]  # empty if the text cannot be read at all
    removed: list[str]  # names of the game's own entries that are missing
    problem: CardProblem | None  # the first error
    facts: dict[str, Any] | None  # about the cards, as boards get them to draw cards; None: there is an error
    line: int | None = None  # first line of the edited entry


class StoredCardFile(Message, frozen=True):
    """A card file to play with: its name contains a digest of its content, so that games stay valid."""

    name: str
    options: dict[str, str]  # options of a game with these cards, in which the changed ones appear soon


class StartedCardMeasurement(Message, frozen=True):
    id: str  # of the job
    cards: list[str]  # names of the measured cards, as the report writes them; empty: all
    summary: str  # what is compared


class CardMeasureRequest(Message, frozen=True):
    game: Name
    name: FileName
    text: CardSource
    games: Annotated[int, Meta(ge=2, le=1_000_000)] | None = None
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    band: bool = False  # judge whether the changed cards are too strong in this list, instead of comparing them
