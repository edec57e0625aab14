"""Messages about levels of the platformer: scenes, runs, surveys with synthetic players, and the study with people.

A run is a level and the buttons held in it, as key presses: "13 right, 24 right+jump". The page simulates with the
same integer arithmetic as the server, which replays every run before storing it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.studio.protocol.base import Message, Name, Seed
from ludus.studio.protocol.jobs import ReportTableMessage, ValueWithInterval

LARGEST_LEVEL = 100_000  # characters of a level file
LARGEST_PRESSES = 1_000_000  # characters of the key presses of a run

Respawn = Literal["checkpoint", "start"]
Presses = Annotated[str, Meta(min_length=1, max_length=LARGEST_PRESSES)]
Ticks = Annotated[int, Meta(ge=1, le=1 << 16)]
Deaths = Annotated[int, Meta(ge=0, le=1 << 16)]
Share = Annotated[float, Meta(ge=0, le=1)]
Size = Annotated[str, Meta(pattern="^[1-9][0-9]?x[1-9][0-9]?$")]


class LevelRecipe(Message, frozen=True):
    """Parameters of a generated level: the same recipe gives the same level everywhere."""

    seed: Seed = 1
    rooms: Size = "5x1"  # columns x rows
    loops: Share = 0.25  # share of dead ends that get a second way
    # share of players that should die; None: not controlled
    difficulty: Annotated[float, Meta(gt=0, lt=1)] | None = None


class LevelOrJob(Message, frozen=True):
    """Response to a request about levels: the result is ready under `id`, or a job is working on it."""

    id: str  # of the level; empty: not made yet
    work: str  # id of the job, for its socket; empty: none


class LevelRow(Message, frozen=True):
    id: str
    name: str
    width: int
    height: int
    traps: int
    kept: str  # when it was stored; empty: it comes with the game
    recipe: LevelRecipe | None


class LevelText(Message, frozen=True):
    """A level file."""

    text: Annotated[str, Meta(max_length=LARGEST_LEVEL)]


class TrapInfo(Message, frozen=True):
    name: str  # "saw 5 2"
    kind: str
    x: int
    y: int
    facing: str
    period: int
    phase: int
    cells: int  # adjacent cells


class OrnamentInfo(Message, frozen=True):
    kind: str
    x: int
    y: int


class LevelScene(Message, frozen=True):
    """A level as the page plays and draws it. Cells are counted from the lower left corner, from 0."""

    row: LevelRow
    text: str  # the level file
    cells: list[list[int]]  # bits of each cell, from the lowest row up, with a border; as the rules read them
    start: list[int]
    exits: list[list[int]]
    traps: list[TrapInfo]
    ornaments: list[OrnamentInfo]


class NewLevelRun(Message, frozen=True):
    """A run played in the page, and its outcome there: the server replays it and compares."""

    level: Name
    presses: Presses
    ticks: Ticks
    deaths: Deaths
    arrived: bool
    respawn: Respawn = "checkpoint"


class LevelRun(Message, frozen=True):
    id: str
    level: str
    player: str
    when: str
    presses: str
    ticks: int
    deaths: int
    arrived: bool
    respawn: Respawn


class LevelRunRow(Message, frozen=True):
    """A run in the list, without its key presses."""

    id: str
    player: str
    when: str
    ticks: int
    deaths: int
    arrived: bool


class ReplayText(Message, frozen=True):
    """A replay file of a stored level, or of a level of the game."""

    text: Presses


class SurveyRequest(Message, frozen=True):
    """Parameters of a simulation of synthetic players on a level."""

    players: Annotated[int, Meta(ge=12, le=5000)] = 300
    seed: Seed = 1
    respawn: Respawn = "checkpoint"


class Ghost(Message, frozen=True):
    """A synthetic player's run."""

    skill: float  # 0 is average; two thirds are between -1 and 1
    group: str  # poor, average, good
    seed: str
    ticks: int
    deaths: int
    arrived: bool
    presses: str


class GraphInfo(Message, frozen=True):
    """Level graph: places where a player can be, and moves between them."""

    nodes: list[list[int]]  # kind (0: standing, 1 and 2: hanging on the left, right), x, y
    moves: list[list[int]]  # pairs of nodes, in both directions
    falls: list[list[int]]  # pairs of nodes, in one direction
    routes: list[list[int]]  # nodes; the shortest route first, then detours
    easiest: list[int]  # nodes of the easiest path


class ChallengeInfo(Message, frozen=True):
    """A trap and the chance to pass it."""

    trap: str
    cells: list[list[int]]
    success: float  # by Koens' model
    tried: ValueWithInterval | None  # share of players' attempts that failed
    on_path: bool
    avoidable: bool


class LevelSurvey(Message, frozen=True):
    """Difficulty of a level: by models, and by synthetic players."""

    order: SurveyRequest
    failure: ValueWithInterval  # share of players that die at least once
    deaths: ValueWithInterval  # per player
    seconds: ValueWithInterval  # of a run
    koens: ValueWithInterval  # difficulty by Koens' model
    told: float  # predicted share of players that die, by the failure model of the difficulty search
    sentences: list[str]
    sheets: list[ReportTableMessage]
    graph: GraphInfo
    challenges: list[ChallengeInfo]
    died: dict[str, list[list[int]]]  # where players died, by skill group, in level units
    ghosts: list[Ghost]  # from the weakest to the best
    walk: Ghost  # run of an agent that never dies; it proves the level playable
    command: str  # command line that gives the same result


class StoredSurvey(Message, frozen=True):
    """Stored survey of a level; None: there is none with these parameters."""

    survey: LevelSurvey | None


class NewStudy(Message, frozen=True):
    player: Annotated[str, Meta(min_length=1, max_length=60)]


class StudyRow(Message, frozen=True):
    id: str
    session: int
    player: str
    began: str
    step: int  # number of levels played
    steps: int


class StudyPlay(Message, frozen=True):
    """A level of the study that was played to its exit, or skipped."""

    study: Name
    step: Annotated[int, Meta(ge=0, le=100)]
    presses: Presses
    ticks: Ticks
    deaths: Deaths
    skipped: bool


class StudyRating(Message, frozen=True):
    study: Name
    step: Annotated[int, Meta(ge=0, le=100)]
    rating: Annotated[int, Meta(ge=1, le=5)]  # from very easy (1) to very hard (5)


class PlayedStudyLevel(Message, frozen=True):
    level: str
    ticks: int
    deaths: int
    skipped: bool
    rating: int | None


class StudyState(Message, frozen=True):
    """State of a participant in the study."""

    row: StudyRow
    tutorials: int  # number of tutorial steps at the beginning
    waits: Literal["play", "rating", "nothing"]  # for a level to be played, or for the rating of the last one
    scene: LevelScene | None  # the level to be played
    played: list[PlayedStudyLevel]
    command: str  # command that adds all sessions to the difficulty study; empty for guests


class StudyPlan(Message, frozen=True):
    """All participants, and the command that adds their sessions to the difficulty study."""

    rows: list[StudyRow]
    command: str
