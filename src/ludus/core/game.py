"""The contract of a game: its rules, its content, and everything else that it may offer.

A game has a `GameData` record (its content: cards, options; read-only while it is played), a `State` record (one game
in progress, including its random stream) and eight required rules, all on records and int64 numbers:

    start(data, state, seed)                      deal into a zeroed state
    current_player(state) -> seat                 the seat that decides next
    legal_moves(data, state, moves) -> n          write the legal moves into a buffer, without repeats
    apply(data, state, move)                      advance to the next decision
    end_reason(state) -> k                        0 while running, else an index into `Game.end_reasons`
    payoff(state, seat) -> 0.0 .. 1.0             the outcome; payoffs of all seats add up to 1 (one seat: success)
    score(state, seat) -> int                     the game's own score
    resample_hidden(data, state, seat, seed)      deal anew all that this seat cannot see; replaces the stream

Optional rules:

    prepare(data, seed)                           complete a private copy of the game data before `start`, for games
                                                  whose content depends on the seed
    phase(state) -> k                             index into `Game.phases`
    canonical_move(data, state, move) -> move     one move for all that are equivalent (two equal cards)
    features(data, state, seat, values)           inputs of evaluation functions; see `ludus.core.features`, also for
                                                  situation, pieces, piece_features and prospect

One decision at a time, no callbacks. A move is an integer that names a thing (kind, slot, card) and means the same
after every resampling. A secret simultaneous choice is two successive decisions; `observation` and `resample_hidden`
conceal the first one. `resample_hidden` depends only on what the seat sees and on its seed:
resample_hidden(resample_hidden(s, p, a), p, b) == resample_hidden(s, p, b), byte for byte. Arrays have capacities; a
full array ends the game with the end reason `capacity`.

Everything else about a game is ordinary Python on plain views of the records: twelve required fields of `Game`, then
groups with defaults (`Notation`, `Rendering`, `Features`, `GameBots`, `Protocols`, `References`, `Demo`), and game
statistics (`GameStats`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import msgspec
import numpy as np

from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.external_protocols import ProtocolClient, ProtocolServer, ThirdPartyApi
from ludus.core.features import STANDARD, FeatureSet, feature_set
from ludus.core.game_pickling import reduce_game
from ludus.core.game_use import note_game_use
from ludus.core.narration import Narration
from ludus.core.reference_check_results import ReferenceSample
from ludus.core.rule import rule
from ludus.core.schema import GameSchema
from ludus.core.structured_records import Record, snapshot
from ludus.util.errors import ContractError, LudusError, NotationError, OptionError, UnknownName
from ludus.util.options import read_options

__all__ = [
    "RULES",
    "RUNNING",
    "Benchmark",
    "BotPreset",
    "Content",
    "Demo",
    "EvaluationHints",
    "Features",
    "Game",
    "GameBots",
    "GameStats",
    "Notation",
    "Options",
    "Protocols",
    "References",
    "Rendering",
    "Rules",
]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game that a user may set. Each game declares its own; default: none."""


@dataclass(frozen=True)
class Content:
    """Loaded and checked content: the game data for the rules, and labels that only people need."""

    data: np.ndarray
    options: Options
    labels: Any = None  # names of cards etc., for notation, observations and pictures
    prepared: int | None = None  # seed from which `prepare` completed the game data; None: not prepared
    digest_bytes: int | None = None  # leading bytes of the game data that the digest covers; None: all of them

    @property
    def digest(self) -> str:
        """Digest of the content: equal for equal game data, independent of the file.

        A game whose data record has gained fields at its end sets `digest_bytes` where all of these fields have their
        default values, so that digests in older replays stay valid.
        """
        return hashlib.sha256(self.data.tobytes()[: self.digest_bytes]).hexdigest()[:16]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_snapshot"}  # rebuilt on demand

    def read(self, kind: type[Record]) -> Any:
        """Return a cached snapshot of the game data, for Python code that reads many fields.

        Args:
            kind: record type of the game data.

        Returns:
            An object with the fields of the record; do not change it.
        """
        if "_snapshot" not in self.__dict__:
            self.__dict__["_snapshot"] = snapshot(kind.over(self.data))
        return self.__dict__["_snapshot"]


@dataclass(frozen=True)
class Benchmark:
    """A match whose speed `ludus bench` measures; the bar is the required speed on one core of the reference machine.

    The unit is games per second. With `counting`, it is the sum of this field of the bots' memories (e.g. iterations)
    per second. With `program`, it is our overhead in microseconds per reply when each seat is an external program.
    """

    name: str
    players: tuple[str, ...]
    options: dict[str, Any]
    bar: float | None = None
    counting: str = ""
    program: Path | None = None  # Python file without dependencies that speaks the game's protocol


@dataclass(frozen=True)
class BotPreset:
    """A named bot preset: a bot, or one bot for each phase, with options."""

    text: str
    summary: str
    source: str = ""  # how it was made


@dataclass(frozen=True)
class EvaluationHints:
    """Hints of a game for searches that evaluate its positions.

    `predictable_moves` promises that features, score and end reason after one move follow from the mover's observation,
    so that one-ply search needs no resampling. The conformance check for hidden information verifies it.
    """

    weights: Path | None = None  # default file of feature weights
    predictable_moves: bool = False
    blind_phases: tuple[str, ...] = ()  # phases without useful features: the game's partner bot plays them for searches


def write_move_number(content: Content, state: Any, move: int) -> str:
    """Write a move as its number."""
    return str(move)


def read_move_number(content: Content, state: Any, text: str) -> int:
    """Read a move from its number.

    Raises:
        NotationError: the text is not a number.
    """
    try:
        return int(text)
    except ValueError:
        raise NotationError(f"a move of this game is a number, not {text!r}") from None


def all_moves_visible(content: Content, state: Any, move: int, seat: int) -> bool:
    """Make every move visible to every seat."""
    return True


def accept_any_position(content: Content, state: Any) -> None:
    """Accept every position."""


def no_svg(content: Content, state: Any, seat: int | None) -> str:
    """Refuse to draw: the default of a game without pictures.

    Raises:
        LudusError: always.
    """
    raise LudusError("this game has no picture")


def no_bots() -> tuple[BotSpec, ...]:
    """Return no bots."""
    return ()


def all_content_public(content: Content) -> Content:
    """Return the content unchanged: no part of it is secret."""
    return content


RULES = ("start", "current_player", "legal_moves", "apply", "end_reason", "payoff", "score", "resample_hidden")
OPTIONAL_RULES = (
    "prepare",
    "phase",
    "canonical_move",
    "features",
    "situation",
    "pieces",
    "piece_features",
    "prospect",
)
OLD_RULES = {  # old names of rules: a game that still has one is refused, not half-understood
    "decider": "current_player",
    "legal": "legal_moves",
    "ended": "end_reason",
    "share": "payoff",
    "points": "score",
    "hide": "resample_hidden",
    "alike": "canonical_move",
}
OLD_FIELDS = {  # old names of fields of `Game`, with the field of today, or group.field
    "reasons": "end_reasons",
    "most_moves": "max_moves",
    "table": "data",
    "view": "observation",
    "tell": "is_move_visible",
    "conceal": "public_content",
    "turn_of": "turn_number",
    "write_move": "notation.write_move",
    "read_move": "notation.read_move",
    "write_position": "notation.write_position",
    "read_position": "notation.read_position",
    "explain": "notation.explain_illegal",
    "draw": "rendering.svg",
    "describe": "rendering.describe",
    "phrase": "rendering.describe_move",
    "offers": "rendering.option_choices",
    "features": "features.names",
    "piece_features": "features.piece_names",
    "most_pieces": "features.max_pieces",
    "more_features": "features.extra_sets",
    "outlook": "features.hints",
    "bots": "bots.compiled",
    "named": "bots.presets",
    "genomes": "bots.evaluations",
    "partners": "bots.phase_partners",
    "fit": "bots.resolve_names",
    "converse": "protocols.server",
    "interpret": "protocols.client",
    "facts": "protocols.content_info",
    "foreign": "protocols.third_party",
    "turn_seconds": "protocols.turn_seconds",
    "check": "references.check_traces",
    "reference": "references.statistics",
    "competition": "references.official_deal",
    "showcase": "demo.lineup",
    "study": "demo.study",
    "benchmarks": "demo.benchmarks",
    "redeal_bar": "demo.resample_bar",
    "design": "stats",  # its game statistics; the designer has an entry point of its own, see `ludus.design`
}
RUNNING = 0


@dataclass(frozen=True)
class Rules:
    """The compiled rules of one game: the eight required ones, then the optional ones."""

    start: Any
    current_player: Any
    legal_moves: Any
    apply: Any
    end_reason: Any
    payoff: Any
    score: Any
    resample_hidden: Any
    prepare: Any
    phase: Any
    canonical_move: Any
    features: Any  # None if the game has no features
    situation: Any  # this and the next three: None if the game has no pieces
    pieces: Any
    piece_features: Any
    prospect: Any

    @classmethod
    def collect(cls, source: Any) -> Rules:
        """Collect the rules from a module or namespace.

        Args:
            source: object with the required rules, and any optional rules, as attributes.

        Returns:
            The rules, with defaults for those optional rules that every game needs.

        Raises:
            ContractError: a required rule is missing, or one has its old name.
        """
        old = [name for name, new in OLD_RULES.items() if hasattr(source, name) and not hasattr(source, new)]
        if old:
            renamed = ", ".join(f"`{name}` is called `{OLD_RULES[name]}` now" for name in old)
            raise ContractError(f"the rules have old names: {renamed}")
        missing = [name for name in RULES if not hasattr(source, name)]
        if missing:
            raise ContractError(f"the rules lack {', '.join(missing)}")
        defaults = {"prepare": _nothing_to_prepare, "phase": _only_phase, "canonical_move": _same_move}
        required = {name: getattr(source, name) for name in RULES}
        optional = {name: getattr(source, name, defaults.get(name)) for name in OPTIONAL_RULES}
        return cls(**required, **optional)

    @property
    def has_seeded_content(self) -> bool:
        """Whether part of the content depends on the seed, so that every episode has its own game data."""
        return self.prepare is not _nothing_to_prepare


@rule
def _nothing_to_prepare(data, seed):  # type: ignore[no-untyped-def]
    pass


@rule(inline=True)
def _only_phase(state):  # type: ignore[no-untyped-def]
    return 0


@rule(inline=True)
def _same_move(data, state, move):  # type: ignore[no-untyped-def]
    return move


@dataclass(frozen=True)
class Notation:
    """Moves and positions as text. Default: a move is its number, a position the fields of its state.

    Every function gets the content and a plain view of the state first; `read_position` gets the content and the data
    that `write_position` returned.

    Attributes:
        write_move: writes a legal move as text.
        read_move: reads a move from text; raises NotationError. The move need not be legal.
        write_position: writes a state as plain data for JSON.
        read_position: returns the state as an array of one record; raises NotationError.
        explain_illegal: says why a move in notation is illegal, to somebody who types moves; empty if it is legal.
        explain_in_words: the same for somebody who clicks: with the names of the page, without notation.
    """

    write_move: Callable[[Content, Any, int], str] = write_move_number
    read_move: Callable[[Content, Any, str], int] = read_move_number
    write_position: Callable[[Content, Any], Any] | None = None  # this and the next: own format of positions
    read_position: Callable[[Content, Any], np.ndarray] | None = None
    explain_illegal: Callable[[Content, Any, str], str] | None = None
    explain_in_words: Callable[[Content, Any, str], str] | None = None


@dataclass(frozen=True)
class Rendering:
    """Positions and moves for people: pictures and words.

    Every function except `option_choices` gets the content and a plain view of the state first, then a seat or a move.
    For a seat, the result shows nothing that is hidden from it; for None, it shows everything.
    """

    svg: Callable[[Content, Any, int | None], str] = no_svg
    describe: Callable[[Content, Any, int | None], str] | None = None  # position in a few lines for a terminal
    describe_move: Callable[[Content, Any, int], str] | None = None  # effect of a legal move, in addition to its name
    option_choices: Callable[[], dict[str, list[str]]] | None = None  # values of options to choose from: cards
    by_seat: tuple[str, ...] | None = None  # keys of an observation with one value per seat; None: the Studio guesses
    narration: Callable[[], Narration] | None = None  # loads the words for moves and results; needs a schema

    @property
    def has_picture(self) -> bool:
        """Whether the game draws its positions."""
        return self.svg is not no_svg


@dataclass(frozen=True)
class Features:
    """Names of the features that evaluation functions use; see `ludus.core.features` for the rules."""

    names: tuple[str, ...] = ()  # written by the rule `features`, in order
    piece_names: tuple[str, ...] = ()  # the last of them, which are sums over pieces
    max_pieces: int = 0  # capacity of the buffer that `pieces` fills
    extra_sets: tuple[FeatureSet, ...] = ()  # further named feature sets
    hints: EvaluationHints = field(default_factory=EvaluationHints)


@dataclass(frozen=True)
class GameBots:
    """Bots that come with a game."""

    compiled: Callable[[], tuple[BotSpec, ...]] = field(default=no_bots, repr=False)
    presets: dict[str, BotPreset] = field(default_factory=dict, repr=False, hash=False)  # by name
    evaluations: Path | None = None  # folder of bundled evaluations: weights=NAME reads NAME.json in it
    phase_partners: dict[str, str] = field(default_factory=dict, repr=False, hash=False)  # phase -> its default bot
    resolve_names: Callable[[Content | None, BotSpec, Any, Any], None] | None = None  # after a bot's `fill`


@dataclass(frozen=True)
class Protocols:
    """How external programs and bots written for other engines play the game."""

    server: Callable[[Any, int], ProtocolServer] | None = None  # None: external programs use our own protocol
    client: Callable[[Content], ProtocolClient] | None = None
    content_info: Callable[[Content], dict[str, Any]] | None = None  # for programs: cards and their effects
    third_party: Callable[[], ThirdPartyApi] | None = None
    turn_seconds: float | None = None  # default time limit of an external bot per turn; None: limit per reply


Measures = Callable[[np.ndarray, np.ndarray, np.ndarray], dict[str, np.ndarray]]
"""Numbers to compare with another engine: one value per game, from payoffs and scores by game and player, and the
default game statistics."""


@dataclass(frozen=True)
class References:
    """Other engines of the same game, to agree with."""

    check_traces: Callable[..., Any] | None = None  # replays traces recorded on other engines
    statistics: Callable[[str | Path], list[ReferenceSample]] | None = None  # of games on other engines
    measures: Measures | None = None  # the same numbers of our own games
    official_deal: Callable[[Content, int, int], Content] | None = None  # content of a deal in official contests


@dataclass(frozen=True)
class GameStats:
    """Statistics of a game: a record, and two rules that fill it while the game is played.

    A match with statistics (`ludus.arena.match_with_stats`) has one record for each game. All its bytes are 0 at first.
    The rules only read the game data and the state, so statistics do not change a game:

        on_move(data, state, move, stats)     before each move
        on_end(data, state, stats)            after the last move

    Example, in a module of the game:

        class AuctionStats(Record):
            moves: int64

        @rule
        def record_move(data, state, move, stats):
            stats.moves += 1

        @rule
        def record_end(data, state, stats):
            pass

        STATS = GameStats(AuctionStats, on_move=record_move, on_end=record_end)
    """

    record: type[Record]
    on_move: Any  # this and the next: a rule
    on_end: Any


@dataclass(frozen=True)
class ContentExample:
    """A content file that `ludus demo` copies into its folder, for the user to edit."""

    file: Path
    copy_name: str  # file name of the copy, such as "my-cards.csv"
    meaning: str  # what it holds and what to change, as a sentence
    commands: tuple[str, ...]  # arguments of `ludus` that use it; {file} is the copy, {report} a folder for a report


@dataclass(frozen=True)
class Demo:
    """What `ludus demo` and `ludus bench` show of a game."""

    lineup: tuple[str, ...] = ("random", "greedy", "mcts:iterations=100")  # bots of the demo, weakest first
    study: str = ""  # a study with the preset `quick` that `ludus demo --study` runs
    benchmarks: tuple[Benchmark, ...] = field(default=(), repr=False, hash=False)
    resample_bar: float | None = None  # required resamplings per second on one core of the reference machine
    example: ContentExample | None = field(default=None, repr=False, hash=False)


@dataclass(frozen=True, eq=False)  # compared by identity: hashing all fields would cost more than a move
class Game:
    """A game. `rules` accepts a module with the rules; all fields after `observation` have defaults.

    Attributes:
        name: name on the command line, in files and in `ludus.load_game`.
        title: name for people.
        summary: one line about the game.
        data: record type of the game data.
        state: record type of a game in progress.
        rules: the rules; see the top of this module.
        load: `load(options)` returns the content; raises OptionError or ContentError.
        observation: `observation(content, state, seat)` returns all that a seat may know, as plain data for JSON.
        options: the options that a user may set.
        is_move_visible: `is_move_visible(content, state, move, seat)` says whether a seat sees which move is made here.
        public_content: `public_content(content)` returns the content without its secrets.
        validate: `validate(content, state)` raises NotationError if a position that was read cannot occur.

    Raises:
        ContractError: the parts of the game do not fit together; the message names the part.
    """

    name: str
    title: str
    summary: str
    version: str  # of the rules: changes whenever the same seed and moves could give another game
    seats: tuple[int, int]  # smallest and largest number; if they differ, the game data has a field `seats`
    end_reasons: tuple[str, ...]  # end_reasons[0] is "running"
    max_moves: int  # capacity of the buffer that `legal_moves` fills
    data: type[Record]
    state: type[Record]
    rules: Any
    load: Callable[[Any], Content]
    observation: Callable[[Content, Any, int], dict[str, Any]]
    options: type[Options] = Options
    is_move_visible: Callable[[Content, Any, int, int], bool] = all_moves_visible
    public_content: Callable[[Content], Content] = all_content_public
    validate: Callable[[Content, Any], None] = accept_any_position
    phases: tuple[str, ...] = ()  # names of the phases; a bot can be composed of one bot for each phase
    largest_move: int | None = None  # moves are 0 .. largest_move; None: unknown
    real_time: bool = False  # a move is one tick; replays are run-length encoded
    simulate_unknown: Callable[[Any, int], Any] | None = None  # (position, seat), see `Turn.simulate`; None: none
    # (content, state before, move, state after): public effects of a move as texts without tabs; None: not offered
    move_effects: Callable[[Content, Any, int, Any], list[str]] | None = None
    turn_number: Callable[[Any], int] | None = None  # None: consecutive decisions of one seat are one turn
    notation: Notation = field(default_factory=Notation)
    rendering: Rendering = field(default_factory=Rendering)
    features: Features = field(default_factory=Features)
    bots: GameBots = field(default_factory=GameBots)
    protocols: Protocols = field(default_factory=Protocols)
    references: References = field(default_factory=References)
    demo: Demo = field(default_factory=Demo)
    primer: Path | None = field(default=None, repr=False, hash=False)  # the rules for newcomers, a Markdown file
    guide: Path | None = field(default=None, repr=False, hash=False)  # a guided first game, see `ludus.core.guide`
    levels: Path | None = field(default=None, repr=False, hash=False)  # easy, medium, hard: a CSV file
    schema: Callable[[], GameSchema] | None = None  # loads the declared types, see `ludus.core.schema`; None: none
    stats: dict[str, Callable[[], GameStats]] = field(default_factory=dict, repr=False, hash=False)  # see `load_stats`

    def __new__(cls, *values: Any, **fields: Any) -> Self:
        """Refuse old names of fields before the generated `__init__` complains about an unexpected keyword.

        Raises:
            ContractError: a field has its old name, or a group has the old value that is now a field of it.
        """
        groups = {"features": Features, "bots": GameBots}  # these two names were fields and are groups now
        old = [
            name
            for name, value in fields.items()
            if name in OLD_FIELDS and not (name in groups and isinstance(value, groups[name]))
        ]
        if old:
            renamed = ", ".join(f"`{name}` is {_field_today(OLD_FIELDS[name])} now" for name in old)
            raise ContractError(f"{fields.get('name', 'a game')}: the fields have old names: {renamed}")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            object.__setattr__(self, "rules", Rules.collect(self.rules))
        if self.end_reasons[0] != "running":
            raise ContractError(f"{self.name}: end_reasons[0] must be 'running'")
        features = self.features
        if bool(features.names) != (self.rules.features is not None):
            raise ContractError(f"{self.name}: the names in `features` and the rule `features` go together")
        sets = list(features.extra_sets)
        if features.names or features.piece_names:
            standard = feature_set(STANDARD, features.names, self.rules, features.piece_names, features.max_pieces)
            sets.insert(0, standard)
        object.__setattr__(self, "_feature_sets", {kind.name: kind for kind in sets})

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_game(self)

    def content(self, /, **options: Any) -> Content:
        """Load the content for options as keywords.

        Args:
            options: options of the game by name; the others have their defaults.

        Returns:
            The content, checked.

        Raises:
            OptionError: an option is unknown or has an invalid value.
            ContentError: a content file is invalid.
        """
        note_game_use(self)
        return self.load(self.parse_options(options))

    def parse_options(self, options: dict[str, Any]) -> Any:
        """Convert a plain dict to the game's options; texts (from a command line) are converted to the field types.

        Args:
            options: values by name.

        Returns:
            An object of the game's `options` type.

        Raises:
            OptionError: an option is unknown or has an invalid value.
        """
        return read_options(options, self.options, self.name)

    def feature_set(self, name: str = STANDARD) -> FeatureSet:
        """Return a feature set by name.

        Args:
            name: name of the set; default: the features of the game itself.

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

    def load_stats(self, name: str = "") -> GameStats:
        """Load game statistics by name.

        `stats` has a function for each name, so that a game imports its statistics only when they are used.

        Args:
            name: a name in `stats`; empty: the first one, which is the default.

        Returns:
            The statistics: a record and its two rules.

        Raises:
            OptionError: the game has no statistics.
            UnknownName: the game has no statistics with this name.
        """
        if not self.stats:
            raise OptionError(f"{self.name} has no game statistics")
        name = name or next(iter(self.stats))
        if name not in self.stats:
            raise UnknownName(f"statistics of {self.name}", name, list(self.stats))
        return self.stats[name]()

    def seat_count(self, data: np.ndarray) -> int:
        """Return the number of seats of a game with these game data."""
        fewest, most = self.seats
        return most if fewest == most else int(data["seats"][0])


def _field_today(path: str) -> str:
    """Return a field of `Game` as one writes it: `observation`, or `rendering=Rendering(svg=...)` in a group."""
    group, _, name = path.rpartition(".")
    return f"`{group}={Game.__annotations__[group]}({name}=...)`" if group else f"`{name}`"
