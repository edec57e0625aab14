"""Building pieces of rooms: small moves of the body as patterns of cells, verified by path search when loaded.

A piece has two connection cells between which the body moves, further cells that must be open, and cells that must be
solid, all relative to the first connection cell, y upwards. For any content of the other cells, the body must be able
to move between the connection cells in both directions; the same holds for the mirrored piece. The proof is a path in
the real physics that touches no other cell and grabs only ledges that certainly exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludus.games.platformer import physics as b
from ludus.games.platformer.level import Cell
from ludus.games.platformer.motion_planning import GridNode, MotionPath, SearchBudgetExceeded, find_path
from ludus.games.platformer.physics import Grid
from ludus.util.errors import ContentError
from ludus.util.files import read_json, require_keys

PIECES_FILE = Path(__file__).parent / "content" / "pieces.json"
FIELDS = ("name", "connect", "open", "solid")
MAX_DISTANCE = 8  # maximum distance from the first connection cell, in cells
MARGIN = 2  # cells around a piece in its verification grid


@dataclass(frozen=True)
class RoomPiece:
    """A building piece, with the paths that verify it."""

    name: str
    connect: tuple[Cell, Cell]
    open: tuple[Cell, ...]
    solid: tuple[Cell, ...]
    path_there: MotionPath  # from the first connection cell to the second
    path_back: MotionPath

    @property
    def offset(self) -> Cell:
        """Offset from the first connection cell to the second."""
        return self.connect[1]


def load_pieces(file: str | Path = PIECES_FILE) -> tuple[RoomPiece, ...]:
    """Load all pieces of a file, each followed by its mirror image.

    Raises:
        ContentError: the file is invalid, or no safe path exists for a piece.
    """
    data = require_keys(file, "pieces", read_json(file, "building pieces"), ["pieces"])["pieces"]
    if not isinstance(data, list) or not data:
        raise ContentError("expected a list of pieces", file, field="pieces")
    raw = [_parse_piece(file, f"pieces[{k}]", entry) for k, entry in enumerate(data)]
    if double := next((piece[0] for k, piece in enumerate(raw) if piece[0] in [other[0] for other in raw[:k]]), None):
        raise ContentError(f"two pieces are named {double!r}", file)
    return tuple(
        _verify(file, name, *cells)
        for name, *parts in raw
        for cells in (parts, [tuple((-x, y) for x, y in part) for part in parts])
    )


def _parse_piece(
    file: str | Path, where: str, data: Any
) -> tuple[str, tuple[Cell, ...], tuple[Cell, ...], tuple[Cell, ...]]:
    piece = require_keys(file, where, data, FIELDS)
    if not isinstance(piece["name"], str) or not piece["name"]:
        raise ContentError("a name must be text", file, field=f"{where}.name")
    connect, open_, solid = (_cells(file, f"{where}.{part}", piece[part]) for part in FIELDS[1:])
    if len(connect) != 2 or connect[0] != (0, 0):
        raise ContentError("two connection cells are needed, the first of them [0, 0]", file, field=f"{where}.connect")
    for x, y in connect:
        if (x, y - 1) not in solid:
            raise ContentError(f"[{x}, {y - 1}] must be solid: the body stands on it", file, field=f"{where}.solid")
    every = [*connect, *open_, *solid]
    if duplicate := next((cell for k, cell in enumerate(every) if cell in every[:k]), None):
        raise ContentError(f"[{duplicate[0]}, {duplicate[1]}] occurs twice", file, field=where)
    return piece["name"], connect, open_, solid


def _cells(file: str | Path, where: str, data: Any) -> tuple[Cell, ...]:
    cells = data if isinstance(data, list) else [None]
    for cell in cells:
        valid = (
            isinstance(cell, list) and len(cell) == 2 and all(type(n) is int and abs(n) <= MAX_DISTANCE for n in cell)
        )
        if not valid:
            raise ContentError(f"expected cells such as [1, 0], at most {MAX_DISTANCE} away", file, field=where)
    return tuple((x, y) for x, y in cells)


@lru_cache(maxsize=256)
def _verify(
    file: str | Path, name: str, connect: tuple[Cell, Cell], open_: tuple[Cell, ...], solid: tuple[Cell, ...]
) -> RoomPiece:
    grid, (left, low) = verification_grid((*connect, *open_), solid)
    first, second = (GridNode("stand", x - left, y - low) for x, y in connect)
    paths = []
    for start, goal, direction in ((first, second, "to the second connection cell"), (second, first, "back")):
        try:
            path = find_path(grid, start, goal)
        except SearchBudgetExceeded:
            path = None
        if path is None:
            side = " in the mirror" if connect[1][0] < 0 else ""
            raise ContentError(f"the piece {name!r} is refused: no way {direction}{side} is safe in the physics", file)
        paths.append(path)
    return RoomPiece(name, connect, open_, solid, *paths)


def verification_grid(open_: tuple[Cell, ...], solid: tuple[Cell, ...]) -> tuple[np.ndarray, Cell]:
    """Build a grid in which all cells except the given ones are forbidden; also return its lower left cell."""
    every = [*open_, *solid]
    left, low = min(x for x, _ in every) - MARGIN, min(y for _, y in every) - MARGIN
    grid = Grid.zeros()
    cells = grid["cells"][0]
    cells[:] = b.FORBIDDEN
    grid["width"], grid["height"] = (max(n[k] for n in every) + MARGIN + 1 - (left, low)[k] for k in range(2))
    for x, y in solid:
        cells[y - low + 1, x - left + 1] = b.SOLID
    for x, y in open_:
        cells[y - low + 1, x - left + 1] = _ledges(x, y, open_, solid)
    return grid, (left, low)


def _ledges(x: int, y: int, open_: tuple[Cell, ...], solid: tuple[Cell, ...]) -> int:
    """Return the flags of an open cell: adjacent ledges that certainly exist, and those that may exist."""
    flags = 0
    for side, ledge, doubt in ((-1, b.LEDGE_LEFT, b.DOUBT_LEFT), (1, b.LEDGE_RIGHT, b.DOUBT_RIGHT)):
        wall, above = (x + side, y), ((x + side, y + 1), (x, y + 1))
        if wall in solid and all(cell in open_ for cell in above):
            flags |= ledge
        elif wall not in open_ and not any(cell in solid for cell in above):
            flags |= doubt
    return flags
