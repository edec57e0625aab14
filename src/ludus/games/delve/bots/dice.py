"""The memory of a bot that plans nothing: dice for cards, and dice of their own for nodes.

Nodes have dice of their own so that two bots with the same seed pick alike where both pick at random, however many dice
their cards take.
"""

# mypy: ignore-errors

from ludus.core import Record, rule, uint64
from ludus.core.bot import Stream
from ludus.core.random import advance, seeded


class Dice(Record):
    stream: uint64  # for cards
    nodes: Stream


@rule
def take_dice(memory, seed):
    """Before a game."""
    memory.stream = seeded(seed)
    x = seeded(~seed)
    memory.nodes.stream = advance(x)
