"""Compile cache: compiled rules on disk that are never stale.

Numba's own cache looks only at the file of the function itself: after a change of a helper or a constant in another
module it silently uses the old code. Its index can also be corrupted by two processes that compile at the same time.
Here every compiled version is one file whose name is a digest of everything it depends on (the whole call graph, the
signature, the compiler and its settings, the processor). Files are never overwritten with different content, so nothing
can be out of date.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import llvmlite
import numba
import numpy as np
from numba.core import compiler, config
from numba.core.caching import _Cache
from numba.core.serialize import dumps

from ludus.core.compile.bitcode_library import BITCODE_ONLY, is_bitcode_only, load_bitcode
from ludus.core.compile.fingerprint import fingerprint
from ludus.util.errors import RuleError

_SETTINGS = (
    "BOUNDSCHECK",
    "OPT",
    "LOOP_VECTORIZE",
    "SLP_VECTORIZE",
    "ENABLE_AVX",
    "DISABLE_INTEL_SVML",
    "DEBUGINFO_DEFAULT",
)
_listeners: list[Callable[[str], None]] = []
_observers: list[CompileObserver] = []
_warned: set[str] = set()


def cache_folder() -> Path:
    """Return the folder of compiled rules: LUDUS_CACHE_DIR, or the cache folder of the system."""
    if chosen := os.environ.get("LUDUS_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "ludus" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ludus"
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludus"
    except RuntimeError:  # no home folder: a user without an entry, as in containers
        return Path(tempfile.gettempdir()) / f"ludus-{os.getuid()}"


@contextmanager
def compile_listener(listener: Callable[[str], None]) -> Iterator[None]:
    """Context manager: call `listener(name)` for each rule that has to be compiled."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


class CompileObserver(Protocol):
    """What happens while exported rules and the rules they call are compiled or read from the cache."""

    def begin_export(self, rule: types.FunctionType) -> None:
        """An exported rule is compiled or read now, with all rules that it calls."""

    def see_rule(self, rule: types.FunctionType, from_cache: bool) -> None:
        """A rule was read from the cache, or its compilation begins."""

    def end_rule(self, rule: types.FunctionType) -> None:
        """A rule was compiled."""

    def end_export(self, rule: types.FunctionType) -> None:
        """An exported rule is ready."""


@contextmanager
def observe_compilation(observer: CompileObserver) -> Iterator[None]:
    """Context manager: report every rule that is compiled or read to `observer`."""
    _observers.append(observer)
    try:
        yield
    finally:
        _observers.remove(observer)


@contextmanager
def exporting(rule: types.FunctionType) -> Iterator[None]:
    """Context manager around the compilation of an exported rule: tells the observers."""
    for observer in _observers:
        observer.begin_export(rule)
    yield
    for observer in _observers:
        observer.end_export(rule)


def prune(days: float = 30) -> int:
    """Remove compiled rules that were not used for `days` days; return their number."""
    oldest, removed = time.time() - days * 86400, 0
    for file in cache_folder().glob("??/*.rule"):
        with suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()
                removed += 1
    return removed


def cached(name: str, dependencies: Any, make: Callable[[], Any]) -> Any:
    """Return the result of `make`, computed once and then read from the cache.

    Args:
        name: name of the result, also given to compile listeners.
        dependencies: everything the result depends on; its repr is part of the key.
        make: computes the result.
    """
    digest = hashlib.sha256(repr((name, dependencies)).encode()).hexdigest()
    file = cache_folder() / digest[:2] / f"{digest[2:34]}.rule"
    result = _read(file)
    if result is None:
        for listener in _listeners:
            listener(name)
        result = make()
        _write(file, result)
    return result


class CompileCache(_Cache):  # type: ignore[misc]
    """Numba cache of the compiled versions of one function, one file per version."""

    def __init__(self, function: types.FunctionType, options: dict[str, Any]) -> None:
        self._function = function
        self._name = function.__qualname__
        self._options = repr(sorted(options.items()))

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # No `target_context.refresh()`: stored code needs no table of implementations, and the compiler refreshes it.
        file = self._file(sig, target_context.codegen())
        payload = _read(file)
        for observer in _observers:
            observer.see_rule(self._function, from_cache=payload is not None)
        if payload is None:
            for listener in _listeners:
                listener(self._name)
            return None
        if is_bitcode_only(payload):
            return load_bitcode(target_context, payload)
        return compiler.CompileResult._rebuild(target_context, *payload)

    def save_overload(self, sig: Any, data: Any) -> None:
        if any(not loop.can_cache for loop in data.lifted) or data.library.has_dynamic_globals:
            raise RuleError(f"{self._name}: a rule cannot use large global arrays or pointers; put them into game data")
        _write(self._file(sig, data.codegen), data._reduce())
        for observer in _observers:
            observer.end_rule(self._function)

    def holds(self, sig: Any, target_context: Any) -> bool:
        """Return whether the cache has this version of the function."""
        return self._file(sig, target_context.codegen()).exists()

    def _file(self, sig: Any, codegen: Any) -> Path:
        body = fingerprint(self._function)
        # Functions of the same name would clash when they are linked together: the digest becomes part of the name.
        self._function.__qualname__ = f"{self._name}_{body[:12]}"
        versions = sys.version_info[:3], numba.__version__, llvmlite.__version__, np.__version__
        settings = [BITCODE_ONLY, *((name, getattr(config, name, None)) for name in _SETTINGS)]
        key = body, self._function.__module__, self._name, self._options, str(sig), versions, settings
        digest = hashlib.sha256(repr((key, codegen.magic_tuple())).encode()).hexdigest()
        return cache_folder() / digest[:2] / f"{digest[2:34]}.rule"

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def _read(file: Path) -> Any:
    """Return the cached object, or None if there is none.

    Also None for a file truncated by a full disk or a crash, and for one whose module or types cannot be imported (the
    module had no importable name when it was compiled, or the types have moved since).
    """
    try:
        data = file.read_bytes()
    except OSError:
        return None
    head, body = data[:32], data[32:]
    if hashlib.sha256(body).digest() != head:
        return None
    with suppress(OSError):
        os.utime(file)  # mark as used, for `prune`
    try:
        return pickle.loads(body)
    except (ImportError, AttributeError):
        return None


def _write(file: Path, payload: Any) -> None:
    """Write atomically. Not with `atomic_write`: several processes may write the same file, each needs its own name."""
    body = dumps(payload)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(hashlib.sha256(body).digest() + body)
            os.replace(temporary, file)
        except OSError:
            with suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        _warn_once(
            f"ludus: compiled rules cannot be stored in {cache_folder()} ({error.strerror}); "
            "they will be compiled again next time. Set LUDUS_CACHE_DIR to a writable folder."
        )


def _warn_once(text: str) -> None:
    if text not in _warned:
        _warned.add(text)
        print(text, file=sys.stderr)
