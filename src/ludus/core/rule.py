"""`@rule`: a plain Python function of a game's rules, compiled on first use and kept on disk.

A rule works on records and numbers, allocates nothing, and calls only other rules. `plain(f)` gives
the same function back as ordinary Python, with everything it calls: for debugging, for coverage, and
to prove that compiled and plain play agree.
"""

from __future__ import annotations

import ctypes
import types
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core import cgutils
from numba.core import types as nb
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from ludus.core.errors import RuleError
from ludus.core.fingerprint import reached, source_of
from ludus.core.record import RecordType
from ludus.core.store import Store

F = TypeVar("F", bound=Callable[..., Any])


# A record may stand in for one with the same fields at the same places: `draw` compiled for one fits another.
warnings.filterwarnings("ignore", "Record.* has been considered a subtype", NumbaExperimentalFeatureWarning)


def rule(function: F) -> F:
    """Compile a function of the rules. With NUMBA_DISABLE_JIT=1 it stays as it is.

    Rules have no memory manager: what allocates does not compile. `local_numbers` gives scratch space.
    """
    compiled = numba.njit(nogil=True, _nrt=False)(function)
    if isinstance(compiled, Dispatcher):
        compiled._cache = Store(compiled.py_func, {})
    return compiled  # type: ignore[no-any-return]


def is_compiled(function: Any) -> bool:
    return isinstance(function, Dispatcher)


@intrinsic
def _record_at(typing_context, address, dtype):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return dtype.dtype(nb.int64, dtype), build


def reader(record: RecordType) -> Callable[[int], Any]:
    """A rule that takes the address of a record and gives the record.

    A call with an address costs a twentieth of a call with an array, so the Python face and the
    players hand records over by address.
    """
    dtype = record.dtype

    @rule
    def record_at(address):  # type: ignore[no-untyped-def]
        return _record_at(address, dtype)

    source_of(record_at).__ludus_plain__ = record.at  # type: ignore[attr-defined]
    return record_at


@intrinsic
def numbers_at(typing_context, address, count):  # type: ignore[no-untyped-def]
    """The array of int64 numbers at an address."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        data = builder.inttoptr(arguments[0], context.get_value_type(nb.CPointer(nb.int64)))
        return _numbers(context, builder, data, arguments[1])

    return _NUMBERS(nb.int64, nb.intp), build


@intrinsic(prefer_literal=True)
def local_numbers(typing_context, count):  # type: ignore[no-untyped-def]
    """Zeroed int64 scratch space on the stack of the calling rule: `local_numbers(30)`."""
    if not isinstance(count, nb.IntegerLiteral):
        raise RuleError("local_numbers needs a constant size")

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        size = count.literal_value
        data = cgutils.alloca_once(builder, context.get_value_type(nb.int64), size=size)
        cgutils.memset(builder, data, context.get_constant(nb.intp, 8 * size), 0)
        return _numbers(context, builder, data, context.get_constant(nb.intp, size))

    return _NUMBERS(count), build


_NUMBERS = nb.Array(nb.int64, 1, "C")


def _numbers(context, builder, data, length):  # type: ignore[no-untyped-def]
    array = context.make_array(_NUMBERS)(context, builder)
    eight = context.get_constant(nb.intp, 8)
    populate_array(array, data=data, shape=[length], strides=[eight], itemsize=eight, meminfo=None)
    return array._getvalue()


numbers_at.__ludus_plain__ = lambda address, count: (ctypes.c_int64 * count).from_address(address)
local_numbers.__ludus_plain__ = lambda count: [0] * count


def plain(function: Any) -> Any:
    """The same rule as ordinary Python, down to the last helper."""
    return _plain(function, {}, {})


def _plain(function: Any, done: dict[int, Any], spaces: dict[int, dict[str, Any]]) -> Any:
    source = source_of(function)
    if hasattr(source, "__ludus_plain__"):
        return source.__ludus_plain__
    if id(source) in done:
        return done[id(source)]
    space = spaces.setdefault(id(source.__globals__), dict(source.__globals__))
    cells = tuple(types.CellType() for _ in source.__closure__ or ())
    copy = types.FunctionType(source.__code__, space, source.__name__, source.__defaults__, cells)
    copy.__kwdefaults__ = source.__kwdefaults__
    done[id(source)] = copy
    for cell, (name, old) in zip(cells, zip(source.__code__.co_freevars, source.__closure__ or (), strict=True), strict=True):
        cell.cell_contents = _plain_value(old.cell_contents, done, spaces)
    for path, value in reached(source):
        if "." not in path and path in space:
            space[path] = _plain_value(value, done, spaces)
        elif "." in path and is_compiled(value):
            root = path.split(".")[0]
            space[root] = _PlainModule(source.__globals__[root], done, spaces)
    return copy


def _plain_value(value: Any, done: dict[int, Any], spaces: dict[int, dict[str, Any]]) -> Any:
    return _plain(value, done, spaces) if is_compiled(value) or hasattr(value, "__ludus_plain__") else value


class _PlainModule:
    """A module whose rules are handed out as ordinary Python."""

    def __init__(self, module: Any, done: dict[int, Any], spaces: dict[int, dict[str, Any]]) -> None:
        self._module, self._done, self._spaces = module, done, spaces

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, types.ModuleType):
            return _PlainModule(value, self._done, self._spaces)
        return _plain_value(value, self._done, self._spaces)
