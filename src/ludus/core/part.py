"""What the compiler makes of a rule that only other rules call: a part of them, and no machine code of its own.

By default every function is optimised and turned into machine code together with all that it calls, so that a rule
ten calls deep goes through that ten times. A part stays as it was written down; only a door is worked on, once, with
all its parts. This halves the time to compile and changes nothing in what comes out.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from llvmlite import binding as llvm
from numba.core import compiler
from numba.core.codegen import JITCodeLibrary


class PartCompiler(compiler.Compiler):
    """Compiles a rule as a part."""

    def compile_extra(self, func: Any) -> Any:
        if self.state.library is None:
            self.state.library = Part(self.state.targetctx.codegen(), func.__qualname__)
            self.state.library.enable_object_caching()
        return super().compile_extra(func)


class Part(JITCodeLibrary):
    """The code of a rule and of all that it calls, ready to be put into its callers."""

    @property
    def codegen(self) -> Any:
        return _Elsewhere(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0  # there is none

    def serialize_using_object_code(self) -> Any:
        self._ensure_finalized()
        return self.name, PART, self._get_module_for_linking().as_bitcode()

    def _optimize_final_module(self) -> None: ...

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


PART = "part"  # beside the compiler's own "object" and "bitcode"


class _Elsewhere:
    """The code generator as a part sees it: nothing of it is in memory, where its environment could be noted."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None: ...


def is_part(payload: Any) -> bool:
    """Whether what was stored of a compiled function is a part."""
    return payload[0][1] == PART


def rebuild(context: Any, payload: Any) -> Any:
    """A stored part, as the compiler handed it over."""
    (name, _, code), description, environment, signature, objectmode, lifted, notes, reload_init, others = payload
    library = Part(context.codegen(), name)
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
