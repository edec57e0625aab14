"""A match as the official referee runs it: texts out, replies in. No processes and no clock."""

from __future__ import annotations

from ludus.core.position import Position
from ludus.games.locm.actions import PASS
from ludus.games.locm.protocol import (
    battle_input,
    construct_input,
    draft_input,
    find_move,
    parse_reply,
    performed_line,
    read_choices,
    read_pick,
    version_of,
)
from ludus.games.locm.state import CONSTRUCT, DRAFT, OVERDRAWN
from ludus.games.locm.table import Table


class Referee:
    """Asks `seat` with `input()` and takes its `reply`, until `over`.

    A player that its own draw has killed is still asked once, and its reply is not read [5.10].
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.table = Table.over(position.content.table)
        self.version = version_of(self.table)
        self.over = False
        self.performed: list[str] = []  # what the opponent of `seat` did in its last turn

    @property
    def seat(self) -> int:
        """Whose reply is awaited."""
        return self.position.decider

    @property
    def winner(self) -> int | None:
        result = self.position.result
        return result.winner if result else None

    def input(self) -> str:
        """The text for the player whose reply is awaited."""
        state = self.position.state
        if state.phase == DRAFT:
            return draft_input(self.table, state, state.mover)
        if state.phase == CONSTRUCT:
            return construct_input(self.table)
        return battle_input(self.table, state, self.performed)

    def reply(self, line: str) -> None:
        """Carry out a reply. One that loses the match at once raises NotationError and changes nothing [9.2]."""
        state = self.position.state
        if self.position.ended:
            self.over = True
        elif state.phase == DRAFT:
            self.position.play(read_pick(self.table, state, line))
        elif state.phase == CONSTRUCT:
            for move in read_choices(self.table, line):
                self.position.play(move)
        else:
            self._play_turn(line)

    def _play_turn(self, line: str) -> None:
        """What is legal at its moment is done, the rest skipped; the end of the list ends the turn [9.1, 9.3]."""
        position, state = self.position, self.position.state
        performed = []
        for command in parse_reply(line, self.version):
            move = find_move(self.table, state, command)
            if move is None or move == PASS or move not in position.moves():
                continue
            performed.append(performed_line(self.table, state, command))
            position.play(move)
            if position.ended:
                self.over = True
                return
        self.performed = performed
        position.play(PASS)
        self.over = position.ended is not None and state.reason != OVERDRAWN
