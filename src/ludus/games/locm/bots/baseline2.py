"""Baseline2 of the Strategy Card Game AI Competition: prefers the highest attack.

Draft: the creature with the highest attack, the earliest among equals; of three items the first.

Turn: each of its creatures, the strongest first, attacks the opponent and then every guard, highest defense first; then
every creature in hand, the strongest first, is summoned to the left and to the right. The referee skips the impossible
commands. It uses no items, and new creatures with Charge do not attack.

Version 1.5: picks from the offers of offers.py. Version 1.0: one summon command per creature, as there is one lane.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, local_ints, rule
from ludus.core.compiled_bot_spec import BotSpec, NoParams
from ludus.games.locm.action_effects import card_id
from ludus.games.locm.bots.command_plan import (
    ATTACK_ORDER,
    NO_ID,
    SUMMON_ORDER,
    CommandPlan,
    add_order,
    clear_plan,
    is_planned,
    next_move,
    start_plan,
)
from ludus.games.locm.bots.offers import offer_size, offered, take_offered
from ludus.games.locm.bots.reply_writer import join_commands
from ludus.games.locm.state import BATTLE, BOARD, CREATURE, GUARD, HAND


class Memory(Record):
    plan: CommandPlan


@rule
def begin(data, state, seed, params, memory, scratch):
    clear_plan(memory.plan)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.phase != BATTLE:
        return take_offered(data, state, strongest_offer(data, state))
    plan = memory.plan
    if not is_planned(plan, state):
        plan_turn(data, state, plan)
    return next_move(data, state, plan)


@rule
def strongest_offer(data, state):
    best, place = -1, 0
    for k in range(offer_size(data, state)):
        card = data.cards[offered(data, state, k)]
        if card.kind == CREATURE and card.attack > best:
            best, place = card.attack, k
    return place


@rule
def plan_turn(data, state, plan):
    start_plan(plan, state)
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    guards = local_ints(BOARD)
    n = 0
    for k in range(foe.board_count):
        if foe.board[k].keywords & GUARD:
            guards[n] = sort_key(foe.board[k].defense, k)
            n += 1
    sort_descending(guards, n)
    attackers = local_ints(BOARD)
    for k in range(me.board_count):
        attackers[k] = sort_key(me.board[k].attack, k)
    sort_descending(attackers, me.board_count)
    for k in range(me.board_count):
        number = me.board[slot_of_key(attackers[k])].id
        add_order(plan, ATTACK_ORDER, number, NO_ID)
        for j in range(n):
            add_order(plan, ATTACK_ORDER, number, foe.board[slot_of_key(guards[j])].id)
    summon_strongest(data, state, plan, me)


@rule
def summon_strongest(data, state, plan, me):
    hand = local_ints(HAND)
    n = 0
    for k in range(me.hand_count):
        card = data.cards[me.deck[me.hand[k]]]
        if card.kind == CREATURE:
            hand[n] = sort_key(card.attack, k)
            n += 1
    sort_descending(hand, n)
    for k in range(n):
        number = card_id(data, state.mover, me, me.hand[slot_of_key(hand[k])])
        for lane in range(data.lanes):
            add_order(plan, SUMMON_ORDER, number, lane)


@rule(inline=True)
def sort_key(strength, slot):
    """Return a sort key: strength first, then the earlier slot."""
    return strength << 8 | 255 - slot


@rule(inline=True)
def slot_of_key(key):
    return 255 - (key & 255)


@rule(inline=True)
def sort_descending(keys, n):
    """Sort keys in descending order by insertion sort; all keys are different."""
    for k in range(1, n):
        key = keys[k]
        j = k
        while j > 0 and keys[j - 1] < key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key


reply = join_commands

bot = BotSpec(
    name="baseline2",
    summary="drafts and plays by attack alone; uses no items",
    rules=sys.modules[__name__],
    scratch=NoParams,
    memory=Memory,
    source="Strategy Card Game AI Competition, agent Baseline2",
)
