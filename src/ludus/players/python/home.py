"""Import path of a game for another process: "module:attribute"."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import entry_points
from operator import attrgetter

from ludus.core.contract import Game
from ludus.core.errors import LudusError
from ludus.core.registry import GROUP, load_game


def game_import_path(game: Game) -> str:
    """The import path of an installed game, or of one that is a variable of a module.

    Raises:
        LudusError: no other process could find the game.
    """
    for entry in entry_points(group=GROUP):
        if entry.name == game.name and load_game(entry.name) is game:
            return entry.value
    for name, module in [*sys.modules.items()]:
        if name != "__main__":
            for attribute, value in [*vars(module).items()]:
                if value is game:
                    return f"{name}:{attribute}"
    raise LudusError(f"another process cannot find the game {game.name}: make it a variable of a module")


def import_game(home: str) -> Game:
    """Import the game at "module:attribute"."""
    module, _, attribute = home.partition(":")
    game = attrgetter(attribute)(importlib.import_module(module))
    if not isinstance(game, Game):
        raise LudusError(f"{home} is not a ludus Game")
    return game
