"""Compiler from rules to GPU kernels: the same source as on the CPU, compiled to PTX, the portable assembly of NVIDIA.

It uses numba-cuda with three changes: integers are passed to rules as int64, as on the CPU; a product and a sum are
never fused into one rounding; records are copied by words instead of bytes.

Import this module only if numba-cuda is installed; `ludus.backends.cuda` checks it.
"""

from __future__ import annotations

import hashlib
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types as nb

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # NumPy 2.5 removed the name; numba-cuda 0.30 still uses it

from numba.cuda.compiler import compile_cuda, kernel_fixup
from numba.cuda.core.errors import NumbaError
from numba.cuda.cuda_paths import _get_libdevice_path
from numba.cuda.cudadrv import nvvm
from numba.cuda.descriptor import cuda_target
from numba.cuda.dispatcher import CUDADispatcher

from ludus.backends.backend import BackendError
from ludus.backends.cuda import cuda_install_hint
from ludus.core.compile.error_messages import compile_error_message
from ludus.core.compile.fingerprint import python_function, referenced_values
from ludus.core.rule import is_compiled, widen_integers
from ludus.util.errors import RuleError

OPTIONS = {"opt": 3, "fma": 0}  # for NVIDIA's compiler
MIN_ARCHITECTURE = (7, 5)  # target compute capability; the code needs no feature of newer GPUs
WORDS_PER_BATCH = 16  # words of a record that are read before they are written
MAX_UNROLLED_BYTES = 2048  # largest record, in bytes, that is copied without a loop


def compile_kernel(function: Any, signature: tuple[Any, ...]) -> tuple[str, str]:
    """Compile a function without result, and all rules that it calls, to PTX.

    Returns:
        The PTX text and the name of the kernel in it.

    Raises:
        RuleError: a rule does not compile for a GPU.
    """
    source = python_function(function)
    _attach_gpu_versions(source, set())
    try:
        compiled = compile_cuda(source, nb.void, signature, nvvm_options=OPTIONS, cc=MIN_ARCHITECTURE)
    except (NumbaError, KeyError, NotImplementedError) as error:
        raise RuleError(f"for a graphics card, {compile_error_message(error, function)}") from error
    name = compiled.fndesc.llvm_func_name
    kernel_fixup(compiled.library.get_function(name), False)
    return _to_ptx(compiled.library.llvm_strs), name


def version() -> tuple[Any, ...]:
    """Return everything else that determines the PTX, for cache keys: the compiler versions and this file."""
    try:
        compiler = tuple(nvvm.NVVM().get_version())
    except (RuntimeError, nvvm.NvvmSupportError) as error:
        raise BackendError(f"NVIDIA's compiler, libNVVM, is not installed: {cuda_install_hint()}") from error
    return version_of("numba-cuda"), compiler, hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def _attach_gpu_versions(function: Any, seen: set[int]) -> None:
    """Attach a GPU version to every rule that a function calls, in the attribute where numba-cuda looks for it."""
    if id(function) in seen:
        return
    seen.add(id(function))
    for _, value in referenced_values(function):
        if is_compiled(value) and not value.py_func.__module__.startswith("numba"):
            if not hasattr(value, "_CUDATypingContext__dispatcher"):
                value._CUDATypingContext__dispatcher = _GpuRule(value.py_func, value.targetoptions)
            _attach_gpu_versions(value.py_func, seen)


class _GpuRule(CUDADispatcher):  # type: ignore[misc]
    """GPU version of a rule. It does not query a GPU, so that kernels also compile on machines without one."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        self._inline = options.get("forceinline", False)
        super().__init__(function, {"device": True, "debug": False, "opt": True})

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        signature, kinds = super().fold_argument_types(args, kws)
        return signature, widen_integers(kinds)

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        if args not in self.overloads:
            with self._compiling_counter:
                compiled = compile_cuda(
                    self.py_func, return_type, args, forceinline=self._inline, nvvm_options=OPTIONS, cc=MIN_ARCHITECTURE
                )
                self.overloads[args] = compiled
                compiled.target_context.insert_user_function(compiled.entry_point, compiled.fndesc, [compiled.library])
        return self.overloads[args]


def _copy_by_words(context: Any) -> None:
    """Copy records by the largest words that their alignment allows, many at once, to hide memory latency."""
    by_bytes = context.pack_value

    def pack_value(builder: Any, kind: Any, value: Any, place: Any, align: int | None = None) -> None:
        if not isinstance(kind, nb.Record) or not kind.aligned or kind.size > MAX_UNROLLED_BYTES:
            by_bytes(builder, kind, value, place, align)
            return
        size = kind.dtype.alignment
        word = ir.IntType(8 * size).as_pointer()
        source, target, count = builder.bitcast(value, word), builder.bitcast(place, word), kind.size // size
        for first in range(0, count, WORDS_PER_BATCH):
            indices = [ir.Constant(ir.IntType(64), k) for k in range(first, min(first + WORDS_PER_BATCH, count))]
            words = [builder.load(builder.gep(source, [k])) for k in indices]
            for k, loaded in zip(indices, words, strict=True):
                builder.store(loaded, builder.gep(target, [k]))

    context.pack_value = pack_value


_copy_by_words(cuda_target.target_context)


def _to_ptx(modules: list[str]) -> str:
    unit = nvvm.CompilationUnit({**OPTIONS, "arch": "compute_{}{}".format(*MIN_ARCHITECTURE)})
    for module in modules:
        unit.add_module(nvvm.llvm_replace(module).encode())
    unit.verify()
    if any("__nv_" in module for module in modules):  # uses libdevice, e.g. for the maximum of two floats
        unit.lazy_add_module(_device_library())
    return str(unit.compile().decode().strip("\x00").strip())


def _device_library() -> bytes:
    file = _get_libdevice_path().info
    if file is None:
        hint = cuda_install_hint()
        raise BackendError(f"NVIDIA's libdevice, which belongs to its compiler, is not installed: {hint}")
    return Path(file).read_bytes()
