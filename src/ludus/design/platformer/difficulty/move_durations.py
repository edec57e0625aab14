"""Durations of the moves between nodes: t(x_i, x_i+1) of the thesis, and which moves are steps without a jump.

A step to the next cell takes its length at full speed, 0.21 s. Any other move is a full jump, until the feet are at the
height of its end: 0.63 s for a cell up, 0.8 s on the flat, 0.9 s for a cell down, 0.57 s to a ledge. Only letting go of
a ledge, or going over an edge to hang by it, is a fall: it takes as long as the proven controller needs. So does a move
with jumps in the air or off walls, which the thesis does not have.
"""

from __future__ import annotations

from functools import lru_cache

from ludus.design.platformer.level_graph.movement_tables import MAX_MOVEMENTS, movement_tables
from ludus.design.platformer.level_graph.piece_move_table import STAND, GraphMove
from ludus.games.platformer.constants import CELL, TICKS_PER_SECOND
from ludus.games.platformer.movement import THESIS, THESIS_PHYSICS, Movement, Physics


def full_jump_ticks(height: int, physics: Physics = THESIS_PHYSICS) -> int:
    """Ticks from a jump until the falling feet are lower than `height`."""
    y, vy, ticks = 0, physics.jump_speed, 0
    while vy > 0 or y >= height:
        vy = max(vy - physics.gravity, -physics.max_fall_speed)
        y += vy
        ticks += 1
    return ticks


@lru_cache(maxsize=MAX_MOVEMENTS)
def move_seconds(movement: Movement = THESIS) -> tuple[float, ...]:
    """Seconds of every move, by its number in packed_graph_moves."""
    tables = movement_tables(movement)
    rows, proven = tables.controllers["rows"][0], tables.controllers["ticks"][0]
    return tuple(
        proven_seconds
        if rows[k]["repeats"] or rows[k]["climb"]
        else _seconds_of_move(move, proven_seconds, movement.physics)
        for k, move in enumerate(tables.moves)
        for proven_seconds in (int(proven[k]) / TICKS_PER_SECOND,)
    )


@lru_cache(maxsize=MAX_MOVEMENTS)
def is_walking_move(movement: Movement = THESIS) -> tuple[bool, ...]:
    """Which moves are steps to the next cell, without a jump."""
    return tuple(is_next_cell(*move.step) for move in movement_tables(movement).moves)


def is_next_cell(dx: int, dy: int) -> bool:
    return abs(dx) == 1 and dy == 0


def _seconds_of_move(move: GraphMove, proven: float, physics: Physics) -> float:
    if is_next_cell(*move.step):
        return CELL / physics.run_speed / TICKS_PER_SECOND
    by_a_ledge = move.from_kind != STAND or move.to_kind != STAND
    if by_a_ledge and move.step[1] < 0:
        return proven
    height = move.step[1] * CELL + physics.hang_height * ((move.to_kind != STAND) - (move.from_kind != STAND))
    return full_jump_ticks(height, physics) / TICKS_PER_SECOND
