"""Work that takes a while: designers, runs, tournaments, and what is said on the socket of a piece of work."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.studio.protocol.tables import Refused
from ludus.studio.protocol.words import LARGEST_CONTENT, Choice, Name, Seed, Text, Word


class DesignerInfo(Word, frozen=True):
    game: str
    content: str  # what can be inspected, in a sentence
    example: str  # words for `inspect`
    inspects: list[Choice]
    target: str  # words for `make`
    makes: list[Choice]


class InspectOrder(Word, frozen=True):
    content: Annotated[list[Text], Meta(max_length=20)]  # words as on the command line; files are @NAME
    asks: dict[Name, Text] = msgspec.field(default_factory=dict)
    options: dict[Name, Text] = msgspec.field(default_factory=dict)  # of the game
    games: Annotated[int, Meta(ge=2, le=1_000_000)] | None = None
    seed: Seed = 1


class MakeOrder(Word, frozen=True):
    asks: dict[Name, Text] = msgspec.field(default_factory=dict)
    options: dict[Name, Text] = msgspec.field(default_factory=dict)
    games: Annotated[int, Meta(ge=2, le=1_000_000)] | None = None
    seed: Seed = 1


class ContentRow(Word, frozen=True):
    name: str  # NAME in @NAME
    size: int


class ContentText(Word, frozen=True):
    name: Annotated[str, Meta(max_length=60)]
    text: Annotated[str, Meta(max_length=LARGEST_CONTENT)]


class Started(Word, frozen=True):
    id: str  # of the piece of work, for its socket
    target: str = ""  # the folder of a run or a tournament, where it can be followed


WorkKind = Literal["inspect", "make", "run", "tournament"]
WorkState = Literal["working", "done", "stopped", "failed"]


class WorkRow(Word, frozen=True):
    id: str
    kind: WorkKind
    subject: str  # the game, the study
    target: str  # the folder of a run or a tournament; empty for designers
    state: WorkState
    began: str
    message: str  # why it failed


class Step(Word, frozen=True):
    """How far a part of the work has come."""

    what: str
    done: int
    total: int
    thing: str  # "game"
    facts: dict[str, Any]  # generation, best, ...: whatever the work tells


class SheetColumn(Word, frozen=True):
    name: str
    title: str
    kind: str  # text, count, share, difference, number
    shown: bool


class Value(Word, frozen=True):
    """An estimate with its interval."""

    value: float
    low: float
    high: float


class Told(Word, frozen=True):
    """A number that work told of before its end: a measure of a kingdom, how far a search has come."""

    of: str  # what was measured
    name: str
    title: str
    kind: str  # as of columns
    value: Value | float | None


class SheetTable(Word, frozen=True):
    name: str
    about: str
    columns: list[SheetColumn]
    rows: list[list[Value | str | float | int | bool | None]]
    shown: list[int] | None  # rows worth showing first; None: all


class Picture(Word, frozen=True):
    name: str
    svg: str
    caption: str


class Found(Word, frozen=True):
    """What a designer found."""

    title: str
    answer: list[str]
    sheets: list[SheetTable]
    texts: dict[str, str]
    pictures: list[Picture]
    facts: dict[str, str]
    commands: dict[str, str]
    notes: list[str]
    files: dict[str, str]  # what was made: file name and text; POST it to /api/content to play with it


class Progress(Word, frozen=True, tag="progress"):
    work: WorkRow
    steps: list[Step]  # in the order in which they began
    lines: list[str]  # the last lines that it said
    seconds: float  # since it began
    left: float | None  # seconds, as far as it can be told
    pace: float | None  # games a second, lately
    told: list[Told] = msgspec.field(default_factory=list)  # numbers that are known already
    shown: dict[str, Any] = msgspec.field(default_factory=dict)  # results on the way, by name


class Result(Word, frozen=True, tag="result"):
    """The last message about a designer's work."""

    work: WorkRow
    found: Found
    shown: dict[str, Any] = msgspec.field(default_factory=dict)


FromWork = Progress | Result | Refused


class StudyInfo(Word, frozen=True):
    name: str
    summary: str
    presets: list[str]
    keys: list[Choice]


class NewRun(Word, frozen=True):
    study: Name
    preset: Name | None = None
    sets: dict[Name, Text] = msgspec.field(default_factory=dict)


class RunRow(Word, frozen=True):
    name: str  # of its folder
    study: str
    state: Literal["finished", "running", "stopped", "damaged", "unreadable"]
    done: int
    planned: int
    seed: int | None
    size: int
    fault: str
    work: str  # id of the work that is going on with it here; empty: none


class NewTournament(Word, frozen=True):
    game: Name
    players: Annotated[list[Name], Meta(min_length=1, max_length=32)]
    games: Annotated[int, Meta(ge=2, le=10_000_000)] = 1000  # of each pair
    seed: Seed = 1
    options: dict[Name, Text] = msgspec.field(default_factory=dict)


class TournamentRow(Word, frozen=True):
    name: str
    game: str
    players: list[str]
    played: int
    planned: int
    seed: int
    work: str


class Cell(Word, frozen=True):
    """What each player of a pair, or of a larger group, got of its games."""

    pair: str  # 0-1
    games: int
    shares: list[Value | None]  # in the order of the pair


class Standing(Word, frozen=True):
    player: int
    name: str
    share: Value | None  # of all its games
    rating: Value | None


class TournamentTable(Word, frozen=True):
    row: TournamentRow
    standings: list[Standing]  # the best first
    cells: list[Cell]
    whole: bool  # all games are played; else what was played so far
    report: bool  # whether there is one
