"""Baseline2 of the Strategy Card Game AI Competition: prefers the highest attack.

Draft: the creature with the highest attack, the earliest among equals; of three items the first.

Turn: each of its creatures, the strongest first, attacks the opponent and then every guard, highest defense first; then
every creature in hand, the strongest first, is summoned to the left and to the right. The referee skips the impossible
commands. It uses no items, and new creatures with Charge do not attack.

Version 1.5: picks from the offers of offers.py. Version 1.0: one summon command per creature, as there is one lane.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, local_numbers, rule
from ludus.core.bot import Bot, Nothing
from ludus.games.locm.actions import card_id
from ludus.games.locm.bots.offers import offer_size, offered, take
from ludus.games.locm.bots.orders import (
    ATTACK_ORDER,
    NO_ID,
    SUMMON_ORDER,
    Plan,
    forget,
    is_planned,
    next_move,
    open_plan,
    order,
)
from ludus.games.locm.bots.reply import joined
from ludus.games.locm.state import BATTLE, BOARD, CREATURE, GUARD, HAND


class Memory(Record):
    plan: Plan


@rule
def begin(table, state, seed, params, memory, scratch):
    forget(memory.plan)


@rule
def choose(table, state, seat, params, memory, scratch):
    if state.phase != BATTLE:
        return take(table, state, strongest(table, state))
    plan = memory.plan
    if not is_planned(plan, state):
        plan_turn(table, state, plan)
    return next_move(table, state, plan)


@rule
def strongest(table, state):
    best, place = -1, 0
    for k in range(offer_size(table, state)):
        card = table.cards[offered(table, state, k)]
        if card.kind == CREATURE and card.attack > best:
            best, place = card.attack, k
    return place


@rule
def plan_turn(table, state, plan):
    open_plan(plan, state)
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    guards = local_numbers(BOARD)
    n = 0
    for k in range(foe.board_count):
        if foe.board[k].keywords & GUARD:
            guards[n] = sortable(foe.board[k].defense, k)
            n += 1
    sort_down(guards, n)
    attackers = local_numbers(BOARD)
    for k in range(me.board_count):
        attackers[k] = sortable(me.board[k].attack, k)
    sort_down(attackers, me.board_count)
    for k in range(me.board_count):
        number = me.board[slot_of(attackers[k])].id
        order(plan, ATTACK_ORDER, number, NO_ID)
        for j in range(n):
            order(plan, ATTACK_ORDER, number, foe.board[slot_of(guards[j])].id)
    summon_strongest(table, state, plan, me)


@rule
def summon_strongest(table, state, plan, me):
    hand = local_numbers(HAND)
    n = 0
    for k in range(me.hand_count):
        card = table.cards[me.deck[me.hand[k]]]
        if card.kind == CREATURE:
            hand[n] = sortable(card.attack, k)
            n += 1
    sort_down(hand, n)
    for k in range(n):
        number = card_id(table, state.mover, me, me.hand[slot_of(hand[k])])
        for lane in range(table.lanes):
            order(plan, SUMMON_ORDER, number, lane)


@rule(inline=True)
def sortable(strength, slot):
    """Return a sort key: strength first, then the earlier slot."""
    return strength << 8 | 255 - slot


@rule(inline=True)
def slot_of(key):
    return 255 - (key & 255)


@rule(inline=True)
def sort_down(keys, n):
    """Sort keys in descending order by insertion sort; all keys are different."""
    for k in range(1, n):
        key = keys[k]
        j = k
        while j > 0 and keys[j - 1] < key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key


reply = joined

bot = Bot(
    name="baseline2",
    summary="drafts and plays by attack alone; uses no items",
    rules=sys.modules[__name__],
    scratch=Nothing,
    memory=Memory,
    source="Strategy Card Game AI Competition, agent Baseline2",
)
