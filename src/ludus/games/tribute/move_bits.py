"""Bits of a move: a verb and a thing, which is a physical card, a patron or a side of a choice.

From the lowest: eight bits for the thing, four for the verb, and the higher bits of the thing, which only card numbers
above 255 have.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.state import PIECES

VERB = 8  # bits below the verb: the card, patron or side
LOW_BITS = (1 << VERB) - 1
HIGH = 12  # bits below the higher bits of the thing
VERBS = (1 << HIGH) - 1 - LOW_BITS
END_TURN, STOP, PLAY, ACTIVATE, ATTACK, BUY, CALL, PICK, SIDE, DRAFT = (k << VERB for k in range(10))
LARGEST_MOVE = (PIECES - 1 >> VERB << HIGH) + DRAFT + 15


@rule(inline=True)
def verb_of(move):
    return move & VERBS


@rule(inline=True)
def thing_of(move):
    """Card, patron or side of a move."""
    return move & LOW_BITS | move >> HIGH << VERB


@rule(inline=True)
def thing_bits(piece):
    """Bits of a card number in a move."""
    return piece & LOW_BITS | piece >> VERB << HIGH


def split_move(move: int) -> tuple[int, int]:
    """Return verb and thing of a move, for Python code."""
    return move & VERBS, move & LOW_BITS | move >> HIGH << VERB


def card_move(verb: int, piece: int) -> int:
    """Return the move with this verb and physical card, for Python code."""
    return verb | piece & LOW_BITS | piece >> VERB << HIGH
