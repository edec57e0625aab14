"""`ludus replay --step`: step through a game forwards and backwards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ludus.cli.keyboard import ask_line
from ludus.cli.replay import end_text
from ludus.cli.sight import MoveText, GameStory, position_text

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.core.position import Position
    from ludus.core.replay import Replay

KEYS = """\
  Enter, n   the next move
  b, p       back by one move
  40         go to the position after 40 moves
  start      to the beginning
  end        to the end
  seat 1     see the game as seat 1 saw it
  all        see everything
  q          leave; so does Ctrl-D"""


class ReplayStepper:
    """A person looking through a game: the seat whose observations are shown, and the current position."""

    def __init__(self, console: Console, record: Replay, positions: list[Position], seat: int | None) -> None:
        self.console, self.record, self.positions = console, record, positions
        self.seat, self.story, self.place = seat, GameStory.of(positions, seat), 0

    def run(self, place: int) -> None:
        """Show positions as the keys say, until the input ends."""
        self.place = place
        self.console.print(f"{self.positions[0].game.title}: Enter for the next move, ? for the keys", style="bold")
        self.show()
        while (line := ask_line("> ")) is not None:
            word = line.lower()
            if word in ("q", "quit", "exit"):
                return
            if (message := self.handle(word)) is not None:
                self.console.print(message, soft_wrap=True)
            else:
                self.show()

    def handle(self, word: str) -> str | None:
        """Handle one input line; returns a message if no other position is to be shown."""
        end = len(self.story.moves)
        if word in ("", "n", "next"):
            place = self.place + 1
        elif word in ("b", "p", "back", "previous"):
            place = self.place - 1
        elif word in ("start", "end"):
            place = 0 if word == "start" else end
        elif re.fullmatch("[0-9]{1,9}", word):
            place = int(word)
        elif word == "all":
            return self.change_seat(None)
        elif seat := re.fullmatch(r"seat\s*([0-9]{1,3})", word):
            return self.change_seat(int(seat[1]))
        else:
            return KEYS if word in ("?", "help") else f"{word!r} is no key; ? lists them"
        if place < 0:
            return "This is the beginning."
        if place > end:
            return f"This is the end: {end} moves." if self.place == end else f"There are {end} moves."
        self.place = place
        return None

    def change_seat(self, seat: int | None) -> str | None:
        """Show the same moment as another seat sees it."""
        if seat is not None and seat >= self.positions[0].seats:
            return f"There is no seat {seat}; seats are 0 to {self.positions[0].seats - 1}."
        moves_made = self.story.positions[self.place].length
        self.seat, self.story = seat, GameStory.of(self.positions, seat)
        later = (k for k, position in enumerate(self.story.positions) if position.length >= moves_made)
        self.place = next(later, len(self.story.moves))
        return None

    def show(self) -> None:
        moves, position = self.story.moves, self.story.positions[self.place]
        perspective = "" if self.seat is None else f", as seat {self.seat} saw it"
        self.console.print()
        self.console.print(f"After {self.place} of {len(moves)} moves{perspective}", style="bold")
        self.console.print(position_text(position, self.seat), soft_wrap=True)
        if self.place:
            self.console.print(self._move_line("last", moves[self.place - 1]), soft_wrap=True)
        if self.place < len(moves):
            self.console.print(self._move_line("next", moves[self.place]), soft_wrap=True)
        else:
            self.console.print(f"Result: {end_text(self.record, position, self.seat)}", soft_wrap=True)

    def _move_line(self, when: str, move: MoveText) -> str:
        players = self.record.players
        name = f" {players[move.seat]}" if move.seat < len(players) else ""
        return f"{when}: seat {move.seat}{name}: {move}"
