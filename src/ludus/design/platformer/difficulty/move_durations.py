"""Durations of the moves between nodes: t(x_i, x_i+1) of the thesis, and which moves are steps without a jump.

A step to the next cell takes its length at full speed, 0.21 s. Any other move is a full jump, until the feet are at the
height of its end: 0.63 s for a cell up, 0.8 s on the flat, 0.9 s for a cell down, 0.57 s to a ledge. Only letting go of
a ledge, or going over an edge to hang by it, is a fall: it takes as long as the proven controller needs.
"""

from __future__ import annotations

from functools import cache

from ludus.design.platformer.level_graph.piece_move_table import STAND, GraphMove, graph_moves
from ludus.design.platformer.verify.move_controllers import (
    move_controllers,
)
from ludus.games.platformer.constants import (
    CELL,
    GRAVITY,
    HEIGHT,
    JUMP_SPEED,
    MAX_FALL_SPEED,
    RUN_SPEED,
    TICKS_PER_SECOND,
)
from ludus.games.platformer.room_building_pieces import load_pieces

HANG_HEIGHT = CELL - HEIGHT  # height of the feet of a hanging body above the bottom of its cell
STEP_SECONDS = CELL / RUN_SPEED / TICKS_PER_SECOND  # seconds


def full_jump_ticks(height: int) -> int:
    """Ticks from a jump until the falling feet are lower than `height`."""
    y, vy, ticks = 0, JUMP_SPEED, 0
    while vy > 0 or y >= height:
        vy = max(vy - GRAVITY, -MAX_FALL_SPEED)
        y += vy
        ticks += 1
    return ticks


@cache
def move_seconds() -> tuple[float, ...]:
    """Seconds of every move, by its number in packed_graph_moves."""
    proven = move_controllers()["ticks"][0]
    return tuple(_seconds_of_move(move, int(proven[number])) for number, move in enumerate(graph_moves(load_pieces())))


@cache
def is_walking_move() -> tuple[bool, ...]:
    """Which moves are steps to the next cell, without a jump."""
    return tuple(is_next_cell(*move.step) for move in graph_moves(load_pieces()))


def is_next_cell(dx: int, dy: int) -> bool:
    return abs(dx) == 1 and dy == 0


def _seconds_of_move(move: GraphMove, proven: int) -> float:
    if is_next_cell(*move.step):
        return STEP_SECONDS
    by_a_ledge = move.from_kind != STAND or move.to_kind != STAND
    if by_a_ledge and move.step[1] < 0:
        return proven / TICKS_PER_SECOND
    height = move.step[1] * CELL + HANG_HEIGHT * ((move.to_kind != STAND) - (move.from_kind != STAND))
    return full_jump_ticks(height) / TICKS_PER_SECOND
