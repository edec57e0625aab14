"""The numbers of a record as one row: their positions, names and bounds.

Records are aligned, so no number crosses an 8-byte word. With the record as a row of words, each number is a word
shifted and masked, so reading it needs no walk through fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ludus.core.structured_records import ArrayType, RecordType, Scalar

WORD = 8  # bytes
UNKNOWN = -1
EXCLUDED_FIELD = "stream"  # the random stream; `ludus.core.random.random_below` uses this field name


class StateLayout:
    """All numbers of a record except its random streams, in the order of its fields."""

    def __init__(self, record: RecordType, name: str = "") -> None:
        numbers = list(_number_offsets(record, name, 0))
        kinds = [kind.dtype for _, _, kind in numbers]
        self.names = tuple(name for name, _, _ in numbers)
        self.low, self.high = (np.array([_bounds(kind)[end] for kind in kinds], np.float32) for end in range(2))
        self.words = -(-record.nbytes // WORD)
        # For each number: its word, shift and mask, and the top bit of a signed one narrower than a word; flipping
        # and subtracting that bit gives the number its sign.
        words, shifts = [offset // WORD for _, offset, _ in numbers], [8 * (offset % WORD) for _, offset, _ in numbers]
        self.places = np.array([words, shifts, [_mask(kind) for kind in kinds], [_sign_bit(kind) for kind in kinds]])
        self._others = [
            (indices, wide_kind)
            for wide_kind in (np.dtype("u8"), np.dtype("f8"))
            if (indices := np.flatnonzero([kind == wide_kind for kind in kinds])).size
        ]

    def __len__(self) -> int:
        return len(self.names)

    def read(self, record: np.ndarray) -> np.ndarray:
        """The numbers of one record as 64 bits: integers, or the raw bits of other types."""
        data = record.tobytes()
        words = np.frombuffer(data + bytes(-len(data) % WORD), np.int64)
        word, shift, mask, top = self.places
        numbers: np.ndarray = ((words[word] >> shift & mask) ^ top) - top
        return numbers

    def fill(self, row: np.ndarray, numbers: np.ndarray, known: np.ndarray) -> None:
        """Write such numbers into a row of floats; unknown ones are UNKNOWN already."""
        row[:] = numbers
        for indices, kind in self._others:
            row[indices] = np.where(known[indices], numbers[indices].view(kind), float(UNKNOWN))


def _number_offsets(kind: Any, name: str, at: int) -> Iterator[tuple[str, int, Scalar]]:
    """Every number in a type: its name, its byte offset, and its scalar type."""
    if isinstance(kind, Scalar):
        yield name, at, kind
    elif isinstance(kind, ArrayType):
        for number, index in enumerate(np.ndindex(*kind.shape)):
            place = ", ".join(map(str, index))
            yield from _number_offsets(kind.element, f"{name}[{place}]", at + number * kind.element.nbytes)
    else:
        offsets: Any = kind.dtype.fields
        for field, inner in kind.fields.items():
            if field != EXCLUDED_FIELD:
                yield from _number_offsets(inner, f"{name}.{field}" if name else field, at + offsets[field][1])


def _mask(kind: np.dtype[Any]) -> int:
    return -1 if kind.itemsize == WORD else (1 << 8 * kind.itemsize) - 1


def _sign_bit(kind: np.dtype[Any]) -> int:
    return 1 << 8 * kind.itemsize - 1 if kind.kind == "i" and kind.itemsize < WORD else 0


def _bounds(kind: np.dtype[Any]) -> tuple[float, float]:
    if kind.kind == "f":
        return -np.inf, np.inf
    return float(np.iinfo(kind).min), float(np.iinfo(kind).max)
