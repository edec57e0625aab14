"""Which moves can be taken back without telling secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludus.core.position import Position

DEALS = 64  # imagined ones in which a move must look the same before it can be taken back


def reveals(position: Position, move: int, seat: int) -> bool:
    """Whether a move shows its maker something hidden: what they see next is not the same in all of many deals.

    Dice are hidden, too: a redeal has others. What comes out alike every time is as good as known.
    """
    from ludus.core.random import derive

    fact = _after(position, move, seat)
    return any(_after(position.redeal(seat, derive(0, "undo", k)), move, seat) != fact for k in range(DEALS))


def _after(position: Position, move: int, seat: int) -> Any:
    after = position.copy()
    after.play(move)
    return after.ended, after.game.view(after.content, after.state, seat)
