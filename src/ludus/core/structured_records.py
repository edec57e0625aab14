"""Records: structured data declared as annotated classes; raw bytes for compiled rules, objects for plain Python.

    class Creature(Record):
        attack: int16
        defense: int16

    class Player(Record):
        health: int32
        board: Creature[6]

`Player.zeros(n)` returns n zeroed records as a NumPy array, ready for compiled rules. An instance,
`Player.over(array)`, is a view of the same bytes for plain Python. Its numbers are Python ints, so arithmetic widens as
in compiled code, and a value that does not fit its field raises an error instead of wrapping silently. A state is just
bytes, and a batch of games is an array.

A field may have a range, `coin: Annotated[uint8, Range(0, 1)]`; for an array it is the range of every element. A record
read from text is refused if a value is outside. Rules do not check ranges, so they cost nothing in play.

A view decodes a field on every access, which costs microseconds each. `snapshot(view)` has the same fields as ordinary
attributes: fast for code that reads many fields, but it does not follow later changes of the record and is read-only.
"""

from __future__ import annotations

import ctypes
import inspect
import keyword
import math
import struct
from collections import namedtuple
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_origin

import numpy as np

from ludus.util.errors import RecordError

Shape = tuple[int, ...]


class Scalar:
    """Type of a number field of fixed width, `health: int16`; indexing gives an array type, `hand: uint8[8]`."""

    def __init__(self, name: str, code: str) -> None:
        self.name = name
        self.dtype = np.dtype(code)
        self.nbytes = self.dtype.itemsize
        layout = struct.Struct("=" + dict(zip("i1 i2 i4 i8 u1 u2 u4 u8 f8".split(), "bhiqBHIQd", strict=True))[code])
        self._unpack, self._pack = layout.unpack_from, layout.pack_into

    def __getitem__(self, shape: int | Shape) -> ArrayType:
        return ArrayType(self, shape)

    def __repr__(self) -> str:
        return self.name

    def read(self, memory: Any, at: int) -> Any:
        return self._unpack(memory, at)[0]

    def write(self, memory: Any, at: int, value: Any) -> None:
        try:
            self._pack(memory, at, value)
        except struct.error:
            raise OverflowError(f"{value!r} does not fit {self.name}") from None


int8, int16, int32, int64 = Scalar("int8", "i1"), Scalar("int16", "i2"), Scalar("int32", "i4"), Scalar("int64", "i8")
uint8, uint16, uint32, uint64 = (
    Scalar("uint8", "u1"),
    Scalar("uint16", "u2"),
    Scalar("uint32", "u4"),
    Scalar("uint64", "u8"),
)
float64 = Scalar("float64", "f8")


@dataclass(frozen=True)
class Range:
    """Smallest and largest value of a number field, both included: `coin: Annotated[uint8, Range(0, 1)]`."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


class ArrayType:
    """Type of an array field of numbers or records: `int16[8]`, `Creature[2, 3]`."""

    def __init__(self, element: Any, shape: int | Shape) -> None:
        self.element = element
        self.shape = shape if isinstance(shape, tuple) else (shape,)
        if not all(isinstance(n, int) and n > 0 for n in self.shape):
            raise RecordError(f"an array needs positive sizes, not {shape!r}")
        self.dtype = np.dtype((element.dtype, self.shape))
        self.nbytes = element.nbytes * math.prod(self.shape)

    def read(self, memory: Any, at: int) -> ArrayView:
        return ArrayView(self.element, self.shape, memory, at)

    def write(self, memory: Any, at: int, value: Any) -> None:
        raise TypeError("write the elements of an array one by one")


class ArrayView:
    """Plain Python view of an array in a record; indexing as in compiled code, with bounds checks."""

    __slots__ = ("_at", "_element", "_memory", "shape")

    def __init__(self, element: Any, shape: Shape, memory: Any, at: int) -> None:
        self._element, self.shape, self._memory, self._at = element, shape, memory, at

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def itemsize(self) -> int:
        """Bytes of one element, as in NumPy."""
        return int(self._element.nbytes)

    def __getitem__(self, index: Any) -> Any:
        shape, at = self._find(index)
        if shape:
            return ArrayView(self._element, shape, self._memory, at)
        return self._element.read(self._memory, at)

    def __setitem__(self, index: Any, value: Any) -> None:
        shape, at = self._find(index)
        if shape:
            raise TypeError("write the elements of an array one by one")
        self._element.write(self._memory, at, value)

    def _find(self, index: Any) -> tuple[Shape, int]:
        if isinstance(index, slice):
            start, stop, step = index.indices(self.shape[0])
            if step != 1:
                raise TypeError("slices of a record's array have step 1")
            rest = self.shape[1:]
            size = self._element.nbytes * math.prod(rest)
            return (max(stop - start, 0), *rest), self._at + start * size
        shape, at = self.shape, self._at
        for i in index if isinstance(index, tuple) else (index,):
            n, shape = shape[0], shape[1:]
            if not -n <= i < n:
                raise IndexError(f"index {i} is outside an array of {n}")
            at += int(i % n) * self._element.nbytes * math.prod(shape)
        return shape, at


class RecordType(type):
    """Metaclass that turns the annotations of a class into a NumPy dtype and into properties over its bytes."""

    dtype: np.dtype[Any]
    nbytes: int
    fields: dict[str, Any]
    field_ranges: dict[str, Range]  # of the fields that have one

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> RecordType:
        namespace.setdefault("__slots__", ())
        cls = super().__new__(mcs, name, bases, namespace)
        if not bases:
            return cls
        try:
            kinds = inspect.get_annotations(cls, eval_str=True)
        except NameError as error:
            raise RecordError(f"{name}: {error}; import the field types at the top of the module") from None
        ranges = {field: _range_of(f"{name}.{field}", kind) for field, kind in kinds.items()}
        kinds = {field: _without_range(kind) for field, kind in kinds.items()}
        taken = {*dir(type(cls)), *dir(Record), *inspect.get_annotations(Record)}
        for field, kind in kinds.items():
            if field.startswith("_") or keyword.iskeyword(field) or field in taken:
                raise RecordError(f"{name}.{field}: this name cannot be a field")
            if not isinstance(kind, Scalar | ArrayType | RecordType):
                raise RecordError(f"{name}.{field}: {kind!r} is not int8 ... float64, a Record, or an array of those")
            if limits := ranges[field]:
                _check_range(f"{name}.{field}", kind, limits)
        if not kinds:
            raise RecordError(f"{name} has no fields")
        cls.dtype = np.dtype([(field, kind.dtype) for field, kind in kinds.items()], align=True)
        cls.nbytes = cls.dtype.itemsize
        cls.fields = dict(kinds)
        cls.field_ranges = {field: limits for field, limits in ranges.items() if limits is not None}
        offsets: Any = cls.dtype.fields
        for field, kind in kinds.items():
            setattr(cls, field, _Field(f"{name}.{field}", kind, offsets[field][1]))
        return cls

    def __getitem__(cls, shape: int | Shape) -> ArrayType:
        return ArrayType(cls, shape)

    def read(cls, memory: Any, at: int) -> Any:
        return cls(memory, at)

    def write(cls, memory: Any, at: int, value: Record) -> None:
        source = value._memory[value._at : value._at + cls.nbytes]
        memory[at : at + cls.nbytes] = bytes(source)


def _range_of(name: str, annotation: Any) -> Range | None:
    """Return the range in an annotation, or None if it has none."""
    if get_origin(annotation) is not Annotated:
        return None
    ranges = [item for item in annotation.__metadata__ if isinstance(item, Range)]
    if len(ranges) > 1:
        raise RecordError(f"{name}: a field has one range, not {len(ranges)}")
    return ranges[0] if ranges else None


def _without_range(annotation: Any) -> Any:
    return annotation.__origin__ if get_origin(annotation) is Annotated else annotation


def _check_range(name: str, kind: Any, limits: Range) -> None:
    """Refuse a range that the field cannot have.

    Raises:
        RecordError: the range is empty, does not fit the numbers, or the field has no numbers.
    """
    number = kind.element if isinstance(kind, ArrayType) else kind
    if not isinstance(number, Scalar):
        raise RecordError(f"{name}: a range is for numbers; give the fields of {number.__name__} their ranges")
    if not limits.low <= limits.high:
        raise RecordError(f"{name}: no number is between {limits.low} and {limits.high}")
    if number.dtype.kind != "f":
        width = np.iinfo(number.dtype)
        if limits.low < width.min or limits.high > width.max:
            raise RecordError(
                f"{name}: the range {limits.low} to {limits.high} does not fit {number}, which holds {width.min} to "
                f"{width.max}"
            )


class _Field:
    """Descriptor of one field of a record; reads and writes its bytes."""

    def __init__(self, name: str, kind: Any, offset: int) -> None:
        self.name, self.kind, self.offset = name, kind, offset

    def __get__(self, record: Record | None, owner: type) -> Any:
        if record is None:
            return self
        return self.kind.read(record._memory, record._at + self.offset)

    def __set__(self, record: Record, value: Any) -> None:
        try:
            self.kind.write(record._memory, record._at + self.offset, value)
        except OverflowError as error:
            raise OverflowError(f"{self.name}: {error}") from None


class Record(metaclass=RecordType):
    """Base class of game data, states, params and memories. See the module docstring."""

    __slots__ = ("_at", "_memory")
    dtype: np.dtype[Any]
    nbytes: int
    fields: dict[str, Any]
    field_ranges: dict[str, Range]

    def __init__(self, memory: Any, at: int = 0) -> None:
        self._memory, self._at = memory, at

    @classmethod
    def zeros(cls, n: int = 1) -> np.ndarray:
        """Return an array of `n` zeroed records."""
        return np.zeros(n, cls.dtype)

    @classmethod
    def over(cls, array: np.ndarray, index: int = 0) -> Any:
        """Return a plain Python view of one record of an array created by `zeros`.

        Args:
            array: array of records.
            index: which of them.
        """
        return cls(_bytes(array), index * cls.nbytes)

    @classmethod
    def at(cls, address: int) -> Any:
        """Return a plain Python view of the record at an address; the owner of the memory must outlive the view."""
        return cls(memoryview((ctypes.c_uint8 * cls.nbytes).from_address(int(address))).cast("B"))

    @classmethod
    def every(cls, array: np.ndarray) -> ArrayView:
        """Return a plain Python view of a whole array of records."""
        return ArrayView(cls, (len(array),), _bytes(array), 0)

    def __repr__(self) -> str:
        from ludus.core.serialization import to_plain

        return f"{type(self).__name__}({to_plain(self)})"


def copy_record(array: np.ndarray) -> np.ndarray:
    """Copy an array of records byte for byte; NumPy's own copy leaves garbage in the padding between fields."""
    return np.frombuffer(bytearray(array.tobytes()), array.dtype).reshape(array.shape)


def _bytes(array: Any) -> memoryview:
    return memoryview(array.view(np.uint8).reshape(-1))


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
