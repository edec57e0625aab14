"""The strategist: our own strong bot. It plans over several turns and uses no hidden information.

Of all lines of play for the turn (templates/turn_search.py) it keeps the most promising ones by a model in which all
later turns are average (fight_model.py). It simulates each of them on the same resampled piles, playing on to the end
of the fight as BestTurnBot does, and plays the line that wins most. Hit points decide only between equal numbers of
wins, since the player is healed after an encounter.
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
WIN = 1000  # value of a won fight; the player's hit points add up to a twentieth of it
LOSS = 100  # cost of a lost fight in which the enemies keep all hit points


class Options(PickingOptions, frozen=True, forbid_unknown_fields=True):
    picks: PickingWay = "lookahead"
    ways: Annotated[int, Meta(ge=1, le=WAYS, description="ways to play the turn that it simulates")] = 16
    redeals: Annotated[
        int, Meta(ge=1, le=REDEALS, description="resampled piles on which it simulates each of them")
    ] = 16


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
    """Scratch memory of the later turns, played as BestTurnBot does."""

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
    """Keep the lines with the lowest predicted damage, sorted; of lines with equal results keep one."""
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
    entry = scratch.kept[at]
    entry.way = turn.way
    entry.fear = fear
    for foe in range(turn.foes):
        entry.left[foe] = turn.left[base + foe]


@rule
def _alike(turn, base, kept):
    for foe in range(turn.foes):
        if turn.left[base + foe] != kept.left[foe]:
            return False
    return True


@rule
def _try_out(table, state, seat, params, memory, scratch):
    """Return the index of the kept line that does best on the resampled piles."""
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
    """Play a plan, then the best turns to the end of the fight; return the value of its result."""
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
    summary="plans over several turns: simulates the most promising ways to play a turn on resampled piles",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Planner,
    params=Params,
    options=Options,
    fill=fill,
    on_card=False,  # its resampled states need more memory than a GPU has per game
)
