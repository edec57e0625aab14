"""Hints: the move a bot would make, computed without hidden information."""

from __future__ import annotations

from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.players.seat import Fault, BotFactory


def advise(bot: BotFactory, position: Position, seat: int) -> int:
    """The move that a bot suggests for a seat.

    The bot sees a resampled position: everything the seat can see, and nothing else that is true. The resampling and
    the bot's dice are seeded by the observation, so a hint cannot reveal the seed of the game.

    Args:
        adviser: The bot that is asked.
        position: The true position; it is this seat's turn.
        seat: The seat that gets the hint.

    Raises:
        Fault: the bot fails or suggests an illegal move.
    """
    root = derive(0, repr(position.game.observation(position.content, position.state, seat)))
    resampled = position.resample(seat, derive(root, "deal"))
    seated = bot.join(resampled, seat, as_int64(derive(root, "dice")))
    try:
        move = seated.choose(resampled)
    finally:
        seated.end(None)
    if move not in resampled.legal_moves:
        raise Fault("illegal move", "what it would do is not legal here")
    return move
