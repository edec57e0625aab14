"""Messages about background jobs: designers, runs, tournaments, and those on the socket of a job."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.studio.protocol.base import LARGEST_CONTENT, Message, Name, OptionInfo, Seed, Text
from ludus.studio.protocol.sessions import Refused


class DesignerInfo(Message, frozen=True):
    game: str
    content: str  # one sentence on what can be inspected
    example: str  # example arguments of `inspect`
    inspects: list[OptionInfo]
    target: str  # example arguments of `make`
    makes: list[OptionInfo]


class InspectRequest(Message, frozen=True):
    content: Annotated[list[Text], Meta(max_length=20)]  # arguments as on the command line; files are @NAME
    asks: dict[Name, Text] = msgspec.field(default_factory=dict)
    options: dict[Name, Text] = msgspec.field(default_factory=dict)  # options of the game
    games: Annotated[int, Meta(ge=2, le=1_000_000)] | None = None
    seed: Seed = 1


class MakeRequest(Message, frozen=True):
    asks: dict[Name, Text] = msgspec.field(default_factory=dict)
    options: dict[Name, Text] = msgspec.field(default_factory=dict)
    games: Annotated[int, Meta(ge=2, le=1_000_000)] | None = None
    seed: Seed = 1


class ContentRow(Message, frozen=True):
    """A file of the user."""

    name: str  # NAME of @NAME
    size: int
    editor: str = ""  # address of the page that edits such files; empty: its text does not say what it is


class ContentText(Message, frozen=True):
    name: Annotated[str, Meta(max_length=60)]
    text: Annotated[str, Meta(max_length=LARGEST_CONTENT)]


class StartedJob(Message, frozen=True):
    id: str  # id of the job, for its socket
    target: str = ""  # name of the folder of a run or a tournament


JobKind = Literal["inspect", "make", "run", "tournament"]
JobState = Literal["working", "done", "stopped", "failed"]


class JobRow(Message, frozen=True):
    id: str
    kind: JobKind
    subject: str  # name of the game or study
    target: str  # name of the folder of a run or a tournament; empty for designers
    state: JobState
    began: str
    message: str  # why the job failed


class JobStep(Message, frozen=True):
    """Progress of one step of a job."""

    what: str
    done: int
    total: int
    thing: str  # unit of progress, such as "game"; empty: `what` says it
    facts: dict[str, Any]  # facts reported by the job, such as generation and best


class ReportColumnMessage(Message, frozen=True):
    name: str
    title: str
    kind: str  # text, count, share, difference, number
    shown: bool


class ValueWithInterval(Message, frozen=True):
    """An estimate with its interval."""

    value: float
    low: float
    high: float


class PartialResult(Message, frozen=True):
    """A result that a job reports before its end: a measure of a kingdom, the progress of a search."""

    of: str  # the thing that was measured
    name: str
    title: str
    kind: str  # as in ReportColumnMessage
    value: ValueWithInterval | float | None


class ReportTableMessage(Message, frozen=True):
    name: str
    about: str
    columns: list[ReportColumnMessage]
    rows: list[list[ValueWithInterval | str | float | int | bool | None]]
    shown: list[int] | None  # indices of the rows to show first; None: all


class ReportPicture(Message, frozen=True):
    name: str
    svg: str
    caption: str


class DesignReportMessage(Message, frozen=True):
    """Report of a designer."""

    title: str
    answer: list[str]
    sheets: list[ReportTableMessage]
    texts: dict[str, str]
    pictures: list[ReportPicture]
    facts: dict[str, str]
    commands: dict[str, str]
    notes: list[str]
    files: dict[str, str]  # generated files: name and text; POST one to /api/content to play with it


class JobProgress(Message, frozen=True, tag="progress"):
    work: JobRow
    steps: list[JobStep]  # in the order in which they began
    lines: list[str]  # the last lines of output
    seconds: float  # since the start
    left: float | None  # estimated remaining seconds, if known
    pace: float | None  # games, or the units of the first step, per second, recently
    told: list[PartialResult] = msgspec.field(default_factory=list)  # results that are known already
    shown: dict[str, Any] = msgspec.field(default_factory=dict)  # intermediate results, by name


class JobResult(Message, frozen=True, tag="result"):
    """The last message about a designer's job."""

    work: JobRow
    found: DesignReportMessage
    shown: dict[str, Any] = msgspec.field(default_factory=dict)


FromJob = JobProgress | JobResult | Refused


class StudyInfo(Message, frozen=True):
    name: str
    summary: str
    presets: list[str]
    keys: list[OptionInfo]


class NewRun(Message, frozen=True):
    study: Name
    preset: Name | None = None
    sets: dict[Name, Text] = msgspec.field(default_factory=dict)


class RunRow(Message, frozen=True):
    name: str  # name of its folder
    study: str
    state: Literal["finished", "running", "stopped", "damaged", "unreadable"]
    done: int
    planned: int
    seed: int | None
    size: int
    fault: str
    work: str  # id of the job that continues this run; empty: none
    unit: str = "game"  # what `done` and `planned` count
    title: str = ""  # for people: what the study asks; that of the report if the study is not installed
    about: str = ""  # one sentence on the study; empty: it is not installed


class NewTournament(Message, frozen=True):
    game: Name
    players: Annotated[list[Name], Meta(min_length=1, max_length=32)]
    games: Annotated[int, Meta(ge=2, le=10_000_000)] = 1000  # per pair
    seed: Seed = 1
    options: dict[Name, Text] = msgspec.field(default_factory=dict)


class TournamentRow(Message, frozen=True):
    name: str
    game: str
    players: list[str]
    played: int
    planned: int
    seed: int
    work: str


class PairPayoffs(Message, frozen=True):
    """Mean payoff of each player of a pair, or of a larger group."""

    pair: str  # such as 0-1
    games: int
    shares: list[ValueWithInterval | None]  # payoffs in the order of the pair
    sure: bool = False  # whether they surely differ, by an interval that is corrected for all comparisons


class Standing(Message, frozen=True):
    player: int
    name: str
    share: ValueWithInterval | None  # mean payoff over all its games
    rating: ValueWithInterval | None


class TournamentTable(Message, frozen=True):
    row: TournamentRow
    standings: list[Standing]  # best first
    cells: list[PairPayoffs]
    whole: bool  # whether all games are played; otherwise intermediate results
    report: bool  # whether there is a report
