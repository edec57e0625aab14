"""Help at the table that tells no secrets: hints, and which moves can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludus.core.position import Position
    from ludus.players import Sitter

DEALS = 64  # imagined ones in which a move must look the same before it can be taken back


def advise(adviser: Sitter, position: Position, seat: int) -> int:
    """What a player would do in this seat. It is shown a redeal: all that the seat sees, and nothing else that is true.

    Deal and dice follow from what the seat sees, so that a hint cannot tell the seed of the game either.
    """
    from ludus.core.random import as_int64, derive
    from ludus.players import Fault

    seen = derive(0, repr(position.game.view(position.content, position.state, seat)))
    imagined = position.redeal(seat, derive(seen, "deal"))
    sitting = adviser.sit(imagined, seat, as_int64(derive(seen, "dice")))
    try:
        move = sitting.choose(imagined)
    finally:
        sitting.end(None)
    if move not in imagined.moves():
        raise Fault("illegal move", "what it would do is not legal here")
    return move


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
