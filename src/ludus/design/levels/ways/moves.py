"""Building pieces as compiled rules use them: in all four directions, and cut in two where one hangs by a ledge.

`whole` has a piece as one move, from a cell one stands in to another: rooms are built from these. `halves` has the
moves between nodes of a level graph: what goes up higher than a jump is cut into the jump to the ledge and the rest
(thesis, figure 3.6). Both have every move in both directions and in the mirror; equal ones are there once.
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from ludus.core import Record, int8, uint8
from ludus.core.errors import LudusError
from ludus.games.platformer.level import Cell
from ludus.games.platformer.pieces import Piece, load_pieces

MOVES, CELLS, KINDS_OF_PIECES = 64, 24, 32  # at most
STAND, HANG_LEFT, HANG_RIGHT = range(3)  # the kinds of nodes
JUMPED = 1  # cells that a jump goes up; higher goes by a hang


@dataclass(frozen=True, order=True)
class Move:
    """From one node to another: the kinds of both, the step, and the cells that must be open or solid."""

    piece: int
    from_kind: int
    to_kind: int
    step: Cell
    open: tuple[Cell, ...]
    solid: tuple[Cell, ...]


class MoveRow(Record):
    piece: uint8
    from_kind: uint8
    to_kind: uint8
    dx: int8
    dy: int8
    opens: uint8  # the first so many cells are to be open, the rest solid
    cells: uint8
    x: int8[CELLS]
    y: int8[CELLS]


class Moves(Record):
    """The moves in order of their pieces, so that those of one piece are together."""

    count: uint8
    pieces: uint8
    first: uint8[KINDS_OF_PIECES + 1]  # of each piece
    rows: MoveRow[MOVES]


def whole(pieces: Sequence[Piece]) -> list[Move]:
    """Every piece as one move between two stands, by its kind."""
    return _both_ways([_piece(number, piece) for number, piece in _numbered(pieces)])


def halves(pieces: Sequence[Piece]) -> list[Move]:
    """The moves between nodes; those that come of several pieces, for which less must be open, once."""
    found = []
    for number, piece in _numbered(pieces):
        move = _piece(number, piece)
        found += _cut(move) if abs(move.step[1]) > JUMPED else [move]
    return _both_ways(found)


def pack(moves: Sequence[Move]) -> np.ndarray:
    """As a record for compiled rules."""
    if len(moves) > MOVES or max(len(move.open) + len(move.solid) for move in moves) > CELLS:
        raise LudusError(f"there are too many building pieces: {len(moves)} moves of them, at most {MOVES}")
    array = Moves.zeros()
    array["count"], array["pieces"] = len(moves), 1 + max(move.piece for move in moves)
    for k, move in enumerate(moves):
        row = array["rows"][0, k]
        row["piece"], row["from_kind"], row["to_kind"] = move.piece, move.from_kind, move.to_kind
        row["dx"], row["dy"] = move.step
        row["opens"], row["cells"] = len(move.open), len(move.open) + len(move.solid)
        for c, (x, y) in enumerate((*move.open, *move.solid)):
            row["x"][c], row["y"][c] = x, y
    numbers = [move.piece for move in moves]
    for piece in range(numbers[-1] + 2):
        array["first"][0, piece] = sum(number < piece for number in numbers)
    return array


@cache
def whole_moves() -> np.ndarray:
    """Those of the game's own pieces."""
    return pack(whole(load_pieces()))


@cache
def half_moves() -> np.ndarray:
    return pack(halves(load_pieces()))


def _numbered(pieces: Sequence[Piece]) -> list[tuple[int, Piece]]:
    """Pieces with the number of their kind; a mirror is of the same kind."""
    names = list(dict.fromkeys(piece.name for piece in pieces))
    if len(names) > KINDS_OF_PIECES:
        raise LudusError(f"there are {len(names)} kinds of building pieces; at most {KINDS_OF_PIECES}")
    return [(names.index(piece.name), piece) for piece in pieces]


def _piece(number: int, piece: Piece) -> Move:
    return Move(number, STAND, STAND, piece.step, (*piece.connect, *piece.open), piece.solid)


def _cut(move: Move) -> list[Move]:
    """The jump to the ledge beside the end, and from there up."""
    (dx, dy), side = move.step, 1 if move.step[0] > 0 else -1
    at, wall, kind = (dx - side, dy - 1), (dx, dy - 1), HANG_RIGHT if side > 0 else HANG_LEFT
    above, end = (dx - side, dy), (dx, dy)
    for cell, needed in ((at, move.open), (above, move.open), (wall, move.solid)):
        if cell not in needed:
            raise LudusError(f"a piece that goes up {dy} cells needs a ledge at {wall[0]} {wall[1]} to hang by")
    first_open = tuple(sorted(set(move.open)))
    first = Move(move.piece, STAND, kind, at, first_open, move.solid)
    up = tuple((x - at[0], y - at[1]) for x, y in (at, above, end))
    return [first, Move(move.piece, kind, STAND, (side, 1), up, ((side, 0),))]


def _both_ways(moves: list[Move]) -> list[Move]:
    found: dict[tuple, Move] = {}
    for move in moves:
        (dx, dy) = move.step
        back = Move(
            move.piece,
            move.to_kind,
            move.from_kind,
            (-dx, -dy),
            tuple((x - dx, y - dy) for x, y in move.open),
            tuple((x - dx, y - dy) for x, y in move.solid),
        )
        for each in (move, back):
            sorted_ = Move(
                *(each.piece, each.from_kind, each.to_kind), each.step, *map(_in_order, (each.open, each.solid))
            )
            found.setdefault((sorted_.from_kind, sorted_.to_kind, sorted_.step, sorted_.open, sorted_.solid), sorted_)
    return sorted(found.values())


def _in_order(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(sorted(set(cells)))
