"""Messages of the level editor: a draft as the text of a level file, its faults, its difficulty, files of other tools.

A draft may be wrong. On /socket/levels the page sends it after every edit; the answer comes in steps: the faults of the
level, whether an agent gets through, and how many synthetic players die, from few players first.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.studio.protocol.base import Message, Name
from ludus.studio.protocol.jobs import ValueWithInterval
from ludus.studio.protocol.levels import LARGEST_LEVEL, LevelScene, SurveyRequest
from ludus.studio.protocol.sessions import Refused
from ludus.studio.protocol.trees import CancelMeasurement

LARGEST_FILE = 1_500_000  # characters of a file of another tool

DraftText = Annotated[str, Meta(max_length=LARGEST_LEVEL)]


class LevelFormatInfo(Message, frozen=True):
    """A format of level files."""

    suffix: str  # ".tmx"
    tool: str
    reads: bool
    writes: bool
    tiles: bool  # whether the picture of tiles belongs beside it


class LevelEditorInfo(Message, frozen=True):
    """Contents of the forms of the level editor."""

    formats: list[LevelFormatInfo]
    period: tuple[int, int]  # of a trap, in ticks
    columns: int  # of the largest level
    rows: int
    longest_name: int


class ForeignLevel(Message, frozen=True):
    """A level file, or a file of another tool; the suffix of its name says which."""

    name: Name
    text: Annotated[str, Meta(max_length=LARGEST_FILE)]


class ImportedDraft(Message, frozen=True):
    text: str  # the level file
    notes: list[str]  # what was not carried over


class LevelExport(Message, frozen=True):
    """Request of a draft as a file of another tool; the response is the file."""

    text: DraftText
    suffix: Annotated[str, Meta(max_length=8)]


class LevelFault(Message, frozen=True):
    """A fault of a draft, and where it is."""

    message: str
    line: int | None  # line of the text; None: in no line
    cells: list[list[int]]


# Messages on the socket


class CheckLevel(Message, frozen=True, tag="check"):
    """Check and rate a draft; it replaces the previous request."""

    request: int
    text: DraftText
    setting: SurveyRequest


class CheckedLevel(Message, frozen=True, tag="checked"):
    """Faults of a draft. Without a fault it can be played."""

    request: int
    text: str  # the draft as a level file in the usual order of lines; empty: it cannot be read
    faults: list[LevelFault]
    scene: LevelScene | None


class LevelWalk(Message, frozen=True, tag="walked"):
    """Whether the level can be finished: an agent reaches every exit without dying."""

    request: int
    fault: LevelFault | None  # why it cannot be finished or rated
    presses: str  # buttons of the agent; empty with a fault
    ticks: int
    notes: list[str]  # what differs from generated levels
    predicted: float | None  # share of players that die, by the failure model of the difficulty search
    koens: float | None  # difficulty by Koens' model


class TrapRating(Message, frozen=True):
    trap: str  # "saw 5 2"
    cells: list[list[int]]
    failed: ValueWithInterval | None  # share of attempts that failed; None: nobody tried
    deaths: ValueWithInterval | None  # per player


class LevelRating(Message, frozen=True, tag="rated"):
    """Difficulty by synthetic players."""

    request: int
    players: int
    last: bool  # otherwise better numbers follow
    failure: ValueWithInterval | None  # share of players that die at least once
    deaths: ValueWithInterval | None  # per player
    seconds: ValueWithInterval | None  # of a run
    traps: list[TrapRating]


class LevelRatingProgress(Message, frozen=True, tag="rating"):
    request: int
    done: int
    total: int


ToLevels = CheckLevel | CancelMeasurement
FromLevels = CheckedLevel | LevelWalk | LevelRating | LevelRatingProgress | Refused
