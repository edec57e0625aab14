"""The terminal screen of a person who plays: the position their seat sees, what happened, the legal moves."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from ludus.cli.screen import count_text
from ludus.cli.sight import MoveText, group_repeats, position_text, move_description

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod
    from rich.table import Table

    from ludus.core.position import Position

MAX_LISTED_MOVES = 24  # longest list of moves printed at every decision; longer ones only if it has new moves
DEFAULT_WIDTH = 80  # columns without a terminal


class PlayScreen:
    """The screen of one person. Numbers that they type refer to the list shown last."""

    def __init__(self, console: Console, seat: int, names: list[str]) -> None:
        self.console, self.seat, self.names = console, seat, names
        self.listed: list[str] = []  # moves by number, as last shown; empty if the notation itself is a number

    def print(self, text: str = "", style: str = "") -> None:
        self.console.print(text, style=style or None)

    def print_unwrapped(self, text: str, style: str = "") -> None:
        """Print lines without wrapping: boards, and commands to copy."""
        self.console.print(text, style=style or None, soft_wrap=True)

    def player_name(self, seat: int) -> str:
        """A player's name as a person would say it."""
        if seat == self.seat:
            return "you"
        return self.names[seat] if len(self.names) == 2 else f"{self.names[seat]} (seat {seat})"

    def show_decision(self, position: Position, news: list[MoveText]) -> None:
        """Show everything needed for a decision."""
        self.show_position(position, news)
        self.print()
        texts = position.legal_move_texts()
        if len(texts) > MAX_LISTED_MOVES and set(texts) <= set(self.listed):
            groups = ", ".join(f"{len(group)} {word}" for word, group in _groups(texts).items())
            self.print(f"{len(texts)} moves: {groups} (`moves` lists them, `moves 7` those with a 7)")
        else:
            self.list_moves(position)

    def show_position(self, position: Position, news: list[MoveText]) -> None:
        """Show what others did, and the resulting position."""
        self.print()
        if news:
            self.show_moves_made(news)
            self.print()
        self.show_board(position)

    def show_board(self, position: Position) -> None:
        head, *rest = position_text(position, self.seat).splitlines()
        self.print_unwrapped(head, style="bold" if position.game.rendering.describe is not None else "")
        if rest:
            self.print_unwrapped("\n".join(rest))

    def show_moves_made(self, moves: list[MoveText]) -> None:
        """Print moves that were made, grouped by player, repeated ones as one."""
        for seat, row in groupby(moves, lambda move: move.seat):
            entries = [
                (f"{move.text} x {times}" if times > 1 else move.text, move) for times, move in group_repeats(list(row))
            ]
            if len(entries) == 1:
                text, move = entries[0]
                self.print(f"{self.player_name(seat)}: {text}" + (f"  ({move.phrase})" if move.phrase else ""))
                continue
            self.print(f"{self.player_name(seat)}:")
            rows = _grid("left", "left")
            for text, move in entries:
                rows.add_row(f"  {text}", move.phrase)
            self.console.print(rows)

    def list_moves(self, position: Position, word: str = "") -> None:
        """List the legal moves with their numbers; only those that contain `word`, if given."""
        moves, texts = position.legal_moves, position.legal_move_texts()
        order = [text for group in _groups(texts).values() for text in group]
        phrases = {text: move_description(position, move) for move, text in zip(moves, texts, strict=True)}
        numbers = not any(re.fullmatch(r"[+-]?\d+", text) for text in texts)
        self.listed = order if numbers else []
        matching = [text for text in order if word.casefold() in f"{text} {phrases[text]}".casefold()]
        labels = {text: str(k) if numbers else "" for k, text in enumerate(order, 1)}
        if not matching:
            self.print(f"No legal move has {word!r} in it.")
        elif any(phrases.values()):
            self._in_rows(matching, labels, phrases)
        else:
            self._in_columns(matching, labels)

    def _in_rows(self, texts: list[str], labels: dict[str, str], phrases: dict[str, str]) -> None:
        rows = _grid("right", "left", "left")
        rows.columns[0].style = "bold"
        for k, group in enumerate(_groups(texts).values()):
            if k and len(texts) > MAX_LISTED_MOVES // 2:
                rows.add_row()
            for text in group:
                rows.add_row(labels[text], text, phrases[text])
        self.console.print(rows)

    def _in_columns(self, texts: list[str], labels: dict[str, str]) -> None:
        cells = [f"{labels[text]:>3}  {text}" for text in texts]
        width = max(map(len, cells)) + 3
        per_row = max(
            (min(self.console.width, DEFAULT_WIDTH) if self.console.is_terminal else DEFAULT_WIDTH) // width, 1
        )
        for first in range(0, len(cells), per_row):
            self.print("".join(cell.ljust(width) for cell in cells[first : first + per_row]).rstrip())

    def show_help_table(self, meanings: dict[str, str]) -> None:
        """Print words with their meanings."""
        rows = _grid("left", "left")
        for name, meaning in meanings.items():
            rows.add_row(f"  {name}", meaning)
        self.console.print(rows)

    def show_log(self, moves: list[MoveText]) -> None:
        """Print all moves so far, turn by turn."""
        if not moves:
            self.print("Nothing has happened yet that you can see.")
            return
        self.show_moves_made(moves)
        self.print(count_text(len(moves), "move"))


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
