"""A match as the official referee runs it, with texts and replies but without processes and clocks."""

from __future__ import annotations

from ludus.core.position import Position
from ludus.games.locm.conversation import LocmProtocolServer
from ludus.games.locm.state import OVERDRAWN


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
