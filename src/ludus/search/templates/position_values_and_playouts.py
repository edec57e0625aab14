"""Template: values of positions, random playouts and distinct moves, for lookahead search.

Free names: legal_moves, apply, end_reason, current_player, payoff, canonical_move, evaluate, seats.
"""

# ruff: noqa: F821
# mypy: ignore-errors

import numpy as np

from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import random_below, xorshift_step

INLINE = ("fair", "settled", "worth")

END = 2.0**60  # far above every evaluation: a finished game outweighs all unfinished ones


def worth(data, state, seat, params, scratch):
    """Return the value of a position: finished games by their payoff, far above or below all others by evaluation."""
    if end_reason(state) != 0:
        return settled(data, state, seat)
    return evaluate(data, state, seat, params.evaluation, scratch)


def settled(data, state, seat):
    """Return the value of a finished game."""
    return (payoff(state, seat) - fair(data)) * END


def fair(data):
    """Return the neutral payoff: an equal part, or one half in a game for one player."""
    return 1.0 / max(seats(data), 2)


def distinct(data, state, moves):
    """Write the legal moves, only one of each set of equivalent moves, in order; return their number."""
    n = legal_moves(data, state, moves)
    count = 0
    for k in range(n):
        if canonical_move(data, state, moves[k]) == moves[k]:
            moves[count] = moves[k]
            count += 1
    return count


def same_turn(state, seat):
    """Return whether the seat is still to move."""
    return end_reason(state) == 0 and current_player(state) == seat


def play_on(data, state, seat, most, turn_only, memory, scratch):
    """Play random moves to the end of the game or of the seat's turn, at most `most` of them; 0: no limit."""
    moves = ints_in(scratch.moves)
    n = 0
    while end_reason(state) == 0 and (turn_only == 0 or current_player(state) == seat) and (most == 0 or n < most):
        apply(data, state, moves[random_below(memory, legal_moves(data, state, moves))])
        n += 1


def fresh_seed(memory):
    """Return a seed for a resampling from the bot's own random stream."""
    memory.stream = xorshift_step(memory.stream)
    return np.int64(memory.stream >> np.uint64(1))
