"""A match as the official referee runs it: texts out, replies in. No processes and no clock."""

from __future__ import annotations

from ludus.core.position import Position
from ludus.games.locm.conversation import LocmConversation
from ludus.games.locm.state import OVERDRAWN


class Referee:
    """Asks `seat` with `input()` and takes its `reply`, until `over`.

    A player that its own draw has killed is still asked once, and its reply is not read [5.10].
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.conversations = [LocmConversation(position, seat) for seat in range(2)]
        self.over = False

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
        return self.conversations[self.seat].ask(self.position)

    def reply(self, line: str) -> None:
        """Carry out a reply. One that loses the match at once raises NotationError and changes nothing [9.2]."""
        position = self.position
        if position.ended:
            self.over = True
            return
        speaker = self.conversations[self.seat]
        speaker.hear(position, line)
        while speaker.pending and not position.ended:
            move = speaker.move(position)
            for each in self.conversations:
                each.watch(position, move)
            position.play(move)
        self.over = position.ended is not None and position.state.reason != OVERDRAWN
