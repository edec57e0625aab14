"""Game session: one game, its players and all positions so far. Independent of sockets, clocks and files."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludus.bots import Fault
from ludus.core.game import Content, Game
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.core.rule import plain
from ludus.studio.protocol.sessions import Ending, PositionView, SessionOrigin, SessionState
from ludus.studio.request_errors import NotAllowed
from ludus.util.errors import IllegalMove, LudusError, ReplayError

PERSON = "person"
OPEN_PLAY_MARK = "open play"  # mark of a replay whose players saw everything
MAX_MOVES = 100_000  # longer games are aborted


@dataclass(frozen=True)
class PlayedMove:
    """A move that was made, and by seat whether it is visible."""

    seat: int
    move: int
    text: str
    description: str
    visible: tuple[bool, ...]


@dataclass
class GameSession:
    """A game session. `positions[k]` is the position in which `moves[k]` was made; the last position is the newest."""

    id: str
    players: list[str]  # by seat; PERSON for people
    keys: list[str | None]  # by seat; the key of a person's seat gives access to it
    positions: list[Position]
    began: str
    open: bool = False
    origin: SessionOrigin | None = None
    guest: bool = False  # created by a guest
    turn_seconds: float | None = None  # time of each bot for a turn; None: the bots' own budgets
    moves: list[PlayedMove] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)  # by position: "draft", "turn 3"
    state: SessionState = "playing"
    ending: Ending | None = None
    logs: list[str] = field(default_factory=list)  # logs of the players, by seat, after the end
    # by seat: cached observation of the newest position
    newest_seen: dict[int | None, tuple[int, PositionView]] = field(default_factory=dict)
    _seat_changes: int = 0  # number of changes of the seat to move

    def __post_init__(self) -> None:
        self.logs = self.logs or [""] * len(self.players)
        self.turns.append(self._turn())

    @classmethod
    def begin(
        cls, id: str, game: Game, content: Content, seed: int, players: Sequence[str], began: str, open_play: bool
    ) -> GameSession:
        """Create a session with a new game."""
        return cls(id, list(players), make_keys(players), [Position.start(game, content, seed)], began, open_play)

    @classmethod
    def replayed(cls, id: str, replay: Replay, began: str) -> GameSession:
        """Create a session from a replay. It counts as over even if the game was not finished.

        Raises ReplayError if the replay is invalid or too long.
        """
        game, content = replay.load_game()
        if game.real_time or len(replay.moves) > MAX_MOVES:
            raise ReplayError(f"the Studio shows games of up to {MAX_MOVES:,} moves, and none in real time")
        seats = game.seat_count(content.data)
        players = replay.players if len(replay.players) == seats else ["?"] * seats
        session = cls.begin(id, game, content, replay.seed, players, began, OPEN_PLAY_MARK in replay.marks)
        for text in replay.moves:
            problem = explain_illegal_move(session.position, text)
            if problem:
                raise ReplayError(f"move {len(session.moves) + 1}, {text[:60]!r}: {problem}")
            session.make_move(session.position.read_move(text))
        if fault := replay.fault:
            culprit = fault.get("seat")
            if culprit is not None and (type(culprit) is not int or culprit not in range(seats)):
                raise ReplayError(f"the seat of a fault is a number from 0 to {seats - 1}, not {str(culprit)[:60]!r}")
            session.ending = Ending(str(fault.get("reason")), [], [], None, culprit, str(fault.get("what")))
            session.state = "over"
        elif session.state == "playing":
            session.stop("not finished")
        session.keys = [None] * seats
        return session

    def branch(self, id: str, ply: int, players: Sequence[str], began: str, open_play: bool) -> GameSession:
        """Create a session that continues from one of the positions of this one."""
        session = GameSession(
            id, list(players), make_keys(players), self.positions[:1], began, open_play, SessionOrigin(self.id, ply)
        )
        for played in self.moves[:ply]:
            session.make_move(played.move)
        return session

    # Properties

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def seed(self) -> int:
        seed = self.positions[0].seed
        assert seed is not None, "a session begins with a deal"
        return seed

    @property
    def has_people(self) -> bool:
        return PERSON in self.players

    @property
    def no_secrets(self) -> bool:
        """Whether all clients may see everything: no people play, the game is over, or the session is open."""
        return self.open or not self.has_people or self.state != "playing"

    @property
    def waits_for_bot(self) -> bool:
        return self.state == "playing" and self.players[self.position.current_player] != PERSON

    def seat_of(self, key: str) -> int | None:
        """The seat that a key gives access to; None for an unknown key."""
        for seat, seat_key in enumerate(self.keys):
            if seat_key is not None and secrets.compare_digest(seat_key.encode(), key.encode()):
                return seat
        return None

    # Actions

    def play(self, seat: int, text: str) -> None:
        """Make a person's move, given in notation.

        Raises NotAllowed if it is not this seat's turn, IllegalMove with the reason if the move is not legal.
        """
        if self.state != "playing":
            raise NotAllowed("the game is over; branch off from an earlier position to play on")
        if self.position.current_player != seat:
            raise NotAllowed("it is not your turn")
        problem = explain_illegal_move(self.position, text)
        if problem:
            raise IllegalMove(problem)
        self.make_move(self.position.read_move(text))

    def make_move(self, move: int) -> None:
        """Make a legal move for the seat to move."""
        before, seats = self.position, range(len(self.players))
        state = before.state
        description = (
            before.game.rendering.describe_move(before.content, state, move)
            if before.game.rendering.describe_move
            else ""
        )
        visible = tuple(bool(before.game.is_move_visible(before.content, state, move, seat)) for seat in seats)
        played = PlayedMove(before.current_player, move, before.write_move(move), description, visible)
        after = before.copy()
        after.play(move)
        self.moves.append(played)
        self.positions.append(after)
        self._seat_changes += not after.end_reason and after.current_player != played.seat
        if self._phase(before) != self._phase(after):
            self._seat_changes = 0  # turns of a battle are not counted from the draft on
        self.turns.append(self._turn())
        if result := after.result:
            self.state = "over"
            self.ending = Ending(result.reason, list(result.payoffs), list(result.scores), result.winner)
        elif len(self.moves) >= MAX_MOVES:
            self.stop(f"no end after {MAX_MOVES:,} moves")

    def forfeit(self, seat: int, fault: Fault) -> None:
        """End the game with a loss of a faulty bot; the other players share the win."""
        count = len(self.players)
        shares = [0.0 if other == seat or count == 1 else 1.0 / (count - 1) for other in range(count)]
        winner = 1 - seat if count == 2 else None
        self.state = "over"
        self.ending = Ending(fault.reason, shares, list(self.position.scores), winner, seat, str(fault))

    def stop(self, why: str) -> None:
        """Abort the game permanently."""
        self.state = "broken off"
        self.ending = Ending(why, [], list(self.position.scores), None)

    def replay(self) -> Replay:
        """Replay of the game so far."""
        fault = None
        if self.ending is not None and self.ending.fault:
            fault = {"seat": self.ending.culprit, "reason": self.ending.reason, "what": self.ending.fault}
        return Replay.from_position(self.position, self.players, fault, [OPEN_PLAY_MARK] if self.open else [])

    def _turn(self) -> str:
        phases, phase, count = self.game.phases, self._phase(self.position), self.game.turn_number
        if phase < len(phases) - 1:
            return phases[phase]
        return f"turn {count(self.position.state) if count else self._seat_changes + 1}"

    def _phase(self, position: Position) -> int:
        return int(plain(position.game.rules.phase)(position.state)) if position.game.phases else 0


def make_keys(players: Sequence[str]) -> list[str | None]:
    """Random access keys for the seats of people."""
    return [secrets.token_urlsafe(12) if player == PERSON else None for player in players]


def explain_illegal_move(position: Position, text: str) -> str:
    """Reason why a move in notation is illegal here; empty if it is legal."""
    try:
        move = position.read_move(text)
    except LudusError as error:
        return str(error)
    if move in position.legal_moves:
        return ""
    game = position.game
    return (
        game.notation.explain_illegal(position.content, position.state, text)
        if game.notation.explain_illegal
        else f"{text!r} is not legal here"
    )
