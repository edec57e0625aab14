"""Messages about game sessions in the browser, and those on the socket of a session."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.studio.protocol.words import Digits, Name, Ply, Seed, Text, Word


class SeatPlan(Word, frozen=True):
    """Who is to sit in a seat; no bot: a person."""

    bot: Name | None = None


class Origin(Word, frozen=True):
    """The position that a table branched off from; that table must have no secrets any more."""

    table: Name
    ply: Ply


class NewTable(Word, frozen=True):
    game: Name
    seats: list[SeatPlan]
    seed: Seed | Digits | None = None  # None: a random one
    options: dict[Name, Text] = msgspec.field(default_factory=dict)
    open: bool = False  # all players see everything; replays are marked accordingly
    halted: bool = False  # bots wait for `go`
    origin: Origin | None = None  # if set, game, seed and options are those of that session


class MadeTable(Word, frozen=True):
    """A new table, with the key of each seat of a person; whoever has it sits there."""

    id: str
    keys: list[str | None]


TableState = Literal["playing", "over", "broken off"]


class Ending(Word, frozen=True):
    """How a game ended. `culprit` lost by its own fault, told in `fault`."""

    reason: str
    shares: list[float]
    points: list[int]
    winner: int | None
    culprit: int | None = None
    fault: str = ""


class TableRow(Word, frozen=True):
    id: str
    game: str
    players: list[str]  # by seat; "person" for people
    began: str  # 2026-01-31T12:00:00Z
    moves: int | None  # None: hidden from players
    state: TableState
    ending: Ending | None
    open: bool
    seed: str | None  # as digits, because JavaScript would round large numbers; None: still secret
    origin: Origin | None


class SeatInfo(Word, frozen=True):
    seat: int
    player: str  # "person", or the text of a bot
    person: bool
    here: int  # number of connections in this seat


class MoveRow(Word, frozen=True):
    """A move that was made. `ply` is the number of the position that it was made in."""

    ply: int
    seat: int
    text: str  # in move notation
    phrase: str  # description for people
    turn: str  # "draft", "turn 3"


class Legal(Word, frozen=True):
    text: str
    phrase: str


class Sight(Word, frozen=True):
    """What one seat sees: the game's own view."""

    seat: int
    view: dict[str, Any]


class Seen(Word, frozen=True):
    """A position as this connection may see it."""

    ply: int
    decider: int | None  # seat to move; None at the end
    turn: str
    sights: list[Sight]  # the connection's own seat, or all seats where everything is open
    legal: list[Legal]  # legal moves of the seat to move, if the connection may know them


class Whole(Word, frozen=True, tag="whole"):
    """The whole table: the first message on its socket, and again when more may be seen, as at the end of a game."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    facts: dict[str, Any]  # effects of cards, where observations do not contain them
    seats: list[SeatInfo]
    seat: int | None  # seat of this connection
    everything: bool  # whether this connection sees everything; otherwise plies count only moves visible to its seat
    open: bool
    origin: Origin | None
    moves: list[MoveRow]
    now: Seen
    state: TableState
    ending: Ending | None
    seed: str | None
    thinking: int | None  # seat of the bot that is choosing a move
    halted: bool


class News(Word, frozen=True, tag="news"):
    """What has changed since the last message; `moves` are new ones."""

    moves: list[MoveRow]
    now: Seen
    seats: list[SeatInfo]
    state: TableState
    ending: Ending | None
    seed: str | None
    thinking: int | None
    halted: bool


class Looked(Word, frozen=True, tag="looked"):
    request: int
    seen: Seen


class Described(Word, frozen=True, tag="described"):
    """A position in a few lines of text."""

    request: int
    ply: int
    words: str


class Opinion(Word, frozen=True, tag="opinion"):
    """What a bot would do in this position, knowing only what the seat knows."""

    request: int
    ply: int
    bot: str
    text: str
    phrase: str
    seconds: float


class Explained(Word, frozen=True, tag="explained"):
    """Why a move cannot be made; empty words: it can."""

    request: int
    text: str
    words: str


class Logs(Word, frozen=True, tag="logs"):
    """What each player wrote for its author, by seat."""

    request: int
    logs: list[str]


class Refused(Word, frozen=True, tag="refused"):
    """A message that was not followed, and why."""

    request: int | None
    message: str


class Play(Word, frozen=True, tag="play"):
    """Make a move, seen at this ply; refused if the game has gone on."""

    request: int
    ply: Ply
    text: Name


class Look(Word, frozen=True, tag="look"):
    request: int
    ply: Ply


class Describe(Word, frozen=True, tag="describe"):
    """A position in words, for a screen reader."""

    request: int
    ply: Ply


class Ask(Word, frozen=True, tag="ask"):
    """A bot's opinion on a position in which one's own seat decides (where everything is open: any)."""

    request: int
    ply: Ply
    bot: Name


class Explain(Word, frozen=True, tag="explain"):
    request: int
    text: Name


class Go(Word, frozen=True, tag="go"):
    """Let bots make so many moves; None: all. Only where nobody plays by hand."""

    request: int
    moves: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class Halt(Word, frozen=True, tag="halt"):
    request: int


class Stop(Word, frozen=True, tag="stop"):
    """Break the game off for good."""

    request: int


class Again(Word, frozen=True, tag="again"):
    """Send the whole table once more."""

    request: int


class AskLogs(Word, frozen=True, tag="logs"):
    request: int


ToTable = Play | Look | Describe | Ask | Explain | Go | Halt | Stop | Again | AskLogs
FromTable = Whole | News | Looked | Described | Opinion | Explained | Logs | Refused
