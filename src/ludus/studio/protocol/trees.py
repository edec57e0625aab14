"""Skill trees that are edited by hand: drafts of them, what is wrong with one, and what follows from an edit.

A draft is a tree that may still be wrong. Its nodes name their parents by places in the list, so that renaming a node
cuts no way. What is measured of it comes over /socket/trees: quick numbers first, better ones after them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.studio.protocol.tables import Refused
from ludus.studio.protocol.words import Name, Seed, Word
from ludus.studio.protocol.work import Value

LONGEST_TREE = 50_000  # signs of a tree's file, as far as it is edited here
MOST_DRAFTED = 300  # nodes: a few more than a tree may have, so that its reader says what is wrong

Format = Literal[".toml", ".json", ".csv"]
Number = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
NodePlace = Annotated[int, Meta(ge=0, lt=MOST_DRAFTED)]
Share = Annotated[float, Meta(ge=0, le=1)]
Turns = Annotated[float, Meta(ge=1, le=50)]


class TargetInfo(Word, frozen=True):
    """What a node can raise the damage of."""

    name: str
    colour: str
    cards: list[str]  # of the game, in words


class RatingInfo(Word, frozen=True):
    name: str
    meaning: str
    weight: float


class TreesInfo(Word, frozen=True):
    """What forms about trees are built from."""

    targets: list[TargetInfo]
    most_value: int
    most_price: int
    most_nodes: int
    longest_name: int
    longest_text: int  # of a tree's file, in signs
    formats: list[str]
    trees: list[str]  # of the game
    decks: list[str]
    deck_sets: list[str]  # that trees can be measured with
    players: dict[str, str]
    ratings: list[RatingInfo]
    setting: TreeSetting  # the usual one


class TreeSetting(Word, frozen=True):
    """What trees are measured with, and what is wanted of them."""

    player: Name
    decks: Name
    orders: Annotated[int, Meta(ge=2, le=200)]  # of cards, for each deck, encounter and build
    seed: Seed
    zone: tuple[Share, Share]  # the flow zone, in fights won
    win: Share  # of builds that are to win
    turns: tuple[Turns, Turns]  # of a win
    nodes: Annotated[int, Meta(ge=1, le=MOST_DRAFTED)]


class TreeNode(Word, frozen=True):
    name: Name
    target: Name
    value: Number
    parents: Annotated[list[NodePlace], Meta(max_length=MOST_DRAFTED)]
    price: Number


class TreeDraft(Word, frozen=True):
    name: Name
    nodes: Annotated[list[TreeNode], Meta(max_length=MOST_DRAFTED)]


class TreeText(Word, frozen=True):
    """A tree as the text of a file."""

    format: Format
    text: Annotated[str, Meta(max_length=LONGEST_TREE)]


class TreeDrawn(Word, frozen=True):
    """A draft from the drawing, to be checked and written out."""

    draft: TreeDraft
    format: Format


class TreeNamed(Word, frozen=True):
    name: Name  # of a tree of the game, or @NAME of one's own


class NodeSpot(Word, frozen=True):
    """Where a node stands in the picture."""

    column: int
    row: float


class TreeFault(Word, frozen=True):
    message: str
    nodes: list[int]  # that it is about
    line: int | None  # of the text


class TreeChecked(Word, frozen=True):
    """A draft as the server read it; with a fault there are no spots."""

    draft: TreeDraft | None  # None: the text cannot be read
    spots: list[NodeSpot]
    text: str
    fault: TreeFault | None


class TreeFight(Word, frozen=True):
    """A fight behind the numbers, to be played again."""

    draft: TreeDraft
    player: Name
    seed: Seed
    encounter: Annotated[int, Meta(ge=0, le=15)]
    deck: Name
    nodes: Annotated[list[Name], Meta(max_length=MOST_DRAFTED)]
    number: Annotated[int, Meta(ge=0, lt=1 << 40)]


# The socket


class Measure(Word, frozen=True, tag="measure"):
    """What follows from an edit? The question before it is dropped."""

    request: int
    after: TreeDraft
    before: TreeDraft | None
    setting: TreeSetting


class Drop(Word, frozen=True, tag="drop"):
    """Nobody waits for an answer any more."""

    request: int


class PowerGiven(Word, frozen=True):
    """The power that a tree gives by an encounter: tenths of all decks and random picks, and the most of any."""

    low: float
    middle: float
    high: float
    most: float


class PowerBand(Word, frozen=True):
    """The flow zone of an encounter in power; None: more than was tried."""

    low: float | None
    high: float | None


class TreeRatings(Word, frozen=True):
    """By the approximating simulation, with the reference decks; an interval of no width: every build was fought."""

    ratings: list[Value]  # as the info lists them
    total: Value
    win: Value
    sampled: bool
    builds: int
    given: list[PowerGiven]


class TreeSimulated(Word, frozen=True, tag="simulated"):
    request: int
    after: TreeRatings
    before: TreeRatings | None
    more: list[Value]  # by how much every rating is higher; then the total, then the simulated wins
    bands: list[PowerBand]


class StageFought(Word, frozen=True):
    wins: Value | None
    turns: Value | None
    verdict: str


class NodeFought(Word, frozen=True):
    """What players make of a node."""

    picked: float | None  # of the choices that matter, the share in which it is the best pick; None: there are none
    cost: Value | None  # of picking it against the best pick
    wins: Value | None  # of builds that have it
    lift: Value | None  # by how much that is more than of builds without it
    note: str  # what is wrong with it


class FightBehind(Word, frozen=True):
    """A fight that stands for others, as TreeFight wants it."""

    what: str
    encounter: int
    deck: str
    nodes: list[str]
    number: int


class TreeWins(Word, frozen=True):
    """By real fights, with random picks."""

    wins: Value | None
    turns: Value | None
    stages: list[StageFought]
    nodes: list[NodeFought]
    sentences: list[str]
    behind: list[FightBehind]
    whole: bool  # all builds were fought with; else a sample


class TreeFought(Word, frozen=True, tag="fought"):
    request: int
    orders: int
    decks: str
    last: bool  # else better numbers follow
    after: TreeWins
    before: TreeWins | None
    more: Value | None  # fights won with the tree after the edit than before, on the same cards
    by_encounter: list[Value]


class TreeFighting(Word, frozen=True, tag="fighting"):
    request: int
    done: int
    total: int


ToTrees = Measure | Drop
FromTrees = TreeSimulated | TreeFought | TreeFighting | Refused

# What a search shows on its way, under the name "front" of Progress.shown


class FrontMember(Word, frozen=True):
    search: int
    made: bool  # the tree that was made in the end
    front: bool  # no other beats it in a goal without losing in another
    total: float
    ratings: list[float]
    errors: list[float]  # standard errors of the ratings, by sampling; none while the search goes on
    nodes: list[TreeNode]
    places: list[tuple[int, float]]  # column and row


class TreeFront(Word, frozen=True):
    generation: int
    generations: int
    ratings: list[str]
    members: list[FrontMember]
