"""Game session: one game, its players and all positions so far. Independent of sockets, clocks and files."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludus.bots import Fault
from ludus.core.game import Content, Game
from ludus.core.narration import TurnLabel
from ludus.core.narrator import PERSON, Narrator, Reader, move_effect, move_parts
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.core.schema import MoveParts
from ludus.studio.protocol.sessions import Ending, EvaluationCurve, PositionView, SessionOrigin, SessionState
from ludus.studio.request_errors import NotAllowed
from ludus.util.errors import IllegalMove, LudusError, NotationError, ReplayError
from ludus.util.plain_data import find_mismatch

OPEN_PLAY_MARK = "open play"  # mark of a replay whose players saw everything
MAX_MOVES = 100_000  # longer games are aborted
DRAFTER = "the drafting bot"  # who plays the phases before the last one for people


@dataclass(frozen=True)
class PlayedMove:
    """A move that was made, and by seat whether it is visible."""

    seat: int
    move: int
    text: str
    description: str  # what it does, in a few words; empty: the game does not say, or has `words`
    parts: MoveParts | None  # None: the game has no schema
    visible: tuple[bool, ...]
    words: dict[Reader, str]  # in words, by reader; empty: the game has none


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
    own_seat: int | None = None  # seat of the person who created the session
    guided: bool = False  # the guided first game of its game
    drafted: bool = False  # bots played the phases before the last one for people
    moves: list[PlayedMove] = field(default_factory=list)
    turns: list[TurnLabel] = field(default_factory=list)  # by position: "draft", "turn 3", and whose turn it is
    state: SessionState = "playing"
    ending: Ending | None = None
    outcome: dict[Reader, str] = field(default_factory=dict)  # who won and why, by reader; empty: no words for it
    logs: list[str] = field(default_factory=list)  # logs of the players, by seat, after the end
    # by seat: cached observation of the newest position
    newest_seen: dict[int | None, tuple[int, PositionView]] = field(default_factory=dict)
    curves: dict[int, EvaluationCurve] = field(default_factory=dict)  # by seat: cached evaluations of a finished game
    take_backs: int = 0  # moves taken back so far
    _seat_changes: list[int] = field(default_factory=lambda: [0])  # by position: changes of the seat to move

    def __post_init__(self) -> None:
        self.logs = self.logs or [""] * len(self.players)
        self.narrator = Narrator(self.positions[0], self.players)
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
        session.drafted = self.drafted and not self._is_before_last_phase(self.positions[ply])
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
    def turn(self) -> str:
        """The current turn in the words of the game."""
        return self.turns[-1].text

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

    def seat_of(self, key: str, owner: bool = False) -> int | None:
        """The seat of a client.

        Args:
            key: Access key of a seat.
            owner: Whether the client is the owner of the Studio. Without a valid key the owner gets the seat in which
                the owner has set up the game, also when it is over.

        Returns:
            The seat; None if the client has none.
        """
        for seat, seat_key in enumerate(self.keys):
            if seat_key is not None and secrets.compare_digest(seat_key.encode(), key.encode()):
                return seat
        return self.own_seat if owner and not self.guest else None

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
        visible = tuple(bool(before.game.is_move_visible(before.content, state, move, seat)) for seat in seats)
        after = before.copy()
        after.play(move)
        parts = move_parts(before, move)
        by_drafter = self.players[before.current_player] == PERSON and self._is_drafted(before)
        played = PlayedMove(
            before.current_player,
            move,
            before.write_move(move),
            "" if self.narrator.has_words else move_effect(before, move),
            parts,
            visible,
            self.narrator.move_words(before, after, parts, visible, DRAFTER if by_drafter else ""),
        )
        self.moves.append(played)
        self.positions.append(after)
        changes = self._seat_changes[-1] + int(not after.end_reason and after.current_player != played.seat)
        if before.phase != after.phase:
            changes = 0  # turns of a battle are not counted from the draft on
        self._seat_changes.append(changes)
        self.turns.append(self._turn())
        if result := after.result:
            self.state = "over"
            self.ending = Ending(result.reason, list(result.payoffs), list(result.scores), result.winner)
            self.outcome = self.narrator.result_words(after, result)
        elif len(self.moves) >= MAX_MOVES:
            self.stop(f"no end after {MAX_MOVES:,} moves")

    def check_take_back(self, seat: int) -> None:
        """Check that a person may ask for the last move back, whatever it has revealed.

        Raises NotAllowed if the game is over, other people play, or the last move is somebody else's.
        """
        if self.state != "playing":
            raise NotAllowed("the game is over; branch off from an earlier position to play on")
        if self.players.count(PERSON) > 1:
            raise NotAllowed("other people play this game; moves can be taken back against bots only")
        if self.position.current_player != seat or not self.moves or self.moves[-1].seat != seat:
            raise NotAllowed("there is nothing to take back: others have moved since your last move, or you made none")
        if self._is_drafted(self.positions[-2]):
            raise NotAllowed("there is nothing to take back: a bot made the moves before this phase for you")

    def take_back(self) -> None:
        """Remove the last move."""
        for entries in (self.moves, self.positions, self.turns, self._seat_changes):
            entries.pop()
        self.newest_seen.clear()
        self.take_backs += 1

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

    def drafted_moves(self) -> dict[int, list[int]]:
        """Numbers of the moves by seat in the phases that bots played for people; empty if they played none."""
        moves: dict[int, list[int]] = {}
        for number, played in enumerate(self.moves):
            if not self._is_drafted(self.positions[number]):
                break
            moves.setdefault(played.seat, []).append(number)
        return moves

    def _is_drafted(self, position: Position) -> bool:
        return self.drafted and self._is_before_last_phase(position)

    def _is_before_last_phase(self, position: Position) -> bool:
        return position.phase < len(self.game.phases) - 1

    def _turn(self) -> TurnLabel:
        if (label := self.narrator.turn_label(self.position)) is not None:
            return label
        phases, phase, count = self.game.phases, self.position.phase, self.game.turn_number
        if phase < len(phases) - 1:
            return TurnLabel(phases[phase], None)
        return TurnLabel(f"turn {count(self.position.state) if count else self._seat_changes[-1] + 1}", None)


def make_keys(players: Sequence[str]) -> list[str | None]:
    """Random access keys for the seats of people."""
    return [secrets.token_urlsafe(12) if player == PERSON else None for player in players]


def text_of_parts(position: Position, parts: dict[str, Any]) -> str:
    """Notation of a move that is given as verb, piece and target; it need not be legal.

    Raises NotationError if the parts make no move of this game.
    """
    if position.game.schema is None:
        raise NotationError(f"moves of {position.game.name} have no parts; give the move in notation")
    schema = position.game.schema()
    if fault := find_mismatch(parts, schema.move, "move"):
        raise NotationError(fault)
    return schema.move_text(position.content, position.state, parts)


def explain_illegal_move(position: Position, text: str, in_words: bool = False) -> str:
    """Reason why a move in notation is illegal here; empty if it is legal. `in_words`: without notation."""
    notation = position.game.notation
    try:
        if in_words and notation.explain_in_words is not None:
            return notation.explain_in_words(position.content, position.state, text)
        move = position.read_move(text)
    except LudusError as error:
        return str(error)
    if move in position.legal_moves:
        return ""
    if notation.explain_illegal is None:
        return f"{text!r} is not legal here"
    return notation.explain_illegal(position.content, position.state, text)
