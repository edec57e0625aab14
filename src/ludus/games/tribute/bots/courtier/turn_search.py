"""Search of the courtier: move sequences through its own turn on several fair redeals, evaluated at the end of the
turn.

There is one tree for all redeals; a node stores its best result in each redeal. Within a redeal the best line counts,
between redeals the mean: a turn can be planned, but draws are random.
"""

# mypy: ignore-errors

import math

import numpy as np

from ludus.core import Record, float64, int32, int64, rule
from ludus.core.compile.intrinsics import ints_in, nanoseconds
from ludus.core.random import random_below, xorshift_step
from ludus.games.tribute.bots.courtier.candidate_moves import list_candidates
from ludus.games.tribute.bots.courtier.evaluation import (
    StageWeights,
    interpolate_weights,
    value_before_turn_end,
    win_estimate,
)
from ludus.games.tribute.bots.search_budget import move_time, stop_clock
from ludus.games.tribute.move_bits import ATTACK, END_TURN
from ludus.games.tribute.moves import MAX_MOVES
from ludus.games.tribute.resampling import resample_hidden
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import FREE, RUNNING, State
from ludus.games.tribute.state_copy import copy_state
from ludus.search.portable_math import ln

MAX_NODES = 1 << 13
MAX_REDEALS = 16
MAX_DEPTH = 64  # nodes on a path
ROOT = NONE = 0  # the root is never a child
MAX_LINE_MOVES = 48  # moves of a line after which the turn is ended as soon as possible
CLOCK_INTERVAL = 16  # iterations between two reads of the clock


class TurnNode(Record):
    key: int64
    total: float64  # sum of the best results of the redeals
    best: float64[MAX_REDEALS]
    seen: int32  # one bit for each redeal with a result
    dealt: int32  # number of these redeals
    visits: int32
    first: int32  # child
    next: int32  # sibling


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
def best_move(data, state, seat, params, memory, scratch):
    began = nanoseconds() if params.nanoseconds != 0 else 0
    moves, keys, scales = ints_in(scratch.moves), ints_in(scratch.keys), scratch.scales
    interpolate_weights(data, state, params.weights, memory, scales)
    if list_candidates(data, state, memory, scales.cards, moves, keys) == 1:
        return moves[0]
    for k in range(params.redeals):
        copy_state(scratch.deals[k], state)
        resample_hidden(data, scratch.deals[k], seat, fresh_seed(memory))
    time = move_time(params, memory.clock, state)
    reset_tree(scratch)
    scratch.lowest, scratch.highest = 1.0, 0.0
    i = 0
    while i < params.iterations:
        if params.nanoseconds != 0 and i % CLOCK_INTERVAL == 0 and nanoseconds() - began > time:
            break
        simulate_line(data, seat, i % params.redeals, params, memory, scratch)
        i += 1
    memory.iterations += i
    stop_clock(params, memory.clock)
    key = scratch.nodes[best_child(scratch)].key
    n = list_candidates(data, state, memory, scales.cards, moves, keys)
    for k in range(n):
        if keys[k] == key:
            return moves[k]
    return moves[0]


@rule
def simulate_line(data, seat, deal, params, memory, scratch):
    """Descend to a new node, play on at random to the end of the turn, and back the value up."""
    moves, keys, here = ints_in(scratch.moves), ints_in(scratch.keys), scratch.here
    copy_state(scratch.here, scratch.deals[deal])
    scratch.path[0] = ROOT
    length, move_count, before, grown = 1, 0, 0, False
    while here.reason == RUNNING and here.active == seat:
        n = list_candidates(data, here, memory, scratch.scales.cards, moves, keys)
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
            before = value_before_turn_end(data, here, here.players[seat], scratch.scales)
        apply(data, here, moves[k])
        move_count += 1
    backpropagate(scratch, length, deal, win_estimate(data, here, seat, scratch.scales, before))


@rule
def rollout_choice(here, moves, n, move_count, memory):
    """Random move: cards and agents first, then anything, including the end of the turn."""
    if here.asked != FREE:
        return random_below(memory, n)
    if move_count > MAX_LINE_MOVES:
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


@rule
def reset_tree(scratch):
    scratch.count = 1
    reset_node(scratch.nodes[ROOT], 0)


@rule(inline=True)
def reset_node(node, key):
    node.key = key
    node.total = 0.0
    node.seen = 0
    node.dealt = 0
    node.visits = 0
    node.first = NONE
    node.next = NONE


@rule
def find_children(scratch, parent, keys, n):
    """Write the child of each key into `found`; return how many keys have none yet."""
    nodes, missing = scratch.nodes, 0
    hint = int(nodes[parent].first)
    for k in range(n):
        child = hint
        if child == NONE or nodes[child].key != keys[k]:
            child = int(nodes[parent].first)
            while child != NONE and nodes[child].key != keys[k]:
                child = int(nodes[child].next)
        scratch.found[k] = child
        if child == NONE:
            missing += 1
        else:
            hint = int(nodes[child].next)
    return missing


@rule
def add_child(scratch, parent, key):
    """Append a new child to its parent."""
    nodes, child = scratch.nodes, int(scratch.count)
    scratch.count += 1
    last = int(nodes[parent].first)
    if last == NONE:
        nodes[parent].first = child
    else:
        while nodes[last].next != NONE:
            last = int(nodes[last].next)
        nodes[last].next = child
    reset_node(nodes[child], key)
    return child


@rule
def select_child(scratch, parent, n, exploration):
    """Index of the child with the highest upper confidence bound; -1 if no child exists."""
    best, most = -1, -math.inf
    log = ln(max(1, scratch.nodes[parent].visits))
    span = max(scratch.highest - scratch.lowest, 1e-9)
    for k in range(n):
        if scratch.found[k] != NONE:
            node = scratch.nodes[scratch.found[k]]
            value = (node.total / node.dealt - scratch.lowest) / span
            bound = value + exploration * math.sqrt(log / node.visits)
            if bound > most:
                best, most = k, bound
    return best


@rule
def backpropagate(scratch, length, deal, result):
    """Back a result up along the path."""
    scratch.lowest = min(scratch.lowest, result)
    scratch.highest = max(scratch.highest, result)
    for k in range(length):
        node = scratch.nodes[scratch.path[k]]
        node.visits += 1
        if node.seen >> deal & 1 == 0:
            node.seen |= 1 << deal
            node.dealt += 1
            node.best[deal] = result
            node.total += result
        elif result > node.best[deal]:
            node.total += result - node.best[deal]
            node.best[deal] = result


@rule
def best_child(scratch):
    """Child of the root with the best mean; children seen in more redeals come first."""
    child = int(scratch.nodes[ROOT].first)
    best, dealt, most = child, 0, -math.inf
    while child != NONE:
        node = scratch.nodes[child]
        value = node.total / node.dealt
        if node.dealt > dealt or (node.dealt == dealt and value > most):
            best, dealt, most = child, int(node.dealt), value
        child = int(node.next)
    return best
