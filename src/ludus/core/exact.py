"""Portable float64 arithmetic: products and sums with the same bits on every machine.

A GPU compiler fuses `a * b + c` into one instruction that rounds once; a CPU rounds twice, and a difference in the last
bit can decide between two moves. Rules whose floats must agree everywhere write `plus(times(a, b), c)`: on a CPU this
is just `*` and `+`, on a GPU the two instructions that round in the same way. Division rounds identically everywhere,
and so do a product and a sum if one of them is known to be exact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types as nb
from numba.extending import intrinsic

from ludus.core.memory import targets_gpu

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
