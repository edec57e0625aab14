"""Motor rules of a synthetic player: its records, timing errors, jump styles, key presses, and single moves.

The agent's controllers use the shortest valid jump; players may hold the button longer. Longer jumps are not proven, so
a player uses one only if it works in the current situation. A move is steered like the agent's, but ended early or
begun late by timing errors.
"""

# mypy: ignore-errors

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ludus.core import Record, float64, int32, int64, record_reader, rule, uint8, uint64
from ludus.core.random import random_below
from ludus.design.platformer.level_graph.movement_tables import MAX_MOVEMENTS, move_controllers
from ludus.design.platformer.level_graph.piece_move_table import STAND
from ludus.design.platformer.recordings.event_rules import PlayEventLog, log_tick
from ludus.design.platformer.verify.agent_search import MAX_DEPTH
from ludus.design.platformer.verify.move_controllers import (
    MIN_PRESS_INTERVAL,
    NO_JUMP,
    MoveControllers,
    MoveInProgress,
    arrived,
    has_missed,
    steer,
)
from ludus.games.platformer.constants import AIR, CELL, GROUND, HALF_CELL, JUMP
from ludus.games.platformer.movement import THESIS, Movement
from ludus.games.platformer.rules import apply
from ludus.games.platformer.state import State

RESOLUTION = 1 << 30
EXTRA_HOLD_TICKS = (-2, 0, 2, 4, 6, 8, 10)  # ticks to hold a jump longer than the shortest one
SHORTEST_STYLE = 1  # index of 0 in EXTRA_HOLD_TICKS
PLAYER_STYLES = (1, 3, 5)  # styles that players choose from, each between two others
MAX_PLAY_TICKS = 1 << 16  # ticks
MAX_STRATEGIES = 6  # strategies to compare, at most
START_CHECKS = 50  # start times to check
NO_STRATEGY = 255  # size of a strategy if there is none
WAIT_EDGE = -1  # edge number for a short wait at the node
TRAP_DETOUR = 6  # half cells of detour that a calibrated player accepts to avoid one move through a trap
MIN_JUMP_INTERVAL = MIN_PRESS_INTERVAL  # least ticks between two presses of the jump button: at most 8 a second


@rule(inline=True)
def chance(player, share):
    """True with probability `share`."""
    return random_below(player, RESOLUTION) < share * RESOLUTION


@rule
def normal_noise(player):
    """Approximately normal number: a sum of twelve uniform ones, the same on every machine."""
    total = 0
    for _ in range(12):
        total += random_below(player, RESOLUTION)
    return total / RESOLUTION - 6.0


@rule(inline=True)
def timing_error(player, spread):
    """Timing error of this standard deviation, in whole ticks."""
    return round_to_int(normal_noise(player) * spread)


@rule(inline=True)
def round_to_int(x):
    return int(x + 0.5) if x >= 0 else -int(0.5 - x)


class JumpStyles(Record):
    controllers: MoveControllers[len(EXTRA_HOLD_TICKS)]


@lru_cache(maxsize=MAX_MOVEMENTS)
def jump_styles(movement: Movement = THESIS) -> np.ndarray:
    """Controllers of all moves, with jumps held longer by each of EXTRA_HOLD_TICKS."""
    array = JumpStyles.zeros()
    for k, extra in enumerate(EXTRA_HOLD_TICKS):
        array["controllers"][0, k] = move_controllers(movement)[0]
        rows = array["controllers"][0, k]["rows"]
        jumps = rows["run_up"] != NO_JUMP
        rows["hold"][jumps] = np.maximum(rows["hold"][jumps].astype(int) + extra, 1)
    return array


class PlayerParams(Record):
    """Error model of a player; times in ticks."""

    stream: uint64
    delay: float64  # delay of perception
    delay_spread: float64
    sigma: float64  # standard deviation of the timing error of a key press
    drift: float64  # growth of the error per tick since the last safe node
    sigma_jump: float64  # additional error of jumps, and of how long their button is held
    lapse: float64  # chance to misread a trap
    haste: float64  # chance to go without observing
    detour: int64  # half cells of detour to avoid one move through a trap


class Strategy(Record):
    """Moves from a safe node through traps to the next safe node: edges of the graph with their variants.

    A level has one per node. It depends on the level alone, not on the player that computed it first.
    """

    size: uint8  # number of moves; 0: not computed yet
    edge: int32[MAX_DEPTH]
    variant: uint8[MAX_DEPTH]
    style: uint8  # jump style: index in EXTRA_HOLD_TICKS
    ticks_to_trap: int32  # ticks from the first press to the first trap


class PlayRecord(Record):
    """Play in progress."""

    state: State
    waiting_state: State  # state with the body at a node, before any trap
    log: PlayEventLog
    current_move: MoveInProgress
    last_jump: int64  # tick of the last press of the jump button
    last_tick: int64  # tick at which the player gives up
    count: int64
    moves: uint8[MAX_PLAY_TICKS]
    strategy_count: int64
    strategies: Strategy[MAX_STRATEGIES]
    start_works: uint8[START_CHECKS]  # whether a start time leads through


_strategy_at = record_reader(Strategy)
STRATEGY_BYTES = Strategy.nbytes


@rule
def strategy_in(strategies, node):
    """Strategy of a node in the table at this address."""
    return _strategy_at(strategies + node * STRATEGY_BYTES)


@rule
def press(data, graph, play, buttons):
    """Hold buttons for one tick."""
    state = play.state
    if buttons & JUMP and state.body.held == 0:
        play.last_jump = state.tick
    apply(data, state, buttons)
    log_tick(play.log, data, graph, state, buttons)
    play.moves[play.count] = buttons
    play.count += 1


@rule(inline=True)
def too_soon(play):
    """Whether it is too soon for another press of the jump button."""
    return play.state.tick - play.last_jump < MIN_JUMP_INTERVAL


@rule
def is_over(play):
    """Whether the play has ended or the player gives up."""
    return play.state.reason != 0 or play.count >= play.last_tick


@rule
def hold_nothing(data, graph, play, ticks):
    """Hold nothing for some ticks; False if the player dies or the play ends."""
    deaths = play.state.deaths + 0
    for _ in range(ticks):
        if is_over(play):
            return False
        press(data, graph, play, 0)
        if play.state.deaths > deaths:
            return False
    return True


@rule
def carry_out_move(data, graph, play, early):
    """Carry out the move; False if it ends in death or elsewhere. It is ended `early` ticks before it is done."""
    move, body, deaths = play.current_move, play.state.body, play.state.deaths + 0
    for _ in range(data.physics.move_ticks):
        if is_over(play):
            return False
        begins = move.held == 0 and move.run_up != NO_JUMP and body.stance != AIR
        buttons = 0 if begins and too_soon(play) else steer(move, body)
        press(data, graph, play, buttons)
        if play.state.deaths > deaths:
            return False
        if is_over(play) or arrived(move, body):
            return True
        if early > 0 and body.stance == GROUND and body.y == move.to_y * CELL and move.to_kind == STAND:
            offset = body.x - move.to_x * CELL - HALF_CELL
            if abs(offset) <= move.tolerance + early * data.physics.run_speed and body.x // CELL == move.to_x:
                return True
        if has_missed(move, body):
            return False
    return False


@rule
def next_on_path(graph, walk, node):
    there = walk.path[walk.rank[node] + 1]
    for edge in range(graph.first[node], graph.first[node + 1]):
        if graph.end[edge] == there:
            return edge
    return graph.first[node] + 0
