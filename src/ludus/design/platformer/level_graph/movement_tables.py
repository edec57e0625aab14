"""Tables of a movement: the moves of its building pieces, proven controllers, and the cells that they touch.

    packed_graph_moves(level.movement)       # moves of the level graph, for compiled rules
    move_controllers(level.movement)         # how each of them is steered, in the same order

All tables are computed once for a movement: its pieces are proven in its physics when it is first used. A piece is one
move, or is cut in two at its ledge, whichever can be steered both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ludus.design.platformer.level_graph.piece_move_table import (
    STAND,
    GraphMove,
    move_alternatives,
    pack_moves,
    whole_piece_moves,
    with_reverses,
)
from ludus.design.platformer.verify.move_controllers import cells_touched, find_controller, find_controllers
from ludus.games.platformer.level import Cell
from ludus.games.platformer.movement import THESIS, Movement
from ludus.games.platformer.room_building_pieces import RoomPiece, movement_pieces
from ludus.util.errors import ContentError, LudusError

MAX_MOVEMENTS = 16  # movements whose tables are kept
NODE_WORDS = ("standing", "hanging on the left", "hanging on the right")


@dataclass(frozen=True)
class MovementTables:
    """Moves and their controllers."""

    moves: list[GraphMove]  # between nodes of a level graph
    graph_moves: np.ndarray  # the same, packed
    piece_moves: np.ndarray  # whole pieces, packed
    controllers: np.ndarray  # in the order of the moves


@lru_cache(maxsize=MAX_MOVEMENTS)
def movement_tables(movement: Movement = THESIS) -> MovementTables:
    """Prove the pieces of a movement and compute its tables.

    Raises:
        ContentError: a piece cannot be walked in the physics, or not be steered; the message says which way.
    """
    pieces = movement_pieces(movement)
    try:
        moves = _choose_moves(movement, pieces)
        packed, whole = pack_moves(moves), pack_moves(whole_piece_moves(pieces))
    except ContentError:
        raise
    except LudusError as error:
        raise ContentError(str(error), movement.pieces_file) from None
    return MovementTables(moves, packed, whole, find_controllers(moves, movement.physics))


def packed_graph_moves(movement: Movement = THESIS) -> np.ndarray:
    """Packed moves between nodes of a level graph."""
    return movement_tables(movement).graph_moves


def packed_piece_moves(movement: Movement = THESIS) -> np.ndarray:
    """Packed moves of whole building pieces."""
    return movement_tables(movement).piece_moves


def move_controllers(movement: Movement = THESIS) -> np.ndarray:
    """Controllers of all moves, in the order of packed_graph_moves."""
    return movement_tables(movement).controllers


@lru_cache(maxsize=MAX_MOVEMENTS)
def touched_cells(movement: Movement = THESIS) -> tuple[frozenset[Cell], ...]:
    """Cells that a body touches, by move number in packed_graph_moves, relative to the start."""
    tables = movement_tables(movement)
    rows = tables.controllers["rows"][0]
    return tuple(cells_touched(move, rows[k], movement.physics) for k, move in enumerate(tables.moves))


def _choose_moves(movement: Movement, pieces: Sequence[RoomPiece]) -> list[GraphMove]:
    """Moves of the level graph: for each piece the first way of cutting it that can be steered both ways."""
    chosen: list[GraphMove] = []
    for piece, ways in zip(pieces, move_alternatives(pieces, movement.physics.jump_rows), strict=True):
        faults: list[GraphMove] = []
        for way in ways:
            if (fault := _first_without_controller(movement, way)) is None:
                chosen += way
                break
            faults.append(fault)
        else:
            raise ContentError(_refusal(movement, piece, faults[0]), movement.pieces_file)
    return with_reverses(chosen)


def _first_without_controller(movement: Movement, way: list[GraphMove]) -> GraphMove | None:
    return next((move for move in with_reverses(way) if find_controller(move, movement.physics) is None), None)


def _refusal(movement: Movement, piece: RoomPiece, move: GraphMove) -> str:
    side = " in the mirror" if piece.offset[0] < 0 else ""
    height, up = move.step[1], piece.offset[1]
    back = move.from_kind == move.to_kind == STAND and move.step == tuple(-n for n in piece.offset)
    direction = "back" if back or (height < 0) != (up < 0) else "to the second connection cell"
    return (
        f"the piece {piece.name!r} is refused: its way {direction}{side} is possible in the physics "
        f"{movement.physics.name!r}, but no way to steer it is safe from everywhere near the middle of a cell: "
        f"{NODE_WORDS[move.from_kind]}, then {move.step[0]:+d} {move.step[1]:+d} cells, {NODE_WORDS[move.to_kind]}"
    )
