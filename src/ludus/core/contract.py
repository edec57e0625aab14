"""The contract that every game follows, written once.

A game is a `Table` (its content: cards, options; read-only while it is played), a `State` (one game in
progress, its random stream included) and these rules, all on records and int64 numbers:

    start(table, state, seed)          deal into a zeroed state
    decider(state) -> seat             whose decision is pending
    legal(table, state, moves) -> n    write the legal moves into a buffer, without repeats
    apply(table, state, move)          advance to the next decision
    ended(state) -> reason             0 while running, else an index into the game's `reasons`
    share(state, seat) -> 0.0 .. 1.0   who won; the shares of all seats add up to 1 (alone: success)
    points(state, seat) -> int         the game's own score
    hide(table, state, seat, seed)     redeal all that this seat cannot see; replaces the stream

and, where a game makes part of its content from the seed (cards generated anew for every game):

    prepare(table, seed)               complete a private copy of the table before `start`; whether there is anything
                                       to complete depends on the table alone

and, for players and searches, whatever of this a game wants to offer:

    phase(state) -> k                  an index into the game's `phases`, so that a player can be two in one
    features(table, state, seat, values)   what evaluation functions see of a position, as int64; see `core.features`,
                                       also for pieces, which have features of their own
    alike(table, state, move) -> move  one move to stand for all that are as good as equal (two equal cards)

One decision at a time, no callbacks. A move is an integer that names a thing (kind, slot, card) and
means the same in every redeal. A secret simultaneous pick is two successive decisions, the first
concealed by `view` and `hide`. `hide` depends only on what the seat sees and on its seed:
hide(hide(s, p, a), p, b) == hide(s, p, b), byte for byte. Arrays have capacities; a full one ends the
game with the reason named `capacity`.

What people and programs outside see comes from ordinary Python functions on plain views of the records:

    load(options) -> Content           content from the game's options, checked
    write_move / read_move             a move as text and back
    tell(content, state, move, seat)   whether a seat is told of a move about to be made
    write_position / read_position     a position as plain data in the game's own words, and the state of such data,
                                       byte for byte; else a position is the fields of the state
    validate(content, state)           raise NotationError for a position that cannot be, read from text
    view(content, state, seat)         what one seat may see, as plain data; the only way out
    draw(content, state, seat)         a position as an SVG picture
    describe(content, state, seat)     a position in a few lines for a terminal
    phrase(content, state, move)       what a legal move does, in a few words beside its notation
    explain(content, state, text)      why a move in notation is not legal here
    check(files, progress)             replay games recorded on other engines and compare
    reference(file)                    statistics of games played on other engines, see `ludus.arena.reference`
    bots()                             the game's own compiled players, see `core.bot`
    conceal(content)                   the content without what no player may know: given decks, fixed seeds
    converse(position, seat)           the text protocol of the game's community for a program in one seat
    facts(content)                     what programs are told of the content when a game begins
    offers()                           names that people pick from, where an option takes them as text
    foreign()                          bots in Python for another engine, and how they play here
    interpret(content)                 the same protocol from the program's side
    competition(content, seed, deal)   the content of one deal in the scheme of official contests
    design()                           a namespace for `ludus.design`: the content as designers edit it, and the record
                                       and rules of a census, see `ludus.arena.census`
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ludus.core import usual
from ludus.core.bot import Bot
from ludus.core.check import Sampled
from ludus.core.content import Content, Options
from ludus.core.errors import ContractError, UnknownName
from ludus.core.features import STANDARD, FeatureSet, feature_set
from ludus.core.offered import Benchmark, Named, Outlook
from ludus.core.options import read_options
from ludus.core.outside import Conversation, Foreign, Interpreter, NoMove
from ludus.core.record import Record
from ludus.core.rule import rule
from ludus.core.travel import pack_game

__all__ = [
    "RULES",
    "RUNNING",
    "Benchmark",
    "Content",
    "Conversation",
    "Foreign",
    "Game",
    "Interpreter",
    "Named",
    "NoMove",
    "Options",
    "Outlook",
    "Rules",
]

RULES = ("start", "decider", "legal", "apply", "ended", "share", "points", "hide")
RUNNING = 0


@dataclass(frozen=True)
class Rules:
    """The compiled rules of one game."""

    start: Any
    decider: Any
    legal: Any
    apply: Any
    ended: Any
    share: Any
    points: Any
    hide: Any
    prepare: Any
    phase: Any
    features: Any  # None if the game has no features
    situation: Any  # this and the next three: None if the game has no pieces
    pieces: Any
    piece_features: Any
    prospect: Any
    alike: Any

    @classmethod
    def of(cls, source: Any) -> Rules:
        """Collect the rules from a module or namespace.

        Raises:
            ContractError: a required rule is missing.
        """
        missing = [name for name in RULES if not hasattr(source, name)]
        if missing:
            raise ContractError(f"the rules lack {', '.join(missing)}")
        required = {name: getattr(source, name) for name in RULES}
        return cls(
            **required,
            prepare=getattr(source, "prepare", _nothing_to_prepare),
            phase=getattr(source, "phase", _only_phase),
            features=getattr(source, "features", None),
            situation=getattr(source, "situation", None),
            pieces=getattr(source, "pieces", None),
            piece_features=getattr(source, "piece_features", None),
            prospect=getattr(source, "prospect", None),
            alike=getattr(source, "alike", _like_no_other),
        )

    @property
    def prepares(self) -> bool:
        """Whether part of the content depends on the seed, so that every episode has its own game data."""
        return self.prepare is not _nothing_to_prepare


@rule
def _nothing_to_prepare(table, seed):  # type: ignore[no-untyped-def]
    pass


@rule(inline=True)
def _only_phase(state):  # type: ignore[no-untyped-def]
    return 0


@rule(inline=True)
def _like_no_other(table, state, move):  # type: ignore[no-untyped-def]
    return move


@dataclass(frozen=True)
class Game:
    """A game. `rules` accepts a module with the rules; all fields after `view` have defaults."""

    name: str
    title: str
    summary: str
    version: str  # of the rules: changes whenever the same seed and moves could give another game
    seats: tuple[int, int]  # smallest and largest number; if they differ, the game data has a field `seats`
    reasons: tuple[str, ...]  # end reasons; reasons[0] is "running"
    most_moves: int  # capacity of the buffer that `legal` fills
    table: type[Record]
    state: type[Record]
    rules: Any
    load: Callable[[Any], Content]
    view: Callable[[Content, Any, int], dict[str, Any]]
    options: type[Options] = Options
    write_move: Callable[[Content, Any, int], str] = usual.write_number
    read_move: Callable[[Content, Any, str], int] = usual.read_number
    tell: Callable[[Content, Any, int, int], bool] = usual.tell_all
    validate: Callable[[Content, Any], None] = usual.accept
    write_position: Callable[[Content, Any], Any] | None = None  # this and the next: own format of positions
    read_position: Callable[[Content, Any], np.ndarray] | None = None
    draw: Callable[[Content, Any, int | None], str] = usual.no_picture
    explain: Callable[[Content, Any, str], str] | None = None  # explains why a move in notation is illegal
    describe: Callable[[Content, Any, int | None], str] | None = None  # position in a few lines for a terminal
    phrase: Callable[[Content, Any, int], str] | None = None  # effect of a legal move in a few words
    check: Callable[..., Any] | None = None  # replays traces recorded on other engines
    reference: Callable[[str | Path], list[Sampled]] | None = None  # statistics of games on other engines
    benchmarks: tuple[Benchmark, ...] = field(default=(), repr=False, hash=False)
    redeal_bar: float | None = None  # required resamplings per second on one core of the reference machine
    features: tuple[str, ...] = ()  # names of the features written by the rule `features`, in order
    piece_features: tuple[str, ...] = ()  # the last of them, which are sums over pieces
    most_pieces: int = 0  # capacity of the buffer that `pieces` fills
    more_features: tuple[FeatureSet, ...] = ()  # further named feature sets
    outlook: Outlook = field(default_factory=Outlook)
    largest_move: int | None = None  # moves are 0 .. largest_move; None: unknown
    real_time: bool = False  # a move is one tick; replays are run-length encoded
    phases: tuple[str, ...] = ()  # names of the phases; a bot can be composed of one bot for each phase
    partners: dict[str, str] = field(default_factory=dict, repr=False, hash=False)  # phase -> its default bot
    bots: Callable[[], tuple[Bot, ...]] = field(default=usual.no_bots, repr=False)
    fit: Callable[[Content | None, Bot, Any, Any], None] | None = None  # resolves names of the content, after `fill`
    showcase: tuple[str, ...] = ("random", "greedy", "mcts:iterations=100")  # bots of the demo, weakest first
    study: str = ""  # a study with the preset `quick` that is part of the demo
    genomes: Path | None = None  # folder of bundled evaluations: weights=NAME reads NAME.json in it
    named: dict[str, Named] = field(default_factory=dict, repr=False, hash=False)  # bot presets by name
    conceal: Callable[[Content], Content] = usual.nothing_to_conceal
    converse: Callable[[Any, int], Conversation] | None = None  # None: external programs use our own protocol
    interpret: Callable[[Content], Interpreter] | None = None
    facts: Callable[[Content], dict[str, Any]] | None = None  # content for external programs: cards and their effects
    offers: Callable[[], dict[str, list[str]]] | None = None  # option choices
    foreign: Callable[[], Foreign] | None = None
    turn_of: Callable[[Any], int] | None = None  # turn number; None: consecutive decisions of a seat
    turn_seconds: float | None = None  # default time limit of an external bot per turn; None: limit per reply
    competition: Callable[[Content, int, int], Content] | None = None
    design: Callable[[], Any] | None = None  # content for designers, and the rules of the game statistics

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            object.__setattr__(self, "rules", Rules.of(self.rules))
        if self.reasons[0] != "running":
            raise ContractError(f"{self.name}: reasons[0] must be 'running'")
        if bool(self.features) != (self.rules.features is not None):
            raise ContractError(f"{self.name}: the names in `features` and the rule `features` go together")
        sets = list(self.more_features)
        if self.features or self.piece_features:
            sets.insert(0, feature_set(STANDARD, self.features, self.rules, self.piece_features, self.most_pieces))
        object.__setattr__(self, "_feature_sets", {kind.name: kind for kind in sets})

    def __reduce__(self) -> tuple[Any, ...]:
        return pack_game(self)

    def content(self, /, **options: Any) -> Content:
        """Load the content for options given as keywords.

        Raises:
            OptionError: an option is unknown or has an invalid value.
        """
        return self.load(self.choose(options))

    def choose(self, options: dict[str, Any]) -> Any:
        """Convert a plain dict to the game's options; texts (from a command line) are converted to the field types."""
        return read_options(options, self.options, self.name)

    def feature_set(self, name: str = STANDARD) -> FeatureSet:
        """Return a feature set by name.

        Raises:
            UnknownName: the game has no such set.
        """
        known: dict[str, FeatureSet] = self._feature_sets  # type: ignore[attr-defined]
        if name not in known:
            raise UnknownName(f"set of features of {self.name}", name, list(known))
        return known[name]

    @property
    def feature_sets(self) -> tuple[str, ...]:
        """Names of all feature sets; empty if the game has no features."""
        return tuple(self._feature_sets)  # type: ignore[attr-defined]

    def seat_count(self, table: np.ndarray) -> int:
        fewest, most = self.seats
        return most if fewest == most else int(table["seats"][0])
