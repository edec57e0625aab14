"""Simultaneous decisions: seats that decide one after another, but without knowing of each other's choices.

A simultaneous secret pick is two decisions in a row here, the first one hidden. A game does not declare whether the
second seat can know anything of the first one's pick; it is detected. The second seat does not see the move, and for
every pick of the first seat, the second is to decide and its resampled states are the same, byte for byte. By the law
of resampling it then sees the same, and has the same moves. Such seats can act in one step. With three or more seats,
each is tested with one choice of those before; `confirm` checks the choices that were really made.
"""

from __future__ import annotations

from ludus.core.errors import ContractError
from ludus.core.position import Position

# a seat, and a position that it cannot distinguish from the one in which it will decide
Asked = list[tuple[int, Position]]


def who_decides(position: Position) -> Asked:
    """The seats that must act now, in the order of their decisions; empty after the end."""
    pending: Asked = []
    current: Position | None = position if not position.ended else None
    while current is not None:
        pending.append((current.decider, current))
        current = _whatever_it_does(current, [seat for seat, _ in pending])
    return pending


def _whatever_it_does(position: Position, asked: list[int]) -> Position | None:
    """The next seat's position if it looks the same to that seat for every move made here; else None."""
    first = None
    moves = position.moves()
    for move in moves:
        after = position.copy()
        after.play(move)
        if after.ended or after.decider in asked:
            return None
        if len(moves) > 1 and position.game.tell(position.content, position.state, move, after.decider):
            return None
        if first is None:
            first = after
        elif after.decider != first.decider or not looks_alike(first, after, after.decider):
            return None
    return first


def looks_alike(one: Position, other: Position, seat: int) -> bool:
    """Whether a seat cannot distinguish two positions of one game: its resampled states are equal."""
    return one.redeal(seat, 1).bytes() == other.redeal(seat, 1).bytes()


def confirm(shown: Position, position: Position, seat: int) -> None:
    """Raise ContractError if a seat could have known something from several picks taken together."""
    if position.decider != seat or not looks_alike(shown, position, seat):
        raise ContractError(
            f"{position.game.name}: what seat {seat} sees depends on several picks before its own taken together; "
            "such a game cannot be played in parallel, use LudusAEC"
        )
