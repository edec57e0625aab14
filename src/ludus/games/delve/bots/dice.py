"""Memory of a bot without a plan: one random stream for cards and one for nodes.

Nodes have a stream of their own, so that two bots with the same seed that pick at random pick the same nodes, however
many random numbers their cards use.
"""

# mypy: ignore-errors

from ludus.core import Record, rule, uint64
from ludus.core.bot import StreamMemory
from ludus.core.random import xorshift_step, seed_stream


class RandomStreams(Record):
    stream: uint64  # for cards
    nodes: StreamMemory


@rule
def seed_streams(memory, seed):
    """Initialise both streams before a game."""
    memory.stream = seed_stream(seed)
    x = seed_stream(~seed)
    memory.nodes.stream = xorshift_step(x)
