"""BeamSearchBot as published: on a seeded state, with an annealing rule that almost always replaces the worst line.

The beam is 20 lines wide. A line better than the worst one replaces it. A line that is not better replaces it if
exp(difference) / (4 div pass) is greater than a random number from 0 to 1. The sign of the difference is wrong, and the
divisor is zero from the fifth pass on, so the replacement happens almost always. Choices with many combinations can
take very long; there is no limit.
"""

# mypy: ignore-errors

import math
import sys

from ludus.core import Record, float64, int64, rule, uint64
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.random import scale_below, seed_stream, xorshift_step
from ludus.games.tribute.bots import sot_bot_options_and_random
from ludus.games.tribute.bots.heuristic_evaluation import HeuristicWeights, fill_weights, heuristic
from ludus.games.tribute.bots.multi_card_choices import (
    PendingParts,
    count_combined_moves,
    ends_turn,
    has_pending_part,
    next_part,
    play_combined_move,
    start_combined_move,
)
from ludus.games.tribute.bots.patron_draft import DraftRanks
from ludus.games.tribute.bots.search_budget import SOURCE, draft
from ludus.games.tribute.bots.sot_bot_options_and_random import PUBLISHED_SEED, PublishedOptions, seed_generator
from ludus.games.tribute.bots.turn_simulation import MAX_TURN_MOVES
from ludus.games.tribute.move_bits import END_TURN
from ludus.games.tribute.moves import MAX_MOVES
from ludus.games.tribute.resampling import reference_seeded_state
from ludus.games.tribute.state import DRAFT_PATRON, RUNNING, State
from ludus.games.tribute.state_copy import copy_state

WIDTH = 20
HEAT = 4
RANDOM_STEPS = 1 << 30  # resolution of a random number from 0 to 1


class Params(Record):
    published: int64
    start: int64
    drafting: DraftRanks
    weights: HeuristicWeights


class Memory(Record):
    stream: uint64
    published: int64
    dice: uint64  # second generator of the original, for replacements; its seed is arbitrary
    parts: PendingParts


class PublishedBeamLine(Record):
    value: float64
    first: int64  # first move, as an index of the move list
    state: State


class Scratch(Record):
    moves: int64[MAX_MOVES]
    best: int64  # first move of the best line that ends the turn
    most: float64  # value of that line
    root: State
    trial: State
    lines: PublishedBeamLine[2 * WIDTH]  # lines of the current length, then lines that are one move longer


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)
    memory.dice = seed_stream(seed)
    memory.parts.done = 0
    memory.parts.count = 0


@rule
def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    if has_pending_part(data, state, moves, memory.parts):
        return next_part(memory.parts)
    n = count_combined_moves(data, state, moves)
    if state.asked == DRAFT_PATRON:
        return draft(params, memory, moves, n)
    if ends_turn(state, 0, n):
        return END_TURN
    copy_state(scratch.root, state)
    reference_seeded_state(data, scratch.root, PUBLISHED_SEED)
    search(data, params, memory, scratch)
    count_combined_moves(data, scratch.root, moves)
    return start_combined_move(data, scratch.root, moves, scratch.best, memory.parts)


@rule
def search(data, params, memory, scratch):
    """Find the first move of the best line."""
    copy_state(scratch.lines[0].state, scratch.root)
    scratch.best, scratch.most = 0, -math.inf
    old, new, line_count = 0, WIDTH, 1
    for length in range(MAX_TURN_MOVES):
        longer = 0
        for k in range(line_count):
            longer = extend(data, old + k, length, new, longer, params, memory, scratch)
        if longer == 0:
            break
        old, new, line_count = new, old, longer


@rule
def extend(data, at, length, new, line_count, params, memory, scratch):
    """Extend a line by every move; return how many longer lines are kept."""
    moves, line = ints_in(scratch.moves), scratch.lines[at]
    n = count_combined_moves(data, line.state, moves)
    for number in range(n):
        first = number if length == 0 else line.first
        if ends_turn(line.state, number, n):
            value = heuristic(data, line.state, params.weights, 0)
            if value > scratch.most:
                scratch.best, scratch.most = first, value
            continue
        copy_state(scratch.trial, line.state)
        play_combined_move(data, scratch.trial, moves, number)
        if scratch.trial.reason != RUNNING:
            continue
        value = heuristic(data, scratch.trial, params.weights, 0)
        place = find_slot(value, new, line_count, length, memory, scratch)
        if place >= 0:
            line_count = max(line_count, place + 1)
            longer = scratch.lines[new + place]
            longer.value, longer.first = value, first
            copy_state(longer.state, scratch.trial)
    return line_count


@rule
def find_slot(value, new, line_count, length, memory, scratch):
    """Index where to store a line; -1 if it is dropped."""
    if line_count < WIDTH:
        return line_count
    worst = 0
    for k in range(1, line_count):
        if scratch.lines[new + k].value < scratch.lines[new + worst].value:
            worst = k
    less = scratch.lines[new + worst].value - value
    if less < 0.0:
        return worst
    if length == 0:
        return -1
    return worst if replaces_worst(less, HEAT // length, memory) else -1


@rule
def replaces_worst(less, divisor, memory):
    """Whether a line that is no better replaces the worst one: e ** less / divisor is rarely below 1."""
    memory.dice = xorshift_step(memory.dice)
    number = scale_below(memory.dice, RANDOM_STEPS) / RANDOM_STEPS
    if divisor == 0 or less > HEAT:
        return True
    return math.exp(less) / divisor > number


def fill(options, params) -> None:
    sot_bot_options_and_random.fill_published(options, params, "beam")
    fill_weights(params.weights)


bot = BotSpec(
    name="beam-2023",
    summary="beam search through its own turn, twenty sequences wide; as published",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=PublishedOptions,
    fill=fill,
    runs_on_gpu=False,
    cheats=True,
    source=f"{SOURCE}BeamSearchBot",
)
