"""A player's opinion on a position, without secrets."""

from __future__ import annotations

from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.players.seat import Fault, Sitter


def advise(adviser: Sitter, position: Position, seat: int) -> int:
    """What a player would do in this seat. It is shown a redeal: all that the seat sees, and nothing else that is true.

    Deal and dice follow from what the seat sees, so that a hint cannot tell the seed of the game either.
    """
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
