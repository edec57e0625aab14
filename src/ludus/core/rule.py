"""`@rule`: functions of a game's rules, compiled on first use and cached on disk; and templates of rules.

A rule works on records and numbers, allocates nothing, and calls only other rules. `plain(f)` returns the same function
and everything it calls as ordinary Python: for debugging, for coverage, and to verify that both versions agree.

A template is a module of rules that is written once and compiled for each game. It uses free names such as
`legal_moves` and `apply`. `bind_template` copies every function of the module with globals that bind these names to the
rules of one game. Passing compiled functions as arguments would compile again in every process; bound templates are
cached like other rules.
"""

from __future__ import annotations

import gc
import threading
import types
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, overload

import numba
from numba.core import types as nb
from numba.core.compiler import Compiler
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning, NumbaRuntimeError
from numba.core.sigutils import normalize_signature

from ludus.core.compile.bitcode_library import BitcodeCompiler
from ludus.core.compile.cache import CompileCache, exporting
from ludus.core.compile.error_messages import compile_error_advice, compile_error_message
from ludus.core.compile.fingerprint import python_function, referenced_values
from ludus.util.errors import RuleError

F = TypeVar("F", bound=Callable[..., Any])
_compiling = threading.RLock()

# A record is accepted for one with the same fields at the same offsets: `random_below` compiled for one fits another.
warnings.filterwarnings("ignore", r"(?s).*Record.* has been considered a subtype", NumbaExperimentalFeatureWarning)


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, inline: bool = False, export: bool = False) -> Callable[[F], F]: ...
def rule(function: Any = None, *, inline: bool = False, export: bool = False) -> Any:
    """Compile a function of the rules. With NUMBA_DISABLE_JIT=1 it stays plain Python.

    Rules have no memory manager: code that allocates does not compile; `local_ints` provides scratch space.

    Args:
        function: the function, if the decorator is used without arguments.
        inline: copy the machine code into every caller; for the few rules that every move runs through.
        export: export the rule, so that Python can call it. Rules are normally called only by rules, because the Python
            wrapper costs a third of the compile time. `plain(rule)` can always be called.

    Returns:
        The compiled rule, or the decorator.
    """
    if function is None:
        return lambda f: _compile(f, inline, export)
    return _compile(function, inline, export)


def export_rule(function: F) -> F:
    """Return an exported version of a rule, which Python can call: for tests and notebooks.

    Args:
        function: a rule; unchanged.
    """
    return _compile(python_function(function), inline=False, export=True)  # type: ignore[no-any-return]


def _compile(function: Any, inline: bool, export: bool) -> Any:
    flags = {"nogil": True, "_nrt": False, "forceinline": inline, "no_cpython_wrapper": not export}
    pipeline = Compiler if export else BitcodeCompiler
    compiled = numba.njit(no_cfunc_wrapper=True, pipeline_class=pipeline, **flags)(function)
    if isinstance(compiled, Dispatcher):
        compiled._cache = CompileCache(compiled.py_func, flags)
        _widen_arguments(compiled)
        if not export:
            _refuse_python_calls(compiled)
    else:
        compiled.__ludus_rule__ = True
    return compiled


def compile_exported(function: Any, signature: Any) -> Any:
    """Compile an exported rule before its first call. Thread-safe: other threads wait for the first one.

    Raises:
        RuleError: a rule does not compile; the message names the rule, the line and the reason.
    """
    with _compiling:
        if normalize_signature(signature)[0] in function.overloads:
            return function
        try:
            with exporting(function.py_func), _without_garbage_collection():
                function.compile(signature)
        except (NumbaError, NumbaRuntimeError, KeyError) as error:
            raise RuleError(f"{compile_error_message(error, function)}\n{compile_error_advice(error)}") from error
        function.disable_compile()
    return function


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Context manager: the compiler makes many objects that live until it is done; looking through them costs 7 %."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()


def _refuse_python_calls(compiled: Dispatcher) -> None:
    """Make calls from Python to a rule that is not exported raise an error; they would crash otherwise."""

    def refuse(*arguments: Any, **keywords: Any) -> None:
        name = compiled.py_func.__name__
        raise RuleError(f"{name} is called by other rules; from Python use plain({name}) or export_rule({name})")

    compiled._insert = lambda *overload, **options: None
    compiled._compile_for_args = refuse


def _widen_arguments(compiled: Dispatcher) -> None:
    """Pass all integers to a rule as int64, so that there is one compiled version instead of one per width."""
    fold = compiled._compiler.fold_argument_types

    def widened(args: Any, kws: Any) -> Any:
        signature, types = fold(args, kws)
        return signature, widen_integers(types)

    compiled._compiler.fold_argument_types = widened


def widen_integers(kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return argument types with narrow integers widened to int64."""
    return tuple(nb.int64 if _is_narrow(kind) else kind for kind in kinds)


def _is_narrow(kind: Any) -> bool:
    kind = nb.unliteral(kind)
    return isinstance(kind, nb.Integer) and kind != nb.uint64


def is_compiled(function: Any) -> bool:
    """Whether a rule is compiled; False if it is plain Python."""
    return isinstance(function, Dispatcher)


def is_rule(function: Any) -> bool:
    """Return whether a function is a rule: compiled, or plain because the compiler is disabled."""
    return is_compiled(function) or hasattr(function, "__ludus_rule__")


def plain(function: Any) -> Any:
    """Return a rule and all rules it calls as ordinary Python.

    Args:
        function: a rule, or an ordinary function.
    """
    return _plain(function, {}, {})


def _plain(function: Any, done: dict[int, Any], spaces: dict[int, dict[str, Any]]) -> Any:
    source = python_function(function)
    if hasattr(source, "__ludus_plain__"):
        return source.__ludus_plain__
    if id(source) in done:
        return done[id(source)]
    space = spaces.setdefault(id(source.__globals__), dict(source.__globals__))
    cells = tuple(types.CellType() for _ in source.__closure__ or ())
    copy = types.FunctionType(source.__code__, space, source.__name__, source.__defaults__, cells)
    copy.__kwdefaults__ = source.__kwdefaults__
    done[id(source)] = copy
    for cell, old in zip(cells, source.__closure__ or (), strict=True):
        value = old.cell_contents
        module = isinstance(value, types.ModuleType)
        cell.cell_contents = _PlainModule(value, done, spaces) if module else _plain_value(value, done, spaces)
    for path, value in referenced_values(source):
        if path.split(".")[0] in source.__code__.co_freevars:
            continue  # a closure cell, filled above
        if "." not in path and path in space:
            space[path] = _plain_value(value, done, spaces)
        elif "." in path and is_rule(value):
            root = path.split(".")[0]
            space[root] = _PlainModule(source.__globals__[root], done, spaces)
    return copy


def _plain_value(value: Any, done: dict[int, Any], spaces: dict[int, dict[str, Any]]) -> Any:
    if type(value) is tuple:  # may contain rules
        return tuple(_plain_value(item, done, spaces) for item in value)
    return _plain(value, done, spaces) if is_rule(value) or hasattr(value, "__ludus_plain__") else value


class _PlainModule:
    """Proxy of a module whose rules are returned as ordinary Python."""

    def __init__(self, module: Any, done: dict[int, Any], spaces: dict[int, dict[str, Any]]) -> None:
        self._module, self._done, self._spaces = module, done, spaces

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, types.ModuleType):
            return _PlainModule(value, self._done, self._spaces)
        return _plain_value(value, self._done, self._spaces)


EXPORT_SUFFIX = "_by_address"  # functions with this suffix are exported to Python


def bind_template(module: types.ModuleType, **bound: Any) -> types.SimpleNamespace:
    """Return the functions of a template as rules with its free names bound.

    Args:
        module: the template.
        bound: values of the free names: rules, numbers or record readers.
    """
    space = {**vars(module), **bound}
    compiled = {}
    inline = getattr(module, "INLINE", ())  # names of functions that are inlined
    for name, function in vars(module).items():
        if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
            copy = types.FunctionType(function.__code__, space, name, function.__defaults__, function.__closure__)
            copy.__module__ = module.__name__
            compiled[name] = rule(inline=name in inline, export=name.endswith(EXPORT_SUFFIX))(copy)
    space.update(compiled)
    return types.SimpleNamespace(**compiled)
