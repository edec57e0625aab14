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
PendingDecisions = list[tuple[int, Position]]


def pending_decisions(position: Position) -> PendingDecisions:
    """The seats that must act now, in the order of their decisions; empty after the end."""
    pending: PendingDecisions = []
    current: Position | None = position if not position.end_reason else None
    while current is not None:
        pending.append((current.current_player, current))
        current = _independent_successor(current, [seat for seat, _ in pending])
    return pending


def _independent_successor(position: Position, asked: list[int]) -> Position | None:
    """The next seat's position if it looks the same to that seat for every move made here; else None."""
    first = None
    moves = position.legal_moves
    for move in moves:
        after = position.copy()
        after.play(move)
        if after.end_reason or after.current_player in asked:
            return None
        if len(moves) > 1 and position.game.is_move_visible(
            position.content, position.state, move, after.current_player
        ):
            return None
        if first is None:
            first = after
        elif after.current_player != first.current_player or not indistinguishable(first, after, after.current_player):
            return None
    return first


def indistinguishable(one: Position, other: Position, seat: int) -> bool:
    """Whether a seat cannot distinguish two positions of one game: its resampled states are equal."""
    return one.resample(seat, 1).bytes() == other.resample(seat, 1).bytes()


def check_independence(shown: Position, position: Position, seat: int) -> None:
    """Raise ContractError if a seat could have known something from several picks taken together."""
    if position.current_player != seat or not indistinguishable(shown, position, seat):
        raise ContractError(
            f"{position.game.name}: what seat {seat} sees depends on several picks before its own taken together; "
            "such a game cannot be played in parallel, use LudusAEC"
        )
