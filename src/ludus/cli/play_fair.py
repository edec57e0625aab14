"""Undo rules: which moves can be taken back without revealing hidden information."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludus.core.position import Position

UNDO_RESAMPLES = 64  # resampled positions in which a move must look the same before it can be taken back


def reveals(position: Position, move: int, seat: int) -> bool:
    """Whether a move shows its player something hidden: the next observation is not the same in many resampled
    positions.

    Future chance is hidden, too, and differs between samples. A result that is the same in all samples counts as known.
    """
    from ludus.core.random import derive

    truth = _after(position, move, seat)
    return any(
        _after(position.resample(seat, derive(0, "undo", k)), move, seat) != truth for k in range(UNDO_RESAMPLES)
    )


def _after(position: Position, move: int, seat: int) -> Any:
    after = position.copy()
    after.play(move)
    return after.end_reason, after.game.observation(after.content, after.state, seat)
