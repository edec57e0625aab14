"""Products and sums of float64 numbers that are the same bits on every machine.

A graphics card's compiler turns `a * b + c` into one instruction that rounds once; a processor rounds twice, and a
difference in the last bit can decide between two moves. Rules whose floats must agree everywhere write
`plus(times(a, b), c)`: on a processor nothing but `*` and `+`, elsewhere the two instructions that round as those do.
Division rounds alike everywhere, and so do products and sums of which one is known to be exact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types as nb
from numba.extending import intrinsic

from ludus.core.memory import on_card

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
    """How to write the operation: by its ordinary instruction, or by one of NVIDIA's that is never fused."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        if not on_card(builder):
            return getattr(builder, ordinary)(*arguments)
        double = ir.DoubleType()
        function = builder.module.globals.get(instruction)
        if function is None:
            function = ir.Function(builder.module, ir.FunctionType(double, [double, double]), instruction)
        return builder.call(function, arguments)

    return build


times.__ludus_plain__ = lambda a, b: float(a) * float(b)
plus.__ludus_plain__ = lambda a, b: float(a) + float(b)
