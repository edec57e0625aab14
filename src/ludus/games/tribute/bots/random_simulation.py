"""RandomSimulationBot as intended: the best of many random turns, played until something unexpected happens.

All turns are simulated on one fair redeal, and none ends while another move is left. The published bot loses games by
its own errors, see random_simulation_2023.py.
"""

# mypy: ignore-errors

import math
import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, bind_template, int64, rule, uint64
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotSpec
from ludus.games.tribute.bots import sot_bot_options_and_random
from ludus.games.tribute.bots.heuristic_evaluation import RANDOM_SIMULATION, HeuristicWeights, fill_weights
from ludus.games.tribute.bots.patron_draft import DraftRanks
from ludus.games.tribute.bots.search_budget import (
    MAX_ITERATIONS,
    SOURCE,
    SearcherOptions,
    TurnClock,
    draft,
    fill_budget,
    has_time,
    stop_clock,
    turn_deadline,
)
from ludus.games.tribute.bots.sot_bot_options_and_random import seed_generator
from ludus.games.tribute.bots.turn_simulation import MAX_TURN_MOVES, fresh_seed, play_random_turn, turn_value
from ludus.games.tribute.move_bits import END_TURN
from ludus.games.tribute.moves import MAX_MOVES, legal_moves
from ludus.games.tribute.resampling import resample_hidden
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import DRAFT_PATRON, State
from ludus.games.tribute.state_copy import copy_state
from ludus.search.templates import plan_execution

planning = bind_template(plan_execution, apply=apply, resample_hidden=resample_hidden)
goes_on, next_move = planning.goes_on, planning.next_move


class Options(SearcherOptions, frozen=True, forbid_unknown_fields=True):
    iterations: Annotated[int, Meta(ge=1, le=MAX_ITERATIONS, description="random turns to simulate")] = 400


class Params(Record):
    published: int64
    start: int64
    drafting: DraftRanks
    nanoseconds: int64
    by_turn: int64
    iterations: int64
    weights: HeuristicWeights


class Memory(Record):
    stream: uint64
    published: int64
    clock: TurnClock
    done: int64
    count: int64
    plan: int64[MAX_TURN_MOVES]
    planned_on: State


class Scratch(Record):
    moves: int64[MAX_MOVES]
    line: int64[MAX_TURN_MOVES]
    deal: State
    trial: State


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)
    memory.clock.turn = 0
    memory.done = 0
    memory.count = 0


@rule
def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    if n == 1:
        return moves[0]
    if state.asked == DRAFT_PATRON:
        return draft(params, memory, moves, n)
    if goes_on(data, state, seat, memory, scratch):
        return next_move(memory)
    copy_state(scratch.deal, state)
    resample_hidden(data, scratch.deal, seat, fresh_seed(memory))
    copy_state(memory.planned_on, scratch.deal)
    memory.done = 0
    most, tries, until = -math.inf, 0, turn_deadline(params, memory.clock, state)
    while has_time(params, until, tries):
        copy_state(scratch.trial, scratch.deal)
        n, drawn = play_random_turn(data, scratch.trial, memory, scratch)
        value = turn_value(data, scratch.trial, params.weights, drawn)
        if value > most:
            most = value
            for k in range(n):
                memory.plan[k] = scratch.line[k]
            memory.plan[n] = END_TURN
            memory.count = n + 1
        tries += 1
    stop_clock(params, memory.clock)
    return next_move(memory)


def fill(options, params) -> None:
    sot_bot_options_and_random.fill(options, params, "random-simulation")
    fill_budget(options, params)
    fill_weights(params.weights, RANDOM_SIMULATION, options.weights, options.tiers)


bot = BotSpec(
    name="random-simulation",
    summary="simulates random turns of its own and plays the best one",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    source=f"{SOURCE}RandomSimulationBot",
)
