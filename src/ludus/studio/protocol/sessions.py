"""Messages about game sessions in the browser, and those on the socket of a session."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.core.schema import MoveParts, Question
from ludus.studio.protocol.base import Digits, Message, Name, Ply, Seed, Text

TurnSeconds = Annotated[float, Meta(ge=0.1, le=3600)]


class SeatPlan(Message, frozen=True):
    """Player of a seat; no bot: a person."""

    bot: Name | None = None
    invited: bool = False  # a person who joins by a link, not the one who creates the session


class SessionOrigin(Message, frozen=True):
    """The position from which a session branched off; that session must have no secrets any more."""

    table: Name
    ply: Ply


class NewSession(Message, frozen=True):
    game: Name
    seats: list[SeatPlan]
    seed: Seed | Digits | None = None  # None: a random one
    options: dict[Name, Text] = msgspec.field(default_factory=dict)
    open: bool = False  # hands of bots are face up, at most one person plays; the session and its replay are marked
    halted: bool = False  # bots wait for `go`
    origin: SessionOrigin | None = None  # if set, game, seed and options are those of that session
    turn_seconds: TurnSeconds | None = None  # time of each bot for a turn; None: the bots' own budgets
    drafted: bool = False  # bots play the phases before the last one for people, such as the draft


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


class CurvePoint(Message, frozen=True):
    """Chance of a seat to win in a position, with its 95 % interval; at the end of the game its payoff."""

    ply: int
    value: float
    low: float
    high: float


class Swing(Message, frozen=True):
    """A large change between two points of a curve, the moves that changed most, and the turn of the first of them."""

    start: int  # numbers of the positions before and after it
    end: int
    turn: str
    turn_of: int | None
    change: float
    first_move: int  # numbers of the moves that changed most, from 0
    last_move: int


class EvaluationCurve(Message, frozen=True):
    """A finished game as one seat could judge it, measured by playouts of a bot."""

    seat: int
    bot: str
    playouts: int  # of each position
    points: list[CurvePoint]
    swings: list[Swing]  # the largest first


class SessionRow(Message, frozen=True):
    id: str
    game: str
    players: list[str]  # by seat; "person" for people
    began: str  # 2026-01-31T12:00:00Z
    moves: int | None  # None: hidden from players
    state: SessionState
    ending: Ending | None
    outcome: str  # who won and why, in a sentence; empty: not over, or the game has no words for it
    open: bool
    seed: str | None  # as digits, because JavaScript would round large numbers; None: still secret
    origin: SessionOrigin | None
    own: bool = False  # whether this client gets the seat of the person who created the session
    turn: str = ""  # of a game that is being played; empty: hidden from this client, or not known


class AbortSession(Message, frozen=True):
    key: Text = ""  # of a seat; the owner needs none for the own games


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
    phrase: str  # what it does, for a game without words
    words: str  # the move and its consequences in words for this reader; empty: the game has none
    turn: str  # "draft", "turn 3"
    turn_of: int | None  # the seat whose turn it is; None: the game does not say
    parts: MoveParts | None  # verb, piece and target; None: the game has no schema


class MoveFold(Message, frozen=True):
    """Moves that the history shows as one line, with the moves behind it: a draft that a bot played."""

    seat: int
    words: str
    plies: list[int]  # of the moves


class LegalMove(Message, frozen=True):
    text: str
    phrase: str  # what it does; empty: the game does not say more than its name
    parts: MoveParts | None


class SeatObservation(Message, frozen=True):
    """Observation of one seat."""

    seat: int
    view: dict[str, Any]


class PositionView(Message, frozen=True):
    """A position as this connection may see it."""

    ply: int
    decider: int | None  # seat to move; None at the end
    turn: str
    turn_of: int | None  # the seat whose turn it is; None: the game does not say
    sights: list[SeatObservation]  # the connection's own seat, or all seats where everything is open
    legal: list[LegalMove]  # legal moves of the seat to move, if the connection may know them
    question: Question | None  # the pending decision; None at the end, and for a game without a schema


class TakeBackOffer(Message, frozen=True):
    """Whether this connection can take back its last move, and why not."""

    ply: int  # of the newest position
    possible: bool
    reason: str  # why it is not possible, or that this is not known yet; empty: it is possible


class SessionSnapshot(Message, frozen=True, tag="whole"):
    """The whole session: the first message on its socket, and again when more may be seen or a move was taken back."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    facts: dict[str, Any]  # of the type in the game's schema, such as effects of cards
    picture: bool  # whether the game draws its positions; otherwise the page shows observations as panels
    by_seat: list[str]  # keys of observations whose value is a list with one item for each seat
    seats: list[SeatInfo]
    seat: int | None  # seat of this connection
    everything: bool  # whether this connection sees everything; otherwise plies count only moves visible to its seat
    open: bool
    origin: SessionOrigin | None
    moves: list[MoveRow]
    folds: list[MoveFold]
    now: PositionView
    state: SessionState
    ending: Ending | None
    outcome: str  # who won and why, in a sentence; empty: not over, or the game has no words for it
    seed: str | None
    thinking: int | None  # seat of the bot that is choosing a move
    halted: bool
    take_back: TakeBackOffer
    guided: bool  # whether it is the guided first game of its game
    drafted: bool  # whether bots played the phases before the last one for people


class MoveEvent(Message, frozen=True, tag="moved"):
    """One move, sent for each visible move in order, also where moves come in bursts.

    The position before it is that after the move before. `after` is None in the middle of a very long burst; the page
    can request the position.
    """

    move: MoveRow
    after: PositionView | None


class SessionUpdate(Message, frozen=True, tag="news"):
    """Changes that are not moves."""

    now: PositionView | None  # None: as in the last message
    seats: list[SeatInfo]
    state: SessionState
    ending: Ending | None
    outcome: str  # who won and why, in a sentence; empty: not over, or the game has no words for it
    seed: str | None
    thinking: int | None
    halted: bool
    take_back: TakeBackOffer


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
    words: str  # the move in a few words; empty: the game has none
    parts: MoveParts | None
    seconds: float


class MoveExplanation(Message, frozen=True, tag="explained"):
    """Why a move is illegal; empty: it is legal."""

    request: int
    text: str
    words: str


class GuideAdvice(Message, frozen=True, tag="guided"):
    """What the guide of a game says in the newest position, to the learner who is to move."""

    request: int
    ply: int
    step: int  # number of the step, from 0; `steps`: the guide is at its end
    steps: int
    words: str
    text: str  # the move that is meant, in notation; empty: any
    parts: MoveParts | None
    strayed: bool  # whether the game has left the path of the guide


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


class TakeBack(Message, frozen=True, tag="back"):
    """Take back one's last move. All connections then get the whole session, with one move less.

    Refused if other people play, if anybody else has moved since, or if the move revealed something hidden.
    """

    request: int
    ply: Ply  # of the newest position


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
    """Request the reason why a move is illegal: one in notation, or one as verb, piece and target."""

    request: int
    text: Name = ""
    parts: dict[str, Any] | None = None


class AskGuide(Message, frozen=True, tag="guide"):
    """Request what the guide says in the newest position of a guided game."""

    request: int
    ply: Ply


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
    PlayMove
    | TakeBack
    | GetPosition
    | DescribePosition
    | AskBot
    | ExplainMove
    | AskGuide
    | RunBots
    | PauseBots
    | StopGame
    | Resync
    | GetLogs
)
FromSession = (
    SessionSnapshot
    | MoveEvent
    | SessionUpdate
    | PositionResponse
    | PositionDescription
    | BotOpinion
    | MoveExplanation
    | GuideAdvice
    | PlayerLogs
    | Refused
)
