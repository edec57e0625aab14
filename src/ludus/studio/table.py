"""A table: one game, who sits at it, and every position so far. Knows nothing of sockets, clocks and files."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludus.bots import Fault
from ludus.core.game import Content, Game
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.core.rule import plain
from ludus.studio.protocol.tables import Ending, Origin, Seen, TableState
from ludus.util.errors import IllegalMove, LudusError, ReplayError

PERSON = "person"
OPEN = "open play"  # the mark of a replay whose players saw everything
LONGEST = 100_000  # moves; a game that takes more is broken off


class NotAllowed(LudusError):
    """Something that this connection, or nobody, may do here."""


@dataclass(frozen=True)
class Made:
    """A move that was made, and the seats that were told of it."""

    seat: int
    move: int
    text: str
    phrase: str
    told: tuple[bool, ...]


@dataclass
class Table:
    """`positions[k]` is where `moves[k]` was made; the last one is the newest."""

    id: str
    players: list[str]  # by seat; PERSON for people
    keys: list[str | None]  # by seat; whoever has the key of a person's seat sits there
    positions: list[Position]
    began: str
    open: bool = False
    origin: Origin | None = None
    guest: bool = False  # made by somebody who joined by a shared link
    moves: list[Made] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)  # by position: "draft", "turn 3"
    state: TableState = "playing"
    ending: Ending | None = None
    logs: list[str] = field(default_factory=list)  # of players, by seat, once it is over
    newest: dict[int | None, tuple[int, Seen]] = field(default_factory=dict)  # by seat: what it was last shown
    _passed: int = 0  # how often the decision went to another seat

    def __post_init__(self) -> None:
        self.logs = self.logs or [""] * len(self.players)
        self.turns.append(self._turn())

    @classmethod
    def begin(
        cls, id: str, game: Game, content: Content, seed: int, players: Sequence[str], began: str, open_play: bool
    ) -> Table:
        """A new game."""
        return cls(id, list(players), make_keys(players), [Position.start(game, content, seed)], began, open_play)

    @classmethod
    def replayed(cls, id: str, replay: Replay, began: str) -> Table:
        """A game that was played elsewhere. It is over, however far it went."""
        game, content = replay.load_game()
        if game.real_time or len(replay.moves) > LONGEST:
            raise ReplayError(f"a table shows games of up to {LONGEST:,} moves, and none in real time")
        seats = game.seat_count(content.data)
        players = replay.players if len(replay.players) == seats else ["?"] * seats
        table = cls.begin(id, game, content, replay.seed, players, began, OPEN in replay.marks)
        for text in replay.moves:
            why = explain(table.now, text)
            if why:
                raise ReplayError(f"move {len(table.moves) + 1}, {text[:60]!r}: {why}")
            table.put(table.now.read_move(text))
        if fault := replay.fault:
            culprit = fault.get("seat")
            if culprit is not None and (type(culprit) is not int or culprit not in range(seats)):
                raise ReplayError(f"a fault is that of one of the seats 0 to {seats - 1}, not of {str(culprit)[:60]!r}")
            table.ending = Ending(str(fault.get("reason")), [], [], None, culprit, str(fault.get("what")))
            table.state = "over"
        elif table.state == "playing":
            table.stop("not finished")
        table.keys = [None] * seats
        return table

    def branch(self, id: str, ply: int, players: Sequence[str], began: str, open_play: bool) -> Table:
        """Another table that goes on from one of the positions of this one."""
        table = Table(id, list(players), make_keys(players), self.positions[:1], began, open_play, Origin(self.id, ply))
        for made in self.moves[:ply]:
            table.put(made.move)
        return table

    # What it is

    @property
    def game(self) -> Game:
        return self.now.game

    @property
    def now(self) -> Position:
        return self.positions[-1]

    @property
    def seed(self) -> int:
        seed = self.positions[0].seed
        assert seed is not None, "a table begins with a deal"
        return seed

    @property
    def has_people(self) -> bool:
        return PERSON in self.players

    @property
    def no_secrets(self) -> bool:
        """Whether everybody may see everything: nobody plays, it is over, or it was agreed on from the beginning."""
        return self.open or not self.has_people or self.state != "playing"

    @property
    def waits_for_bot(self) -> bool:
        return self.state == "playing" and self.players[self.now.current_player] != PERSON

    def seat_of(self, key: str) -> int | None:
        """The seat that a key opens; no key opens none."""
        for seat, known in enumerate(self.keys):
            if known is not None and secrets.compare_digest(known.encode(), key.encode()):
                return seat
        return None

    # What happens

    def play(self, seat: int, text: str) -> None:
        """A person's move in notation. A wrong one raises, and says why."""
        if self.state != "playing":
            raise NotAllowed("the game is over; branch off from an earlier position to play on")
        if self.now.current_player != seat:
            raise NotAllowed("it is not your turn")
        why = explain(self.now, text)
        if why:
            raise IllegalMove(why)
        self.put(self.now.read_move(text))

    def put(self, move: int) -> None:
        """Make a legal move of whoever has to decide."""
        here, seats = self.now, range(len(self.players))
        state = here.state
        phrase = (
            here.game.rendering.describe_move(here.content, state, move) if here.game.rendering.describe_move else ""
        )
        told = tuple(bool(here.game.is_move_visible(here.content, state, move, seat)) for seat in seats)
        made = Made(here.current_player, move, here.write_move(move), phrase, told)
        there = here.copy()
        there.play(move)
        self.moves.append(made)
        self.positions.append(there)
        self._passed += not there.end_reason and there.current_player != made.seat
        if self._phase(here) != self._phase(there):
            self._passed = 0  # turns of a battle are not counted from the draft on
        self.turns.append(self._turn())
        if result := there.result:
            self.state = "over"
            self.ending = Ending(result.reason, list(result.payoffs), list(result.scores), result.winner)
        elif len(self.moves) >= LONGEST:
            self.stop(f"no end after {LONGEST:,} moves")

    def lose(self, seat: int, fault: Fault) -> None:
        """A bot loses by its own fault; the others share the win."""
        count = len(self.players)
        shares = [0.0 if each == seat or count == 1 else 1.0 / (count - 1) for each in range(count)]
        winner = 1 - seat if count == 2 else None
        self.state = "over"
        self.ending = Ending(fault.reason, shares, list(self.now.scores), winner, seat, str(fault))

    def stop(self, why: str) -> None:
        """Break it off for good."""
        self.state = "broken off"
        self.ending = Ending(why, [], list(self.now.scores), None)

    def replay(self) -> Replay:
        """The game so far, as a file keeps it."""
        fault = None
        if self.ending is not None and self.ending.fault:
            fault = {"seat": self.ending.culprit, "reason": self.ending.reason, "what": self.ending.fault}
        return Replay.from_position(self.now, self.players, fault, [OPEN] if self.open else [])

    def _turn(self) -> str:
        phases, phase, count = self.game.phases, self._phase(self.now), self.game.turn_number
        if phase < len(phases) - 1:
            return phases[phase]
        return f"turn {count(self.now.state) if count else self._passed + 1}"

    def _phase(self, position: Position) -> int:
        return int(plain(position.game.rules.phase)(position.state)) if position.game.phases else 0


def make_keys(players: Sequence[str]) -> list[str | None]:
    """A secret for every seat of a person."""
    return [secrets.token_urlsafe(12) if each == PERSON else None for each in players]


def explain(position: Position, text: str) -> str:
    """Why a move in notation cannot be made here; empty if it can."""
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
