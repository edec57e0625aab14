"""Libraries that only some users have: asked for when they are needed, with the way to get them."""

from __future__ import annotations

from importlib import import_module

from ludus.core.errors import LudusError
from ludus.core.extras import install_hint


class MissingLibrary(LudusError, ImportError):
    """A library that this part of Ludus is made for is not installed."""


def need(library: str) -> None:
    """Raise, with the command that installs it, if a library is missing."""
    try:
        import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise  # it is there, but something that it needs is not
        raise MissingLibrary(f"{library} is not installed; to get it, {install_hint('rl')}") from None
