"""How long the moves between nodes take a player: t(x_i, x_i+1) of the thesis, by the steps of the physics.

A step to the next cell takes its length at full speed, 0.21 s. Any other move is a full jump: until the feet come down
on the height of its end, 0.63 s for a cell up, 0.8 s on the flat, 0.9 s for a cell down, 0.57 s to a ledge. Only who
lets go of a ledge, or goes over an edge to hang by it, falls: these take as long as the move was proven to take.
"""

from __future__ import annotations

from functools import cache

from ludus.design.levels.proving.manners import manners
from ludus.design.levels.ways.moves import STAND, Move, halves
from ludus.games.platformer.pieces import load_pieces
from ludus.games.platformer.units import CELL, FASTEST_FALL, GRAVITY, LEAP, RUN, TALL, TICKS

HUNG = CELL - TALL  # the feet of a hanging body are so far above the bottom of its cell: its hands are at the top
STEP = CELL / RUN / TICKS  # seconds


def full_jump(height: int) -> int:
    """Ticks from a jump until feet that come down are lower than this: they stand there from that tick on."""
    y, vy, ticks = 0, LEAP, 0
    while vy > 0 or y >= height:
        vy = max(vy - GRAVITY, -FASTEST_FALL)
        y += vy
        ticks += 1
    return ticks


@cache
def times() -> tuple[float, ...]:
    """Seconds of every move, by its number in moves.half_moves."""
    proven = manners()["ticks"][0]
    return tuple(_seconds(move, int(proven[number])) for number, move in enumerate(halves(load_pieces())))


@cache
def steps() -> tuple[bool, ...]:
    """Which of them need no jump, because they lead to the next cell."""
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
