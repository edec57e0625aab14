"""Optional libraries: checked when needed, with the command that installs them."""

from __future__ import annotations

from importlib import import_module

from ludus.core.errors import LudusError
from ludus.core.extras import install_hint


class MissingLibrary(LudusError, ImportError):
    """An optional library is not installed."""


def require_library(library: str) -> None:
    """Raise MissingLibrary, with the command that installs it, if a library is missing."""
    try:
        import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise  # it is installed, but one of its own dependencies is missing
        raise MissingLibrary(f"{library} is not installed; to get it, {install_hint('rl')}") from None
