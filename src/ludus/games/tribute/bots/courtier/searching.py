"""Search of the courtier: move sequences through its own turn on several fair redeals, evaluated at the end of the
turn.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import Record, float64, int64, rule
from ludus.core.clock import nanoseconds
from ludus.core.memory import ints_in
from ludus.core.random import xorshift_step, random_below
from ludus.games.tribute.bots.courtier.candidates import list_candidates
from ludus.games.tribute.bots.courtier.tree import (
    MAX_DEPTH,
    MAX_NODES,
    NONE,
    MAX_REDEALS,
    ROOT,
    TurnNode,
    best_child,
    find_children,
    add_child,
    backpropagate,
    select_child,
    reset_tree,
)
from ludus.games.tribute.bots.courtier.worth import (
    StageWeights,
    value_before_turn_end,
    win_estimate,
    interpolate_weights,
)
from ludus.games.tribute.bots.turn_clock import move_time, stop_clock
from ludus.games.tribute.moves import ATTACK, END_TURN, MAX_MOVES
from ludus.games.tribute.redeal import resample_hidden
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import FREE, RUNNING, State

MAX_LINE_MOVES = 48  # moves of a line after which the turn is ended as soon as possible
CLOCK_INTERVAL = 16  # iterations between two reads of the clock


class Scratch(Record):
    moves: int64[MAX_MOVES]
    keys: int64[MAX_MOVES]
    found: int64[MAX_MOVES]  # child node of each key
    path: int64[MAX_DEPTH]
    count: int64  # number of nodes in use
    lowest: float64  # lowest and, below, highest result so far
    highest: float64
    scales: StageWeights
    here: State
    deals: State[MAX_REDEALS]
    nodes: TurnNode[MAX_NODES]


@rule
def best_move(table, state, seat, params, memory, scratch):
    began = nanoseconds() if params.nanoseconds != 0 else 0
    moves, keys, scales = ints_in(scratch.moves), ints_in(scratch.keys), scratch.scales
    interpolate_weights(table, state, params.weights, memory, scales)
    if list_candidates(table, state, memory, scales.cards, moves, keys) == 1:
        return moves[0]
    for k in range(params.redeals):
        scratch.deals[k] = state
        resample_hidden(table, scratch.deals[k], seat, fresh_seed(memory))
    time = move_time(params, memory.clock, state)
    reset_tree(scratch)
    scratch.lowest, scratch.highest = 1.0, 0.0
    i = 0
    while i < params.iterations:
        if params.nanoseconds != 0 and i % CLOCK_INTERVAL == 0 and nanoseconds() - began > time:
            break
        simulate_line(table, seat, i % params.redeals, params, memory, scratch)
        i += 1
    memory.iterations += i
    stop_clock(params, memory.clock)
    key = scratch.nodes[best_child(scratch)].key
    n = list_candidates(table, state, memory, scales.cards, moves, keys)
    for k in range(n):
        if keys[k] == key:
            return moves[k]
    return moves[0]


@rule
def simulate_line(table, seat, deal, params, memory, scratch):
    """Descend to a new node, play on at random to the end of the turn, and back the value up."""
    moves, keys, here = ints_in(scratch.moves), ints_in(scratch.keys), scratch.here
    scratch.here = scratch.deals[deal]
    scratch.path[0] = ROOT
    length, move_count, before, grown = 1, 0, 0, False
    while here.reason == RUNNING and here.active == seat:
        n = list_candidates(table, here, memory, scratch.scales.cards, moves, keys)
        if n == 1:
            k = 0
        elif grown or length == MAX_DEPTH:
            k = rollout_choice(here, moves, n, move_count, memory)
        else:
            parent = scratch.path[length - 1]
            missing = find_children(scratch, parent, keys, n)
            if missing > 0 and scratch.count < MAX_NODES:
                k = nth_missing(scratch, random_below(memory, missing))
                scratch.path[length] = add_child(scratch, parent, keys[k])
                grown = True
                length += 1
            else:
                k = select_child(scratch, parent, n, params.exploration)
                if k < 0:  # the node pool is full and holds none of these moves
                    grown = True
                    k = rollout_choice(here, moves, n, move_count, memory)
                else:
                    scratch.path[length] = scratch.found[k]
                    length += 1
        if moves[k] == END_TURN:
            before = value_before_turn_end(table, here, here.players[seat], scratch.scales)
        apply(table, here, moves[k])
        move_count += 1
    backpropagate(scratch, length, deal, win_estimate(table, here, seat, scratch.scales, before))


@rule
def rollout_choice(here, moves, n, made, memory):
    """Random move: cards and agents first, then anything, including the end of the turn."""
    if here.asked != FREE:
        return random_below(memory, n)
    if made > MAX_LINE_MOVES:
        return n - 1
    cards = 0
    while moves[cards] != END_TURN and moves[cards] < ATTACK:
        cards += 1
    return random_below(memory, cards if cards != 0 else n)


@rule
def nth_missing(scratch, nth):
    """Index of the nth move without a node."""
    k = 0
    while scratch.found[k] != NONE or nth > 0:
        if scratch.found[k] == NONE:
            nth -= 1
        k += 1
    return k


@rule
def fresh_seed(memory):
    """Seed for a redeal from the bot's own random stream."""
    memory.stream = xorshift_step(memory.stream)
    return np.int64(memory.stream >> np.uint64(1))
