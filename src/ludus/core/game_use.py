"""Reports which games are used, with the files that define them; see `ludus.util.use_log`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from ludus.util.use_log import Use, listeners, note_use


def note_game_use(game: Any) -> None:
    """Report that a game is used, unless it is a part of Ludus."""
    if listeners:
        for use in _game_uses(game):
            note_use(use)


@lru_cache(64)
def _game_uses(game: Any) -> tuple[Use, ...]:
    """Return the files in which the rules and the content of a game are defined; None for code without a file."""
    from ludus.util.source_files import is_part_of_ludus

    functions = [*vars(game.rules).values(), game.load, game.observation]
    names = {_file_name(function) for function in functions if function is not None}
    files = {Path(name) for name in names if Path(name).is_file()}
    what = f"the game {game.name}"
    uses = [Use(what, file, owner=game) for file in sorted(files) if not is_part_of_ludus(file)]
    if len(files) < len(names):
        uses.append(Use(what, None, owner=game))
    return tuple(uses)


def _file_name(function: Any) -> str:
    function = getattr(function, "py_func", function)  # of a compiled rule
    function = getattr(function, "func", function)  # of a partial function
    code = getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)
    return code.co_filename if code is not None else "<unknown>"
