"""Beam search as intended: the best move sequences of each length through its own turn, on one fair redeal.

Of sequences that do the same in another order one is kept; otherwise such duplicates would fill the beam. The published
bot replaces the worst sequence almost always at random, see beam_2023.py.
"""

# mypy: ignore-errors

import math
import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, float64, int64, rule, uint64
from ludus.core.bot import Bot
from ludus.core.clock import nanoseconds
from ludus.core.memory import numbers_in
from ludus.games.tribute.bots import classic
from ludus.games.tribute.bots.classic import take_dice
from ludus.games.tribute.bots.drafting import Drafting
from ludus.games.tribute.bots.heuristic import Weights, fill_weights
from ludus.games.tribute.bots.likeness import likeness
from ludus.games.tribute.bots.own_turn import PLAN, distinct, fresh_seed, play_move, turn_value
from ludus.games.tribute.bots.searcher import SOURCE, SearcherOptions, draft, turn_deadline
from ludus.games.tribute.bots.turn_clock import TurnClock, fill_time, stop
from ludus.games.tribute.moves import END_TURN, MOST_MOVES, legal
from ludus.games.tribute.redeal import hide
from ludus.games.tribute.state import DRAFT_PATRON, RUNNING, State

WIDTH = 200  # maximum beam width


class Options(SearcherOptions, frozen=True, forbid_unknown_fields=True):
    width: Annotated[int, Meta(ge=1, le=WIDTH, description="lines of each length to follow")] = 20


class Params(Record):
    published: int64
    start: int64
    drafting: Drafting
    nanoseconds: int64
    by_turn: int64
    width: int64
    weights: Weights


class Memory(Record):
    stream: uint64
    published: int64
    clock: TurnClock


class Line(Record):
    value: float64
    first: int64  # first move of the sequence
    drawn: int64  # cards drawn in this turn
    likeness: int64
    state: State


class Scratch(Record):
    moves: int64[MOST_MOVES]
    best: int64  # first move of the best line that ends the turn
    most: float64  # value of that line
    trial: State
    lines: Line[2 * WIDTH]  # lines of the current length, then lines that are one move longer


@rule
def begin(table, state, seed, params, memory, scratch):
    take_dice(params, memory, seed)
    memory.clock.turn = 0


@rule
def choose(table, state, seat, params, memory, scratch):
    moves = numbers_in(scratch.moves)
    n = legal(table, state, moves)
    if n == 1:
        return moves[0]
    if state.asked == DRAFT_PATRON:
        return draft(params, memory, moves, n)
    root = scratch.lines[0]
    root.state = state
    hide(table, root.state, seat, fresh_seed(memory))
    root.drawn = 0
    scratch.best, scratch.most = moves[0], -math.inf
    old, new, kept, until = 0, WIDTH, 1, turn_deadline(params, memory.clock, state)
    for length in range(PLAN):
        longer = 0
        for k in range(kept):
            if until != 0 and length > 0 and nanoseconds() >= until:
                settle(scratch, old, kept)
                stop(params, memory.clock)
                return scratch.best
            longer = extend(table, old + k, length, new, longer, params, scratch)
        if longer == 0:
            break
        old, new, kept = new, old, longer
    stop(params, memory.clock)
    return scratch.best


@rule
def extend(table, at, length, new, kept, params, scratch):
    """Extend a line by every move; return how many longer lines are kept."""
    moves, line = numbers_in(scratch.moves), scratch.lines[at]
    n = distinct(table, line.state, moves)
    for k in range(n):
        first = moves[k] if length == 0 else line.first
        if moves[k] == END_TURN:
            note_end(first, turn_value(table, line.state, params.weights, line.drawn), scratch)
            continue
        scratch.trial = line.state
        drawn = line.drawn + play_move(table, scratch.trial, moves[k])
        value = turn_value(table, scratch.trial, params.weights, drawn)
        if scratch.trial.reason != RUNNING:
            note_end(first, value, scratch)
            continue
        key = likeness(scratch.trial)
        place = room_for(value, key, new, kept, params.width, scratch)
        if place >= 0:
            kept = max(kept, place + 1)
            longer = scratch.lines[new + place]
            longer.value, longer.first, longer.drawn, longer.likeness = value, first, drawn, key
            longer.state = scratch.trial
    return kept


@rule
def note_end(first, value, scratch):
    """Record a line that ends the turn."""
    if value > scratch.most:
        scratch.best, scratch.most = first, value


@rule
def room_for(value, key, new, kept, width, scratch):
    """Index where to store a line: a free one or that of the worst line; -1 if the line is no better or a duplicate."""
    for k in range(kept):
        if scratch.lines[new + k].likeness == key:
            return -1
    if kept < width:
        return kept
    worst = 0
    for k in range(1, kept):
        if scratch.lines[new + k].value < scratch.lines[new + worst].value:
            worst = k
    return worst if scratch.lines[new + worst].value < value else -1


@rule
def settle(scratch, old, kept):
    """Out of time: score the lines as they are."""
    for k in range(kept):
        note_end(scratch.lines[old + k].first, scratch.lines[old + k].value, scratch)


def fill(options, params) -> None:
    classic.fill(options, params, "beam")
    fill_time(options, params)
    params.width = options.width
    fill_weights(params.weights, file=options.weights, tiers=options.tiers)


bot = Bot(
    name="beam",
    summary="follows the best lines through its own turn",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    source=f"{SOURCE}BeamSearchBot",
)
