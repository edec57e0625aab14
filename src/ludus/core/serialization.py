"""Serialization of records: plain data, JSON and TOML, and back. Used for positions, game data and bot memories.

A number outside the range of its field (`Annotated[uint8, Range(0, 30)]`) is refused; `check_ranges` does the same for
records that were made in another way. `check_between` and `check_equal` are for games that validate a position read
from text; their errors name the field.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import numpy as np

from ludus.core.structured_records import ArrayType, ArrayView, Range, Record, RecordType, Scalar
from ludus.util.errors import NotationError


def to_plain(value: Any) -> Any:
    """Convert a record to nested dicts and lists."""
    if isinstance(value, Record):
        return {name: to_plain(getattr(value, name)) for name in value.fields}
    if isinstance(value, ArrayView):
        return [to_plain(value[i]) for i in range(len(value))]
    return value


def from_plain(record: type[Record], data: Any) -> np.ndarray:
    """Convert plain data written by `to_plain` to an array with one record.

    Raises:
        NotationError: a field is missing, unknown or out of range; the message names its path.
    """
    array = record.zeros(1)
    _fill(record, record.over(array), data, record.__name__)
    return array


def to_text(value: Record) -> str:
    return encode_json(to_plain(value))


def from_text(record: type[Record], text: str) -> np.ndarray:
    return from_plain(record, decode_text(text))


def encode_json(data: Any) -> str:
    return msgspec.json.encode(data).decode()


def decode_text(text: str) -> Any:
    """Decode a text: JSON if it starts with a brace or bracket, otherwise TOML."""
    import tomllib  # imported here because TOML positions are rare

    try:
        return msgspec.json.decode(text) if text.lstrip()[:1] in ("{", "[", "") else tomllib.loads(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        raise NotationError(f"not a position: {error}") from None


def to_toml(data: dict[str, Any]) -> str:
    """Encode data as TOML, one line per field; fields that are None are omitted."""
    tables = {name: value for name, value in data.items() if isinstance(value, dict)}
    lines = [
        f"{name} = {_toml_value(value)}" for name, value in data.items() if name not in tables and value is not None
    ]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(f"{_toml_key(key)} = {_toml_value(value)}" for key, value in table.items())]
    return "\n".join([*lines, ""])


def _toml_value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_toml_key(key)} = {_toml_value(item)}' for key, item in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    return encode_json(value)


def _toml_key(name: str) -> str:
    return name if name.replace("_", "a").isalnum() and name.isascii() else encode_json(name)


def _fill(kind: RecordType, view: Any, data: Any, path: str) -> None:
    if not isinstance(data, dict):
        raise NotationError(f"{path}: expected fields, got {_short(data)}")
    for name in data:
        if name not in kind.fields:
            raise NotationError(f"{path}.{name}: there is no such field (known: {', '.join(kind.fields)})")
    for name, field in kind.fields.items():
        if name not in data:
            raise NotationError(f"{path}.{name}: missing")
        limits, where = kind.field_ranges.get(name), f"{path}.{name}"
        if isinstance(field, Scalar):
            _fill_scalar(
                field, lambda value, view=view, name=name: setattr(view, name, value), data[name], where, limits
            )
        elif isinstance(field, ArrayType):
            _fill_cells(field.element, getattr(view, name), data[name], where, limits)
        else:
            _fill(field, getattr(view, name), data[name], where)


def _fill_cells(element: Any, cells: ArrayView, data: Any, path: str, limits: Range | None) -> None:
    if not isinstance(data, list) or len(data) != len(cells):
        raise NotationError(f"{path}: expected a list of {len(cells)}, got {_short(data)}")
    for i, item in enumerate(data):
        where = f"{path}[{i}]"
        if len(cells.shape) > 1:
            _fill_cells(element, cells[i], item, where, limits)
        elif isinstance(element, Scalar):
            _fill_scalar(element, lambda value, i=i: cells.__setitem__(i, value), item, where, limits)
        else:
            _fill(element, cells[i], item, where)


def _fill_scalar(kind: Scalar, write: Any, value: Any, path: str, limits: Range | None) -> None:
    wanted = (int, float) if kind.dtype.kind == "f" else (int,)
    if isinstance(value, bool) or not isinstance(value, wanted):
        raise NotationError(f"{path}: expected a number of type {kind}, got {_short(value)}")
    if limits is not None and value not in limits:
        raise NotationError(_outside(path, value, limits))
    try:
        write(value)
    except OverflowError:
        raise NotationError(f"{path}: {value} does not fit {kind}") from None


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 40 else f"{text[:37]}..."


def check_ranges(record: type[Record], array: np.ndarray) -> None:
    """Check that the numbers of one record are within the ranges of their fields.

    Raises:
        NotationError: one is not; the message names its path, the value and the range.
    """
    _check_ranges(record, record.over(array), record.__name__)


def _check_ranges(kind: RecordType, view: Any, path: str) -> None:
    for name in _fields_with_ranges(kind):
        field, limits, where = kind.fields[name], kind.field_ranges.get(name), f"{path}.{name}"
        if limits is not None:
            _check_numbers(getattr(view, name), where, limits)
        elif isinstance(field, RecordType):
            _check_ranges(field, getattr(view, name), where)
        else:
            _check_cells(field.element, getattr(view, name), where)


@cache
def _fields_with_ranges(kind: RecordType) -> tuple[str, ...]:
    """Return the fields that have a range, or hold records with such fields."""
    inner = {name: field.element if isinstance(field, ArrayType) else field for name, field in kind.fields.items()}
    return tuple(
        name
        for name, field in inner.items()
        if name in kind.field_ranges or (isinstance(field, RecordType) and _fields_with_ranges(field))
    )


def _check_numbers(value: Any, path: str, limits: Range) -> None:
    if isinstance(value, ArrayView):
        for i in range(len(value)):
            _check_numbers(value[i], f"{path}[{i}]", limits)
    elif value not in limits:
        raise NotationError(_outside(path, value, limits))


def _check_cells(element: RecordType, cells: ArrayView, path: str) -> None:
    for i in range(len(cells)):
        if len(cells.shape) > 1:
            _check_cells(element, cells[i], f"{path}[{i}]")
        else:
            _check_ranges(element, cells[i], f"{path}[{i}]")


def _outside(path: str, value: float, limits: Range) -> str:
    return f"{path}: {value} is not between {limits.low} and {limits.high}"


def check_between(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise NotationError(f"{name}: {value} is not between {low} and {high}")


def check_equal(name: str, value: int, expected: int) -> None:
    if value != expected:
        raise NotationError(f"{name}: {value} should be {expected}")
