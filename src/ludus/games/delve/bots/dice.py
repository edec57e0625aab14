"""Memory of a bot without a plan: one random stream for cards and one for nodes.

Nodes have a stream of their own, so that two bots with the same seed that pick at random pick the same nodes, however
many random numbers their cards use.
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
    """Initialise both streams before a game."""
    memory.stream = seeded(seed)
    x = seeded(~seed)
    memory.nodes.stream = advance(x)
