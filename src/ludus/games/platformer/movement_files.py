"""Files of a movement: a physics in TOML, and building pieces of one's own in TOML or JSON.

    movement = read_movement("double-jump", "pieces.toml")        # names of the game, or paths; None: the thesis's

A file of physics has its numbers in metres and seconds; every line may be missing, then the number is the thesis's:

    name = "Double jump"
    air_jumps = 1          # jumps between two landings
    coyote_time = 0.1      # s

A file of pieces has entries [[pieces]] with a name and either the cells, relative to the first connection cell and y
upwards, or a picture from the top row down: A and B are the connection cells, . is open, # solid, a space any cell.
`thesis = true` adds the seven pieces of the thesis.

    [[pieces]]
    name = "gap3"
    picture = ["....", "A...B", "#   #"]
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

from ludus.games.platformer import constants as u
from ludus.games.platformer.movement import (
    MAX_NAME_LENGTH,
    RANGES,
    THESIS,
    Cell,
    Movement,
    Physics,
    PhysicsError,
    PieceShape,
    piece_fault,
)
from ludus.util.errors import ContentError, UnknownName
from ludus.util.files import missing_file, read_json
from ludus.util.toml_text import parse_toml
from ludus.util.tracked_files import read_tracked, untracked_files

CONTENT = Path(__file__).parent / "content"
PIECES_FILE = CONTENT / "pieces.json"  # of the thesis
# Key in a file: name of the number, units or ticks in one of the file's, and the file's unit
PHYSICS_KEYS: dict[str, tuple[str, float, str]] = {
    "run_speed": ("run_speed", 60, "m/s"),
    "jump_speed": ("jump_speed", 60, "m/s"),
    "gravity": ("gravity", 1, "m/s²"),
    "max_fall_speed": ("max_fall_speed", 60, "m/s"),
    "body_width": ("half_width", u.METRE / 2, "m"),
    "body_height": ("height", u.METRE, "m"),
    "coyote_time": ("coyote_ticks", u.TICKS_PER_SECOND, "s"),
    "air_jumps": ("air_jumps", 1, ""),
    "air_jump_speed": ("air_jump_speed", 60, "m/s"),
    "wall_jump": ("wall_jump", 1, ""),
    "wall_jump_speed": ("wall_jump_speed", 60, "m/s"),
    "wall_push_speed": ("wall_push_speed", 60, "m/s"),
    "wall_lock_time": ("wall_lock_ticks", u.TICKS_PER_SECOND, "s"),
}
WHOLE_KEYS = ("gravity", "air_jumps")
MAX_PIECES_OF_FILE = 32
PIECE_FIELDS = ("name", "connect", "open", "solid")
PICTURE_FIELDS = ("name", "picture")


def read_movement(physics: str | None, pieces: str | None) -> Movement:
    """Read the files of a physics and of building pieces, given by a name of the game or a path; None: the thesis's.

    Raises:
        ContentError: a file is invalid.
        UnknownName: there is no such physics or set of pieces.
    """
    if physics is None and pieces is None:
        return THESIS
    numbers = Physics() if physics is None else read_physics(find_file(physics, "physics"))
    if pieces is None:
        return Movement(numbers)
    file = find_file(pieces, "pieces")
    return Movement(numbers, read_piece_file(file), str(file))


def find_file(text: str, kind: str) -> Path:
    """Return the path of a file, or of the game's file with this name; `kind` is physics or pieces."""
    if Path(text).suffix or "/" in text or "\\" in text:
        return Path(text)
    own = {file.stem: file for file in sorted((CONTENT / kind).glob("*.toml"))}
    if text not in own:
        raise UnknownName(f"{kind} of platformer", text, list(own))
    return own[text]


def read_physics(file: str | Path) -> Physics:
    """Read a file of physics.

    Raises:
        ContentError: it is invalid; the message names the key, its value and the range.
    """
    data = _read_toml(file, "physics")
    name = data.pop("name", Path(file).stem)
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= MAX_NAME_LENGTH or not name.isprintable():
        raise ContentError(f"a name is a text of 1 to {MAX_NAME_LENGTH} printable characters", file, field="name")
    numbers: dict[str, int] = {}
    for key, value in data.items():
        if key not in PHYSICS_KEYS:
            raise ContentError(str(UnknownName("number of a physics", key, list(PHYSICS_KEYS))), file, field=key)
        numbers[PHYSICS_KEYS[key][0]] = _to_units(file, key, value)
    jump, run = numbers.get("jump_speed", u.JUMP_SPEED), numbers.get("run_speed", u.RUN_SPEED)
    defaults = {"air_jump_speed": jump, "wall_jump_speed": jump, "wall_push_speed": run}
    for key in _keys_without_effect(numbers):
        raise ContentError(f"{key} has no effect without {_needed_by(key)}", file, field=key)
    try:
        return Physics(" ".join(name.split()), **{**defaults, **numbers})
    except PhysicsError as error:
        key = next(key for key, (number, _, _) in PHYSICS_KEYS.items() if number == error.key)
        scale, unit = PHYSICS_KEYS[key][1:]
        value = data.get(key, defaults.get(error.key, getattr(Physics(), error.key)) / scale)
        gravity = numbers.get("gravity", u.GRAVITY)
        message = (
            f"{key} = {value:g} {unit} does not leave the ground: with a gravity of {gravity} m/s² a jump needs more "
            f"than {gravity / 60:.3g} m/s"
        )
        raise ContentError(message, file, field=key) from None


def _to_units(file: str | Path, key: str, value: Any) -> int:
    """Return a value of a file in units or ticks, rounded to whole ones."""
    number, scale, unit = PHYSICS_KEYS[key]
    if key == "wall_jump":
        if not isinstance(value, bool):
            raise ContentError(f"wall_jump = {value!r}: expected true or false", file, field=key)
        return int(value)
    low, high = (limit / scale for limit in RANGES[number])
    wanted = f"a {'whole ' if key in WHOLE_KEYS else ''}number from {_short(low)} to {_short(high)} {unit}".rstrip()
    reason = _RANGE_REASONS.get(key, "")
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ContentError(f"{key} = {value!r}: expected {wanted}{reason}", file, field=key)
    if key in WHOLE_KEYS and value != int(value):
        raise ContentError(f"{key} = {value!r}: expected {wanted}{reason}", file, field=key)
    units = round(value * scale)
    if not RANGES[number][0] <= units <= RANGES[number][1]:
        raise ContentError(f"{key} = {value!r}: expected {wanted}{reason}", file, field=key)
    return units


_SPEED_REASON = "; a body must not pass a whole cell of 2 m in a tick of 1/60 s"
_RANGE_REASONS = {
    "run_speed": _SPEED_REASON,
    "jump_speed": _SPEED_REASON,
    "max_fall_speed": _SPEED_REASON,
    "air_jump_speed": _SPEED_REASON,
    "wall_jump_speed": _SPEED_REASON,
    "wall_push_speed": _SPEED_REASON,
    "body_width": "; a corridor is one cell of 2 m wide",
    "body_height": "; a corridor is one cell of 2 m high",
    "gravity": "; without gravity a body never lands",
}


def _short(number: float) -> str:
    return f"{number:.4g}"


def _keys_without_effect(numbers: dict[str, int]) -> list[str]:
    names = {number: key for key, (number, _, _) in PHYSICS_KEYS.items()}
    unused = [] if numbers.get("air_jumps") else ["air_jump_speed"]
    unused += [] if numbers.get("wall_jump") else ["wall_jump_speed", "wall_push_speed", "wall_lock_ticks"]
    return [names[number] for number in unused if number in numbers]


def _needed_by(key: str) -> str:
    return "air_jumps above 0" if key == "air_jump_speed" else "wall_jump = true"


def read_piece_file(file: str | Path) -> tuple[PieceShape, ...]:
    """Read the pieces of a file; whether they can be walked is not checked here.

    Raises:
        ContentError: the file is invalid; the message names the piece and the part.
    """
    data = read_json(file, "building pieces") if Path(file).suffix == ".json" else _read_toml(file, "building pieces")
    if not isinstance(data, dict) or (unknown := next((key for key in data if key not in ("pieces", "thesis")), None)):
        names = ["pieces", "thesis"]
        shown = unknown if isinstance(data, dict) else str(data)[:40]
        raise ContentError(str(UnknownName("name in a file of pieces", str(shown), names)), file, field=str(shown))
    thesis, entries = data.get("thesis", False), data.get("pieces")
    if not isinstance(thesis, bool):
        raise ContentError(f"thesis = {thesis!r}: expected true or false", file, field="thesis")
    if not isinstance(entries, list) or not entries:
        raise ContentError("expected a list of pieces", file, field="pieces")
    shapes = [_parse_piece(file, f"pieces[{k}]", entry) for k, entry in enumerate(entries)]
    shapes = [*(thesis_shapes() if thesis else ()), *shapes]
    names = [shape.name for shape in shapes]
    if double := next((name for k, name in enumerate(names) if name in names[:k]), None):
        raise ContentError(f"two pieces are named {double!r}", file)
    if len(shapes) > MAX_PIECES_OF_FILE:
        raise ContentError(f"there are {len(shapes)} pieces; at most {MAX_PIECES_OF_FILE}", file)
    return tuple(shapes)


@cache
def thesis_shapes() -> tuple[PieceShape, ...]:
    """Return the seven pieces of the thesis."""
    with untracked_files():
        return read_piece_file(PIECES_FILE)


def _parse_piece(file: str | Path, where: str, data: Any) -> PieceShape:
    if not isinstance(data, dict):
        raise ContentError(f"a piece has {', '.join(PIECE_FIELDS)}, or a name and a picture", file, field=where)
    fields = PICTURE_FIELDS if "picture" in data else PIECE_FIELDS
    if unknown := next((key for key in data if key not in fields), None):
        raise ContentError(str(UnknownName("name here", unknown, list(fields))), file, field=where)
    if missing := next((key for key in fields if key not in data), None):
        raise ContentError(f"{missing!r} is missing", file, field=where)
    name = data["name"]
    if not isinstance(name, str) or not name.strip() or name != " ".join(name.split()) or not name.isprintable():
        raise ContentError("a name must be text", file, field=f"{where}.name")
    if "picture" in data:
        shape = _shape_of_picture(file, f"{where}.picture", name, data["picture"])
    else:
        shape = PieceShape(name, *(_cells(file, f"{where}.{part}", data[part]) for part in PIECE_FIELDS[1:]))
    if fault := piece_fault(shape):
        part, message = fault
        raise ContentError(message, file, field=where if part == "cells" else f"{where}.{part}")
    return shape


def _cells(file: str | Path, where: str, data: Any) -> tuple[Cell, ...]:
    cells = data if isinstance(data, list) else [None]
    for cell in cells:
        if not (isinstance(cell, list) and len(cell) == 2 and all(type(n) is int and abs(n) < 1000 for n in cell)):
            raise ContentError("expected cells such as [1, 0]", file, field=where)
    return tuple((x, y) for x, y in cells)


def _shape_of_picture(file: str | Path, where: str, name: str, rows: Any) -> PieceShape:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise ContentError('expected rows from the top down, as ["...", "A.B", "#  #"]', file, field=where)
    cells: dict[str, list[Cell]] = {"A": [], "B": [], ".": [], "#": [], " ": []}
    for y, row in enumerate(reversed(rows)):
        for x, sign in enumerate(row):
            if sign not in cells:
                message = f"there is no cell {sign!r} in row {row!r}; cells are A and B (connection), . # and space"
                raise ContentError(message, file, field=where)
            cells[sign].append((x, y))
    if len(cells["A"]) != 1 or len(cells["B"]) != 1:
        raise ContentError("a picture has one A and one B: the connection cells", file, field=where)
    (left, low), parts = cells["A"][0], (cells["A"] + cells["B"], cells["."], cells["#"])
    return PieceShape(name, *(tuple((x - left, y - low) for x, y in part) for part in parts))


def _read_toml(file: str | Path, what: str) -> dict[str, Any]:
    try:
        return parse_toml(read_tracked(file).decode("utf-8"), file)
    except FileNotFoundError:
        raise ContentError(missing_file(file, f"file with {what}"), file) from None
    except (OSError, ValueError, RecursionError) as error:
        raise ContentError(f"this file cannot be read: {error}", file) from None
