"""Messages about skill trees in the editor: drafts, errors in a draft, and effects of an edit.

A draft is a tree that may still be invalid. Its nodes refer to their parents by index, so that renaming a node
breaks no edge. Measurements arrive through /socket/trees: fast estimates first, better ones later.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.studio.protocol.base import Message, Name, Seed
from ludus.studio.protocol.jobs import ValueWithInterval
from ludus.studio.protocol.sessions import Refused

LONGEST_TREE = 50_000  # characters of a tree file that can be edited here
MAX_DRAFTED = 300  # nodes: slightly more than a tree may have, so that its reader reports the error

Format = Literal[".toml", ".json", ".csv"]
Number = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
NodeIndex = Annotated[int, Meta(ge=0, lt=MAX_DRAFTED)]
Share = Annotated[float, Meta(ge=0, le=1)]
Turns = Annotated[float, Meta(ge=1, le=50)]


class TargetInfo(Message, frozen=True):
    """A kind of damage that a node can raise."""

    name: str
    colour: str
    cards: list[str]  # names of the cards of the game


class RatingInfo(Message, frozen=True):
    name: str  # in files and options
    title: str  # for people
    meaning: str
    weight: float


class TreesInfo(Message, frozen=True):
    """Contents of the forms of the skill tree editor."""

    targets: list[TargetInfo]
    most_value: int
    most_price: int
    most_nodes: int
    longest_name: int
    longest_text: int  # of a tree file, in characters
    formats: list[str]
    trees: list[str]  # trees of the game
    decks: list[str]
    deck_sets: list[str]  # sets of decks that trees can be measured with
    players: dict[str, str]
    ratings: list[RatingInfo]  # of the table of the editor
    choice_ratings: list[RatingInfo]  # of a search for trees with good choices
    setting: TreeSetting  # the default


class TreeSetting(Message, frozen=True):
    """Parameters of measurements of trees, and design goals."""

    player: Name
    decks: Name
    orders: Annotated[int, Meta(ge=2, le=200)]  # card orders for each deck, encounter and build
    seed: Seed
    zone: tuple[Share, Share]  # the flow zone, as win rate of fights
    win: Share  # target share of builds that win
    turns: tuple[Turns, Turns]  # target turns of a win
    nodes: Annotated[int, Meta(ge=1, le=MAX_DRAFTED)]


class TreeNode(Message, frozen=True):
    name: Name
    target: Name
    value: Number
    parents: Annotated[list[NodeIndex], Meta(max_length=MAX_DRAFTED)]
    price: Number


class TreeDraft(Message, frozen=True):
    name: Name
    nodes: Annotated[list[TreeNode], Meta(max_length=MAX_DRAFTED)]


class TreeText(Message, frozen=True):
    """A tree as the text of a file."""

    format: Format
    text: Annotated[str, Meta(max_length=LONGEST_TREE)]


class DrawnTree(Message, frozen=True):
    """A draft from the drawing, to be checked and written out."""

    draft: TreeDraft
    format: Format


class TreeName(Message, frozen=True):
    name: Name  # name of a tree of the game, or @NAME of the user's own file


class DrawnNodePosition(Message, frozen=True):
    """Position of a node in the picture."""

    column: int
    row: float


class TreeFault(Message, frozen=True):
    message: str
    nodes: list[int]  # nodes with the error
    line: int | None  # line in the text


class CheckedTree(Message, frozen=True):
    """A draft as the server parsed it; with a fault there are no spots."""

    draft: TreeDraft | None  # None: the text cannot be read
    spots: list[DrawnNodePosition]
    text: str
    fault: TreeFault | None


class TreeFight(Message, frozen=True):
    """A fight behind the numbers, to be replayed."""

    draft: TreeDraft
    player: Name
    seed: Seed
    encounter: Annotated[int, Meta(ge=0, le=15)]
    deck: Name
    nodes: Annotated[list[Name], Meta(max_length=MAX_DRAFTED)]
    number: Annotated[int, Meta(ge=0, lt=1 << 40)]


# Messages on the socket


class MeasureEdit(Message, frozen=True, tag="measure"):
    """Request the effects of an edit; it replaces the previous request."""

    request: int
    after: TreeDraft
    before: TreeDraft | None
    setting: TreeSetting


class CancelMeasurement(Message, frozen=True, tag="drop"):
    """Cancel a request."""

    request: int


class PowerDistribution(Message, frozen=True):
    """Power that a tree gives by an encounter: deciles over all decks and random picks, and the maximum."""

    low: float
    middle: float
    high: float
    most: float


class PowerZone(Message, frozen=True):
    """Flow zone of an encounter in power; None: beyond the tested range."""

    low: float | None
    high: float | None


class TreeRatings(Message, frozen=True):
    """Results of the approximate simulation with the reference decks; zero-width interval: all builds were tested."""

    ratings: list[ValueWithInterval]  # in the order of TreesInfo.ratings
    total: ValueWithInterval
    win: ValueWithInterval
    sampled: bool
    builds: int
    given: list[PowerDistribution]


class JudgedDifference(Message, frozen=True):
    """A difference with its 95 % interval, and the verdict of intervals that are corrected for all differences."""

    value: float
    low: float
    high: float
    side: Literal["above", "below", "undecided"]  # of zero


class SimulationResults(Message, frozen=True, tag="simulated"):
    request: int
    after: TreeRatings
    before: TreeRatings | None
    more: list[JudgedDifference]  # increase of each rating, then of the total, then of the simulated win rate
    bands: list[PowerZone]


class EncounterFights(Message, frozen=True):
    wins: ValueWithInterval | None
    turns: ValueWithInterval | None
    verdict: str


class NodeFights(Message, frozen=True):
    """Value of a node for players."""

    picked: float | None  # share of relevant choices in which it is the best pick; None: there are none
    cost: ValueWithInterval | None  # loss from picking it instead of the best pick
    wins: ValueWithInterval | None  # win rate of builds that have it
    lift: ValueWithInterval | None  # increase over builds without it
    note: str  # what is wrong with the node


class ExampleFight(Message, frozen=True):
    """A typical fight, with the parameters of TreeFight."""

    what: str
    encounter: int
    deck: str
    nodes: list[str]
    number: int


class TreeFightResults(Message, frozen=True):
    """Results of real fights, with random picks."""

    wins: ValueWithInterval | None
    turns: ValueWithInterval | None
    stages: list[EncounterFights]
    nodes: list[NodeFights]
    sentences: list[str]
    behind: list[ExampleFight]
    whole: bool  # whether all builds were tested; otherwise a sample


class TreeFightUpdate(Message, frozen=True, tag="fought"):
    request: int
    orders: int
    decks: str
    last: bool  # otherwise better numbers follow
    after: TreeFightResults
    before: TreeFightResults | None
    more: JudgedDifference | None  # increase of the win rate by the edit, on the same cards
    by_encounter: list[JudgedDifference]
    comparisons: int  # number of verdicts that the intervals are corrected for


class TreeFightProgress(Message, frozen=True, tag="fighting"):
    request: int
    done: int
    total: int


ToTrees = MeasureEdit | CancelMeasurement
FromTrees = SimulationResults | TreeFightUpdate | TreeFightProgress | Refused

# Intermediate results of a search, under the name "front" of JobProgress.shown


class FrontMember(Message, frozen=True):
    search: int
    made: bool  # whether this tree was finally selected
    front: bool  # whether it is Pareto-optimal
    total: float
    ratings: list[float]
    errors: list[float]  # standard errors of the ratings by sampling; empty while the search runs
    nodes: list[TreeNode]
    places: list[tuple[int, float]]  # column and row


class TreeFront(Message, frozen=True):
    generation: int
    generations: int
    ratings: list[str]
    members: list[FrontMember]
