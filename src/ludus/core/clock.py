"""Monotonic clock for rules, used by bots with a time budget.

Decisions that depend on the clock can differ between runs. A bot that reads the clock has a field `nanoseconds` in its
params (time per move, 0: no limit), which tells whether its games are reproducible.
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
