"""Messages about game sessions in the browser, and those on the socket of a session."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.studio.protocol.base import Digits, Message, Name, Ply, Seed, Text

TurnSeconds = Annotated[float, Meta(ge=0.1, le=3600)]


class SeatPlan(Message, frozen=True):
    """Player of a seat; no bot: a person."""

    bot: Name | None = None


class SessionOrigin(Message, frozen=True):
    """The position from which a session branched off; that session must have no secrets any more."""

    table: Name
    ply: Ply


class NewSession(Message, frozen=True):
    game: Name
    seats: list[SeatPlan]
    seed: Seed | Digits | None = None  # None: a random one
    options: dict[Name, Text] = msgspec.field(default_factory=dict)
    open: bool = False  # all players see everything; replays are marked accordingly
    halted: bool = False  # bots wait for `go`
    origin: SessionOrigin | None = None  # if set, game, seed and options are those of that session
    turn_seconds: TurnSeconds | None = None  # time of each bot for a turn; None: the bots' own budgets


class CreatedSession(Message, frozen=True):
    """A new session, with the access key of each seat of a person."""

    id: str
    keys: list[str | None]


SessionState = Literal["playing", "over", "broken off"]


class Ending(Message, frozen=True):
    """How a game ended. `culprit` lost by its own fault, which is described in `fault`."""

    reason: str
    shares: list[float]
    points: list[int]
    winner: int | None
    culprit: int | None = None
    fault: str = ""


class SessionRow(Message, frozen=True):
    id: str
    game: str
    players: list[str]  # by seat; "person" for people
    began: str  # 2026-01-31T12:00:00Z
    moves: int | None  # None: hidden from players
    state: SessionState
    ending: Ending | None
    open: bool
    seed: str | None  # as digits, because JavaScript would round large numbers; None: still secret
    origin: SessionOrigin | None


class SeatInfo(Message, frozen=True):
    seat: int
    player: str  # "person", or the text of a bot
    person: bool
    here: int  # number of connections in this seat


class MoveRow(Message, frozen=True):
    """A move that was made. `ply` is the number of the position in which it was made."""

    ply: int
    seat: int
    text: str  # in move notation
    phrase: str  # description for people
    turn: str  # "draft", "turn 3"


class LegalMove(Message, frozen=True):
    text: str
    phrase: str


class SeatObservation(Message, frozen=True):
    """Observation of one seat."""

    seat: int
    view: dict[str, Any]


class PositionView(Message, frozen=True):
    """A position as this connection may see it."""

    ply: int
    decider: int | None  # seat to move; None at the end
    turn: str
    sights: list[SeatObservation]  # the connection's own seat, or all seats where everything is open
    legal: list[LegalMove]  # legal moves of the seat to move, if the connection may know them


class SessionSnapshot(Message, frozen=True, tag="whole"):
    """The whole session: the first message on its socket, and again when more may be seen, as at the end of a game."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    facts: dict[str, Any]  # effects of cards, where observations do not contain them
    picture: bool  # whether the game draws its positions; otherwise the page shows observations as panels
    by_seat: list[str]  # keys of observations whose value is a list with one item for each seat
    seats: list[SeatInfo]
    seat: int | None  # seat of this connection
    everything: bool  # whether this connection sees everything; otherwise plies count only moves visible to its seat
    open: bool
    origin: SessionOrigin | None
    moves: list[MoveRow]
    now: PositionView
    state: SessionState
    ending: Ending | None
    seed: str | None
    thinking: int | None  # seat of the bot that is choosing a move
    halted: bool


class SessionUpdate(Message, frozen=True, tag="news"):
    """Changes since the last message; `moves` are the new ones."""

    moves: list[MoveRow]
    now: PositionView
    seats: list[SeatInfo]
    state: SessionState
    ending: Ending | None
    seed: str | None
    thinking: int | None
    halted: bool


class PositionResponse(Message, frozen=True, tag="looked"):
    request: int
    seen: PositionView


class PositionDescription(Message, frozen=True, tag="described"):
    """Text description of a position."""

    request: int
    ply: int
    words: str


class BotOpinion(Message, frozen=True, tag="opinion"):
    """The move that a bot would choose in this position, knowing only what the seat knows."""

    request: int
    ply: int
    bot: str
    text: str
    phrase: str
    seconds: float


class MoveExplanation(Message, frozen=True, tag="explained"):
    """Why a move is illegal; empty: it is legal."""

    request: int
    text: str
    words: str


class PlayerLogs(Message, frozen=True, tag="logs"):
    """Logs of the players, by seat."""

    request: int
    logs: list[str]


class Refused(Message, frozen=True, tag="refused"):
    """A message that was refused, and why."""

    request: int | None
    message: str


class PlayMove(Message, frozen=True, tag="play"):
    """Make a move at this ply; refused if the game has continued since."""

    request: int
    ply: Ply
    text: Name


class GetPosition(Message, frozen=True, tag="look"):
    request: int
    ply: Ply


class DescribePosition(Message, frozen=True, tag="describe"):
    """Request the text description of a position, for a screen reader."""

    request: int
    ply: Ply


class AskBot(Message, frozen=True, tag="ask"):
    """Request a bot's opinion on a position of one's own seat (where everything is open: any position)."""

    request: int
    ply: Ply
    bot: Name


class ExplainMove(Message, frozen=True, tag="explain"):
    request: int
    text: Name


class RunBots(Message, frozen=True, tag="go"):
    """Let bots make this many moves; None: unlimited. Only if no people play."""

    request: int
    moves: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class PauseBots(Message, frozen=True, tag="halt"):
    request: int


class StopGame(Message, frozen=True, tag="stop"):
    """Abort the game permanently."""

    request: int


class Resync(Message, frozen=True, tag="again"):
    """Request the whole session once more."""

    request: int


class GetLogs(Message, frozen=True, tag="logs"):
    request: int


ToSession = (
    PlayMove | GetPosition | DescribePosition | AskBot | ExplainMove | RunBots | PauseBots | StopGame | Resync | GetLogs
)
FromSession = (
    SessionSnapshot
    | SessionUpdate
    | PositionResponse
    | PositionDescription
    | BotOpinion
    | MoveExplanation
    | PlayerLogs
    | Refused
)
