"""How games, bots and other things with one home travel to another process: as the name of that home.

Rules are compiled code and cannot be sent. What is sent is where they can be imported from, so whoever receives a
game has the same module installed; `ludus.compute` makes sure that it is the same release.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from ludus.core.errors import ContractError, OptionError


def home_of(thing: Any, modules: Iterable[str]) -> str | None:
    """`module:name` under which a thing can be imported; looked for in these modules and the packages above them."""
    for module in modules:
        words = module.split(".")
        for length in range(len(words), 0, -1):
            name = ".".join(words[:length])
            if name == "__main__" or name not in sys.modules:  # a script is no module for anybody else
                continue
            for attribute, value in vars(sys.modules[name]).items():
                if value is thing:
                    return f"{name}:{attribute}"
    return None


def fetch(home: str) -> Any:
    """The thing with this home."""
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)


def pack_game(game: Any) -> tuple[Any, ...]:
    """A game for `pickle`: its home and the version of its rules."""
    return fetch_game, (_home_of_game(game), game.name, game.version)


def fetch_game(home: str, name: str, version: str) -> Any:
    """A game that was sent here."""
    try:
        game = fetch(home)
    except Exception as error:  # anything at all can be wrong with somebody's module
        what = f"{type(error).__name__}: {error}"
        raise ContractError(f"the game {name!r} cannot be loaded from {home} by a worker: {what}") from error
    if game.version != version:
        raise ContractError(
            f"a worker has version {game.version} of the rules of {name!r}, whoever sent it work has version "
            f"{version}: install the same release everywhere"
        )
    return game


@cache
def _home_of_game(game: Any) -> str:
    from ludus.core.registry import GROUP

    for entry in entry_points(group=GROUP):
        if entry.name == game.name and entry.module in sys.modules and entry.load() is game:
            return entry.value
    home = home_of(game, [game.load.__module__, game.view.__module__])
    if home is None:
        raise OptionError(
            f"the game {game.name!r} cannot travel to other processes: it has no name in the module "
            f"{game.load.__module__}, where others could import it from; use threads, or make it a module"
        )
    return home
