"""A digest of everything a rule depends on: its own code, the rules it calls, the constants it reads.

The compiler freezes globals and inlines helpers, so machine code is current only while all of that is
unchanged. What cannot be fingerprinted is refused: the cache would not see it change.
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.types import Type
from numba.extending import _Intrinsic

from ludus.core.errors import RuleError
from ludus.core.record import RecordType

TRUSTED = {"builtins", "math", "numba", "numpy"}  # covered by their versions, which are in the cache's key


def fingerprint(function: Callable[..., Any]) -> str:
    """Hex digest of a rule and of everything it reaches."""
    digest = hashlib.sha256()
    _feed_function(digest, source_of(function), set())
    return digest.hexdigest()


def source_of(function: Any) -> types.FunctionType:
    """The Python function behind a compiled rule."""
    return getattr(function, "py_func", function)  # type: ignore[no-any-return]


def reached(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Every (name, value) that the code of a function refers to outside itself."""
    space = function.__globals__
    for path in _global_paths(function.__code__):
        name, value = path[0], space.get(path[0], vars(_builtins(space)).get(path[0]))
        for attribute in path[1:]:
            if not isinstance(value, types.ModuleType):
                break
            name, value = f"{name}.{attribute}", getattr(value, attribute, None)
        yield name, value
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


@functools.cache
def _global_paths(code: types.CodeType) -> tuple[tuple[str, ...], ...]:
    """`np.uint64` as ("np", "uint64"), `draw` as ("draw",); nested functions included."""
    paths: set[tuple[str, ...]] = set()
    path: tuple[str, ...] = ()
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            path = (str(step.argval),)
            paths.add(path)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and path:
            path = (*path, str(step.argval))
            paths.add(path)
        else:
            path = ()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            paths.update(_global_paths(constant))
    return tuple(sorted(paths))


def _builtins(space: dict[str, Any]) -> types.ModuleType:
    import builtins

    return builtins


def _feed_function(digest: Any, function: types.FunctionType, seen: set[int]) -> None:
    if id(function) in seen:  # not its code: one search bound to two games has the same code twice
        return
    seen.add(id(function))
    _feed_code(digest, function.__code__)
    _feed_value(digest, "defaults", (function.__defaults__, function.__kwdefaults__), seen)
    for name, value in reached(function):
        _feed_value(digest, name, value, seen)


def _feed_code(digest: Any, code: types.CodeType) -> None:
    # Argument names count: a caller may pass them as keywords.
    head = code.co_argcount, code.co_kwonlyargcount, code.co_flags, code.co_names, code.co_varnames
    digest.update(code.co_code + repr(head).encode())
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _feed_code(digest, constant)
        elif isinstance(constant, frozenset):  # its order changes from process to process
            digest.update(repr(sorted(map(repr, constant))).encode())
        else:
            digest.update(repr(constant).encode())


def _feed_value(digest: Any, name: str, value: Any, seen: set[int]) -> None:
    digest.update(name.encode() + b"=")
    if isinstance(value, Dispatcher | types.FunctionType):
        if (getattr(value, "__module__", None) or "").split(".")[0] not in TRUSTED:
            _feed_function(digest, source_of(value), seen)
    elif isinstance(value, _Intrinsic):
        _feed_function(digest, value._defn, seen)
    elif isinstance(value, enum.Enum):
        digest.update(f"{value!r}".encode())
    elif value is None or isinstance(value, bool | int | float | str | bytes | np.dtype | np.generic):
        digest.update(f"{type(value).__name__}:{value!r}".encode())
    elif isinstance(value, tuple | dict):
        items = enumerate(value) if isinstance(value, tuple) else value.items()
        for key, item in items:
            _feed_value(digest, str(key), item, seen)
    elif isinstance(value, Type):  # of the compiler
        digest.update(str(value).encode())
    elif isinstance(value, np.ndarray):
        digest.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, type) and issubclass(value, enum.Enum):
        digest.update(repr([(m.name, m.value) for m in value]).encode())
    elif isinstance(value, type) and issubclass(value, BaseException):
        digest.update(value.__qualname__.encode())
    elif isinstance(value, RecordType):
        digest.update(repr(value.dtype).encode())
    elif not isinstance(value, types.ModuleType) and _home(value) not in TRUSTED:
        raise RuleError(f"{name}: a rule cannot use a {type(value).__name__}; the cache would not see it change")


def _home(value: Any) -> str:
    return (getattr(value, "__module__", None) or "builtins").split(".")[0]
