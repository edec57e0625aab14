"""Intrinsic that compares two records byte for byte."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as nb
from numba.extending import intrinsic


@intrinsic
def same_bytes(typing_context, one, other):
    """Return whether two records of one type are equal byte for byte."""
    if not (isinstance(one, nb.Record) and one.size == other.size):
        return None
    size = one.size

    def build(context, builder, signature, arguments):
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
