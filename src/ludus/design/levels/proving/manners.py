"""Move controllers: how each move of the graph is carried out, found and proven in the physics.

    find_controllers(graph_moves(load_pieces()))

A controller is valid if it leads to the end of the move for any content of the cells that the move does not name: from
any place near the middle of the cell, at rest or at full speed, in at most MAX_MOVE_TICKS ticks. The first valid one of
a fixed order is taken, so it is the same everywhere.
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from ludus.core import record_reader, rule, uint8
from ludus.core.errors import ContentError
from ludus.core.record import Record
from ludus.design.levels.doors import load_rule
from ludus.design.levels.proving.steering import (
    MIDDLE_TOLERANCE,
    NO_JUMP,
    MoveInProgress,
    MoveController,
    arrived,
    has_missed,
    begin_move,
    steer,
)
from ludus.design.levels.ways.moves import MAX_MOVES, STAND, GraphMove, graph_moves
from ludus.games.platformer.body import FORBIDDEN, Body, Grid, step
from ludus.games.platformer.motion import GridNode, resting_body
from ludus.games.platformer.pieces import load_pieces, verification_grid
from ludus.games.platformer.units import HALF_CELL, RUN_SPEED
from ludus.games.platformer.wayfinding import is_allowed

MAX_MOVE_TICKS = 90  # ticks of a move, at most
RUN_UPS = (NO_JUMP, 0, HALF_CELL + 50, HALF_CELL // 2)  # where a jump begins: no jump, at once, over the edge
STOPPING_DISTANCE = 140  # units that a runner slides after releasing the button
START_SPREAD = MIDDLE_TOLERANCE + STOPPING_DISTANCE
START_STEP = 19  # units between the start positions of a proof


class MoveControllers(Record):
    rows: MoveController[MAX_MOVES]
    ticks: uint8[MAX_MOVES]  # ticks of a move from rest in the middle of the cell, or from a hang


class ControllerTrial(Record):
    body: Body
    errand: MoveInProgress


@cache
def move_controllers() -> np.ndarray:
    """Controllers of the game's moves, in the order of packed_graph_moves."""
    return find_controllers(graph_moves(load_pieces()))


def find_controllers(moves: Sequence[GraphMove], compiled: bool = True) -> np.ndarray:
    """Find a controller for each move.

    Raises:
        ContentError: a move has no valid controller.
    """
    array = MoveControllers.zeros()
    for number, move in enumerate(moves):
        array["rows"][0, number], array["ticks"][0, number] = _find_controller(move, compiled)
    return array


def _find_controller(move: GraphMove, compiled: bool) -> tuple[np.ndarray, int]:
    grid, (left, low) = verification_grid(move.open, move.solid)
    errand, manner, door = (
        ControllerTrial.zeros(),
        MoveController.zeros(),
        load_rule(prove_controller_by_address, 10, compiled),
    )
    bodies = _start_bodies(move, -left, -low)
    for run_up in RUN_UPS:
        for hold in (0,) if run_up == NO_JUMP else range(1, 25):
            manner["run_up"], manner["hold"] = run_up, hold
            addresses = (record.ctypes.data for record in (grid, errand, manner, bodies))
            cells = (-left, -low, move.to_kind, move.step[0] - left, move.step[1] - low)
            ticks = door(*addresses, len(bodies), move.from_kind, *cells[:3], cells[3] << 8 | cells[4])
            if ticks:
                return manner[0].copy(), ticks
    raise ContentError(f"no safe controller was found for the move {move.step} of piece {move.piece}")


def _start_bodies(move: GraphMove, x: int, y: int) -> np.ndarray:
    """Bodies that a move may begin with."""
    names = ("stand", "left hang", "right hang")
    body = resting_body(GridNode(names[move.from_kind], x, y))
    if move.from_kind != STAND:
        bodies = np.repeat(body, 2)
        bodies["held"] = (0, 1)
        return bodies
    rest, moving = (
        np.arange(-START_SPREAD, START_SPREAD + 1, START_STEP),
        np.arange(-MIDDLE_TOLERANCE, MIDDLE_TOLERANCE + 1, START_STEP),
    )
    offsets = np.concatenate([[0], rest, moving, moving])
    bodies = np.repeat(body, 2 * len(offsets))
    bodies["x"] += np.tile(offsets, 2)
    bodies["vx"] = np.tile(np.repeat([0, RUN_SPEED, -RUN_SPEED], [1 + len(rest), len(moving), len(moving)]), 2)
    bodies["held"] = np.repeat([0, 1], len(offsets))
    return bodies


@rule
def controller_ticks(grid, trial, manner, from_kind, x, y, to_kind, to_x, to_y):
    """Ticks in which a controller leads from `trial.body` to the end; 0 if it touches a cell that it must not."""
    errand, body = trial.errand, trial.body
    begin_move(errand, manner, from_kind, x, y, to_kind, to_x, to_y)
    for tick in range(MAX_MOVE_TICKS):
        buttons = steer(errand, body)
        step(grid, body, buttons)
        if not is_allowed(grid, FORBIDDEN, body, buttons):
            return 0
        if arrived(errand, body):
            return tick + 1
        if has_missed(errand, body):
            return 0
    return 0


_grid_at, _trial_at, _manner_at, _body_at = (
    record_reader(Grid),
    record_reader(ControllerTrial),
    record_reader(MoveController),
    record_reader(Body),
)
BODY_BYTES = Body.nbytes


@rule(export=True)
def prove_controller_by_address(grid, trial, manner, bodies, count, from_kind, x, y, to_kind, to):
    """Ticks from the first of these bodies; 0 if the controller fails for any of them."""
    trying, first = _trial_at(trial), 0
    for k in range(count):
        body = _body_at(bodies + k * BODY_BYTES)
        trying.body = body
        ticks = controller_ticks(
            _grid_at(grid), trying, _manner_at(manner), from_kind, x, y, to_kind, to >> 8, to & 255
        )
        if ticks == 0:
            return 0
        first = ticks if k == 0 else first
    return first
