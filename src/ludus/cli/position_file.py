"""`--from FILE`: a position that somebody wrote down, or a line of the positions that `--states` keeps."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.cli.screen import program

if TYPE_CHECKING:
    from ludus.core.contract import Content, Game
    from ludus.core.position import Position

STATE = {"number", "move", "position"}  # what a line of --states has


def read_position(game: Game, content: Content, file: str) -> Position:
    """The position in a file: JSON or TOML as it is, a line of `--states`, or with FILE:30 the 30th line of those."""
    from ludus.core.errors import NotationError, OptionError
    from ludus.core.position import Position

    path, line = Path(file), re.fullmatch(r"(.+):([0-9]{1,9})", file)
    try:
        if line and not path.exists():
            text = _line(Path(line[1]), int(line[2]))
        else:
            text = path.read_text(encoding="utf-8")
        return Position.read(game, content, _unwrapped(text, file))
    except NotationError as error:
        raise NotationError(f"{file}: {error}") from None
    except (OSError, UnicodeError) as error:
        raise OptionError(f"--from {file}: {getattr(error, 'strerror', None) or 'not UTF-8 text'}") from None


def _line(path: Path, number: int) -> str:
    from ludus.core.errors import OptionError

    lines = path.read_text(encoding="utf-8").splitlines()
    if not 1 <= number <= len(lines):
        raise OptionError(f"--from {path}:{number}: this file has lines 1 to {len(lines)}")
    return lines[number - 1]


def _unwrapped(text: str, file: str) -> str:
    """The text of the position itself, taken out of a line of `--states`; whole games are refused."""
    from ludus.core.errors import OptionError

    found = _data(text)
    if found.keys() == STATE:
        return json.dumps(found["position"])
    if {"ludus", "moves", "seed"} <= found.keys():
        way = f"{program()} replay {file} --move K --position here.json"
        raise OptionError(f"--from {file}: this is a replay, a whole game; take a position out of it: {way}")
    first, _, more = text.partition("\n")
    if more.strip() and _data(first).keys() == STATE:
        raise OptionError(
            f"--from {file}: one position a line; say which line, as in {file}:{min(30, len(text.splitlines()))}"
        )
    return text


def _data(text: str) -> dict[str, Any]:
    """An object of JSON; empty if this is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
