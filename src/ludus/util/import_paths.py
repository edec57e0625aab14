"""Objects by their import path, the text `module:name`: for other processes and for entry points."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from operator import attrgetter
from typing import Any


def load_object(path: str) -> Any:
    """Import the object with the path `module:name`; the name may have dots."""
    module, _, name = path.partition(":")
    return attrgetter(name)(import_module(module))


def import_path_of(thing: Any, modules: Iterable[str]) -> str | None:
    """Return the import path of an object, searched in these modules and their parent packages, or None."""
    for module in modules:
        parts = module.split(".")
        for length in range(len(parts), 0, -1):
            path = _path_in(".".join(parts[:length]), thing)
            if path is not None:
                return path
    return None


def loaded_path_of(thing: Any) -> str | None:
    """Return the import path of an object, searched in all loaded modules, or None."""
    return next((path for name in list(sys.modules) if (path := _path_in(name, thing)) is not None), None)


def _path_in(module: str, thing: Any) -> str | None:
    if module == "__main__" or module not in sys.modules:  # other processes cannot import a script
        return None
    for name, value in list(vars(sys.modules[module]).items()):
        if value is thing:
            return f"{module}:{name}"
    return None
