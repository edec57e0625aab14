"""Properties of the moves between nodes: duration t(x_i, x_i+1) of the thesis, jumps, cells that a body touches.

A step to the next cell takes its length at full speed, 0.21 s. Any other move is a full jump, until the feet are at the
height of its end: 0.63 s for a cell up, 0.8 s on the flat, 0.9 s for a cell down, 0.57 s to a ledge. Only letting go of
a ledge, or going over an edge to hang by it, is a fall: it takes as long as the proven controller needs.

A building piece names more cells than its moves touch: one that goes up by a ledge also names the end above it. A move
passes a trap only if it touches one of its cells, found by simulating the move in the physics.
"""

from __future__ import annotations

from functools import cache

from ludus.core.rule import plain
from ludus.design.platformer.level_graph.piece_moves import STAND, GraphMove, graph_moves
from ludus.design.platformer.verify.move_controllers import (
    MAX_MOVE_TICKS,
    ControllerTrial,
    arrived,
    begin_move,
    move_controllers,
    steer,
)
from ludus.games.platformer.constants import (
    CELL,
    GRAVITY,
    HALF_WIDTH,
    HEIGHT,
    JUMP_SPEED,
    MAX_FALL_SPEED,
    RUN_SPEED,
    TICKS_PER_SECOND,
)
from ludus.games.platformer.level import Cell
from ludus.games.platformer.motion_planning import GridNode, resting_body
from ludus.games.platformer.movement_pieces import load_pieces, verification_grid
from ludus.games.platformer.physics import Grid, step
from ludus.util.errors import ContentError

HANG_HEIGHT = CELL - HEIGHT  # height of the feet of a hanging body above the bottom of its cell
STEP_SECONDS = CELL / RUN_SPEED / TICKS_PER_SECOND  # seconds
NODE_NAMES = ("stand", "left hang", "right hang")


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


@cache
def touched_cells() -> tuple[frozenset[Cell], ...]:
    """Touched cells by move number in packed_graph_moves, relative to the start."""
    return tuple(_touched_on_move(move, number) for number, move in enumerate(graph_moves(load_pieces())))


def _touched_on_move(move: GraphMove, number: int) -> frozenset[Cell]:
    grid, (left, low) = verification_grid(move.open, move.solid)
    cells = Grid.over(grid)
    memory = ControllerTrial.zeros()
    memory["body"] = resting_body(GridNode(NODE_NAMES[move.from_kind], -left, -low))
    trial = ControllerTrial.over(memory)
    body, progress = trial.body, trial.current_move
    controller = move_controllers()["rows"][0, number]
    end = (move.to_kind, move.step[0] - left, move.step[1] - low)
    plain(begin_move)(
        progress,
        _PlainController(int(controller["run_up"]), int(controller["hold"])),
        move.from_kind,
        -left,
        -low,
        *end,
    )
    touched: set[Cell] = set()
    for _ in range(MAX_MOVE_TICKS):
        plain(step)(cells, body, plain(steer)(progress, body))
        for x in range((body.x - HALF_WIDTH) // CELL, (body.x + HALF_WIDTH - 1) // CELL + 1):
            for y in range(body.y // CELL, (body.y + HEIGHT - 1) // CELL + 1):
                touched.add((x + left, y + low))
        if plain(arrived)(progress, body):
            return frozenset(touched)
    raise ContentError(f"the move {move.step} of piece {move.piece} does not arrive")


class _PlainController:
    def __init__(self, run_up: int, hold: int) -> None:
        self.run_up, self.hold = run_up, hold
