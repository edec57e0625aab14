"""`--from FILE`: read a position from a file, or from a line that `--states` wrote."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.cli.console import program_name

if TYPE_CHECKING:
    from ludus.core.game import Content, Game
    from ludus.core.position import Position

STATE_LINE_KEYS = {"number", "move", "position"}  # keys of a line of --states


def read_position(game: Game, content: Content, file: str) -> Position:
    """The position in a file: JSON or TOML, a line of `--states`, or with FILE:30 the 30th of those lines.

    Raises:
        NotationError: the text is not a valid position.
        OptionError: the file cannot be read, or holds several positions or a whole game.
    """
    from ludus.core.position import Position
    from ludus.util.errors import NotationError, OptionError
    from ludus.util.files import reading_error

    path, line = Path(file), re.fullmatch(r"(.+):([0-9]{1,9})", file)
    try:
        if line and not path.exists():
            text = _line(Path(line[1]), int(line[2]))
        else:
            text = path.read_text(encoding="utf-8")
        return Position.read(game, content, _position_text(text, file))
    except NotationError as error:
        raise NotationError(f"{file}: {error}") from None
    except (OSError, UnicodeError) as error:
        cause = "not UTF-8 text" if isinstance(error, UnicodeError) else reading_error(error, file)
        raise OptionError(f"--from {file}: {cause}") from None


def _line(path: Path, number: int) -> str:
    from ludus.util.errors import OptionError

    lines = path.read_text(encoding="utf-8").splitlines()
    if not 1 <= number <= len(lines):
        raise OptionError(f"--from {path}:{number}: this file has lines 1 to {len(lines)}")
    return lines[number - 1]


def _position_text(text: str, file: str) -> str:
    """The text of the position itself, extracted from a line of `--states`; whole games are refused."""
    from ludus.util.errors import OptionError

    data = _json_object(text)
    if data.keys() == STATE_LINE_KEYS:
        return json.dumps(data["position"])
    if {"ludus", "moves", "seed"} <= data.keys():
        command = f"{program_name()} replay {file} --move K --position here.json"
        raise OptionError(f"--from {file}: this is a replay, a whole game; take a position out of it: {command}")
    first, _, more = text.partition("\n")
    if more.strip() and _json_object(first).keys() == STATE_LINE_KEYS:
        raise OptionError(
            f"--from {file}: one position per line; name a line, as in {file}:{min(30, len(text.splitlines()))}"
        )
    return text


def _json_object(text: str) -> dict[str, Any]:
    """A JSON object; empty if the text is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
