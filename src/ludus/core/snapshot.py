"""Immutable snapshots of records, for Python code that reads many fields, such as a text protocol.

A plain view decodes a field on every access, which costs microseconds each. A snapshot has the same fields as ordinary
attributes and is fast to read, but it does not follow later changes of the record and is read-only.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from typing import Any

import numpy as np

from ludus.core.record import ArrayType, Record, RecordType


def snapshot(record: Any) -> Any:
    """Return a snapshot of a record and its nested records as named tuples; arrays become lists.

    Number arrays of two or more dimensions stay NumPy arrays. A snapshot is returned unchanged, so that code with many
    questions about one position can take it once and pass it on.
    """
    if not isinstance(record, Record):
        return record
    kind = type(record)
    return _freeze(kind, np.frombuffer(record._memory, kind.dtype, 1, record._at)[0].item())


def _freeze(kind: RecordType, values: tuple[Any, ...]) -> Any:
    shape, nested = _snapshot_class(kind)
    if not nested:
        return shape(*values)
    fields = list(values)
    for index, inner in nested:
        fields[index] = _freeze_field(inner, fields[index])
    return shape(*fields)


def _freeze_field(kind: Any, value: Any) -> Any:
    if isinstance(kind, RecordType):
        return _freeze(kind, value)
    if isinstance(kind.element, RecordType):
        return _freeze_array(kind.element, value.tolist())
    return value.tolist() if value.ndim == 1 else value


def _freeze_array(kind: RecordType, values: list[Any]) -> list[Any]:
    return [_freeze_array(kind, item) if isinstance(item, list) else _freeze(kind, item) for item in values]


@cache
def _snapshot_class(kind: RecordType) -> tuple[Any, tuple[tuple[int, Any], ...]]:
    """Return the named tuple class for snapshots of a record type, and (index, type) of its nested fields."""
    nested = [(k, field) for k, field in enumerate(kind.fields.values()) if isinstance(field, RecordType | ArrayType)]
    return namedtuple(kind.__name__, list(kind.fields)), tuple(nested)
