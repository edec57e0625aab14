"""Records, numbers and functions by address: what lets Python hand things to compiled rules at no cost.

A call with an integer costs a twentieth of a call with an array, and a function known by its address
needs no compilation of its caller. Every intrinsic here has a plain twin, so that rules that use them
also run as ordinary Python.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numba
from numba.core import cgutils
from numba.core import types as nb
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from ludus.core.errors import RuleError
from ludus.core.fingerprint import source_of
from ludus.core.record import RecordType
from ludus.core.rule import is_compiled, rule

_NUMBERS = nb.Array(nb.int64, 1, "C")
_SIX = nb.int64(*(nb.int64,) * 6)
_plain_functions: list[Callable[..., int]] = []


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


@intrinsic
def numbers_in(typing_context, field):  # type: ignore[no-untyped-def]
    """An int64 array that is a field of a record, as an array like any other: rules need one version, not two."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        nested = context.make_array(field)(context, builder, arguments[0])
        return _numbers(context, builder, nested.data, context.get_constant(nb.intp, field.shape[0]))

    return _NUMBERS(field), build


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


def _numbers(context, builder, data, length):  # type: ignore[no-untyped-def]
    array = context.make_array(_NUMBERS)(context, builder)
    eight = context.get_constant(nb.intp, 8)
    populate_array(array, data=data, shape=[length], strides=[eight], itemsize=eight, meminfo=None)
    return array._getvalue()


@intrinsic
def call(typing_context, function, a, b, c, d, e, f):  # type: ignore[no-untyped-def]
    """Call a rule of six int64 numbers by the address that `address_of` gave. Its errors are raised here."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        kind = context.call_conv.get_function_type(nb.int64, _SIX.args)
        pointer = builder.inttoptr(arguments[0], kind.as_pointer())
        status, result = context.call_conv.call_function(builder, pointer, nb.int64, _SIX.args, arguments[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result

    return nb.int64(*(nb.int64,) * 7), build


def address_of(function: Any) -> int:
    """The address of a rule of six int64 numbers, for `call`; a plain function gets a number of its own."""
    if not is_compiled(function):
        _plain_functions.append(function)
        return len(_plain_functions) - 1
    result = function.get_compile_result(_SIX)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


call.__ludus_plain__ = lambda function, *numbers: _plain_functions[function](*numbers)
numbers_at.__ludus_plain__ = lambda address, count: (ctypes.c_int64 * count).from_address(int(address))
numbers_in.__ludus_plain__ = lambda field: field
local_numbers.__ludus_plain__ = lambda count: [0] * count
