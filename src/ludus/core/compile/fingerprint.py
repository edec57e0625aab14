"""Digest of everything a rule depends on: its code, the rules it calls, the constants it reads.

The compiler freezes globals and inlines helpers, so machine code is valid only while all of these are unchanged. Values
that cannot be fingerprinted are refused, because the compile cache would not detect their changes.
"""

from __future__ import annotations

import builtins
import dis
import enum
import functools
import hashlib
import types
from collections import ChainMap
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.types import Type
from numba.extending import _Intrinsic

from ludus.core.structured_records import RecordType
from ludus.util.errors import RuleError

TRUSTED = {"builtins", "llvmlite", "math", "numba", "numpy"}  # covered by their versions in the cache key


def fingerprint(function: Callable[..., Any]) -> str:
    """Return the hex digest of a rule and of everything it refers to.

    Raises:
        RuleError: the rule uses a value that cannot be fingerprinted.
    """
    digest = _LengthPrefixedDigest()
    _feed_function(digest, python_function(function), {})
    return digest.hexdigest()


class _LengthPrefixedDigest:
    """Digest of length-prefixed parts, so that (1, 23) and (12, 3) differ."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def update(self, part: bytes) -> None:
        self._hash.update(len(part).to_bytes(8, "little") + part)

    def hexdigest(self) -> str:
        return self._hash.hexdigest()


def python_function(function: Any) -> types.FunctionType:
    """Return the Python function of a compiled rule."""
    return getattr(function, "py_func", function)  # type: ignore[no-any-return]


def referenced_values(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) for everything outside a function that its code refers to."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    space = ChainMap({name: cell.cell_contents for name, cell in cells}, function.__globals__, vars(builtins))
    for path in _outer_paths(function.__code__):
        name, value = path[0], space.get(path[0])
        for attribute in path[1:]:
            if not isinstance(value, types.ModuleType):
                break
            name, value = f"{name}.{attribute}", getattr(value, attribute, None)
        yield name, value


@functools.cache
def _outer_paths(code: types.CodeType) -> tuple[tuple[str, ...], ...]:
    """Return the globals and closure variables used by code and nested code.

    `np.uint64` becomes ("np", "uint64"), `random_below` becomes ("random_below",).
    """
    paths: set[tuple[str, ...]] = set()
    path: tuple[str, ...] = ()
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") or (step.argval in code.co_freevars and "DEREF" in step.opname):
            paths.add(path)
            path = (str(step.argval),)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and path:
            path = (*path, str(step.argval))
        elif step.opname != "EXTENDED_ARG":
            paths.add(path)
            path = ()
    paths.discard(())
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            paths.update(path for path in _outer_paths(constant) if path[0] not in code.co_cellvars)
    return tuple(sorted(paths))


def _feed_function(
    digest: _LengthPrefixedDigest, function: types.FunctionType, seen: dict[int, int], helper: bool = False
) -> None:
    if id(function) in seen:  # by identity, not by code: a template bound to two games has the same code twice
        digest.update(f"function {seen[id(function)]} again".encode())
        return
    seen[id(function)] = len(seen)
    digest.update(f"{function.__module__}.{function.__name__}".encode())  # cached code imports its modules by name
    _feed_code(digest, function.__code__)
    _feed_value(digest, "defaults", (function.__defaults__, function.__kwdefaults__), seen, helper)
    for name, value in referenced_values(function):
        _feed_value(digest, name, value, seen, helper)


def _feed_code(digest: _LengthPrefixedDigest, code: types.CodeType) -> None:
    # Argument names matter: a caller may pass them as keywords.
    head = code.co_argcount, code.co_kwonlyargcount, code.co_flags, code.co_names, code.co_varnames
    digest.update(code.co_code + repr(head).encode())
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _feed_code(digest, constant)
        elif isinstance(constant, frozenset):  # its order differs between processes
            digest.update(repr(sorted(map(repr, constant))).encode())
        else:
            digest.update(repr(constant).encode())


def _feed_value(digest: _LengthPrefixedDigest, name: str, value: Any, seen: dict[int, int], helper: bool) -> None:
    digest.update(name.encode() + b"=")
    if isinstance(value, Dispatcher | types.FunctionType) and _top_package(value) not in TRUSTED:
        digest.update(repr(sorted(getattr(value, "targetoptions", {}).items())).encode())
        if not (helper or isinstance(value, Dispatcher) or hasattr(value, "__ludus_rule__")):
            code = python_function(value).__code__
            place = f"{code.co_filename}, line {code.co_firstlineno}"
            raise RuleError(f"{name} is not a rule, but a rule calls it: write @rule above it ({place})")
        _feed_function(digest, python_function(value), seen, helper)
    elif isinstance(value, _Intrinsic):
        _feed_function(digest, value._defn, seen, helper=True)
    elif isinstance(value, enum.Enum):  # not its repr, which a class may override
        digest.update(f"{type(value).__qualname__}.{value.name}={value.value!r}".encode())
    elif value is None or isinstance(value, bool | int | float | complex | str | bytes | np.dtype | np.generic):
        digest.update(f"{type(value).__name__}:{value!r}".encode())
    elif isinstance(value, tuple | dict):
        digest.update(f"{type(value).__name__} of {len(value)}".encode())
        keys = getattr(value, "_fields", range(len(value))) if isinstance(value, tuple) else value
        for key, item in zip(keys, value if isinstance(value, tuple) else value.values(), strict=True):
            _feed_value(digest, str(key), item, seen, helper)
    elif isinstance(value, Type):  # a numba type
        digest.update(str(value).encode())
    elif isinstance(value, np.ndarray):
        digest.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, type) and issubclass(value, enum.Enum):
        digest.update(repr([(name, member.value) for name, member in value.__members__.items()]).encode())
    elif isinstance(value, type) and issubclass(value, BaseException):
        digest.update(f"{value.__module__}.{value.__qualname__}".encode())
    elif isinstance(value, RecordType):
        digest.update(repr(value.dtype).encode())
    elif _top_package(value) in TRUSTED:
        digest.update(f"{value.__module__}.{getattr(value, '__qualname__', type(value).__qualname__)}".encode())
    elif not isinstance(value, types.ModuleType) or value.__name__.split(".")[0] not in TRUSTED:
        raise RuleError(f"{name}: a rule cannot use a {type(value).__name__}; the cache could not detect changes")


def _top_package(value: Any) -> str:
    """Return the top-level package that defines a function or class; empty for other values."""
    return (getattr(value, "__module__", None) or "").split(".")[0]
