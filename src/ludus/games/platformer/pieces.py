"""Building pieces: small moves of the body as cells, from which rooms are put together; proven when they are loaded.

A piece has two connection cells between which the body moves, further cells that must be open, and cells that must be
solid; they are relative to the first connection cell, y upwards. Whatever the other cells are, the body must get from
one connection cell to the other, both ways, and so it must in the mirror. The proof is a way in the real physics that
touches no other cell, and that grabs no ledge unless it is there for certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludus.core.errors import ContentError
from ludus.core.json_files import exactly_named, read_json
from ludus.games.platformer import body as b
from ludus.games.platformer.body import Grid
from ludus.games.platformer.level import Cell
from ludus.games.platformer.motion import GaveUp, Node, Way, reach

PIECES = Path(__file__).parent / "content" / "pieces.json"
NAMES = ("name", "connect", "open", "solid")
FARTHEST = 8  # cells from the first connection cell
MARGIN = 2  # cells around a piece in its proof


@dataclass(frozen=True)
class Piece:
    """One piece, with the ways that prove it."""

    name: str
    connect: tuple[Cell, Cell]
    open: tuple[Cell, ...]
    solid: tuple[Cell, ...]
    there: Way  # from the first connection cell to the second
    back: Way

    @property
    def step(self) -> Cell:
        """From the first connection cell to the second."""
        return self.connect[1]


def load_pieces(file: str | Path = PIECES) -> tuple[Piece, ...]:
    """All pieces of a file, each followed by its mirror; raises ContentError if the physics refuses one."""
    data = exactly_named(file, "pieces", read_json(file, "building pieces"), ["pieces"])["pieces"]
    if not isinstance(data, list) or not data:
        raise ContentError("here must be a list of pieces", file, field="pieces")
    raw = [_read(file, f"pieces[{k}]", each) for k, each in enumerate(data)]
    if twice := next((one[0] for k, one in enumerate(raw) if one[0] in [other[0] for other in raw[:k]]), None):
        raise ContentError(f"two pieces are named {twice!r}", file)
    return tuple(
        _prove(file, name, *cells)
        for name, *parts in raw
        for cells in (parts, [tuple((-x, y) for x, y in part) for part in parts])
    )


def _read(file: str | Path, where: str, data: Any) -> tuple[str, tuple[Cell, ...], tuple[Cell, ...], tuple[Cell, ...]]:
    piece = exactly_named(file, where, data, NAMES)
    if not isinstance(piece["name"], str) or not piece["name"]:
        raise ContentError("a name is a text", file, field=f"{where}.name")
    connect, open_, solid = (_cells(file, f"{where}.{part}", piece[part]) for part in NAMES[1:])
    if len(connect) != 2 or connect[0] != (0, 0):
        raise ContentError("there are two connection cells, the first is [0, 0]", file, field=f"{where}.connect")
    for x, y in connect:
        if (x, y - 1) not in solid:
            raise ContentError(f"[{x}, {y - 1}] must be solid, for one stands on it", file, field=f"{where}.solid")
    every = [*connect, *open_, *solid]
    if twice := next((cell for k, cell in enumerate(every) if cell in every[:k]), None):
        raise ContentError(f"[{twice[0]}, {twice[1]}] is there twice", file, field=where)
    return piece["name"], connect, open_, solid


def _cells(file: str | Path, where: str, data: Any) -> tuple[Cell, ...]:
    cells = data if isinstance(data, list) else [None]
    for cell in cells:
        whole = isinstance(cell, list) and len(cell) == 2 and all(type(n) is int and abs(n) <= FARTHEST for n in cell)
        if not whole:
            raise ContentError(f"here must be cells such as [1, 0], at most {FARTHEST} away", file, field=where)
    return tuple((x, y) for x, y in cells)


@lru_cache(maxsize=256)
def _prove(
    file: str | Path, name: str, connect: tuple[Cell, Cell], open_: tuple[Cell, ...], solid: tuple[Cell, ...]
) -> Piece:
    grid, (left, low) = proof_grid((*connect, *open_), solid)
    first, second = (Node("stand", x - left, y - low) for x, y in connect)
    ways = []
    for start, goal, words in ((first, second, "to the second connection cell"), (second, first, "back")):
        try:
            way = reach(grid, start, goal)
        except GaveUp:
            way = None
        if way is None:
            side = " in the mirror" if connect[1][0] < 0 else ""
            raise ContentError(f"the piece {name!r} is refused: no way {words}{side} is safe in the physics", file)
        ways.append(way)
    return Piece(name, connect, open_, solid, *ways)


def proof_grid(open_: tuple[Cell, ...], solid: tuple[Cell, ...]) -> tuple[np.ndarray, Cell]:
    """A grid in which all cells that are not given are forbidden, with the place of its lower left cell."""
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
    """The flags of an open cell: ledges beside it that are there for certain, and those that may be there."""
    flags = 0
    for side, ledge, doubt in ((-1, b.LEDGE_LEFT, b.DOUBT_LEFT), (1, b.LEDGE_RIGHT, b.DOUBT_RIGHT)):
        wall, above = (x + side, y), ((x + side, y + 1), (x, y + 1))
        if wall in solid and all(cell in open_ for cell in above):
            flags |= ledge
        elif wall not in open_ and not any(cell in solid for cell in above):
            flags |= doubt
    return flags
