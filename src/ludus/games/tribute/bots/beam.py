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
from ludus.core.compile.intrinsics import ints_in, nanoseconds
from ludus.core.compiled_bot_spec import BotSpec
from ludus.games.tribute.bots import sot_bot_options_and_random
from ludus.games.tribute.bots.heuristic_evaluation import HeuristicWeights, fill_weights
from ludus.games.tribute.bots.patron_draft import DraftRanks
from ludus.games.tribute.bots.search_budget import (
    SOURCE,
    SearcherOptions,
    TurnClock,
    draft,
    fill_time,
    stop_clock,
    turn_deadline,
)
from ludus.games.tribute.bots.sot_bot_options_and_random import seed_generator
from ludus.games.tribute.bots.turn_simulation import (
    MAX_TURN_MOVES,
    distinct,
    fresh_seed,
    play_move,
    turn_state_hash,
    turn_value,
)
from ludus.games.tribute.move_bits import END_TURN
from ludus.games.tribute.moves import MAX_MOVES, legal_moves
from ludus.games.tribute.resampling import resample_hidden
from ludus.games.tribute.state import DRAFT_PATRON, RUNNING, State
from ludus.games.tribute.state_copy import copy_state

MAX_WIDTH = 200  # maximum beam width


class Options(SearcherOptions, frozen=True, forbid_unknown_fields=True):
    width: Annotated[int, Meta(ge=1, le=MAX_WIDTH, description="width of the beam: move sequences to keep")] = 20


class Params(Record):
    published: int64
    start: int64
    drafting: DraftRanks
    nanoseconds: int64
    by_turn: int64
    width: int64
    weights: HeuristicWeights


class Memory(Record):
    stream: uint64
    published: int64
    clock: TurnClock


class BeamLine(Record):
    value: float64
    first: int64  # first move of the sequence
    drawn: int64  # cards drawn in this turn
    likeness: int64
    state: State


class Scratch(Record):
    moves: int64[MAX_MOVES]
    best: int64  # first move of the best line that ends the turn
    most: float64  # value of that line
    trial: State
    lines: BeamLine[2 * MAX_WIDTH]  # lines of the current length, then lines that are one move longer


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)
    memory.clock.turn = 0


@rule
def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    if n == 1:
        return moves[0]
    if state.asked == DRAFT_PATRON:
        return draft(params, memory, moves, n)
    root = scratch.lines[0]
    copy_state(root.state, state)
    resample_hidden(data, root.state, seat, fresh_seed(memory))
    root.drawn = 0
    scratch.best, scratch.most = moves[0], -math.inf
    old, new, line_count, until = 0, MAX_WIDTH, 1, turn_deadline(params, memory.clock, state)
    for length in range(MAX_TURN_MOVES):
        longer = 0
        for k in range(line_count):
            if until != 0 and length > 0 and nanoseconds() >= until:
                score_open_lines(scratch, old, line_count)
                stop_clock(params, memory.clock)
                return scratch.best
            longer = extend(data, old + k, length, new, longer, params, scratch)
        if longer == 0:
            break
        old, new, line_count = new, old, longer
    stop_clock(params, memory.clock)
    return scratch.best


@rule
def extend(data, at, length, new, line_count, params, scratch):
    """Extend a line by every move; return how many longer lines are kept."""
    moves, line = ints_in(scratch.moves), scratch.lines[at]
    n = distinct(data, line.state, moves)
    for k in range(n):
        first = moves[k] if length == 0 else line.first
        if moves[k] == END_TURN:
            record_turn_end(first, turn_value(data, line.state, params.weights, line.drawn), scratch)
            continue
        copy_state(scratch.trial, line.state)
        drawn = line.drawn + play_move(data, scratch.trial, moves[k])
        value = turn_value(data, scratch.trial, params.weights, drawn)
        if scratch.trial.reason != RUNNING:
            record_turn_end(first, value, scratch)
            continue
        key = turn_state_hash(scratch.trial)
        place = find_slot(value, key, new, line_count, params.width, scratch)
        if place >= 0:
            line_count = max(line_count, place + 1)
            longer = scratch.lines[new + place]
            longer.value, longer.first, longer.drawn, longer.likeness = value, first, drawn, key
            copy_state(longer.state, scratch.trial)
    return line_count


@rule
def record_turn_end(first, value, scratch):
    """Record a line that ends the turn."""
    if value > scratch.most:
        scratch.best, scratch.most = first, value


@rule
def find_slot(value, key, new, line_count, width, scratch):
    """Index where to store a line: a free one or that of the worst line; -1 if the line is no better or a duplicate."""
    for k in range(line_count):
        if scratch.lines[new + k].likeness == key:
            return -1
    if line_count < width:
        return line_count
    worst = 0
    for k in range(1, line_count):
        if scratch.lines[new + k].value < scratch.lines[new + worst].value:
            worst = k
    return worst if scratch.lines[new + worst].value < value else -1


@rule
def score_open_lines(scratch, old, line_count):
    """Out of time: score the lines as they are."""
    for k in range(line_count):
        record_turn_end(scratch.lines[old + k].first, scratch.lines[old + k].value, scratch)


def fill(options, params) -> None:
    sot_bot_options_and_random.fill(options, params, "beam")
    fill_time(options, params)
    params.width = options.width
    fill_weights(params.weights, file=options.weights, tiers=options.tiers)


bot = BotSpec(
    name="beam",
    summary="beam search through its own turn",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    source=f"{SOURCE}BeamSearchBot",
)
