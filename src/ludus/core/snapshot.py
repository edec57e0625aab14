"""A record as it is now, read in one go: for Python code that looks at many fields, such as a text protocol.

A plain view decodes every field when it is asked for, which costs microseconds each. A snapshot has the same
fields as ordinary attributes and is quick to read, but it does not follow the record, and cannot be written to.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from typing import Any

import numpy as np

from ludus.core.record import ArrayOf, Record, RecordType


def snapshot(record: Any) -> Any:
    """The fields of a record and of the records inside it. Arrays are lists; those of numbers may have any shape.

    A snapshot of a snapshot is the same one, so that whoever asks a game many questions about a position takes it once.
    """
    if not isinstance(record, Record):
        return record
    kind = type(record)
    return _freeze(kind, np.frombuffer(record._memory, kind.dtype, 1, record._at)[0].item())


def _freeze(kind: RecordType, values: tuple[Any, ...]) -> Any:
    shape, nested = _shape(kind)
    if not nested:
        return shape(*values)
    fields = list(values)
    for place, inner in nested:
        fields[place] = _freeze_field(inner, fields[place])
    return shape(*fields)


def _freeze_field(kind: Any, value: Any) -> Any:
    if isinstance(kind, RecordType):
        return _freeze(kind, value)
    if isinstance(kind.element, RecordType):
        return _freeze_array(kind.element, value.tolist())
    return value.tolist() if value.ndim == 1 else value


def _freeze_array(kind: RecordType, values: list[Any]) -> list[Any]:
    return [_freeze_array(kind, each) if isinstance(each, list) else _freeze(kind, each) for each in values]


@cache
def _shape(kind: RecordType) -> tuple[Any, tuple[tuple[int, Any], ...]]:
    """A class for snapshots of a record, and the fields that are more than a number, by their place."""
    nested = [(k, each) for k, each in enumerate(kind.fields.values()) if isinstance(each, RecordType | ArrayOf)]
    return namedtuple(kind.__name__, list(kind.fields)), tuple(nested)
