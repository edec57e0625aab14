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

import numpy as np

from ludus.games.platformer import physics as b
from ludus.games.platformer.level import Cell
from ludus.games.platformer.motion_planning import (
    GridNode,
    MotionPath,
    SearchBudgetExceeded,
    cells_of_last_search,
    find_path,
)
from ludus.games.platformer.movement import THESIS, THESIS_PHYSICS, Movement, Physics, PieceShape
from ludus.games.platformer.movement_files import PIECES_FILE, read_piece_file, thesis_shapes
from ludus.games.platformer.physics import Grid
from ludus.util.errors import ContentError

MARGIN = 2  # cells around a piece in its verification grid


@dataclass(frozen=True)
class RoomPiece:
    """A building piece, with the paths that verify it."""

    name: str
    connect: tuple[Cell, ...]
    open: tuple[Cell, ...]
    solid: tuple[Cell, ...]
    path_there: MotionPath  # from the first connection cell to the second
    path_back: MotionPath

    @property
    def offset(self) -> Cell:
        """Offset from the first connection cell to the second."""
        return self.connect[1]


def load_pieces(file: str | Path = PIECES_FILE, physics: Physics = THESIS_PHYSICS) -> tuple[RoomPiece, ...]:
    """Load all pieces of a file, each followed by its mirror image.

    Raises:
        ContentError: the file is invalid, or no safe path exists for a piece.
    """
    return _verify_all(read_piece_file(file), physics, str(file))


def movement_pieces(movement: Movement = THESIS) -> tuple[RoomPiece, ...]:
    """Return the proven pieces of a movement, each followed by its mirror image.

    Raises:
        ContentError: a piece cannot be walked in the physics; the message says which way fails, and how far one gets.
    """
    shapes = thesis_shapes() if movement.pieces is None else movement.pieces
    return _verify_all(shapes, movement.physics, movement.pieces_file)


def _verify_all(shapes: tuple[PieceShape, ...], physics: Physics, file: str | None) -> tuple[RoomPiece, ...]:
    return tuple(_verify(image, physics, file) for shape in shapes for image in (shape, mirrored(shape)))


def mirrored(shape: PieceShape) -> PieceShape:
    """Return a piece with left and right exchanged."""
    parts = (shape.connect, shape.open, shape.solid)
    return PieceShape(shape.name, *(tuple((-x, y) for x, y in part) for part in parts))


@lru_cache(maxsize=512)
def _verify(shape: PieceShape, physics: Physics, file: str | None) -> RoomPiece:
    grid, (left, low) = verification_grid((*shape.connect, *shape.open), shape.solid)
    first, second = (GridNode("stand", x - left, y - low) for x, y in shape.connect)
    paths = []
    for start, goal, direction in ((first, second, "to the second connection cell"), (second, first, "back")):
        try:
            path = find_path(grid, start, goal, physics=physics)
        except SearchBudgetExceeded:
            path = None
        if path is None:
            raise ContentError(_refusal(shape, physics, direction, goal, (left, low)), file)
        paths.append(path)
    return RoomPiece(shape.name, shape.connect, shape.open, shape.solid, *paths)


def _refusal(shape: PieceShape, physics: Physics, direction: str, goal: GridNode, corner: Cell) -> str:
    """Return why a piece is refused, with the place nearest to the goal that the last path search reached."""
    x, y = min(
        cells_of_last_search(), key=lambda cell: ((cell[0] - goal.x) ** 2 + (cell[1] - goal.y) ** 2, -cell[1], cell)
    )
    (from_x, from_y), (to_x, to_y) = shape.connect if direction != "back" else shape.connect[::-1]
    side = " in the mirror" if shape.connect[1][0] < 0 else ""
    name = "" if physics.is_thesis else f" {physics.name!r}"
    return (
        f"the piece {shape.name!r} is refused: no way {direction}{side} is safe in the physics{name}; from "
        f"[{from_x}, {from_y}] to [{to_x}, {to_y}] the body gets to [{x + corner[0]}, {y + corner[1]}] and no further"
    )


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
