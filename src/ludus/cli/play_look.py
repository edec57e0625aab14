"""What a person who plays has on the screen: the position as their seat sees it, what happened, what they may do."""

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

MANY = 24  # moves that are listed anew at every decision; more than that only when new ones are among them
WIDTH = 80  # columns where no terminal sets them


class Look:
    """The screen of one person. Numbers that they type mean the list that was shown last."""

    def __init__(self, console: Console, seat: int, names: list[str]) -> None:
        self.console, self.seat, self.names = console, seat, names
        self.listed: list[str] = []  # moves by number, as last shown; empty where notation is a number itself

    def say(self, text: str = "", style: str = "") -> None:
        self.console.print(text, style=style or None)

    def lay_out(self, text: str, style: str = "") -> None:
        """Lines as they are: boards, and commands to copy."""
        self.console.print(text, style=style or None, soft_wrap=True)

    def who(self, seat: int) -> str:
        """A player as a person would call it."""
        if seat == self.seat:
            return "you"
        return self.names[seat] if len(self.names) == 2 else f"{self.names[seat]} (seat {seat})"

    def decision(self, position: Position, news: list[Move]) -> None:
        """All that somebody needs to decide."""
        self.scene(position, news)
        self.say()
        texts = position.texts()
        if len(texts) > MANY and set(texts) <= set(self.listed):
            groups = ", ".join(f"{len(group)} {word}" for word, group in _groups(texts).items())
            self.say(f"{len(texts)} moves: {groups} (`moves` lists them, `moves 7` those with a 7)")
        else:
            self.moves(position)

    def scene(self, position: Position, news: list[Move]) -> None:
        """What others did, and where that has led."""
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
        """Moves that were made, those of one player together, equal ones in a row as one."""
        for seat, row in groupby(moves, lambda move: move.seat):
            told = [(f"{move.text} x {times}" if times > 1 else move.text, move) for times, move in counted(list(row))]
            if len(told) == 1:
                text, move = told[0]
                self.say(f"{self.who(seat)}: {text}" + (f"  ({move.phrase})" if move.phrase else ""))
                continue
            self.say(f"{self.who(seat)}:")
            rows = _grid("left", "left")
            for text, move in told:
                rows.add_row(f"  {text}", move.phrase)
            self.console.print(rows)

    def moves(self, position: Position, word: str = "") -> None:
        """The legal moves with their numbers; only those with a word in them, if one is given."""
        moves, texts = position.moves(), position.texts()
        order = [text for group in _groups(texts).values() for text in group]
        phrases = {text: phrase(position, move) for move, text in zip(moves, texts, strict=True)}
        numbers = not any(re.fullmatch(r"[+-]?\d+", text) for text in texts)
        self.listed = order if numbers else []
        shown = [text for text in order if word.casefold() in f"{text} {phrases[text]}".casefold()]
        labels = {text: str(k) if numbers else "" for k, text in enumerate(order, 1)}
        if not shown:
            self.say(f"No legal move has {word!r} in it.")
        elif any(phrases.values()):
            self._in_rows(shown, labels, phrases)
        else:
            self._in_columns(shown, labels)

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
        wide = max((min(self.console.width, WIDTH) if self.console.is_terminal else WIDTH) // width, 1)
        for first in range(0, len(cells), wide):
            self.say("".join(cell.ljust(width) for cell in cells[first : first + wide]).rstrip())

    def pairs(self, meanings: dict[str, str]) -> None:
        """Words with what they mean."""
        rows = _grid("left", "left")
        for name, meaning in meanings.items():
            rows.add_row(f"  {name}", meaning)
        self.console.print(rows)

    def log(self, moves: list[Move]) -> None:
        """Everything so far, one player's turn after the other."""
        if not moves:
            self.say("Nothing has happened yet that you were told of.")
            return
        self.tell(moves)
        self.say(count(len(moves), "move"))


def _grid(*columns: JustifyMethod) -> Table:
    from rich.table import Table

    found = Table.grid(padding=(0, 2, 0, 0))
    for justify in columns:
        found.add_column(justify=justify)
    return found


def _groups(texts: list[str]) -> dict[str, list[str]]:
    """Moves by their first word, in the order in which these appear."""
    found: dict[str, list[str]] = {}
    for text in texts:
        found.setdefault(text.partition(" ")[0], []).append(text)
    return found
