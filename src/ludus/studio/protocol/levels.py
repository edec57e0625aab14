"""Levels of the platformer: scenes to play in, runs, what a crowd of synthetic players did, and the study with people.

A run is a level and the buttons that were held in it, as key presses: "13 right, 24 right+jump". The page plays by the
same whole numbers as the server, which plays every run once more before it keeps it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.studio.protocol.words import Name, Seed, Word
from ludus.studio.protocol.work import SheetTable, Value

LARGEST_LEVEL = 100_000  # signs of a level file
LARGEST_PRESSES = 1_000_000  # signs of a run's key presses

Respawn = Literal["checkpoint", "start"]
Presses = Annotated[str, Meta(min_length=1, max_length=LARGEST_PRESSES)]
Ticks = Annotated[int, Meta(ge=1, le=1 << 16)]
Deaths = Annotated[int, Meta(ge=0, le=1 << 16)]
Share = Annotated[float, Meta(ge=0, le=1)]
Size = Annotated[str, Meta(pattern="^[1-9][0-9]?x[1-9][0-9]?$")]


class LevelRecipe(Word, frozen=True):
    """What a level is made from: the same recipe gives the same level everywhere."""

    seed: Seed = 1
    rooms: Size = "5x1"  # side by side and above each other
    loops: Share = 0.25  # of dead ends that get a second way
    difficulty: Annotated[float, Meta(gt=0, lt=1)] | None = None  # share of players that are to die; None: as it comes


class LevelAsked(Word, frozen=True):
    """Where something about levels stands: ready, under `id`, or being worked on."""

    id: str  # of the level; empty: not yet
    work: str  # id of the piece of work, for its socket; empty: none


class LevelRow(Word, frozen=True):
    id: str
    name: str
    width: int
    height: int
    traps: int
    kept: str  # when; empty: it comes with the game
    recipe: LevelRecipe | None


class LevelText(Word, frozen=True):
    """A level file."""

    text: Annotated[str, Meta(max_length=LARGEST_LEVEL)]


class TrapInfo(Word, frozen=True):
    name: str  # "saw 5 2"
    kind: str
    x: int
    y: int
    facing: str
    period: int
    phase: int
    cells: int  # side by side


class OrnamentInfo(Word, frozen=True):
    kind: str
    x: int
    y: int


class LevelScene(Word, frozen=True):
    """A level as the page plays and draws it. Cells are counted from the lower left corner, from 0."""

    row: LevelRow
    text: str  # the level file
    cells: list[list[int]]  # what each is, in bits, from the lowest row up, with a border; as the rules read them
    start: list[int]
    exits: list[list[int]]
    traps: list[TrapInfo]
    ornaments: list[OrnamentInfo]


class NewLevelRun(Word, frozen=True):
    """A run that was played in the page, and how it ended there: the server plays it again and compares."""

    level: Name
    presses: Presses
    ticks: Ticks
    deaths: Deaths
    arrived: bool
    respawn: Respawn = "checkpoint"


class LevelRun(Word, frozen=True):
    id: str
    level: str
    player: str
    when: str
    presses: str
    ticks: int
    deaths: int
    arrived: bool
    respawn: Respawn


class LevelRunRow(Word, frozen=True):
    """A run in the list, without what was pressed."""

    id: str
    player: str
    when: str
    ticks: int
    deaths: int
    arrived: bool


class ReplayText(Word, frozen=True):
    """A replay file of a level that is kept here, or of one of the game."""

    text: Presses


class SurveyOrder(Word, frozen=True):
    """Synthetic players to let loose on a level."""

    players: Annotated[int, Meta(ge=12, le=5000)] = 300
    seed: Seed = 1
    respawn: Respawn = "checkpoint"


class Ghost(Word, frozen=True):
    """A synthetic player's run."""

    skill: float  # 0 is average, two of three are between -1 and 1
    group: str  # poor, average, good
    seed: str
    ticks: int
    deaths: int
    arrived: bool
    presses: str


class GraphInfo(Word, frozen=True):
    """Where one can be in a level and how one gets about."""

    nodes: list[list[int]]  # kind (0 to stand, 1 and 2 to hang by the left, the right), x, y
    moves: list[list[int]]  # pairs of nodes, both ways
    falls: list[list[int]]  # from a node to another, no way back
    routes: list[list[int]]  # nodes; the shortest way first, then detours
    easiest: list[int]  # nodes of the easiest path


class ChallengeInfo(Word, frozen=True):
    """A trap and how many get through."""

    trap: str
    cells: list[list[int]]
    success: float  # by Koens' model
    tried: Value | None  # share of players' tries that failed
    on_path: bool
    avoidable: bool


class LevelSurvey(Word, frozen=True):
    """How hard a level is: by models, and by synthetic players."""

    order: SurveyOrder
    failure: Value  # share of players that die at least once
    deaths: Value  # of a player
    seconds: Value  # of a run
    koens: Value  # difficulty by Koens' model
    told: float  # share that dies, by the model behind the dial
    sentences: list[str]
    sheets: list[SheetTable]
    graph: GraphInfo
    challenges: list[ChallengeInfo]
    died: dict[str, list[list[int]]]  # where players died, by their group, in units of the level
    ghosts: list[Ghost]  # from the poorest to the best
    walk: Ghost  # an agent that never dies: the level can be done
    command: str  # the same on the command line


class LevelKnown(Word, frozen=True):
    """What is known of a level; None: nobody has looked at it like that."""

    survey: LevelSurvey | None


class NewStudy(Word, frozen=True):
    player: Annotated[str, Meta(min_length=1, max_length=60)]


class StudyRow(Word, frozen=True):
    id: str
    session: int
    player: str
    began: str
    step: int  # levels that were played
    steps: int


class StudyPlay(Word, frozen=True):
    """A level of the study that was played to its exit, or skipped."""

    study: Name
    step: Annotated[int, Meta(ge=0, le=100)]
    presses: Presses
    ticks: Ticks
    deaths: Deaths
    skipped: bool


class StudyRating(Word, frozen=True):
    study: Name
    step: Annotated[int, Meta(ge=0, le=100)]
    rating: Annotated[int, Meta(ge=1, le=5)]  # from very easy to very hard


class StudyPlayed(Word, frozen=True):
    level: str
    ticks: int
    deaths: int
    skipped: bool
    rating: int | None


class StudyState(Word, frozen=True):
    """Where a person stands in the study."""

    row: StudyRow
    tutorials: int  # the first so many steps
    waits: Literal["play", "rating", "nothing"]  # for a level to be played, for how hard the last one was
    scene: LevelScene | None  # to be played
    played: list[StudyPlayed]
    command: str  # what takes all sessions into the study of difficulty; empty for guests


class StudyPlan(Word, frozen=True):
    """All who take part, and the command that takes their sessions into the study of difficulty."""

    rows: list[StudyRow]
    command: str
