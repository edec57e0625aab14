"""Server side of the official text protocol: inputs for a program in one seat, its replies as moves, and a referee.

Numbers in brackets refer to the rules in __init__.py. A reply holds a whole turn: commands are applied one after
another; a command that is not legal at that moment is skipped with a warning [9.3].
"""

from __future__ import annotations

from collections import deque

from ludus.core.position import Position
from ludus.core.structured_records import snapshot
from ludus.games.locm.action_effects import ATTACK, PASS
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.instance_id_lookup import hand_card
from ludus.games.locm.protocol import (
    ReplyCommand,
    battle_input,
    construct_input,
    draft_input,
    find_move,
    parse_reply,
    read_choices,
    read_pick,
    version_of,
)
from ludus.games.locm.state import BATTLE, CONSTRUCT, DRAFT, OVERDRAWN

# Time limits of a reply in seconds [12]: while picking and in battle, first and later.
FIRST_PICK_SECONDS, LATER_PICK_SECONDS, CONSTRUCT_SECONDS, FIRST_TURN_SECONDS = 1.0, 0.1, 4.0, 1.0
TURN_SECONDS = {"1.0": 0.1, "1.2": 0.2, "1.5": 0.2}


class LocmProtocolServer:
    """One program's side of one match."""

    def __init__(self, position: Position, seat: int) -> None:
        self.seat = seat
        self.data = snapshot(GameData.over(position.content.data))
        self.version = version_of(self.data)
        self.pending = False
        self._moves: deque[int] = deque()  # pending moves of a pick or a construction
        self._commands: deque[ReplyCommand] = deque()  # pending commands of a turn
        self._notes: list[str] = []
        self._current_actions: list[str] = []  # actions of the opponent in its current turn
        self._last_actions: list[str] = []  # actions of the opponent in its last complete turn

    def watch(self, position: Position, move: int) -> None:
        """Record the opponent's actions, which are sent to this player at its next turn [11.2]."""
        state = position.state
        if state.phase != BATTLE or state.mover == self.seat:
            return
        if move == PASS:
            self._last_actions, self._current_actions = self._current_actions, []
            return
        subject = move >> 4 & 15
        if move & ~255 == ATTACK:
            card = self.data.cards[state.players[state.mover].board[subject].card]
        else:
            card = hand_card(self.data, state, state.mover, subject)
        self._current_actions.append(f"{card.number} {position.write_move(move)}")

    def ask(self, position: Position) -> str:
        state = snapshot(position.state)
        if state.phase == DRAFT:
            return draft_input(self.data, state, self.seat)
        if state.phase == CONSTRUCT:
            return construct_input(self.data)
        return battle_input(self.data, state, self._last_actions)

    def seconds(self, position: Position) -> float:
        """Return the time limit of the next reply [12]; the first turn of each player counts as first."""
        state = position.state
        if state.phase == DRAFT:
            return LATER_PICK_SECONDS if state.picks else FIRST_PICK_SECONDS
        if state.phase == CONSTRUCT:
            return CONSTRUCT_SECONDS
        return FIRST_TURN_SECONDS if state.turn < 2 else TURN_SECONDS[self.version]

    def hear(self, position: Position, line: str) -> None:
        """Parse a whole reply; if any part is invalid, raise NotationError and apply nothing [9.2]."""
        state = position.state
        if state.phase == DRAFT:
            self._moves.append(read_pick(self.data, state, line))
        elif state.phase == CONSTRUCT:
            self._moves.extend(read_choices(self.data, line))
        else:
            self._commands.extend(parse_reply(line, self.version))
        self.pending = True

    def move(self, position: Position) -> int:
        """Return the next move of the reply that is legal; the end of the reply ends the turn [9.1, 9.3]."""
        if self._moves:
            move = self._moves.popleft()
            self.pending = bool(self._moves)
            return move
        if not self._commands:
            self.pending = False
            return PASS
        state, legal = snapshot(position.state), position.legal_moves
        while self._commands:
            command = self._commands.popleft()
            if command.word == "PASS":
                continue
            move_or_none = find_move(self.data, state, command)
            if move_or_none is None or move_or_none not in legal:
                text = f"{command.word} {command.subject} {command.target}"
                self._notes.append(f"skipped, not legal at its moment: {text}")
                continue
            if command.text:
                self._notes.append(f"said: {command.text}")
            return move_or_none
        self.pending = False
        return PASS

    def notes(self) -> list[str]:
        notes, self._notes = self._notes, []
        return notes


class Referee:
    """A match: send `input()` to `seat` and pass its answer to `reply`, until `over`.

    A player killed by its own draw is still asked once, and its reply is ignored [5.10].
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.conversations = [LocmProtocolServer(position, seat) for seat in range(2)]
        self.over = False

    @property
    def seat(self) -> int:
        """The seat whose reply is awaited."""
        return self.position.current_player

    @property
    def winner(self) -> int | None:
        result = self.position.result
        return result.winner if result else None

    def input(self) -> str:
        """Return the text for the player whose reply is awaited."""
        return self.conversations[self.seat].ask(self.position)

    def reply(self, line: str) -> None:
        """Apply a reply; raise NotationError and change nothing if it loses the match at once [9.2]."""
        position = self.position
        if position.end_reason:
            self.over = True
            return
        speaker = self.conversations[self.seat]
        speaker.hear(position, line)
        while speaker.pending and not position.end_reason:
            move = speaker.move(position)
            for conversation in self.conversations:
                conversation.watch(position, move)
            position.play(move)
        self.over = position.end_reason is not None and position.state.reason != OVERDRAWN
