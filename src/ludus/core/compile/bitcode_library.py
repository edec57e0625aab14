"""Numba code libraries that stay bitcode: for rules that are called only by other rules.

By default numba optimises every function and turns it into machine code together with all its callees, so that a rule
ten calls deep is processed ten times. Here, such a rule stays unoptimised bitcode; only an exported rule is optimised,
once, with all its callees linked in. This halves the compile time and does not change the resulting machine code.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from llvmlite import binding as llvm
from numba.core import compiler
from numba.core.codegen import JITCodeLibrary


class BitcodeCompiler(compiler.Compiler):
    """Compiler pipeline that leaves a rule as bitcode."""

    def compile_extra(self, func: Any) -> Any:
        if self.state.library is None:
            self.state.library = BitcodeLibrary(self.state.targetctx.codegen(), func.__qualname__)
            self.state.library.enable_object_caching()
        return super().compile_extra(func)


class BitcodeLibrary(JITCodeLibrary):
    """Code of a rule and its callees as bitcode, to be linked into its callers."""

    @property
    def codegen(self) -> Any:
        return _DetachedCodegen(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0  # there is no machine code

    def serialize_using_object_code(self) -> Any:
        self._ensure_finalized()
        return self.name, BITCODE_ONLY, self._get_module_for_linking().as_bitcode()

    def _optimize_final_module(self) -> None: ...

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


BITCODE_ONLY = "part"  # kind of serialised library, in addition to numba's "object" and "bitcode"


class _DetachedCodegen:
    """Code generator without `set_env`: a bitcode library has no loaded code whose environment could be set."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None: ...


def is_bitcode_only(payload: Any) -> bool:
    """Return whether a cached compile result is a bitcode library."""
    return payload[0][1] == BITCODE_ONLY


def load_bitcode(context: Any, payload: Any) -> Any:
    """Restore a compile result with a bitcode library from the cache."""
    (name, _, code), description, environment, signature, objectmode, lifted, notes, reload_init, others = payload
    library = BitcodeLibrary(context.codegen(), name)
    library._final_module = llvm.parse_bitcode(code)
    library._finalized = True
    return compiler.CompileResult(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=context.get_executable(library, description, environment),
        fndesc=description,
        type_annotation=notes,
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=others,
    )
