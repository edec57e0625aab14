"""The strategist: our own strong player. It plans over turns, and looks at nothing that is hidden.

Of all ways to play the turn (turn_search.py) it keeps some after which the fight should go on best if all turns were
average ones (foresight.py). These it tries out on fair redeals of the pile, the same for all of them: it fights on to
the end as BestTurnBot does, and carries out the way that wins most. Hit points count only where wins do not differ,
since everybody is healed after an encounter.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludus.core import Record, float64, int64, rule, specialise
from ludus.core.bot import Bot
from ludus.core.random import advance
from ludus.games.delve.bots import best_turn, turn_search
from ludus.games.delve.bots.best_turn import NOTHING
from ludus.games.delve.bots.foresight import Outlook, foresee, look_out
from ludus.games.delve.bots.pickers import Picker, PickingOptions, Picks, fill_picks, pick_node
from ludus.games.delve.bots.pickers import Way as PickingWay
from ludus.games.delve.bots.plans import Plan, Planner, begin_planning, goes_on, next_move
from ludus.games.delve.bots.turns import Turn, Way, write_plan
from ludus.games.delve.fight import finish_turn, hit
from ludus.games.delve.kinds import ENEMIES
from ludus.games.delve.moves import kind_of, place_of
from ludus.games.delve.rules import hide
from ludus.games.delve.state import PICK, RUNNING, State

WAYS, REDEALS = 32, 128  # at most
WIN = 1000  # hit points are up to a twentieth of it
LOSS = 100  # for all hit points of the enemies


class Options(PickingOptions, frozen=True, forbid_unknown_fields=True):
    picks: PickingWay = "lookahead"
    ways: Annotated[int, Meta(ge=1, le=WAYS, description="ways to play the turn that it tries out")] = 16
    redeals: Annotated[int, Meta(ge=1, le=REDEALS, description="fair redeals that it tries each of them on")] = 16


class Params(Record):
    picks: Picks
    urgent: int64
    ways: int64
    redeals: int64


class Kept(Record):
    way: Way
    fear: float64  # see `foresee`
    left: int64[ENEMIES]


class Later(Record):
    """Of the turns to come, as BestTurnBot plays them."""

    turn: Turn
    best: Way
    most: int64


class Scratch(Record):
    picker: Picker
    turn: Turn
    outlook: Outlook
    count: int64
    kept: Kept[WAYS]
    plan: Plan
    deals: State[REDEALS]
    trial: State
    later: Later


@rule
def begin(table, state, seed, params, memory, scratch):
    begin_planning(memory, seed)


@rule
def choose(table, state, seat, params, memory, scratch):
    if state.asked == PICK:
        return pick_node(table, state, params.picks, memory.nodes, scratch.picker)
    if not goes_on(table, state, memory.plan):
        scratch.count = 0
        look_out(table, state, scratch.outlook)
        scratch.outlook.health = state.health
        search_turn(table, state, params, scratch)
        best = 0
        if scratch.count > 1 and scratch.kept[0].fear > 0.0:
            best = _try_out(table, state, seat, params, memory, scratch)
        write_plan(state, scratch.turn, scratch.kept[best].way, memory.plan)
    return next_move(memory.plan)


@rule
def consider(table, state, params, scratch, depth):
    """Keep the ways with the least to fear, the least first; of ways that end alike, one."""
    turn, base = scratch.turn, depth * ENEMIES
    fear = foresee(turn, base, scratch.outlook)
    if scratch.count == params.ways and fear >= scratch.kept[params.ways - 1].fear:
        return
    at = 0
    while at < scratch.count and scratch.kept[at].fear <= fear:
        if scratch.kept[at].fear == fear and _alike(turn, base, scratch.kept[at]):
            return
        at += 1
    if scratch.count < params.ways:
        scratch.count += 1
    for k in range(scratch.count - 1, at, -1):
        scratch.kept[k] = scratch.kept[k - 1]
    kept = scratch.kept[at]
    kept.way = turn.way
    kept.fear = fear
    for foe in range(turn.foes):
        kept.left[foe] = turn.left[base + foe]


@rule
def _alike(turn, base, kept):
    for foe in range(turn.foes):
        if turn.left[base + foe] != kept.left[foe]:
            return False
    return True


@rule
def _try_out(table, state, seat, params, memory, scratch):
    """The number of the kept way that does best on the redeals."""
    for k in range(params.redeals):
        scratch.deals[k] = state
        memory.stream = advance(memory.stream)
        hide(table, scratch.deals[k], seat, np.int64(memory.stream >> np.uint64(1)))
    most, best = -LOSS * params.redeals - 1, 0
    for number in range(scratch.count):
        total = 0
        for k in range(params.redeals):
            write_plan(state, scratch.turn, scratch.kept[number].way, scratch.plan)
            scratch.trial = scratch.deals[k]
            total += _fight_on(table, scratch.trial, params, scratch.plan, scratch.later)
        if total > most:
            most, best = total, number
    return best


@rule
def _fight_on(table, state, params, plan, later):
    """Carry out a plan, then play the best turns; what the end of the fight is worth."""
    _carry_out(table, state, plan)
    while True:
        left = _left(table, state)
        if left == 0:
            return WIN + state.health
        finish_turn(table, state)
        if state.reason != RUNNING:
            return -LOSS * left // _whole(table, state.encounter)
        later.most = NOTHING
        best_turn.search_turn(table, state, params, later)
        write_plan(state, later.turn, later.best, plan)
        _carry_out(table, state, plan)


@rule
def _carry_out(table, state, plan):
    for k in range(plan.count - 1):
        hit(table, state, kind_of(plan.moves[k]), place_of(plan.moves[k]))


@rule
def _left(table, state):
    total = 0
    for place in range(table.foes[state.encounter].size + 0):
        total += state.enemies[place]
    return total


@rule
def _whole(table, encounter):
    foes, total = table.foes[encounter], 0
    for place in range(foes.size + 0):
        total += foes.health[place]
    return total


search_turn = specialise(turn_search, consider=consider).search_turn


def fill(options, params) -> None:
    fill_picks(options.picks, params.picks)
    params.urgent = 1
    params.ways, params.redeals = options.ways, options.redeals


bot = Bot(
    name="strategist",
    summary="plans over turns: tries the most promising ways to play a turn on fair redeals",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Planner,
    params=Params,
    options=Options,
    fill=fill,
    on_card=False,  # its redeals take more room than a card has for each of its games
)
