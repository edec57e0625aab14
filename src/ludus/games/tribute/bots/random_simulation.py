"""RandomSimulationBot as intended: the best of many random turns, played until something unexpected happens.

All turns are simulated on one fair redeal, and none ends while another move is left. The published bot loses games by
its own errors, see random_simulation_2023.py.
"""

# mypy: ignore-errors

import math
import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, int64, rule, specialise, uint64
from ludus.core.bot import Bot
from ludus.core.memory import numbers_in
from ludus.games.tribute.bots import classic
from ludus.games.tribute.bots.classic import take_dice
from ludus.games.tribute.bots.drafting import Drafting
from ludus.games.tribute.bots.heuristic import RANDOM_SIMULATION, Weights, fill_weights
from ludus.games.tribute.bots.own_turn import PLAN, fresh_seed, play_on, turn_value
from ludus.games.tribute.bots.searcher import (
    MOST_ITERATIONS,
    SOURCE,
    SearcherOptions,
    draft,
    fill_budget,
    has_time,
    turn_deadline,
)
from ludus.games.tribute.bots.turn_clock import TurnClock, stop
from ludus.games.tribute.moves import END_TURN, MOST_MOVES, legal
from ludus.games.tribute.redeal import hide
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import DRAFT_PATRON, State
from ludus.search import plan

planning = specialise(plan, apply=apply, hide=hide)
goes_on, next_move = planning.goes_on, planning.next_move


class Options(SearcherOptions, frozen=True, forbid_unknown_fields=True):
    iterations: Annotated[int, Meta(ge=1, le=MOST_ITERATIONS, description="random turns to simulate")] = 400


class Params(Record):
    published: int64
    start: int64
    drafting: Drafting
    nanoseconds: int64
    by_turn: int64
    iterations: int64
    weights: Weights


class Memory(Record):
    stream: uint64
    published: int64
    clock: TurnClock
    done: int64
    count: int64
    plan: int64[PLAN]
    planned_on: State


class Scratch(Record):
    moves: int64[MOST_MOVES]
    line: int64[PLAN]
    deal: State
    trial: State


@rule
def begin(table, state, seed, params, memory, scratch):
    take_dice(params, memory, seed)
    memory.clock.turn = 0
    memory.done = 0
    memory.count = 0


@rule
def choose(table, state, seat, params, memory, scratch):
    moves = numbers_in(scratch.moves)
    n = legal(table, state, moves)
    if n == 1:
        return moves[0]
    if state.asked == DRAFT_PATRON:
        return draft(params, memory, moves, n)
    if goes_on(table, state, seat, memory, scratch):
        return next_move(memory)
    scratch.deal = state
    hide(table, scratch.deal, seat, fresh_seed(memory))
    memory.planned_on = scratch.deal
    memory.done = 0
    most, tries, until = -math.inf, 0, turn_deadline(params, memory.clock, state)
    while has_time(params, until, tries):
        scratch.trial = scratch.deal
        n, drawn = play_on(table, scratch.trial, memory, scratch)
        value = turn_value(table, scratch.trial, params.weights, drawn)
        if value > most:
            most = value
            for k in range(n):
                memory.plan[k] = scratch.line[k]
            memory.plan[n] = END_TURN
            memory.count = n + 1
        tries += 1
    stop(params, memory.clock)
    return next_move(memory)


def fill(options, params) -> None:
    classic.fill(options, params, "random-simulation")
    fill_budget(options, params)
    fill_weights(params.weights, RANDOM_SIMULATION, options.weights, options.tiers)


bot = Bot(
    name="random-simulation",
    summary="tries whole turns of its own at random and carries out the best",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    source=f"{SOURCE}RandomSimulationBot",
)
