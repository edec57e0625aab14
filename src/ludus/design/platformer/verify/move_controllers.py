"""Move controllers: how each move of the graph is steered, tick by tick, found and proven in the physics.

    find_controllers(graph_moves(movement_pieces()))

A controller has two numbers: how far from the middle of its cell the body runs before it jumps, and for how many ticks
it holds the jump. The rest is steering: towards the middle of the cell to stand in, or towards the wall to hang by.
Grabbing is disabled (by holding down) unless the move ends in a hang. In a physics with jumps in the air, a controller
may press the button again when the body falls at a given speed; in one with wall jumps, it may climb between two walls.

A controller is valid if it leads to the end of the move for any content of the cells that the move does not name: from
any place near the middle of the cell, at rest or at full speed, in at most `move_ticks` of the physics. The first valid
one of a fixed order is taken, so it is the same everywhere. Controllers with one jump come first.
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import numpy as np

from ludus.core import Record, int16, int32, record_reader, rule, uint8
from ludus.core.compile_once import load_rule
from ludus.core.rule import plain
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, MAX_MOVES, STAND, GraphMove
from ludus.games.platformer import constants as u
from ludus.games.platformer.constants import AIR, CELL, DOWN, GROUND, GROUND_FRICTION, HALF_CELL, JUMP, LEFT, RIGHT
from ludus.games.platformer.level import Cell
from ludus.games.platformer.motion_planning import GridNode, resting_body
from ludus.games.platformer.movement import (
    MAX_MOVE_TICKS,
    THESIS_PHYSICS,
    Physics,
    apex_ticks,
    hold_for_height,
    physics_record,
)
from ludus.games.platformer.path_search import is_allowed, may_leave_a_wall
from ludus.games.platformer.physics import FORBIDDEN, Body, Grid, PhysicsRecord, step
from ludus.games.platformer.room_building_pieces import verification_grid
from ludus.util.errors import ContentError

NO_JUMP = -1
RUN_UPS = (NO_JUMP, 0, HALF_CELL + 50, HALF_CELL // 2)  # where a jump begins: no jump, at once, over the edge
MIN_PRESS_INTERVAL = 8  # least ticks between two presses of the jump button, as people press it
LOW_JUMP, FAR_JUMP, HIGH_JUMP = 4920, 6240, 7400  # units: heights of jumps over a saw
START_STEPS = 22  # start positions of a proof on either side of the middle
BODY_BYTES = Body.nbytes
NODE_NAMES = ("stand", "left hang", "right hang")
CLIMB_LEFT, CLIMB_RIGHT = 1, 2  # between two walls, first to the left or to the right one


class MoveController(Record):
    run_up: int16  # from the middle of the cell; NO_JUMP: no jump
    hold: uint8  # ticks
    tolerance: int16  # around the middle of a cell
    repeats: uint8  # further presses, in the air
    again_hold: uint8  # ticks of each of them
    fall_speed: int16  # at which the button is pressed again
    climb: uint8  # 0, or CLIMB_LEFT or CLIMB_RIGHT: the further presses are wall jumps, as many as needed
    climb_end: int16  # height of the feet above the end cell's floor at which the climb is over


class MoveInProgress(Record):
    """Move in progress."""

    from_kind: uint8
    to_kind: uint8
    x: int32  # cell of the start
    y: int32
    to_x: int32
    to_y: int32
    aside: int16  # units from the middle of the end cell where to stop
    held: uint8  # ticks the jump has been held; 0: not begun
    run_up: int16
    hold: uint8
    tolerance: int16
    repeats: uint8
    again_hold: uint8
    fall_speed: int16
    climb: uint8
    climb_end: int16
    gap: uint8  # ticks since the button was last pressed
    again: uint8  # ticks the button has been held again; 0: not pressed
    pushed: uint8  # whether it steered to the wall in the previous tick


@rule
def begin_move(move, controller, from_kind, x, y, to_kind, to_x, to_y):
    move.from_kind, move.x, move.y = from_kind, x, y
    move.to_kind, move.to_x, move.to_y = to_kind, to_x, to_y
    move.run_up, move.hold, move.held = controller.run_up, controller.hold, 0
    move.tolerance = controller.tolerance
    move.repeats, move.climb = controller.repeats, controller.climb
    if move.repeats or move.climb:
        move.again_hold, move.fall_speed = controller.again_hold, controller.fall_speed
        move.climb_end = controller.climb_end
        move.again, move.pushed, move.gap = 0, 0, controller.hold
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
    elif move.climb:
        return climb_walls(move, body)
    elif move.repeats:
        return press_again(move, body)
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


@rule
def press_again(move, body):
    """Steer, and jump in the air when the body falls fast enough."""
    buttons = towards(move, body)
    if move.again == 0:
        move.gap = min(move.gap + 1, 255)
        late_enough = move.gap >= MIN_PRESS_INTERVAL and body.vy <= -move.fall_speed
        if body.stance != AIR or body.held or not late_enough:
            return buttons
    move.again += 1
    if move.again == move.again_hold:
        move.again, move.gap = 0, move.again_hold
        move.repeats -= 1
    return buttons | JUMP


@rule
def climb_walls(move, body):
    """Jump from wall to wall until the feet are high enough, then steer."""
    move.gap = min(move.gap + 1, 255)
    if move.again > 0:
        move.again += 1
        if move.again > move.again_hold:
            move.again = 0
        else:
            return climb_side(move) | JUMP
    if body.stance != AIR or body.y >= move.to_y * CELL + move.climb_end:
        move.pushed = 0
        return towards(move, body)
    at_wall = move.pushed == 1 and body.vx == 0 and body.locked == 0
    if at_wall and body.held == 0 and body.vy <= -move.fall_speed and move.gap >= MIN_PRESS_INTERVAL:
        move.climb = CLIMB_LEFT + CLIMB_RIGHT - move.climb
        move.again, move.gap, move.pushed = 1, 0, 0
        return climb_side(move) | JUMP
    move.pushed = 1
    return climb_side(move) + 0


@rule(inline=True)
def climb_side(move):
    """Button towards the wall to climb to, not grabbing unless the move ends in a hang."""
    side = LEFT if move.climb == CLIMB_LEFT else RIGHT
    return side | DOWN if move.to_kind == STAND else side


@rule(inline=True)
def towards(move, body):
    """Left or right, not grabbing unless the move ends in a hang."""
    if move.to_kind == STAND:
        away = body.x - move.to_x * CELL - HALF_CELL - move.aside
        if away < -move.tolerance:
            return RIGHT | DOWN
        return (LEFT | DOWN) if away > move.tolerance else DOWN
    wall = LEFT if move.to_kind == HANG_LEFT else RIGHT
    if move.to_y < move.y and body.stance == GROUND:  # over the edge first
        return RIGHT if wall == LEFT else LEFT
    return wall


@rule(inline=True)
def arrived(move, body):
    if move.to_kind == STAND:
        away = body.x - move.to_x * CELL - HALF_CELL - move.aside
        return body.stance == GROUND and body.y == move.to_y * CELL and -move.tolerance <= away <= move.tolerance
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
    low_hold: uint8  # ticks to hold the button for jumps through traps, such as over a saw
    high_hold: uint8
    far_hold: uint8  # for a jump to the far side of a cell, over a saw in its near side


class ControllerTrial(Record):
    body: Body
    current_move: MoveInProgress
    physics: PhysicsRecord


def find_controllers(
    moves: Sequence[GraphMove], physics: Physics = THESIS_PHYSICS, compiled: bool = True
) -> np.ndarray:
    """Find a controller for each move.

    Raises:
        ContentError: a move has no valid controller.
    """
    array = MoveControllers.zeros()
    for number, move in enumerate(moves):
        found = find_controller(move, physics, compiled)
        if found is None:
            raise ContentError(f"no safe controller was found for the move {move.step} of piece {move.piece}")
        array["rows"][0, number], array["ticks"][0, number] = found
    array["low_hold"], array["far_hold"], array["high_hold"] = (
        hold_for_height(physics, height) for height in (LOW_JUMP, FAR_JUMP, HIGH_JUMP)
    )
    return array


def cells_touched(move: GraphMove, controller: np.ndarray, physics: Physics) -> frozenset[Cell]:
    """Cells that a steered body touches on a move, relative to its start.

    A building piece names more cells than its moves touch: one that goes up by a ledge also names the end above it. A
    move passes a trap only if it touches one of its cells.
    """
    grid, (left, low) = verification_grid(move.open, move.solid)
    cells = Grid.over(grid)
    memory = ControllerTrial.zeros()
    memory["body"] = resting_body(GridNode(NODE_NAMES[move.from_kind], -left, -low), physics)
    memory["physics"] = physics_record(physics)
    trial = ControllerTrial.over(memory)
    body, progress = trial.body, trial.current_move
    row = np.array([controller])
    end = (move.to_kind, move.step[0] - left, move.step[1] - low)
    plain(begin_move)(progress, MoveController.over(row), move.from_kind, -left, -low, *end)
    touched: set[Cell] = set()
    half, height = physics.half_width, physics.height
    for _ in range(MAX_MOVE_TICKS):
        plain(step)(cells, trial.physics, body, plain(steer)(progress, body))
        for x in range((body.x - half) // CELL, (body.x + half - 1) // CELL + 1):
            for y in range(body.y // CELL, (body.y + height - 1) // CELL + 1):
                touched.add((x + left, y + low))
        if plain(arrived)(progress, body):
            return frozenset(touched)
    raise ContentError(f"the move {move.step} of piece {move.piece} does not arrive")


@lru_cache(maxsize=1024)
def find_controller(move: GraphMove, physics: Physics, compiled: bool = True) -> tuple[np.ndarray, int] | None:
    """First valid controller of a move and its ticks; None if there is none."""
    grid, (left, low) = verification_grid(move.open, move.solid)
    trial, controller, prove = (
        ControllerTrial.zeros(),
        MoveController.zeros(),
        load_rule(prove_controller_by_address, 10, compiled),
    )
    trial["physics"] = physics_record(physics)
    controller["tolerance"] = physics_record(physics)["tolerance"]
    controller["climb_end"] = 0 if move.to_kind == STAND else physics.hang_height
    bodies = _start_bodies(move, -left, -low, physics)
    addresses = [record.ctypes.data for record in (grid, trial, controller, bodies)]
    cells = (-left, -low, move.to_kind, (move.step[0] - left) << 8 | move.step[1] - low)
    for numbers in _candidates(physics, move.step[1] > 0):
        for name, number in numbers.items():
            controller[name] = number
        ticks = prove(*addresses, len(bodies), move.from_kind, *cells)
        if ticks:
            return controller[0].copy(), ticks
    return None


def _candidates(physics: Physics, upwards: bool) -> Iterator[dict[str, int]]:
    """Controllers to try, those with one jump first."""
    top = min(apex_ticks(physics), 60) + 1
    run_ups = [*RUN_UPS]
    over_edge = HALF_CELL + physics.half_width - physics.run_speed - 50  # the last place to jump from a fast run
    run_ups += [over_edge] if over_edge not in run_ups and over_edge > 0 else []
    for run_up in run_ups:
        for hold in (0,) if run_up == NO_JUMP else range(1, top + 1):
            yield {"run_up": run_up, "hold": hold}
    if physics.air_jumps:
        second = min((physics.air_jump_speed - 1) // physics.gravity, 60) + 1
        speeds = (0, physics.jump_speed // 2, physics.jump_speed * 9 // 10, -physics.jump_speed)
        for repeats, run_up, speed in product(range(1, physics.air_jumps + 1), run_ups[1:], speeds):
            for hold, again_hold in product(range(top, 0, -3), range(1, second + 1)):
                numbers = {"run_up": run_up, "hold": hold, "repeats": repeats}
                yield {**numbers, "again_hold": again_hold, "fall_speed": speed}
    if physics.wall_jump and upwards:
        second = min((physics.wall_jump_speed - 1) // physics.gravity, 60) + 1
        for climb, speed in product((CLIMB_LEFT, CLIMB_RIGHT), (-physics.top_speed, 0)):
            for hold, again_hold in product(range(top, 0, -3), range(second, 0, -1)):
                numbers = {"run_up": 0, "hold": hold, "repeats": 0, "climb": climb}
                yield {**numbers, "again_hold": again_hold, "fall_speed": speed}


def stopping_distance(physics: Physics) -> int:
    """Units that a runner slides after releasing the button."""
    numerator, denominator = GROUND_FRICTION
    speed, distance = physics.run_speed * numerator // denominator, 0
    while speed:
        distance += speed
        speed = speed * numerator // denominator
    return distance


def _start_bodies(move: GraphMove, x: int, y: int, physics: Physics) -> np.ndarray:
    """Bodies that a move may begin with."""
    body = resting_body(GridNode(NODE_NAMES[move.from_kind], x, y), physics)
    if move.from_kind != STAND:
        bodies = np.repeat(body, 2)
        bodies["held"] = (0, 1)
        return bodies
    tolerance = physics.run_speed // 2
    spread = tolerance + stopping_distance(physics)
    step_ = max(spread // START_STEPS, 1)
    rest, moving = np.arange(-spread, spread + 1, step_), np.arange(-tolerance, tolerance + 1, step_)
    offsets = np.concatenate([[0], rest, moving, moving])
    bodies = np.repeat(body, 2 * len(offsets))
    bodies["x"] += np.tile(offsets, 2)
    speed = physics.run_speed
    bodies["vx"] = np.tile(np.repeat([0, speed, -speed], [1 + len(rest), len(moving), len(moving)]), 2)
    bodies["held"] = np.repeat([0, 1], len(offsets))
    return bodies


@rule
def controller_ticks(grid, trial, controller, from_kind, x, y, to_kind, to_x, to_y):
    """Ticks in which a controller leads from `trial.body` to the end; 0 if it touches a cell that it must not."""
    move, body, physics = trial.current_move, trial.body, trial.physics
    begin_move(move, controller, from_kind, x, y, to_kind, to_x, to_y)
    for tick in range(physics.move_ticks):
        buttons = steer(move, body)
        if may_leave_a_wall(grid, physics, body, buttons):
            return 0
        step(grid, physics, body, buttons)
        if not is_allowed(grid, physics, FORBIDDEN, body, buttons):
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
