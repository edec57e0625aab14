"""Records that players need."""

# mypy: ignore-errors

from ludus.core import Record, int64, uint64
from ludus.core.record import RecordType


class Nothing(Record):
    """Parameters of a player that has none."""

    unused: int64


class Stream(Record):
    """Memory of a player that remembers nothing but its dice."""

    stream: uint64


def moves_scratch(most_moves):
    """Scratch space for the legal moves of one position."""
    return RecordType("Moves", (Record,), {"__annotations__": {"moves": int64[most_moves]}})
