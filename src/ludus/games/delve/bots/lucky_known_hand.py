"""LuckyBot: like BestTurnBot, but knows the cards of its next hand. A declared cheat.

After every line of play it adds the card of the next hand that then scores most (card_scores.py). Among lines that are
equal for BestTurnBot, it takes the one that leaves least after that card. With `outcome=after` only the result after
that card counts, as the thesis words it; the bot then postpones damage that it could have dealt at once.

Where cards have other effects than damage, it searches its turn like BestTurnBot and knows the cards that it will draw
in it; the option has no effect there.
"""

# mypy: ignore-errors

import sys
from typing import Annotated, Literal

from msgspec import Meta

from ludus.core import Record, bind_template, int64, rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.games.delve.bots import SOURCE, card_scores
from ludus.games.delve.bots.best_turn import NO_VALUE, turn_value
from ludus.games.delve.bots.card_scores import FightingOptions, damage_score
from ludus.games.delve.bots.effect_turn_search import EffectSearch, search_effect_lines, write_effect_plan
from ludus.games.delve.bots.node_pickers import PickerScratch, PickParams, pick_node
from ludus.games.delve.bots.stored_turn_plan import PlanningMemory, is_current, next_move, reset_planning
from ludus.games.delve.bots.turn_search_steps import TurnLayout, TurnLine, write_plan
from ludus.games.delve.combat import draw_cards, thesis_damage
from ludus.games.delve.constants import AREA, HAND, MANA, MAX_ENEMIES
from ludus.games.delve.state import PICK, State
from ludus.games.delve.templates import turn_search


class Options(FightingOptions, frozen=True, forbid_unknown_fields=True):
    outcome: Annotated[
        Literal["both", "after"],
        Meta(
            description="what it rates: the turn and the first card of the next, or only what is left after that card"
        ),
    ] = "both"


class Params(Record):
    picks: PickParams
    urgent: int64
    after: int64  # 1: only what is left after the card of the next hand


class Scratch(Record):
    picker: PickerScratch
    turn: TurnLayout
    best: TurnLine
    most: int64  # first criterion of the best line
    then: int64  # second criterion
    next: State
    cards: int64  # number of different cards of the next hand, the cheapest first
    area: int64[HAND]
    damage: int64[HAND]
    cost: int64[HAND]
    effects: EffectSearch


@rule
def begin(data, state, seed, params, memory, scratch):
    reset_planning(memory, seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.asked == PICK:
        return pick_node(data, state, params.picks, memory.nodes, scratch.picker)
    if data.extended and not is_current(data, state, memory.plan):
        search_effect_lines(data, state, scratch.effects, 1, True)
        write_effect_plan(state, scratch.effects.kept[0], memory.plan)
    elif not is_current(data, state, memory.plan):
        scratch.most = NO_VALUE
        scratch.then = NO_VALUE
        _look_up_next_hand(data, state, scratch)
        search_turn(data, state, params, scratch)
        write_plan(state, scratch.turn, scratch.best, memory.plan)
    return next_move(memory.plan)


@rule
def _look_up_next_hand(data, state, scratch):
    """Look up the next hand; it does not depend on the cards played before."""
    scratch.next = state
    drawn = scratch.next
    for kind in range(data.kinds + 0):
        drawn.discard[kind] += drawn.hand[kind]
        drawn.hand[kind] = 0
    draw_cards(data, drawn, HAND)
    scratch.cards = 0
    for kind in range(data.kinds + 0):
        card = data.cards[kind]
        if drawn.hand[kind] == 0 or card.cost > (data.mana if card.resource == MANA else data.energy):
            continue
        at = scratch.cards + 0
        while at > 0 and scratch.cost[at - 1] > card.cost:
            scratch.area[at] = scratch.area[at - 1]
            scratch.damage[at] = scratch.damage[at - 1]
            scratch.cost[at] = scratch.cost[at - 1]
            at -= 1
        scratch.area[at] = 1 if card.category == AREA else 0
        scratch.damage[at] = thesis_damage(data, state, kind)
        scratch.cost[at] = card.cost
        scratch.cards += 1


@rule
def consider(data, state, params, scratch, depth):
    turn = scratch.turn
    before = turn_value(turn.foes, turn.whole, turn.living[depth], turn.threat[depth], turn.total[depth])
    after = _value_with_next_card(scratch, depth)
    first, second = (after, before) if params.after else (before, after)
    if first > scratch.most or (first == scratch.most and second > scratch.then):
        scratch.most = first
        scratch.then = second
        scratch.best = turn.way


@rule
def _value_with_next_card(scratch, depth):
    """Return the value of the turn after the best card of the next hand has been played, too."""
    turn, base = scratch.turn, depth * MAX_ENEMIES
    most, best, target = NO_VALUE, 0, 0
    for card in range(scratch.cards):
        damage, score, aim = scratch.damage[card], 0, 0
        for foe in range(turn.foes):
            if turn.left[base + foe] == 0:
                continue
            foe_score = damage_score(turn.left[base + foe], damage)
            if scratch.area[card]:
                score += foe_score
            elif foe_score > score:
                score, aim = foe_score, foe
        if score > most:
            most, best, target = score, card, aim
    living, threat, total = 0, 0, 0
    for foe in range(turn.foes):
        left = turn.left[base + foe]
        if scratch.cards != 0 and (scratch.area[best] or foe == target):
            left = max(0, left - scratch.damage[best])
        if left > 0:
            living += 1
            threat += turn.attack[foe]
            total += left
    return turn_value(turn.foes, turn.whole, living, threat, total)


def fill(options, params) -> None:
    card_scores.fill(options, params)
    params.after = int(options.outcome == "after")


search_turn = bind_template(turn_search, consider=consider).search_turn

bot = BotSpec(
    name="lucky",
    summary="the best way to play the turn, knowing the next hand",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=PlanningMemory,
    params=Params,
    options=Options,
    fill=fill,
    cheats=True,
    source=f"{SOURCE}, LuckyBot",
)
