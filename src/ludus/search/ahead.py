"""What looking ahead is made of: moves worth telling apart, random continuations, and what a position is worth.

Free names: legal, apply, ended, decider, share, alike, evaluate, seats.
"""

# ruff: noqa: F821
# mypy: ignore-errors

import numpy as np

from ludus.core.memory import numbers_in
from ludus.core.random import advance, draw

INLINE = ("fair", "settled", "worth")

END = 2.0**60  # far above every evaluation: a finished game outweighs all that could still come


def worth(table, state, seat, params, scratch):
    """A finished game by its share, won far above and lost far below anything else; the rest is evaluated."""
    if ended(state) != 0:
        return settled(table, state, seat)
    return evaluate(table, state, seat, params.evaluation, scratch)


def settled(table, state, seat):
    """A finished game."""
    return (share(state, seat) - fair(table)) * END


def fair(table):
    """The share that is neither won nor lost: an equal part, or half of a success for one player alone."""
    return 1.0 / max(seats(table), 2)


def distinct(table, state, moves):
    """The legal moves, of those that are alike only one, in their order; how many there are."""
    n = legal(table, state, moves)
    kept = 0
    for k in range(n):
        if alike(table, state, moves[k]) == moves[k]:
            moves[kept] = moves[k]
            kept += 1
    return kept


def same_turn(state, seat):
    """Whether the seat still decides."""
    return ended(state) == 0 and decider(state) == seat


def play_on(table, state, seat, most, turn_only, memory, scratch):
    """Random moves to the end of the game or of the seat's turn, but no more than `most`; 0: as many as it takes."""
    moves = numbers_in(scratch.moves)
    n = 0
    while ended(state) == 0 and (turn_only == 0 or decider(state) == seat) and (most == 0 or n < most):
        apply(table, state, moves[draw(memory, legal(table, state, moves))])
        n += 1


def fresh_seed(memory):
    """A seed for a redeal from a player's own dice."""
    memory.stream = advance(memory.stream)
    return np.int64(memory.stream >> np.uint64(1))
