"""`@rule`: a plain Python function of a game's rules, compiled on first use and kept on disk.

A rule works on records and numbers, allocates nothing, and calls only other rules. `plain(f)` gives
the same function back as ordinary Python, with everything it calls: for debugging, for coverage, and
to prove that compiled and plain play agree.
"""

from __future__ import annotations

import types
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaExperimentalFeatureWarning

from ludus.core.fingerprint import reached, source_of
from ludus.core.store import Store

_FLAGS = {"nogil": True, "_nrt": False}

F = TypeVar("F", bound=Callable[..., Any])


# A record may stand in for one with the same fields at the same places: `draw` compiled for one fits another.
warnings.filterwarnings("ignore", "Record.* has been considered a subtype", NumbaExperimentalFeatureWarning)


def rule(function: F) -> F:
    """Compile a function of the rules. With NUMBA_DISABLE_JIT=1 it stays as it is.

    Rules have no memory manager: what allocates does not compile. `local_numbers` gives scratch space.
    """
    compiled = numba.njit(**_FLAGS)(function)
    if isinstance(compiled, Dispatcher):
        compiled._cache = Store(compiled.py_func, _FLAGS)
    return compiled  # type: ignore[no-any-return]


def is_compiled(function: Any) -> bool:
    return isinstance(function, Dispatcher)


def plain(function: Any) -> Any:
    """The same rule as ordinary Python, down to the last helper."""
    return _plain(function, {}, {})


def _plain(function: Any, done: dict[int, Any], spaces: dict[int, dict[str, Any]]) -> Any:
    source = source_of(function)
    if hasattr(source, "__ludus_plain__"):
        return source.__ludus_plain__
    if id(source) in done:
        return done[id(source)]
    space = spaces.setdefault(id(source.__globals__), dict(source.__globals__))
    cells = tuple(types.CellType() for _ in source.__closure__ or ())
    copy = types.FunctionType(source.__code__, space, source.__name__, source.__defaults__, cells)
    copy.__kwdefaults__ = source.__kwdefaults__
    done[id(source)] = copy
    for cell, (name, old) in zip(cells, zip(source.__code__.co_freevars, source.__closure__ or (), strict=True), strict=True):
        value = old.cell_contents
        module = isinstance(value, types.ModuleType)
        cell.cell_contents = _PlainModule(value, done, spaces) if module else _plain_value(value, done, spaces)
    for path, value in reached(source):
        if path.split(".")[0] in source.__code__.co_freevars:
            continue  # in a cell of its own, filled above
        if "." not in path and path in space:
            space[path] = _plain_value(value, done, spaces)
        elif "." in path and is_compiled(value):
            root = path.split(".")[0]
            space[root] = _PlainModule(source.__globals__[root], done, spaces)
    return copy


def _plain_value(value: Any, done: dict[int, Any], spaces: dict[int, dict[str, Any]]) -> Any:
    return _plain(value, done, spaces) if is_compiled(value) or hasattr(value, "__ludus_plain__") else value


class _PlainModule:
    """A module whose rules are handed out as ordinary Python."""

    def __init__(self, module: Any, done: dict[int, Any], spaces: dict[int, dict[str, Any]]) -> None:
        self._module, self._done, self._spaces = module, done, spaces

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, types.ModuleType):
            return _PlainModule(value, self._done, self._spaces)
        return _plain_value(value, self._done, self._spaces)
