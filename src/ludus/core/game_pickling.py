"""Games for other processes: pickled and imported by their import path, `module:name`, or by their file.

Rules are compiled code and cannot be pickled. The import path is sent instead, so the receiver must have the same
module installed; `ludus.backends` checks that it is the same release. For a game from a file, the path of the file and
a digest of its source are sent; the receiver loads the file and compares the digest.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from ludus.util.errors import ContractError, LudusError, OptionError
from ludus.util.import_paths import import_path_of, load_object, loaded_path_of


def reduce_game(game: Any) -> tuple[Any, ...]:
    """Return the `__reduce__` value of a game: its import path or file, and the version of its rules."""
    from ludus.core.game_files import game_file

    if origin := game_file(game):
        return load_pickled_game_file, (origin.reference, origin.module, game.name, game.version, origin.digest)
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


def load_pickled_game_file(reference: str, module: str, name: str, version: str, digest: str) -> Any:
    """Load a pickled game that comes from a file.

    Raises:
        ContractError: it cannot be loaded here, or the file differs from that of the sender.
    """
    from ludus.core.game_files import check_same_source, load_game_file

    try:
        game = load_game_file(reference, module)
    except OptionError as error:
        raise ContractError(
            f"a worker cannot load the game {name!r}: {error} (every machine needs the file at the same path)"
        ) from error
    check_same_source(game, name, version, digest)
    return game


def find_game_path(game: Any) -> str | None:
    """Return the path of a game for `import_game`: its file, its entry point, or a variable of a loaded module.

    None if it has none.
    """
    from ludus.core.game_files import game_file
    from ludus.core.game_registry import GROUP, load_game_by_name

    if origin := game_file(game):
        return origin.reference
    for entry in entry_points(group=GROUP):
        if entry.name == game.name and load_game_by_name(entry.name) is game:
            return entry.value
    return loaded_path_of(game)


def import_game(path: str) -> Any:
    """Import a game by its import path, by its file or by its installed name.

    Raises:
        LudusError: the object is not a game.
    """
    from ludus.core.game import Game
    from ludus.core.game_files import is_game_file
    from ludus.core.game_registry import load_game

    game = load_object(path) if ":" in path and not is_game_file(path) else load_game(path)
    if not isinstance(game, Game):
        raise LudusError(f"{path} is not a ludus Game")
    return game


@cache
def _game_import_path(game: Any) -> str:
    from ludus.core.game_registry import GROUP

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
