"""Pickling of games, bots and other importable objects by their import path.

Rules are compiled code and cannot be pickled. The import path is sent instead, so the receiver must have the same
module installed; `ludus.backends` checks that it is the same release.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from ludus.util.errors import ContractError, OptionError


def import_path_of(thing: Any, modules: Iterable[str]) -> str | None:
    """Return the import path `module:name` of an object, searched in these modules and their parent packages."""
    for module in modules:
        parts = module.split(".")
        for length in range(len(parts), 0, -1):
            name = ".".join(parts[:length])
            if name == "__main__" or name not in sys.modules:  # other processes cannot import a script
                continue
            for attribute, value in vars(sys.modules[name]).items():
                if value is thing:
                    return f"{name}:{attribute}"
    return None


def load_object(home: str) -> Any:
    """Import the object with this import path."""
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)


def reduce_game(game: Any) -> tuple[Any, ...]:
    """Return the `__reduce__` value of a game: its import path and the version of its rules."""
    return load_pickled_game, (_game_import_path(game), game.name, game.version)


def load_pickled_game(home: str, name: str, version: str) -> Any:
    """Load a pickled game.

    Raises:
        ContractError: it cannot be imported here, or has other rules.
    """
    try:
        game = load_object(home)
    except Exception as error:  # the import of a third-party module can fail in any way
        what = f"{type(error).__name__}: {error}"
        raise ContractError(f"the game {name!r} cannot be loaded from {home} by a worker: {what}") from error
    if game.version != version:
        raise ContractError(
            f"a worker has version {game.version} of the rules of {name!r}, but the sender has version "
            f"{version}: install the same release everywhere"
        )
    return game


@cache
def _game_import_path(game: Any) -> str:
    from ludus.core.registry import GROUP

    for entry in entry_points(group=GROUP):
        if entry.name == game.name and entry.module in sys.modules and entry.load() is game:
            return entry.value
    home = import_path_of(game, [game.load.__module__, game.observation.__module__])
    if home is None:
        raise OptionError(
            f"the game {game.name!r} cannot travel to other processes: it has no name in the module "
            f"{game.load.__module__} from which they could import it; use threads, or put it into a module"
        )
    return home
