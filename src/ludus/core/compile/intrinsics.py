"""Compiler intrinsics for records, arrays and functions by address, for portable floats and for the clock.

A call with an integer costs a twentieth of a call with an array, and a function that is called by its address does not
require its caller to be compiled again. Every intrinsic has a plain Python version, so that rules that use it also run
as ordinary Python.

`times` and `plus` are float64 arithmetic with the same bits on every machine. A GPU compiler fuses `a * b + c` into one
instruction that rounds once; a CPU rounds twice, and a difference in the last bit can decide between two moves. Rules
whose floats must agree everywhere write `plus(times(a, b), c)`: on a CPU this is just `*` and `+`, on a GPU the two
instructions that round in the same way. Division rounds identically everywhere, and so do a product and a sum if one of
them is known to be exact.

`nanoseconds` is a monotonic clock for bots with a time budget. Decisions that depend on the clock can differ between
runs. A bot that reads the clock has a field `nanoseconds` in its params (time per move, 0: no limit), which tells
whether its games are reproducible.
"""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, config
from numba.core import types as nb
from numba.core.cpu import CPUContext
from numba.extending import intrinsic

from ludus.core.rule import is_compiled, rule
from ludus.core.structured_records import RecordType
from ludus.util.errors import RuleError

RUN_LENGTH = 8  # numbers written at once by `write_run` and `write_packed`
_INT_ARRAY = nb.Array(nb.int64, 1, "C")
_FLOAT_ARRAY = nb.Array(nb.float64, 1, "C")
_SIX_INTS = nb.int64(*(nb.int64,) * 6)
_plain_functions: list[Callable[..., int]] = []


@intrinsic
def _record_at(typing_context, address, dtype):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return _pointer(builder, arguments[0], context.get_value_type(signature.return_type))

    return dtype.dtype(nb.int64, dtype), build


def _pointer(builder, address, kind):  # type: ignore[no-untyped-def]
    """Convert an address to a pointer; on a GPU, addresses refer to global memory (address space 1)."""
    if not targets_gpu(builder):
        return builder.inttoptr(address, kind)
    return builder.addrspacecast(builder.inttoptr(address, ir.PointerType(kind.pointee, addrspace=1)), kind)


def targets_gpu(builder):  # type: ignore[no-untyped-def]
    """Return whether code is generated for an NVIDIA GPU."""
    return builder.module.triple.startswith("nvptx")


def record_reader(record: RecordType) -> Callable[[int], Any]:
    """Return a rule that takes the address of a record and returns the record.

    A call with an address costs a twentieth of a call with an array, so positions and bots pass records by address.
    """
    dtype = record.dtype

    def record_at(address):  # type: ignore[no-untyped-def]
        return _record_at(address, dtype)

    record_at.__qualname__ = f"{record.__name__}_at"
    record_at.__ludus_plain__ = record.at  # type: ignore[attr-defined]
    return rule(record_at)


@intrinsic
def _record_in(typing_context, numbers, at, dtype):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        space = context.make_array(signature.args[0])(context, builder, arguments[0])
        byte = builder.gep(builder.bitcast(space.data, ir.IntType(8).as_pointer()), [arguments[1]])
        return builder.bitcast(byte, context.get_value_type(signature.return_type))

    return dtype.dtype(numbers, nb.int64, dtype), build


def record_placer(record: RecordType) -> Callable[[Any, int], Any]:
    """Return a rule (int64 array, byte offset) -> record stored in the array at this offset."""
    dtype = record.dtype

    def record_in(numbers, at):  # type: ignore[no-untyped-def]
        return _record_in(numbers, at, dtype)

    record_in.__qualname__ = f"{record.__name__}_in"
    record_in.__ludus_plain__ = lambda numbers, at: record.at(ctypes.addressof(numbers) + at)  # type: ignore[attr-defined]
    return rule(inline=True)(record_in)


@intrinsic
def ints_at(typing_context, address, count):  # type: ignore[no-untyped-def]
    """Return the int64 array at an address."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        data = _pointer(builder, arguments[0], context.get_value_type(nb.CPointer(nb.int64)))
        return _make_array(context, builder, data, arguments[1])

    return _INT_ARRAY(nb.int64, nb.intp), build


@intrinsic
def fetch_and_increment(typing_context, address):  # type: ignore[no-untyped-def]
    """Return the int64 number at an address and increment it atomically: each thread gets a different number."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer = _pointer(builder, arguments[0], context.get_value_type(nb.CPointer(nb.int64)))
        return builder.atomic_rmw("add", pointer, ir.Constant(ir.IntType(64), 1), "monotonic")

    return nb.int64(nb.int64), build


@intrinsic
def ints_in(typing_context, field):  # type: ignore[no-untyped-def]
    """Return an int64 array field of a record as an ordinary array, so that rules need only one compiled version."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        nested = context.make_array(field)(context, builder, arguments[0])
        return _make_array(context, builder, nested.data, context.get_constant(nb.intp, field.shape[0]))

    return _INT_ARRAY(field), build


@intrinsic(prefer_literal=True)
def local_ints(typing_context, count):  # type: ignore[no-untyped-def]
    """Return a zeroed int64 array on the stack of the calling rule: `local_ints(30)`."""
    if not isinstance(count, nb.IntegerLiteral):
        raise RuleError("local_numbers needs a constant size")

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        size = count.literal_value
        data = cgutils.alloca_once(builder, context.get_value_type(nb.int64), size=size)
        cgutils.memset(builder, data, context.get_constant(nb.intp, 8 * size), 0)
        return _make_array(context, builder, data, context.get_constant(nb.intp, size))

    return _INT_ARRAY(count), build


@intrinsic(prefer_literal=True)
def local_floats(typing_context, count):  # type: ignore[no-untyped-def]
    """Return a float64 array on the stack of the calling rule. It is not initialised: write before you read."""
    if not isinstance(count, nb.IntegerLiteral):
        raise RuleError("local_reals needs a constant size")

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        size = count.literal_value
        data = cgutils.alloca_once(builder, context.get_value_type(nb.float64), size=size)
        return _make_array(context, builder, data, context.get_constant(nb.intp, size), _FLOAT_ARRAY)

    return _FLOAT_ARRAY(count), build


def _make_array(context, builder, data, length, kind=_INT_ARRAY):  # type: ignore[no-untyped-def]
    from numba.np.arrayobj import populate_array  # only when compiling: the module is slow to import

    array = context.make_array(kind)(context, builder)
    eight = context.get_constant(nb.intp, 8)
    populate_array(array, data=data, shape=[length], strides=[eight], itemsize=eight, meminfo=None)
    return array._getvalue()


@intrinsic
def write_run(typing_context, numbers, at, first):  # type: ignore[no-untyped-def]
    """Write first, first + 1, ... into the eight elements from index `at`; always all eight, even if fewer count."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        values = builder.add(_splat(builder, arguments[2]), _vector(range(RUN_LENGTH)))
        _store(context, builder, signature, arguments, values)
        return context.get_dummy_value()

    return nb.void(numbers, nb.int64, nb.int64), build


@intrinsic
def write_packed(typing_context, numbers, at, first, packed):  # type: ignore[no-untyped-def]
    """Write first + (bits 0-3 of packed), first + (bits 4-7), ... into the eight elements from index `at`."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        shifted = builder.lshr(_splat(builder, arguments[3]), _vector(range(0, 4 * RUN_LENGTH, 4)))
        values = builder.add(builder.and_(shifted, _vector([15] * RUN_LENGTH)), _splat(builder, arguments[2]))
        _store(context, builder, signature, arguments, values)
        return context.get_dummy_value()

    return nb.void(numbers, nb.int64, nb.int64, nb.int64), build


def _vector(values: Iterable[int]) -> Any:
    return ir.Constant(
        ir.VectorType(ir.IntType(64), RUN_LENGTH), [ir.Constant(ir.IntType(64), value) for value in values]
    )


def _splat(builder, value):  # type: ignore[no-untyped-def]
    empty = ir.Constant(ir.VectorType(ir.IntType(64), RUN_LENGTH), ir.Undefined)
    one = builder.insert_element(empty, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(ir.IntType(32), RUN_LENGTH), [0] * RUN_LENGTH))


def _store(context, builder, signature, arguments, values):  # type: ignore[no-untyped-def]
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    if config.BOUNDSCHECK:
        (length,) = cgutils.unpack_tuple(builder, array.shape, 1)
        last = builder.sub(length, ir.Constant(length.type, RUN_LENGTH))
        with cgutils.if_unlikely(builder, builder.icmp_unsigned(">", arguments[1], last)):
            context.call_conv.return_user_exc(builder, IndexError, ("a run of moves does not fit the buffer",))
    pointer = builder.gep(array.data, [arguments[1]])
    builder.store(values, builder.bitcast(pointer, values.type.as_pointer()), align=8)


def _plain_take(address: int) -> int:
    cell = ctypes.c_int64.from_address(int(address))
    cell.value += 1
    return cell.value - 1


def _plain_run(numbers: Any, at: int, first: int) -> None:
    for k in range(RUN_LENGTH):
        numbers[at + k] = first + k


def _plain_packed(numbers: Any, at: int, first: int, packed: int) -> None:
    for k in range(RUN_LENGTH):
        numbers[at + k] = first + (packed >> 4 * k & 15)


@intrinsic
def call_address(typing_context, function, a, b, c, d, e, f):  # type: ignore[no-untyped-def]
    """Call a rule of six int64 numbers by its address from `address_of`; its exceptions propagate."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        kind = context.call_conv.get_function_type(nb.int64, _SIX_INTS.args)
        pointer = builder.inttoptr(arguments[0], kind.as_pointer())
        status, result = context.call_conv.call_function(builder, pointer, nb.int64, _SIX_INTS.args, arguments[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result

    return nb.int64(*(nb.int64,) * 7), build


def address_of(function: Any) -> int:
    """Return the address of an exported rule of six int64 numbers, for `call_address`; plain functions get an index."""
    if not is_compiled(function):
        _plain_functions.append(function)
        return len(_plain_functions) - 1
    result = function.get_compile_result(_SIX_INTS)
    address = int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
    if address == 0:
        raise RuleError(f"{function.py_func.__name__} has no address: it is a part of other rules, not a door")
    return address


call_address.__ludus_plain__ = lambda function, *numbers: _plain_functions[function](*numbers)
ints_at.__ludus_plain__ = lambda address, count: (ctypes.c_int64 * count).from_address(int(address))
fetch_and_increment.__ludus_plain__ = _plain_take
write_run.__ludus_plain__ = _plain_run
write_packed.__ludus_plain__ = _plain_packed
ints_in.__ludus_plain__ = lambda field: field
local_ints.__ludus_plain__ = lambda count: [0] * count
local_floats.__ludus_plain__ = lambda count: [math.nan] * count  # makes reads of unwritten elements visible


WORD_BYTES = 8  # bytes moved at once by `read_word` and `write_word`


@intrinsic
def read_word(typing_context, array, at):  # type: ignore[no-untyped-def]
    """Return eight bytes of an array of bytes or of wider numbers from index `at` as one number, little-endian."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.load(_word_pointer(context, builder, signature, arguments), align=1)

    return nb.int64(array, nb.int64), build


@intrinsic
def write_word(typing_context, array, at, number):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        builder.store(arguments[2], _word_pointer(context, builder, signature, arguments), align=1)
        return context.get_dummy_value()

    return nb.void(array, nb.int64, nb.int64), build


def _word_pointer(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    if config.BOUNDSCHECK:
        count = WORD_BYTES * 8 // signature.args[0].dtype.bitwidth
        last = ir.Constant(ir.IntType(64), signature.args[0].shape[0] - count)
        with cgutils.if_unlikely(builder, builder.icmp_unsigned(">", arguments[1], last)):
            context.call_conv.return_user_exc(builder, IndexError, ("eight bytes do not fit the array",))
    return builder.bitcast(builder.gep(array.data, [arguments[1]]), ir.IntType(64).as_pointer())


def _plain_read_word(array, at):  # type: ignore[no-untyped-def]
    bits = 8 * array.itemsize
    number = sum(int(array[at + k]) << bits * k for k in range(WORD_BYTES // array.itemsize))
    return number - (1 << 64) if number >> 63 else number


def _plain_write_word(array, at, number):  # type: ignore[no-untyped-def]
    bits = 8 * array.itemsize
    for k in range(WORD_BYTES // array.itemsize):
        array[at + k] = number >> bits * k & (1 << bits) - 1


read_word.__ludus_plain__ = _plain_read_word
write_word.__ludus_plain__ = _plain_write_word


_F8 = nb.float64(nb.float64, nb.float64)


@intrinsic
def times(typing_context, a, b):  # type: ignore[no-untyped-def]
    """a * b, rounded to the nearest float64."""
    return _F8, _rounded("fmul", "llvm.nvvm.mul.rn.d")


@intrinsic
def plus(typing_context, a, b):  # type: ignore[no-untyped-def]
    """a + b, rounded to the nearest float64."""
    return _F8, _rounded("fadd", "llvm.nvvm.add.rn.d")


def _rounded(ordinary: str, instruction: str) -> Callable[..., Any]:
    """Return a code generator: the ordinary CPU instruction, or an NVIDIA instruction that is never fused."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        if not targets_gpu(builder):
            return getattr(builder, ordinary)(*arguments)
        double = ir.DoubleType()
        function = builder.module.globals.get(instruction)
        if function is None:
            function = ir.Function(builder.module, ir.FunctionType(double, [double, double]), instruction)
        return builder.call(function, arguments)

    return build


times.__ludus_plain__ = lambda a, b: float(a) * float(b)
plus.__ludus_plain__ = lambda a, b: float(a) + float(b)


_MONOTONIC = getattr(time, "CLOCK_MONOTONIC", 1)
_SECOND = 1_000_000_000


@intrinsic
def nanoseconds(typing_context):  # type: ignore[no-untyped-def]
    """Return the time of a monotonic clock in nanoseconds; only differences are meaningful."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        word, number = ir.IntType(64), ir.IntType(32)
        if not isinstance(context, CPUContext):
            return ir.Constant(word, 0)  # GPU: bots with a time budget are not admitted there
        name = "clock_gettime"  # C library; available in every process on Linux and macOS
        function_type = ir.FunctionType(number, [number, word.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, function_type, name)
        timespec = cgutils.alloca_once(builder, word, size=2)  # seconds and nanoseconds
        builder.call(function, [ir.Constant(number, _MONOTONIC), timespec])
        seconds, rest = (builder.load(builder.gep(timespec, [ir.Constant(number, k)])) for k in range(2))
        return builder.add(builder.mul(seconds, ir.Constant(word, _SECOND)), rest)

    return nb.int64(), build


nanoseconds.__ludus_plain__ = time.monotonic_ns


@intrinsic
def same_bytes(typing_context, one, other):  # type: ignore[no-untyped-def]
    """Return whether two records of one type are equal byte for byte."""
    if not (isinstance(one, nb.Record) and one.size == other.size):
        return None
    size = one.size

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        byte = ir.IntType(8)
        left, right = (builder.bitcast(argument, byte.as_pointer()) for argument in arguments)
        differs = cgutils.alloca_once_value(builder, byte(0))
        with cgutils.for_range(builder, context.get_constant(nb.intp, size)) as loop:
            pair = [builder.load(builder.gep(start, [loop.index])) for start in (left, right)]
            builder.store(builder.or_(builder.load(differs), builder.xor(*pair)), differs)
        return builder.icmp_unsigned("==", builder.load(differs), byte(0))

    return nb.boolean(one, other), build


def _plain_same_bytes(one: Any, other: Any) -> bool:
    size = type(one).nbytes
    return bytes(one._memory[one._at : one._at + size]) == bytes(other._memory[other._at : other._at + size])


same_bytes.__ludus_plain__ = _plain_same_bytes


@intrinsic
def copy_part(typing_context, target, source, start, count):  # type: ignore[no-untyped-def]
    """Copy `count` bytes from byte `start` on to the same place of another record of the same type."""
    if not (isinstance(target, nb.Record) and target.size == source.size):
        return None

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        byte = ir.IntType(8).as_pointer()
        to, of = (builder.gep(builder.bitcast(record, byte), [arguments[2]]) for record in arguments[:2])
        cgutils.raw_memcpy(builder, to, of, arguments[3], 1)
        return context.get_dummy_value()

    return nb.void(target, source, nb.int64, nb.int64), build


def _plain_copy_part(target: Any, source: Any, start: int, count: int) -> None:
    to, of = target._at + start, source._at + start
    target._memory[to : to + count] = source._memory[of : of + count]


copy_part.__ludus_plain__ = _plain_copy_part
