"""Games as text, as one seat sees them (or, for seat None, with everything shown): positions, moves, results.

People read seats as 1, 2, ...; programs as 0, 1, ...

Text for a seat comes only from `describe`, `observation` and `is_move_visible` of the game, so nothing hidden can
appear in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludus.core.position import GameResult, Position

WIDTH = 80  # columns, if a game has no description of its own
DATA_NOTE = "(as data, which counts seats from 0)"  # for the observation of a game without a description
NO_BREAK_SPACE = "\xa0"  # non-breaking space


@dataclass(frozen=True)
class MoveText:
    """A move that was made, in notation and, if the game has one, with a description."""

    seat: int
    text: str
    phrase: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.phrase})" if self.phrase else self.text


@dataclass(frozen=True)
class GameStory:
    """A game as a seat could follow it: `positions[k]` is where `moves[k]` was made, the last one is the final
    position.

    Moves hidden from the seat are left out and not even counted: their number would reveal that a deck was filled up at
    once, or that another player had a choice at all.
    """

    moves: list[MoveText]
    positions: list[Position]

    @classmethod
    def of(cls, positions: list[Position], seat: int | None) -> GameStory:
        moves, visible, last = [], [], positions[-1]
        for before, event in zip(positions, last.history, strict=False):
            if (move := visible_move(before, event.move, seat)) is not None:
                moves.append(move)
                visible.append(before)
        return cls(moves, [*visible, last])


def visible_move(position: Position, move: int, seat: int | None) -> MoveText | None:
    """A move about to be made as a seat sees it; None if it is hidden from the seat."""
    game, content, state = position.game, position.content, position.state
    if seat is not None and not game.is_move_visible(content, state, move, seat):
        return None
    return MoveText(position.current_player, position.write_move(move), move_description(position, move))


def move_description(position: Position, move: int) -> str:
    """The game's description of a move, or empty text."""
    game = position.game
    return (
        game.rendering.describe_move(position.content, position.state, move)
        if game.rendering.describe_move is not None
        else ""
    )


def group_repeats(moves: list[MoveText]) -> list[tuple[int, MoveText]]:
    """Equal consecutive moves as one, with their number: ticks of a game in real time."""
    return [(len(list(equal)), move) for move, equal in groupby(moves)]


def position_text(position: Position, seat: int | None) -> str:
    """The game's description of a position, or the observations as data."""
    if position.game.rendering.describe is not None:
        return position.describe(seat)
    return "\n".join(
        f"{seat_text(one_seat)} sees {DATA_NOTE}\n{observation_text(position, one_seat, '  ')}"
        for one_seat in (range(position.seats) if seat is None else [seat])
    )


def seat_text(seat: int) -> str:
    """A seat for people: they count from 1, programs from 0."""
    return f"seat {seat + 1}"


def observation_text(position: Position, seat: int, indent: str = "") -> str:
    """The observation of a seat as text, name by name."""
    lines: list[str] = []
    observation = without_history(position.observation(seat))
    for is_simple, rows in groupby(observation.items(), lambda row: not isinstance(row[1], list | dict)):
        if is_simple:  # simple values share lines
            lines.append(_wrapped_line(indent, dict(rows)))
            continue
        for name, value in rows:
            if isinstance(value, list) and any(isinstance(item, list | dict) for item in value):
                lines.append(f"{indent}{name}:")
                lines += [_wrapped_line(f"{indent}  {k}: ", item) for k, item in enumerate(value)]
            else:
                lines.append(_wrapped_line(f"{indent}{name}: ", value))
    return "\n".join(lines)


def result_text(result: GameResult) -> str:
    payoffs = ", ".join(f"{seat_text(seat)} {payoff:g}" for seat, payoff in enumerate(result.payoffs))
    scores = ", ".join(map(str, result.scores))
    return f"{result.reason}; payoffs: {payoffs}; scores: {scores}"


def without_history(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "history"}


def _wrapped_line(head: str, value: Any) -> str:
    lines = wrap(_inline(value), WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
    return "\n".join(lines).replace(NO_BREAK_SPACE, " ") or head.rstrip()


def _inline(value: Any, inner: bool = False) -> str:
    """Plain data as text without JSON punctuation."""
    if isinstance(value, dict):
        text = ", ".join(f"{name} {_inline(item, inner=True)}" for name, item in value.items()) or "none"
    elif isinstance(value, list):
        text = ", ".join(_inline(item, inner=True) for item in value) or "none"
    else:
        return "-" if value is None else str(value)
    return f"({text})".replace(" ", NO_BREAK_SPACE) if inner else text
