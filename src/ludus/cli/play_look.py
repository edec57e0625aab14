"""The terminal screen of a person who plays: the position their seat sees, what happened, the legal moves."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from ludus.cli.screen import count
from ludus.cli.sight import Move, counted, describe, phrase

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod
    from rich.table import Table

    from ludus.core.position import Position

MANY = 24  # longest list of moves printed at every decision; longer ones only if it has new moves
WIDTH = 80  # columns without a terminal


class Look:
    """The screen of one person. Numbers that they type refer to the list shown last."""

    def __init__(self, console: Console, seat: int, names: list[str]) -> None:
        self.console, self.seat, self.names = console, seat, names
        self.listed: list[str] = []  # moves by number, as last shown; empty if the notation itself is a number

    def say(self, text: str = "", style: str = "") -> None:
        self.console.print(text, style=style or None)

    def lay_out(self, text: str, style: str = "") -> None:
        """Print lines without wrapping: boards, and commands to copy."""
        self.console.print(text, style=style or None, soft_wrap=True)

    def who(self, seat: int) -> str:
        """A player's name as a person would say it."""
        if seat == self.seat:
            return "you"
        return self.names[seat] if len(self.names) == 2 else f"{self.names[seat]} (seat {seat})"

    def decision(self, position: Position, news: list[Move]) -> None:
        """Show everything needed for a decision."""
        self.scene(position, news)
        self.say()
        texts = position.texts()
        if len(texts) > MANY and set(texts) <= set(self.listed):
            groups = ", ".join(f"{len(group)} {word}" for word, group in _groups(texts).items())
            self.say(f"{len(texts)} moves: {groups} (`moves` lists them, `moves 7` those with a 7)")
        else:
            self.moves(position)

    def scene(self, position: Position, news: list[Move]) -> None:
        """Show what others did, and the resulting position."""
        self.say()
        if news:
            self.tell(news)
            self.say()
        self.board(position)

    def board(self, position: Position) -> None:
        head, *rest = describe(position, self.seat).splitlines()
        self.lay_out(head, style="bold" if position.game.describe is not None else "")
        if rest:
            self.lay_out("\n".join(rest))

    def tell(self, moves: list[Move]) -> None:
        """Print moves that were made, grouped by player, repeated ones as one."""
        for seat, row in groupby(moves, lambda move: move.seat):
            entries = [
                (f"{move.text} x {times}" if times > 1 else move.text, move) for times, move in counted(list(row))
            ]
            if len(entries) == 1:
                text, move = entries[0]
                self.say(f"{self.who(seat)}: {text}" + (f"  ({move.phrase})" if move.phrase else ""))
                continue
            self.say(f"{self.who(seat)}:")
            rows = _grid("left", "left")
            for text, move in entries:
                rows.add_row(f"  {text}", move.phrase)
            self.console.print(rows)

    def moves(self, position: Position, word: str = "") -> None:
        """List the legal moves with their numbers; only those that contain `word`, if given."""
        moves, texts = position.moves(), position.texts()
        order = [text for group in _groups(texts).values() for text in group]
        phrases = {text: phrase(position, move) for move, text in zip(moves, texts, strict=True)}
        numbers = not any(re.fullmatch(r"[+-]?\d+", text) for text in texts)
        self.listed = order if numbers else []
        matching = [text for text in order if word.casefold() in f"{text} {phrases[text]}".casefold()]
        labels = {text: str(k) if numbers else "" for k, text in enumerate(order, 1)}
        if not matching:
            self.say(f"No legal move has {word!r} in it.")
        elif any(phrases.values()):
            self._in_rows(matching, labels, phrases)
        else:
            self._in_columns(matching, labels)

    def _in_rows(self, texts: list[str], labels: dict[str, str], phrases: dict[str, str]) -> None:
        rows = _grid("right", "left", "left")
        rows.columns[0].style = "bold"
        for k, group in enumerate(_groups(texts).values()):
            if k and len(texts) > MANY // 2:
                rows.add_row()
            for text in group:
                rows.add_row(labels[text], text, phrases[text])
        self.console.print(rows)

    def _in_columns(self, texts: list[str], labels: dict[str, str]) -> None:
        cells = [f"{labels[text]:>3}  {text}" for text in texts]
        width = max(map(len, cells)) + 3
        per_row = max((min(self.console.width, WIDTH) if self.console.is_terminal else WIDTH) // width, 1)
        for first in range(0, len(cells), per_row):
            self.say("".join(cell.ljust(width) for cell in cells[first : first + per_row]).rstrip())

    def pairs(self, meanings: dict[str, str]) -> None:
        """Print words with their meanings."""
        rows = _grid("left", "left")
        for name, meaning in meanings.items():
            rows.add_row(f"  {name}", meaning)
        self.console.print(rows)

    def log(self, moves: list[Move]) -> None:
        """Print all moves so far, turn by turn."""
        if not moves:
            self.say("Nothing has happened yet that you can see.")
            return
        self.tell(moves)
        self.say(count(len(moves), "move"))


def _grid(*columns: JustifyMethod) -> Table:
    from rich.table import Table

    grid = Table.grid(padding=(0, 2, 0, 0))
    for justify in columns:
        grid.add_column(justify=justify)
    return grid


def _groups(texts: list[str]) -> dict[str, list[str]]:
    """Moves by their first word, in order of appearance."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(text.partition(" ")[0], []).append(text)
    return groups
