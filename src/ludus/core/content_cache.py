"""Content that is loaded once and used for many games.

Loading content means to read, check and pack files: up to milliseconds, where starting a game takes microseconds. A
game whose `load` is marked with `reads_tracked_files` has its content kept for each set of options, until one of the
files it was read from has other bytes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

from ludus.core.game import Content, Game
from ludus.core.game_use import note_game_use
from ludus.util.tracked_files import FilesRead, track_files
from ludus.util.use_log import listeners

MAX_CONTENTS = 16  # contents kept for one game
Load = TypeVar("Load", bound=Callable[[Any], Content])
_Key = tuple[Any, ...]
_contents: dict[str, tuple[Game, dict[_Key, tuple[Content, FilesRead]]]] = {}  # by the name of the game


def reads_tracked_files(load: Load) -> Load:
    """Decorator for `Game.load`: it reads files only with `read_tracked`, and its result depends on nothing else.

    Files that come with the package count as constant and may be read in any way.
    """
    load.reads_tracked_files = True  # type: ignore[attr-defined]
    return load


def load_content(game: Game, options: dict[str, Any]) -> Content:
    """Return the content for options; kept content has read-only game data.

    Raises:
        OptionError: an option is unknown or has an invalid value.
    """
    if not hasattr(game.load, "reads_tracked_files"):
        return game.content(**options)
    kept = _contents.get(game.name)
    if kept is None or kept[0] is not game:
        kept = _contents[game.name] = game, {}
    contents = kept[1]
    try:  # types are part of the key, because 1 == True == 1.0
        key = (os.getcwd(), *((name, type(value), value) for name, value in options.items())) if options else ()
        entry = contents.get(key)
    except (OSError, TypeError):  # the folder was removed; an option that cannot be a key
        return game.content(**options)
    if entry is not None and entry[1].unchanged():
        if listeners:
            note_game_use(game)
            entry[1].note_uses()
        return entry[0]
    with track_files() as files:
        content = game.content(**options)
    content.data.flags.writeable = False  # shared by all games with these options
    while len(contents) >= MAX_CONTENTS:
        del contents[next(iter(contents))]
    contents[key] = content, files
    return content
