"""The time, for players that think for so long and not for so many tries.

What is decided by the clock can differ from one run to the next. A player that reads it has a field `nanoseconds` in
its params, its time for a move, 0 for none: so it is known whether its games can be played again.
"""

from __future__ import annotations

import time

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as nb
from numba.core.cpu import CPUContext
from numba.extending import intrinsic

_MONOTONIC = getattr(time, "CLOCK_MONOTONIC", 1)
_SECOND = 1_000_000_000


@intrinsic
def nanoseconds(typing_context):  # type: ignore[no-untyped-def]
    """Nanoseconds on a clock that never goes back; only differences mean something."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        word, number = ir.IntType(64), ir.IntType(32)
        if not isinstance(context, CPUContext):
            return ir.Constant(word, 0)  # on a graphics card, where nobody is let who plays by the clock
        name = "clock_gettime"  # of the C library, which every process on Linux and macOS has at hand
        kind = ir.FunctionType(number, [number, word.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, kind, name)
        moment = cgutils.alloca_once(builder, word, size=2)  # seconds and nanoseconds
        builder.call(function, [ir.Constant(number, _MONOTONIC), moment])
        seconds, rest = (builder.load(builder.gep(moment, [ir.Constant(number, k)])) for k in range(2))
        return builder.add(builder.mul(seconds, ir.Constant(word, _SECOND)), rest)

    return nb.int64(), build


nanoseconds.__ludus_plain__ = time.monotonic_ns
