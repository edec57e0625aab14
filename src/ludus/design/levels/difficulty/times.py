"""Duration of the moves between nodes: t(x_i, x_i+1) of the thesis, by the steps of the physics.

A step to the next cell takes its length at full speed, 0.21 s. Any other move is a full jump, until the feet are at the
height of its end: 0.63 s for a cell up, 0.8 s on the flat, 0.9 s for a cell down, 0.57 s to a ledge. Only letting go of
a ledge, or going over an edge to hang by it, is a fall: it takes as long as the proven controller needs.
"""

from __future__ import annotations

from functools import cache

from ludus.design.levels.proving.manners import manners
from ludus.design.levels.ways.moves import STAND, Move, halves
from ludus.games.platformer.pieces import load_pieces
from ludus.games.platformer.units import CELL, FASTEST_FALL, GRAVITY, LEAP, RUN, TALL, TICKS

HUNG = CELL - TALL  # height of the feet of a hanging body above the bottom of its cell
STEP = CELL / RUN / TICKS  # seconds


def full_jump(height: int) -> int:
    """Ticks from a jump until the falling feet are lower than `height`."""
    y, vy, ticks = 0, LEAP, 0
    while vy > 0 or y >= height:
        vy = max(vy - GRAVITY, -FASTEST_FALL)
        y += vy
        ticks += 1
    return ticks


@cache
def times() -> tuple[float, ...]:
    """Seconds of every move, by its number in packed_graph_moves."""
    proven = manners()["ticks"][0]
    return tuple(_seconds(move, int(proven[number])) for number, move in enumerate(halves(load_pieces())))


@cache
def steps() -> tuple[bool, ...]:
    """Which moves are steps to the next cell, without a jump."""
    return tuple(beside(*move.step) for move in halves(load_pieces()))


def beside(dx: int, dy: int) -> bool:
    return abs(dx) == 1 and dy == 0


def _seconds(move: Move, proven: int) -> float:
    if beside(*move.step):
        return STEP
    by_a_ledge = move.from_kind != STAND or move.to_kind != STAND
    if by_a_ledge and move.step[1] < 0:
        return proven / TICKS
    height = move.step[1] * CELL + HUNG * ((move.to_kind != STAND) - (move.from_kind != STAND))
    return full_jump(height) / TICKS
