"""Registry of games: installed ones by name, others from Python files.

load_game("locm"), load_game("letter.py:game")    an installed game, or one from a file; for texts that a user typed
load_game_by_name("locm")                         never runs a file; for names in requests and stored files
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ludus.core.game import Game
from ludus.util.plugins import PluginRegistry

if TYPE_CHECKING:
    from ludus.core.game_files import GameFile

GROUP = "ludus.games"
GAMES = PluginRegistry(GROUP, "game", Game)

register_game, registered_game = GAMES.register, GAMES.registered
game_names, load_game_by_name = GAMES.names, GAMES.load


def load_game(text: str) -> Game:
    """Return the game that a user named: an installed one, or one from a file, `letter.py:game`.

    A game from a file is also registered: from now on this process knows it by its name.

    Raises:
        UnknownName: there is no such game; the message lists the games.
        OptionError: the file or the variable in it is missing.
        ContractError: the game cannot be loaded.
    """
    if ".py" not in text:
        return load_game_by_name(text)
    from ludus.core.game_files import is_game_file, load_game_file

    return register_game(load_game_file(text)) if is_game_file(text) else load_game_by_name(text)


def game_argument(game: Game) -> str:
    """Return the text that names a game on the command line: its name, or its file as the user wrote it."""
    origin = _origin(game)
    return origin.text if origin is not None else game.name


def game_reference(game: Game) -> str:
    """Return the text by which `load_game` finds a game in another process of this machine."""
    origin = _origin(game)
    return origin.reference if origin is not None else game.name


def registered_game_files() -> list[str]:
    """Return the references of the registered games that come from files, for processes that must know them, too."""
    return [origin.reference for game in GAMES.added.values() if (origin := _origin(game)) is not None]


def _origin(game: Game) -> GameFile | None:
    if "ludus.core.game_files" not in sys.modules:  # no game was loaded from a file, so the module is not needed
        return None
    from ludus.core.game_files import game_file

    return game_file(game)
