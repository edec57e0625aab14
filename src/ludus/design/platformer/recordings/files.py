"""Files of recorded sessions: JSON lines, one recording per line, of people and synthetic players.

    write_recordings(recordings)                 # text of a file
    read_recordings(text, "mine.jsonl")          # errors name the line
    load_recordings("mine.jsonl")

A line has the level as the text of a level file, and key presses in the game's notation:

    {"session": 0, "order": 3, "player": "ann", "kind": "person", "level": "level One\\n\\ncells\\n...",
     "presses": "13 right, 24 right+jump, 40 rest", "respawn": "checkpoint", "skipped": false, "rating": 4}

`session`, `order`, `player`, `kind`, `level` and `presses` are required. Empty lines and lines that begin with # are
ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ludus.design.platformer.recordings import MAX_RECORDING_TICKS, PLAYER_KINDS, RATING_RANGE, RESPAWNS, Recording
from ludus.games.platformer.level import Level, write_level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.move_notation import read_presses, write_presses
from ludus.util.errors import ContentError, LudusError, NotationError
from ludus.util.files import reading_error
from ludus.util.tracked_files import read_tracked

REQUIRED_KEYS = ("session", "order", "player", "kind", "level", "presses")
MAX_NUMBER = 999_999_999  # largest session and order
SURROGATE = re.compile("[\ud800-\udfff]")  # half a character: valid in JSON, but cannot be written to a file
FileLine = tuple[str, int]  # file and line
DEFAULTS = {"respawn": RESPAWNS[0], "skipped": False, "rating": None}


def write_recordings(recordings: Iterable[Recording]) -> str:
    """Text of a file: one line per recording."""
    return "".join(json.dumps(_to_json(play), ensure_ascii=False) + "\n" for play in recordings)


def load_recordings(file: str | Path) -> list[Recording]:
    """Read the recordings of a file."""
    try:
        text = read_tracked(file).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"these sessions cannot be read: {reading_error(error, file)}", file) from None
    return read_recordings(text, str(file))


def read_recordings(text: str, name: str = "sessions") -> list[Recording]:
    """Read the recordings of a text.

    Raises:
        ContentError: a line is wrong; the error names it.
    """
    plays: list[Recording] = []
    seen: dict[tuple[int, int], int] = {}
    levels: dict[str, Level] = {}  # a file repeats its levels many times
    for number, line in enumerate(
        text.split("\n"), 1
    ):  # names may contain characters at which `splitlines` would split
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = (name, number)
        play = _recording(_parse_line(line, where), levels, where)
        first = seen.setdefault((play.session, play.order), number)
        if first != number:
            raise ContentError(f"session {play.session} has its play {play.order} already in line {first}", *where)
        plays.append(play)
    if not plays:
        raise ContentError("there is no play in it: one line for each, a JSON object", name)
    return plays


def _to_json(recording: Recording) -> dict[str, Any]:
    data: dict[str, Any] = {
        "session": recording.session,
        "order": recording.order,
        "player": recording.player,
        "kind": recording.kind,
        "level": write_level(recording.level),
        "presses": write_presses(recording.moves),
    }
    optional = {"respawn": recording.respawn, "skipped": recording.skipped, "rating": recording.rating}
    return data | {key: value for key, value in optional.items() if value != DEFAULTS[key]}


def _parse_line(line: str, where: FileLine) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise ContentError(f"this is no JSON: {error.msg} at column {error.colno}", *where) from None
    except (ValueError, RecursionError) as error:  # thousands of digits or brackets
        raise ContentError(f"this cannot be read: {error}", *where) from None
    if not isinstance(data, dict):
        raise ContentError(f"a play is a JSON object, {{...}}, not {line.strip()!r:.40}", *where)
    for key in REQUIRED_KEYS:
        if key not in data:
            raise ContentError(f"{key!r} is missing; a play has {', '.join(REQUIRED_KEYS)}", *where)
    for key in data:
        if key not in REQUIRED_KEYS and key not in DEFAULTS:
            raise ContentError(f"a play has no {key!r}; it has {', '.join((*REQUIRED_KEYS, *DEFAULTS))}", *where)
    return DEFAULTS | data


def _recording(data: dict[str, Any], levels: dict[str, Level], where: FileLine) -> Recording:
    for key in ("session", "order"):
        if type(data[key]) is not int or not 0 <= data[key] <= MAX_NUMBER:
            raise ContentError(f"{key!r} is a whole number from 0 to {MAX_NUMBER:,}, not {data[key]!r:.40}", *where)
    for key in ("player", "level", "presses"):
        if type(data[key]) is not str or not data[key] or SURROGATE.search(data[key]):
            raise ContentError(f"{key!r} is a text, not {data[key]!r:.40}", *where)
    for key, known in (("kind", PLAYER_KINDS), ("respawn", RESPAWNS)):
        if data[key] not in known:
            raise ContentError(f"{key!r} is {' or '.join(known)}, not {data[key]!r:.40}", *where)
    if type(data["skipped"]) is not bool:
        raise ContentError(f"'skipped' is true or false, not {data['skipped']!r:.40}", *where)
    low, high = RATING_RANGE
    if data["rating"] is not None and (type(data["rating"]) is not int or not low <= data["rating"] <= high):
        raise ContentError(f"'rating' is {low} to {high}, or null, not {data['rating']!r:.40}", *where)
    return Recording(
        _parse_level(data["level"], levels, where),
        _parse_presses(data["presses"], where),
        *(data[key] for key in ("player", "kind", "session", "order", "respawn", "skipped", "rating")),
    )


def _parse_level(text: str, levels: dict[str, Level], where: FileLine) -> Level:
    if text not in levels:
        try:
            levels[text] = read_level(text)
        except LudusError as error:
            raise ContentError(f"its level: {error}", *where) from None
    return levels[text]


def _parse_presses(text: str, where: FileLine) -> bytes:
    try:
        moves = read_presses(text)
    except NotationError as error:
        raise ContentError(str(error), *where) from None
    if len(moves) > MAX_RECORDING_TICKS:
        raise ContentError(f"a play has at most {MAX_RECORDING_TICKS:,} ticks, not {len(moves):,}", *where)
    return bytes(moves)
