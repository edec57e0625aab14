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

from ludus.core import reader, rule, uint8
from ludus.core.errors import ContentError
from ludus.core.record import Record
from ludus.design.levels.doors import ready
from ludus.design.levels.proving.steering import AT_MIDDLE, NO_JUMP, Errand, Manner, arrived, lost, set_out, steer
from ludus.design.levels.ways.moves import MOVES, STAND, Move, halves
from ludus.games.platformer.body import FORBIDDEN, Body, Grid, step
from ludus.games.platformer.motion import Node, resting
from ludus.games.platformer.pieces import load_pieces, proof_grid
from ludus.games.platformer.units import HALF_CELL, RUN
from ludus.games.platformer.wayfinding import allowed

LONGEST = 90  # ticks of a move, at most
RUN_UPS = (NO_JUMP, 0, HALF_CELL + 50, HALF_CELL // 2)  # where a jump begins: no jump, at once, over the edge
STOPPING = 140  # units that a runner slides after releasing the button
NEAR = AT_MIDDLE + STOPPING
EVERY = 19  # units between the start positions of a proof


class Manners(Record):
    rows: Manner[MOVES]
    ticks: uint8[MOVES]  # ticks of a move from rest in the middle of the cell, or from a hang


class Trial(Record):
    body: Body
    errand: Errand


@cache
def manners() -> np.ndarray:
    """Controllers of the game's moves, in the order of packed_graph_moves."""
    return manners_of(halves(load_pieces()))


def manners_of(moves: Sequence[Move], compiled: bool = True) -> np.ndarray:
    """Find a controller for each move.

    Raises:
        ContentError: a move has no valid controller.
    """
    array = Manners.zeros()
    for number, move in enumerate(moves):
        array["rows"][0, number], array["ticks"][0, number] = _find(move, compiled)
    return array


def _find(move: Move, compiled: bool) -> tuple[np.ndarray, int]:
    grid, (left, low) = proof_grid(move.open, move.solid)
    errand, manner, door = Trial.zeros(), Manner.zeros(), ready(prove_by_address, 10, compiled)
    bodies = _starts(move, -left, -low)
    for run_up in RUN_UPS:
        for hold in (0,) if run_up == NO_JUMP else range(1, 25):
            manner["run_up"], manner["hold"] = run_up, hold
            addresses = (record.ctypes.data for record in (grid, errand, manner, bodies))
            cells = (-left, -low, move.to_kind, move.step[0] - left, move.step[1] - low)
            ticks = door(*addresses, len(bodies), move.from_kind, *cells[:3], cells[3] << 8 | cells[4])
            if ticks:
                return manner[0].copy(), ticks
    raise ContentError(f"no safe controller was found for the move {move.step} of piece {move.piece}")


def _starts(move: Move, x: int, y: int) -> np.ndarray:
    """Bodies that a move may begin with."""
    names = ("stand", "left hang", "right hang")
    body = resting(Node(names[move.from_kind], x, y))
    if move.from_kind != STAND:
        bodies = np.repeat(body, 2)
        bodies["held"] = (0, 1)
        return bodies
    rest, moving = np.arange(-NEAR, NEAR + 1, EVERY), np.arange(-AT_MIDDLE, AT_MIDDLE + 1, EVERY)
    offsets = np.concatenate([[0], rest, moving, moving])
    bodies = np.repeat(body, 2 * len(offsets))
    bodies["x"] += np.tile(offsets, 2)
    bodies["vx"] = np.tile(np.repeat([0, RUN, -RUN], [1 + len(rest), len(moving), len(moving)]), 2)
    bodies["held"] = np.repeat([0, 1], len(offsets))
    return bodies


@rule
def proven(grid, trial, manner, from_kind, x, y, to_kind, to_x, to_y):
    """Ticks in which a controller leads from `trial.body` to the end; 0 if it touches a cell that it must not."""
    errand, body = trial.errand, trial.body
    set_out(errand, manner, from_kind, x, y, to_kind, to_x, to_y)
    for tick in range(LONGEST):
        buttons = steer(errand, body)
        step(grid, body, buttons)
        if not allowed(grid, FORBIDDEN, body, buttons):
            return 0
        if arrived(errand, body):
            return tick + 1
        if lost(errand, body):
            return 0
    return 0


_grid_at, _trial_at, _manner_at, _body_at = reader(Grid), reader(Trial), reader(Manner), reader(Body)
BODY_BYTES = Body.nbytes


@rule(door=True)
def prove_by_address(grid, trial, manner, bodies, count, from_kind, x, y, to_kind, to):
    """Ticks from the first of these bodies; 0 if the controller fails for any of them."""
    trying, first = _trial_at(trial), 0
    for k in range(count):
        body = _body_at(bodies + k * BODY_BYTES)
        trying.body = body
        ticks = proven(_grid_at(grid), trying, _manner_at(manner), from_kind, x, y, to_kind, to >> 8, to & 255)
        if ticks == 0:
            return 0
        first = ticks if k == 0 else first
    return first
