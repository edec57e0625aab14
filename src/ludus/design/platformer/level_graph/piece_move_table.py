"""Building pieces as moves of the graph: in all four directions, and cut in two at ledges.

`whole_piece_moves` has a piece as one move between two cells to stand in: rooms are built from these. `graph_moves`
has the moves between nodes of a level graph: a piece that goes up higher than a jump is cut into the jump to the ledge
and the rest (thesis, figure 3.6). Both contain every move in both directions and mirrored, without duplicates.
movement_tables.py has the tables of a physics and its pieces.
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.core import Record, int8, uint8
from ludus.games.platformer.level import Cell
from ludus.games.platformer.room_building_pieces import RoomPiece
from ludus.util.errors import LudusError

MAX_MOVES, MAX_MOVE_CELLS, MAX_PIECES = 64, 24, 32  # at most
STAND, HANG_LEFT, HANG_RIGHT = range(3)  # kinds of nodes
JUMP_HEIGHT = 1  # cells that a jump of the thesis's physics goes up; higher pieces use a hang


@dataclass(frozen=True, order=True)
class GraphMove:
    """Move between two nodes: the kinds of both, the step, and the cells that must be open or solid."""

    piece: int
    from_kind: int
    to_kind: int
    step: Cell
    open: tuple[Cell, ...]
    solid: tuple[Cell, ...]


class MoveRecord(Record):
    piece: uint8
    from_kind: uint8
    to_kind: uint8
    dx: int8
    dy: int8
    opens: uint8  # the first `opens` cells must be open, the rest solid
    cells: uint8
    x: int8[MAX_MOVE_CELLS]
    y: int8[MAX_MOVE_CELLS]


class MoveTable(Record):
    """Moves, sorted by piece."""

    count: uint8
    pieces: uint8
    first: uint8[MAX_PIECES + 1]  # first move of each piece
    rows: MoveRecord[MAX_MOVES]


def whole_piece_moves(pieces: Sequence[RoomPiece]) -> list[GraphMove]:
    """Every piece as one move between two stands."""
    return with_reverses([_piece_move(number, piece) for number, piece in _number_pieces(pieces)])


def graph_moves(pieces: Sequence[RoomPiece]) -> list[GraphMove]:
    """Moves between nodes of a level graph; duplicates from several pieces are dropped."""
    return with_reverses([move for piece in move_alternatives(pieces, JUMP_HEIGHT) for move in piece[0]])


def move_alternatives(pieces: Sequence[RoomPiece], jump_height: int) -> list[list[list[GraphMove]]]:
    """For each piece the lists of moves that it may be cut into, the likelier first.

    A piece that goes up higher than a jump is rather cut at its ledge, if it has one. A move of a piece is one way;
    `with_reverses` adds the way back.
    """
    alternatives = []
    for number, piece in _number_pieces(pieces):
        move = _piece_move(number, piece)
        whole, cut = [move], _cut_at_ledge(move)
        ways = [whole, cut] if abs(move.step[1]) <= jump_height else [cut, whole]
        alternatives.append([way for way in ways if way])
    return alternatives


def pack_moves(moves: Sequence[GraphMove]) -> np.ndarray:
    """Pack moves into a record for compiled rules."""
    if len(moves) > MAX_MOVES or max(len(move.open) + len(move.solid) for move in moves) > MAX_MOVE_CELLS:
        raise LudusError(f"there are too many building pieces: {len(moves)} moves of them, at most {MAX_MOVES}")
    array = MoveTable.zeros()
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


def _number_pieces(pieces: Sequence[RoomPiece]) -> list[tuple[int, RoomPiece]]:
    """Pieces with the number of their name; a mirrored piece has the same name."""
    names = list(dict.fromkeys(piece.name for piece in pieces))
    if len(names) > MAX_PIECES:
        raise LudusError(f"there are {len(names)} kinds of building pieces; at most {MAX_PIECES}")
    return [(names.index(piece.name), piece) for piece in pieces]


def _piece_move(number: int, piece: RoomPiece) -> GraphMove:
    return GraphMove(number, STAND, STAND, piece.offset, (*piece.connect, *piece.open), piece.solid)


def _cut_at_ledge(move: GraphMove) -> list[GraphMove]:
    """Cut a move into the jump to the ledge next to its end, and the pull-up; none if there is no such ledge."""
    (dx, dy), side = move.step, 1 if move.step[0] > 0 else -1
    at, wall, kind = (dx - side, dy - 1), (dx, dy - 1), HANG_RIGHT if side > 0 else HANG_LEFT
    above, end = (dx - side, dy), (dx, dy)
    if dy < 2 or dx == 0 or at not in move.open or above not in move.open or wall not in move.solid:
        return []
    first_open = tuple(sorted(set(move.open)))
    first = GraphMove(move.piece, STAND, kind, at, first_open, move.solid)
    up = tuple((x - at[0], y - at[1]) for x, y in (at, above, end))
    return [first, GraphMove(move.piece, kind, STAND, (side, 1), up, ((side, 0),))]


def with_reverses(moves: list[GraphMove]) -> list[GraphMove]:
    """Moves and their ways back, without duplicates, sorted."""
    unique: dict[tuple, GraphMove] = {}
    for move in moves:
        (dx, dy) = move.step
        back = GraphMove(
            move.piece,
            move.to_kind,
            move.from_kind,
            (-dx, -dy),
            tuple((x - dx, y - dy) for x, y in move.open),
            tuple((x - dx, y - dy) for x, y in move.solid),
        )
        for variant in (move, back):
            sorted_ = GraphMove(
                *(variant.piece, variant.from_kind, variant.to_kind),
                variant.step,
                *map(_sorted_cells, (variant.open, variant.solid)),
            )
            unique.setdefault((sorted_.from_kind, sorted_.to_kind, sorted_.step, sorted_.open, sorted_.solid), sorted_)
    return sorted(unique.values())


def _sorted_cells(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(sorted(set(cells)))
