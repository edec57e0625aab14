"""Games as text, as one seat sees them (or, for seat None, with everything shown): positions, moves, results.

People read seats as 1, 2, ...; programs as 0, 1, ...

Text for a seat comes only from `describe`, `observation`, `is_move_visible` and the narration of the game, so nothing
hidden can appear in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludus.core.position import GameResult, Position

WIDTH = 80  # columns, if a game has no description of its own
DATA_NOTE = "(as data, which counts seats from 0)"  # for the observation of a game without a description
NO_BREAK_SPACE = "\xa0"  # non-breaking space


@dataclass(frozen=True)
class MoveText:
    """A move that was made: in notation, and in words for the reader if the game has words."""

    seat: int
    text: str
    words: str = ""  # a sentence; empty: the game has no words
    effect: str = ""  # of a game without words, if it says what its moves do

    def __str__(self) -> str:
        if self.words:
            return f"{self.words} ({self.text})"
        return f"{self.text} ({self.effect})" if self.effect else self.text


class MoveTeller:
    """Moves and the result of one game for one reader: the same words as in the Studio."""

    def __init__(self, first: Position, players: Sequence[str], seat: int | None) -> None:
        """Create a teller.

        Args:
            first: a position of the game.
            players: names of the players by seat, as in a replay; other numbers of names are ignored.
            seat: the seat that reads, which is called "you"; None: a reader who sees everything and does not play.
        """
        from ludus.core.narrator import Narrator, Reader

        self._reader = Reader(seat is None, seat)
        names = players if len(players) == first.seats else [""] * first.seats
        self._narrator = Narrator(first, names, [self._reader])

    def visible_move(self, before: Position, move: int, after: Position | None = None) -> MoveText | None:
        """A move as the reader sees it; None if it is hidden from the reader.

        Args:
            before: the position in which the move is made.
            move: the move.
            after: the position after it; None: it is made on a copy.
        """
        from ludus.core.narrator import move_effect, move_parts

        game, content, state = before.game, before.content, before.state
        visible = [game.is_move_visible(content, state, move, seat) for seat in range(before.seats)]
        if self._reader.seat is not None and not visible[self._reader.seat]:
            return None
        seat, text = before.current_player, before.write_move(move)
        if not self._narrator.has_words:
            return MoveText(seat, text, effect=move_effect(before, move))
        if after is None:
            after = before.copy()
            after.play(move)
        words = self._narrator.move_words(before, after, move_parts(before, move), visible)
        return MoveText(seat, text, words[self._reader])

    def legal_move(self, position: Position, move: int) -> str:
        """The name of a legal move and, in brackets, what it does; empty if the game says neither."""
        from ludus.core.narrator import move_effect, move_parts

        name, effect = self._narrator.move_name(position, move_parts(position, move)), move_effect(position, move)
        return f"{name} ({effect})" if name and effect else name or effect

    def result(self, last: Position) -> str:
        """Who won and why, in a sentence; empty if the game is not over, or has no words."""
        return self._narrator.result_words(last, last.result).get(self._reader, "") if last.result else ""


@dataclass(frozen=True)
class GameStory:
    """A game as a seat could follow it: `positions[k]` is where `moves[k]` was made, the last one is the final
    position.

    Moves hidden from the seat are left out and not even counted: their number would reveal that a deck was filled up at
    once, or that another player had a choice at all.
    """

    moves: list[MoveText]
    positions: list[Position]
    outcome: str  # who won and why, in a sentence; empty: not over, or the game has no words

    @classmethod
    def of(cls, positions: list[Position], players: Sequence[str], seat: int | None) -> GameStory:
        """The story of all positions of a game; `players` are by seat, `seat` None sees everything."""
        teller = MoveTeller(positions[0], players, seat)
        moves, visible, last = [], [], positions[-1]
        for before, after, event in zip(positions, positions[1:], last.history, strict=False):
            if (move := teller.visible_move(before, event.move, after)) is not None:
                moves.append(move)
                visible.append(before)
        return cls(moves, [*visible, last], teller.result(last))


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


def result_text(result: GameResult, outcome: str = "") -> str:
    """The result with payoffs and scores; `outcome` is its sentence in the words of the game, if it has one."""
    payoffs = ", ".join(f"{seat_text(seat)} {payoff:g}" for seat, payoff in enumerate(result.payoffs))
    scores = ", ".join(map(str, result.scores))
    return f"{outcome or result.reason}; payoffs: {payoffs}; scores: {scores}"


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
