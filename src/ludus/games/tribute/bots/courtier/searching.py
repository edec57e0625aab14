"""Search of the courtier: move sequences through its own turn on several fair redeals, evaluated at the end of the
turn.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import Record, float64, int64, rule
from ludus.core.clock import nanoseconds
from ludus.core.memory import numbers_in
from ludus.core.random import advance, draw
from ludus.games.tribute.bots.courtier.candidates import list_candidates
from ludus.games.tribute.bots.courtier.tree import (
    DEEPEST,
    NODES,
    NONE,
    REDEALS,
    ROOT,
    Node,
    best_child,
    find_children,
    grow,
    learn,
    most_promising,
    plant,
)
from ludus.games.tribute.bots.courtier.worth import Scales, before_end, prospects, weigh
from ludus.games.tribute.bots.turn_clock import allowance, stop
from ludus.games.tribute.moves import ATTACK, END_TURN, MOST_MOVES
from ludus.games.tribute.redeal import hide
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import FREE, RUNNING, State

LONG = 48  # moves of a line after which the turn is ended as soon as possible
BETWEEN_LOOKS = 16  # iterations between two reads of the clock


class Scratch(Record):
    moves: int64[MOST_MOVES]
    keys: int64[MOST_MOVES]
    found: int64[MOST_MOVES]  # child node of each key
    path: int64[DEEPEST]
    count: int64  # number of nodes in use
    lowest: float64  # lowest and, below, highest result so far
    highest: float64
    scales: Scales
    here: State
    deals: State[REDEALS]
    nodes: Node[NODES]


@rule
def best_move(table, state, seat, params, memory, scratch):
    began = nanoseconds() if params.nanoseconds != 0 else 0
    moves, keys, scales = numbers_in(scratch.moves), numbers_in(scratch.keys), scratch.scales
    weigh(table, state, params.weights, memory, scales)
    if list_candidates(table, state, memory, scales.cards, moves, keys) == 1:
        return moves[0]
    for k in range(params.redeals):
        scratch.deals[k] = state
        hide(table, scratch.deals[k], seat, fresh_seed(memory))
    time = allowance(params, memory.clock, state)
    plant(scratch)
    scratch.lowest, scratch.highest = 1.0, 0.0
    i = 0
    while i < params.iterations:
        if params.nanoseconds != 0 and i % BETWEEN_LOOKS == 0 and nanoseconds() - began > time:
            break
        try_line(table, seat, i % params.redeals, params, memory, scratch)
        i += 1
    memory.iterations += i
    stop(params, memory.clock)
    key = scratch.nodes[best_child(scratch)].key
    n = list_candidates(table, state, memory, scales.cards, moves, keys)
    for k in range(n):
        if keys[k] == key:
            return moves[k]
    return moves[0]


@rule
def try_line(table, seat, deal, params, memory, scratch):
    """Descend to a new node, play on at random to the end of the turn, and back the value up."""
    moves, keys, here = numbers_in(scratch.moves), numbers_in(scratch.keys), scratch.here
    scratch.here = scratch.deals[deal]
    scratch.path[0] = ROOT
    length, move_count, before, grown = 1, 0, 0, False
    while here.reason == RUNNING and here.active == seat:
        n = list_candidates(table, here, memory, scratch.scales.cards, moves, keys)
        if n == 1:
            k = 0
        elif grown or length == DEEPEST:
            k = any_of(here, moves, n, move_count, memory)
        else:
            parent = scratch.path[length - 1]
            missing = find_children(scratch, parent, keys, n)
            if missing > 0 and scratch.count < NODES:
                k = nth_missing(scratch, draw(memory, missing))
                scratch.path[length] = grow(scratch, parent, keys[k])
                grown = True
                length += 1
            else:
                k = most_promising(scratch, parent, n, params.exploration)
                if k < 0:  # the node pool is full and holds none of these moves
                    grown = True
                    k = any_of(here, moves, n, move_count, memory)
                else:
                    scratch.path[length] = scratch.found[k]
                    length += 1
        if moves[k] == END_TURN:
            before = before_end(table, here, here.players[seat], scratch.scales)
        apply(table, here, moves[k])
        move_count += 1
    learn(scratch, length, deal, prospects(table, here, seat, scratch.scales, before))


@rule
def any_of(here, moves, n, made, memory):
    """Random move: cards and agents first, then anything, including the end of the turn."""
    if here.asked != FREE:
        return draw(memory, n)
    if made > LONG:
        return n - 1
    cards = 0
    while moves[cards] != END_TURN and moves[cards] < ATTACK:
        cards += 1
    return draw(memory, cards if cards != 0 else n)


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
    memory.stream = advance(memory.stream)
    return np.int64(memory.stream >> np.uint64(1))
