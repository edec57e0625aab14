"""Cells that a body touches during a move, found by simulating it in the physics.

A building piece names more cells than its moves touch: one that goes up by a ledge also names the end above it. A move
passes a trap only if it touches one of its cells.
"""

from __future__ import annotations

from functools import cache

from ludus.core.errors import ContentError
from ludus.core.rule import plain
from ludus.design.levels.proving.manners import MAX_MOVE_TICKS, ControllerTrial, move_controllers
from ludus.design.levels.proving.steering import arrived, begin_move, steer
from ludus.design.levels.ways.moves import GraphMove, graph_moves
from ludus.games.platformer.body import Grid, step
from ludus.games.platformer.level import Cell
from ludus.games.platformer.motion import GridNode, resting_body
from ludus.games.platformer.pieces import load_pieces, verification_grid
from ludus.games.platformer.units import CELL, HALF_WIDTH, HEIGHT

NODE_NAMES = ("stand", "left hang", "right hang")


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
    body, errand = trial.body, trial.errand
    manner = move_controllers()["rows"][0, number]
    end = (move.to_kind, move.step[0] - left, move.step[1] - low)
    plain(begin_move)(
        errand, _PlainController(int(manner["run_up"]), int(manner["hold"])), move.from_kind, -left, -low, *end
    )
    touched: set[Cell] = set()
    for _ in range(MAX_MOVE_TICKS):
        plain(step)(cells, body, plain(steer)(errand, body))
        for x in range((body.x - HALF_WIDTH) // CELL, (body.x + HALF_WIDTH - 1) // CELL + 1):
            for y in range(body.y // CELL, (body.y + HEIGHT - 1) // CELL + 1):
                touched.add((x + left, y + low))
        if plain(arrived)(errand, body):
            return frozenset(touched)
    raise ContentError(f"the move {move.step} of piece {move.piece} does not arrive")


class _PlainController:
    def __init__(self, run_up: int, hold: int) -> None:
        self.run_up, self.hold = run_up, hold
