"""Whether a move reveals hidden information to a seat: the rule for taking moves back."""

from __future__ import annotations

from ludus.core.position import Position
from ludus.core.random import derive

__all__ = ["reveals"]

UNDO_RESAMPLES = 64  # resampled positions in which a move must look the same before it can be taken back


def reveals(position: Position, move: int, seat: int) -> bool:
    """Return whether a move shows a seat something hidden: its observation differs between resampled positions.

    Future chance is hidden, too, and differs between samples. A result that is the same in all samples counts as known.

    Args:
        position: the position before the move.
        move: a legal move of this position.
        seat: the seat that observes it.
    """
    truth = _after(position, move)
    samples = (_after(position.resample(seat, derive(0, "undo", k)), move) for k in range(UNDO_RESAMPLES))
    return any(not _looks_alike(truth, sample, seat) for sample in samples)


def _after(position: Position, move: int) -> Position:
    after = position.copy()
    after.play(move)
    return after


def _looks_alike(one: Position, other: Position, seat: int) -> bool:
    """Whether a seat observes the same in both positions.

    Observations are slow to build. Resampling keeps them, so positions that become the same by it look alike.
    """
    if one.end_reason != other.end_reason:
        return False
    if one.resample(seat, 0).has_same_state(other.resample(seat, 0)):
        return True
    first, second = (after.game.observation(after.content, after.state, seat) for after in (one, other))
    return bool(first == second)
