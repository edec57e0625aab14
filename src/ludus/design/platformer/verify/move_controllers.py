"""Move controllers: how each move of the graph is steered, tick by tick, found and proven in the physics.

    find_controllers(graph_moves(load_pieces()))
    touched_cells()                                   # by move: the cells that the steered body touches

A controller has two numbers: how far from the middle of its cell the body runs before it jumps, and for how many ticks
it holds the jump. The rest is steering: towards the middle of the cell to stand in, or towards the wall to hang by.
Grabbing is disabled (by holding down) unless the move ends in a hang.

A controller is valid if it leads to the end of the move for any content of the cells that the move does not name: from
any place near the middle of the cell, at rest or at full speed, in at most MAX_MOVE_TICKS ticks. The first valid one of
a fixed order is taken, so it is the same everywhere.
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from ludus.core import Record, int16, int32, record_reader, rule, uint8
from ludus.core.compile_once import load_rule
from ludus.core.rule import plain
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, MAX_MOVES, STAND, GraphMove, graph_moves
from ludus.games.platformer import constants as u
from ludus.games.platformer.constants import (
    AIR,
    CELL,
    DOWN,
    GROUND,
    HALF_CELL,
    HALF_WIDTH,
    HEIGHT,
    JUMP,
    LEFT,
    RIGHT,
    RUN_SPEED,
)
from ludus.games.platformer.level import Cell
from ludus.games.platformer.motion_planning import GridNode, resting_body
from ludus.games.platformer.path_search import is_allowed
from ludus.games.platformer.physics import FORBIDDEN, Body, Grid, step
from ludus.games.platformer.room_building_pieces import load_pieces, verification_grid
from ludus.util.errors import ContentError

MIDDLE_TOLERANCE = RUN_SPEED // 2  # the precision that a runner can always reach
NO_JUMP = -1
MAX_MOVE_TICKS = 90  # ticks of a move, at most
RUN_UPS = (NO_JUMP, 0, HALF_CELL + 50, HALF_CELL // 2)  # where a jump begins: no jump, at once, over the edge
STOPPING_DISTANCE = 140  # units that a runner slides after releasing the button
START_SPREAD = MIDDLE_TOLERANCE + STOPPING_DISTANCE
START_STEP = 19  # units between the start positions of a proof
BODY_BYTES = Body.nbytes
NODE_NAMES = ("stand", "left hang", "right hang")


class MoveController(Record):
    run_up: int16  # from the middle of the cell; NO_JUMP: no jump
    hold: uint8  # ticks


class MoveInProgress(Record):
    """Move in progress."""

    from_kind: uint8
    to_kind: uint8
    x: int32  # cell of the start
    y: int32
    to_x: int32
    to_y: int32
    run_up: int16
    hold: uint8
    aside: int16  # units from the middle of the end cell where to stop
    held: uint8  # ticks the jump has been held; 0: not begun


@rule
def begin_move(move, controller, from_kind, x, y, to_kind, to_x, to_y):
    move.from_kind, move.x, move.y = from_kind, x, y
    move.to_kind, move.to_x, move.to_y = to_kind, to_x, to_y
    move.run_up, move.hold, move.held = controller.run_up, controller.hold, 0
    move.aside = 0


@rule
def steer(move, body):
    """Buttons of this tick."""
    ahead = RIGHT if move.to_x > move.x else (LEFT if move.to_x < move.x else 0)
    if move.held == 0:
        if body.stance > GROUND:
            return leave_hang(move, body)
        if move.run_up != NO_JUMP and body.stance == GROUND:
            gone = body.x - move.x * CELL - HALF_CELL
            if ahead == LEFT:
                gone = -gone
            if gone < move.run_up and ahead != 0:
                return ahead
            if body.held:
                return 0
            move.held = 1
            return towards(move, body) | JUMP
    elif move.held < move.hold:
        move.held += 1
        return towards(move, body) | JUMP
    return towards(move, body)


@rule(inline=True)
def leave_hang(move, body):
    """Let go, or pull up when the jump button is free."""
    if move.run_up == NO_JUMP:
        return towards(move, body) | DOWN
    if body.held:
        return 0
    move.held = 1
    return towards(move, body) & (LEFT | RIGHT) | JUMP


@rule(inline=True)
def towards(move, body):
    """Left or right, not grabbing unless the move ends in a hang."""
    if move.to_kind == STAND:
        away = body.x - move.to_x * CELL - HALF_CELL - move.aside
        if away < -MIDDLE_TOLERANCE:
            return RIGHT | DOWN
        return (LEFT | DOWN) if away > MIDDLE_TOLERANCE else DOWN
    wall = LEFT if move.to_kind == HANG_LEFT else RIGHT
    if move.to_y < move.y and body.stance == GROUND:  # over the edge first
        return RIGHT if wall == LEFT else LEFT
    return wall


@rule(inline=True)
def arrived(move, body):
    if move.to_kind == STAND:
        away = body.x - move.to_x * CELL - HALF_CELL - move.aside
        return body.stance == GROUND and body.y == move.to_y * CELL and -MIDDLE_TOLERANCE <= away <= MIDDLE_TOLERANCE
    hanging = u.HANG_LEFT if move.to_kind == HANG_LEFT else u.HANG_RIGHT
    return body.stance == hanging and body.y // CELL == move.to_y and body.x // CELL == move.to_x


@rule(inline=True)
def has_missed(move, body):
    """Whether the body came to rest where the move cannot continue: hanging elsewhere, or at another height."""
    if body.stance == AIR:
        return False
    if body.stance == GROUND:
        return body.y != move.to_y * CELL and (move.held > 0 or body.y != move.y * CELL)
    return body.y // CELL != move.y or body.x // CELL != move.x or move.from_kind == STAND


class MoveControllers(Record):
    rows: MoveController[MAX_MOVES]
    ticks: uint8[MAX_MOVES]  # ticks of a move from rest in the middle of the cell, or from a hang


class ControllerTrial(Record):
    body: Body
    current_move: MoveInProgress


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


@cache
def touched_cells() -> tuple[frozenset[Cell], ...]:
    """Cells that a body touches, by move number in packed_graph_moves, relative to the start.

    A building piece names more cells than its moves touch: one that goes up by a ledge also names the end above it. A
    move passes a trap only if it touches one of its cells.
    """
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


def _find_controller(move: GraphMove, compiled: bool) -> tuple[np.ndarray, int]:
    grid, (left, low) = verification_grid(move.open, move.solid)
    trial, controller, prove = (
        ControllerTrial.zeros(),
        MoveController.zeros(),
        load_rule(prove_controller_by_address, 10, compiled),
    )
    bodies = _start_bodies(move, -left, -low)
    for run_up in RUN_UPS:
        for hold in (0,) if run_up == NO_JUMP else range(1, 25):
            controller["run_up"], controller["hold"] = run_up, hold
            addresses = (record.ctypes.data for record in (grid, trial, controller, bodies))
            cells = (-left, -low, move.to_kind, move.step[0] - left, move.step[1] - low)
            ticks = prove(*addresses, len(bodies), move.from_kind, *cells[:3], cells[3] << 8 | cells[4])
            if ticks:
                return controller[0].copy(), ticks
    raise ContentError(f"no safe controller was found for the move {move.step} of piece {move.piece}")


def _start_bodies(move: GraphMove, x: int, y: int) -> np.ndarray:
    """Bodies that a move may begin with."""
    body = resting_body(GridNode(NODE_NAMES[move.from_kind], x, y))
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
def controller_ticks(grid, trial, controller, from_kind, x, y, to_kind, to_x, to_y):
    """Ticks in which a controller leads from `trial.body` to the end; 0 if it touches a cell that it must not."""
    move, body = trial.current_move, trial.body
    begin_move(move, controller, from_kind, x, y, to_kind, to_x, to_y)
    for tick in range(MAX_MOVE_TICKS):
        buttons = steer(move, body)
        step(grid, body, buttons)
        if not is_allowed(grid, FORBIDDEN, body, buttons):
            return 0
        if arrived(move, body):
            return tick + 1
        if has_missed(move, body):
            return 0
    return 0


_grid_at, _trial_at, _controller_at, _body_at = (
    record_reader(Grid),
    record_reader(ControllerTrial),
    record_reader(MoveController),
    record_reader(Body),
)


@rule(export=True)
def prove_controller_by_address(grid, trial, controller, bodies, count, from_kind, x, y, to_kind, to):
    """Ticks from the first of these bodies; 0 if the controller fails for any of them."""
    trying, first = _trial_at(trial), 0
    for k in range(count):
        body = _body_at(bodies + k * BODY_BYTES)
        trying.body = body
        ticks = controller_ticks(
            _grid_at(grid), trying, _controller_at(controller), from_kind, x, y, to_kind, to >> 8, to & 255
        )
        if ticks == 0:
            return 0
        first = ticks if k == 0 else first
    return first
