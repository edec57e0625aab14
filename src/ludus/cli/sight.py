"""A game as text, the way one seat sees it (or, for seat None, with everything shown): positions, moves, endings.

What is shown to a seat comes from `describe`, `view` and `tell` alone, so that nothing hidden can reach it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludus.core.position import Position, Result

WIDTH = 80  # columns, where a game has no words of its own
TOGETHER = "\xa0"  # a blank at which no line is broken


@dataclass(frozen=True)
class Move:
    """A move that was made, in notation and, where the game has any, in words."""

    seat: int
    text: str
    phrase: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.phrase})" if self.phrase else self.text


@dataclass(frozen=True)
class Story:
    """A game as a seat could follow it: `positions[k]` is where `moves[k]` was made, the last one where it ended.

    Moves that the seat was not told of are left out, their number included: it would tell that a deck was filled
    up at once, or that somebody had a choice at all.
    """

    moves: list[Move]
    positions: list[Position]

    @classmethod
    def of(cls, positions: list[Position], seat: int | None) -> Story:
        moves, seen, last = [], [], positions[-1]
        for before, event in zip(positions, last.history, strict=False):
            if (move := hear(before, event.move, seat)) is not None:
                moves.append(move)
                seen.append(before)
        return cls(moves, [*seen, last])


def hear(position: Position, move: int, seat: int | None) -> Move | None:
    """What a seat is told of a move about to be made; None if nothing."""
    game, content, state = position.game, position.content, position.state
    if seat is not None and not game.tell(content, state, move, seat):
        return None
    return Move(position.decider, position.write(move), phrase(position, move))


def phrase(position: Position, move: int) -> str:
    """What a move does, where the game has words for it."""
    game = position.game
    return game.phrase(position.content, position.state, move) if game.phrase is not None else ""


def counted(moves: list[Move]) -> list[tuple[int, Move]]:
    """Moves in a row that are the same as one, with their number: ticks of a game in real time."""
    return [(len(list(equal)), move) for move, equal in groupby(moves)]


def describe(position: Position, seat: int | None) -> str:
    """A position in words if the game has any, else what the seats see as data."""
    if position.game.describe is not None:
        return position.describe(seat)
    if seat is not None:
        return view_in_words(position, seat)
    return "\n".join(f"seat {each} sees\n{view_in_words(position, each, '  ')}" for each in range(position.seats))


def view_in_words(position: Position, seat: int, indent: str = "") -> str:
    """What a seat sees, name by name."""
    lines: list[str] = []
    seen = without_history(position.view(seat))
    for simple, rows in groupby(seen.items(), lambda row: not isinstance(row[1], list | dict)):
        if simple:  # numbers and words share lines
            lines.append(_line(indent, dict(rows)))
            continue
        for name, value in rows:
            if isinstance(value, list) and any(isinstance(each, list | dict) for each in value):
                lines.append(f"{indent}{name}:")
                lines += [_line(f"{indent}  {k}: ", each) for k, each in enumerate(value)]
            else:
                lines.append(_line(f"{indent}{name}: ", value))
    return "\n".join(lines)


def tell_result(result: Result) -> str:
    shares = ", ".join(f"seat {seat} {share:g}" for seat, share in enumerate(result.shares))
    points = ", ".join(map(str, result.points))
    return f"{result.reason}; shares: {shares}; points: {points}"


def without_history(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "history"}


def _line(head: str, value: Any) -> str:
    lines = wrap(_inline(value), WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
    return "\n".join(lines).replace(TOGETHER, " ") or head.rstrip()


def _inline(value: Any, inner: bool = False) -> str:
    """Plain data without the marks of JSON."""
    if isinstance(value, dict):
        text = ", ".join(f"{name} {_inline(each, inner=True)}" for name, each in value.items()) or "none"
    elif isinstance(value, list):
        text = ", ".join(_inline(each, inner=True) for each in value) or "none"
    else:
        return "-" if value is None else str(value)
    return f"({text})".replace(" ", TOGETHER) if inner else text
