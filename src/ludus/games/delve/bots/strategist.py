"""The strategist: our own strong bot. It plans over several turns and uses no hidden information.

Of all lines of play for the turn (templates/turn_search.py) it keeps the most promising ones by a model in which all
later turns are average (average_damage_prediction.py). It simulates each of them on the same resampled piles, playing
on to the end of the fight as BestTurnBot does, and plays the line that wins most. Hit points decide only between equal
numbers of wins, since the player is healed after an encounter.

Where cards have other effects than damage, the lines come from effect_turn_search.py, and later turns are played by the
cards with the highest value (effect_values.py).
"""

# mypy: ignore-errors

import sys
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludus.core import Record, bind_template, float64, int64, rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.random import xorshift_step
from ludus.games.delve.bots import best_turn
from ludus.games.delve.bots.average_damage_prediction import AverageTurn, compute_average_turn, predict_damage
from ludus.games.delve.bots.best_turn import NO_VALUE
from ludus.games.delve.bots.effect_turn_search import MAX_KEPT, EffectSearch, search_effect_lines, write_effect_plan
from ludus.games.delve.bots.effect_values import WON_VALUE, best_effect_card
from ludus.games.delve.bots.node_pickers import PickerScratch, PickingOptions, PickParams, parse_picks, pick_node
from ludus.games.delve.bots.node_pickers import PicksOption as PickingWay
from ludus.games.delve.bots.stored_turn_plan import MovePlan, PlanningMemory, is_current, next_move, reset_planning
from ludus.games.delve.bots.turn_search_steps import TurnLayout, TurnLine, write_plan
from ludus.games.delve.combat import end_turn, full_health, play_card
from ludus.games.delve.constants import MAX_ENEMIES
from ludus.games.delve.moves import END, played_kind, target_of
from ludus.games.delve.rules import resample_hidden
from ludus.games.delve.state import PICK, RUNNING, State
from ludus.games.delve.templates import turn_search

MAX_LINES, MAX_REDEALS = 32, 128  # at most
WIN = 1000  # value of a won fight; the player's hit points add up to a twentieth of it
LOSS = 100  # cost of a lost fight in which the enemies keep all hit points


class Options(PickingOptions, frozen=True, forbid_unknown_fields=True):
    picks: PickingWay = "lookahead"
    ways: Annotated[int, Meta(ge=1, le=MAX_LINES, description="ways to play the turn that it simulates")] = 16
    redeals: Annotated[
        int, Meta(ge=1, le=MAX_REDEALS, description="resampled piles on which it simulates each of them")
    ] = 16


class Params(Record):
    picks: PickParams
    urgent: int64
    ways: int64
    redeals: int64


class CandidateLine(Record):
    way: TurnLine
    fear: float64  # see `predict_damage`
    left: int64[MAX_ENEMIES]


class LaterTurns(Record):
    """Scratch memory of the later turns, played as BestTurnBot does."""

    turn: TurnLayout
    best: TurnLine
    most: int64


class Scratch(Record):
    picker: PickerScratch
    turn: TurnLayout
    outlook: AverageTurn
    count: int64
    kept: CandidateLine[MAX_LINES]
    plan: MovePlan
    deals: State[MAX_REDEALS]
    trial: State
    later: LaterTurns
    effects: EffectSearch


@rule
def begin(data, state, seed, params, memory, scratch):
    reset_planning(memory, seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.asked == PICK:
        return pick_node(data, state, params.picks, memory.nodes, scratch.picker)
    if data.extended and not is_current(data, state, memory.plan):
        _plan_with_effects(data, state, seat, params, memory, scratch)
    elif not is_current(data, state, memory.plan):
        scratch.count = 0
        compute_average_turn(data, state, scratch.outlook)
        scratch.outlook.health = state.health
        search_turn(data, state, params, scratch)
        best = 0
        if scratch.count > 1 and scratch.kept[0].fear > 0.0:
            best = _compare_lines(data, state, seat, params, memory, scratch)
        write_plan(state, scratch.turn, scratch.kept[best].way, memory.plan)
    return next_move(memory.plan)


@rule
def consider(data, state, params, scratch, depth):
    """Keep the lines with the lowest predicted damage, sorted; of lines with equal results keep one."""
    turn, base = scratch.turn, depth * MAX_ENEMIES
    fear = predict_damage(turn, base, scratch.outlook)
    if scratch.count == params.ways and fear >= scratch.kept[params.ways - 1].fear:
        return
    at = 0
    while at < scratch.count and scratch.kept[at].fear <= fear:
        if scratch.kept[at].fear == fear and _same_result(turn, base, scratch.kept[at]):
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
def _same_result(turn, base, candidate):
    for foe in range(turn.foes):
        if turn.left[base + foe] != candidate.left[foe]:
            return False
    return True


@rule
def _compare_lines(data, state, seat, params, memory, scratch):
    """Return the index of the kept line that does best on the resampled piles."""
    _resample_piles(data, state, seat, params, memory, scratch)
    most, best = -LOSS * params.redeals - 1, 0
    for number in range(scratch.count):
        total = 0
        for k in range(params.redeals):
            write_plan(state, scratch.turn, scratch.kept[number].way, scratch.plan)
            scratch.trial = scratch.deals[k]
            total += _fight_on(data, scratch.trial, params, scratch.plan, scratch.later)
        if total > most:
            most, best = total, number
    return best


@rule
def _resample_piles(data, state, seat, params, memory, scratch):
    for k in range(params.redeals):
        scratch.deals[k] = state
        memory.stream = xorshift_step(memory.stream)
        resample_hidden(data, scratch.deals[k], seat, np.int64(memory.stream >> np.uint64(1)))


@rule
def _plan_with_effects(data, state, seat, params, memory, scratch):
    """Plan a turn with effects: the line that does best on resampled piles."""
    search = scratch.effects
    search_effect_lines(data, state, search, min(params.ways, MAX_KEPT), False)
    most, best = -LOSS * params.redeals - 1, 0
    if search.count > 1 and search.kept[0].value < WON_VALUE:
        _resample_piles(data, state, seat, params, memory, scratch)
        for number in range(search.count):
            total = 0
            for k in range(params.redeals):
                write_effect_plan(state, search.kept[number], scratch.plan)
                search.states[0] = scratch.deals[k]
                total += _fight_on_with_effects(data, search.states[0], scratch.plan, search)
            if total > most:
                most, best = total, number
    write_effect_plan(state, search.kept[best], memory.plan)


@rule
def _fight_on_with_effects(data, state, plan, search):
    """Play a plan, then the cards with the highest value to the end of the fight; return the value of its result."""
    for k in range(plan.count):
        if plan.moves[k] != END:
            play_card(data, state, played_kind(plan.moves[k]), target_of(plan.moves[k]))
    ended = plan.moves[plan.count - 1] == END
    while _hit_points_left(data, state) != 0:
        move = END if ended else best_effect_card(data, state, search)
        ended = False
        if move != END:
            play_card(data, state, played_kind(move), target_of(move))
            continue
        end_turn(data, state)
        if state.reason != RUNNING:
            return -LOSS * _hit_points_left(data, state) // _total_hit_points(data, state.encounter)
    return WIN + WIN * state.health // (20 * full_health(data, state))


@rule
def _fight_on(data, state, params, plan, later):
    """Play a plan, then the best turns to the end of the fight; return the value of its result."""
    _play_plan(data, state, plan)
    while True:
        left = _hit_points_left(data, state)
        if left == 0:
            return WIN + state.health
        end_turn(data, state)
        if state.reason != RUNNING:
            return -LOSS * left // _total_hit_points(data, state.encounter)
        later.most = NO_VALUE
        best_turn.search_turn(data, state, params, later)
        write_plan(state, later.turn, later.best, plan)
        _play_plan(data, state, plan)


@rule
def _play_plan(data, state, plan):
    for k in range(plan.count - 1):
        play_card(data, state, played_kind(plan.moves[k]), target_of(plan.moves[k]))


@rule
def _hit_points_left(data, state):
    total = 0
    for place in range(data.foes[state.encounter].size + 0):
        total += state.enemies[place]
    return total


@rule
def _total_hit_points(data, encounter):
    foes, total = data.foes[encounter], 0
    for place in range(foes.size + 0):
        total += foes.health[place]
    return total


search_turn = bind_template(turn_search, consider=consider).search_turn


def fill(options, params) -> None:
    parse_picks(options.picks, params.picks)
    params.urgent = 1
    params.ways, params.redeals = options.ways, options.redeals


bot = BotSpec(
    name="strategist",
    summary="plans over several turns: simulates the most promising ways to play a turn on resampled piles",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=PlanningMemory,
    params=Params,
    options=Options,
    fill=fill,
    runs_on_gpu=False,  # its resampled states need more memory than a GPU has per game
)
