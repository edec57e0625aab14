"""Who decides at the same time: seats whose decisions follow each other, but in ignorance of each other.

A secret pick at the same time is two decisions in a row here, the first one concealed. Whether the second seat can
know anything of the first one's pick is not declared by a game; it can be found out. The second seat is not told
of the move, and whatever the first one picks, the second is to decide and its redeals are the same, byte for byte.
By the law of redeals it then sees the same, and has the same moves. Such seats can be asked together. Of three or
more, each is tried with one choice of those before; `confirm` looks at the choices that they really made.
"""

from __future__ import annotations

from ludus.core.errors import ContractError
from ludus.core.position import Position

Asked = list[tuple[int, Position]]  # a seat, and a position that looks to it like the one it will decide in


def who_decides(position: Position) -> Asked:
    """The seats to be asked now, in the order of their decisions; none after the end."""
    asked: Asked = []
    here: Position | None = position if not position.ended else None
    while here is not None:
        asked.append((here.decider, here))
        here = _whatever_it_does(here, [seat for seat, _ in asked])
    return asked


def _whatever_it_does(position: Position, asked: list[int]) -> Position | None:
    """What the next seat decides in, if that looks the same to it whatever is done here."""
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
    """Whether two positions of one game have the same redeals for a seat."""
    return one.redeal(seat, 1).bytes() == other.redeal(seat, 1).bytes()


def confirm(shown: Position, position: Position, seat: int) -> None:
    """Refuse a game in which a seat could have known something of several picks taken together."""
    if position.decider != seat or not looks_alike(shown, position, seat):
        raise ContractError(
            f"{position.game.name}: what seat {seat} sees depends on several picks before its own taken together; "
            "such a game cannot be played in parallel, use LudusAEC"
        )
