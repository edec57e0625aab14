"""Chuck of vDom: buys Duchies as soon as possible, otherwise random Treasures or a random card close to the top cost.

As of 10 January 2012. He plays Actions as Drew does and makes the same choices.
"""

# mypy: ignore-errors

import sys

from ludus.core import rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.random import random_below
from ludus.games.dominion.base_set_card_numbers import THRONE_ROOM
from ludus.games.dominion.bots.vdom_choices import DREW, choose_for_card
from ludus.games.dominion.bots.vdom_drew import MAX_THRONES, to_play
from ludus.games.dominion.bots.vdom_memory_and_lookups import (
    NONE,
    Scratch,
    VdomMemory,
    buy_or_stop,
    can_buy,
    reset_memory,
)
from ludus.games.dominion.game_data_records import ACTION_CARD, VICTORY
from ludus.games.dominion.moves import PLAY
from ludus.games.dominion.state import BUY_CARD, DUCHY, ESTATE, GOLD, KINGDOM, PLAY_ACTION, PROVINCE, SILVER, SLOTS

MIDGAME = 11
MAX_ACTIONS = 5
COST_RANGE = 2  # how far below the highest affordable cost he looks


@rule
def begin(data, state, seed, params, memory, scratch):
    reset_memory(data, seed, memory)


@rule(inline=True)
def choose(data, state, seat, params, memory, scratch):
    if state.asked == BUY_CARD:
        return buy_or_stop(data, state, memory, to_buy(data, state, seat, memory, scratch))
    if state.asked == PLAY_ACTION:
        return PLAY | to_play(data, state.players[seat], memory, scratch)
    return choose_for_card(data, state, seat, memory, scratch, DREW)


@rule
def to_buy(data, state, seat, memory, scratch):
    late = state.players[seat].turns + 1 > MIDGAME
    if state.coins == 0:
        return NONE
    if can_buy(data, state, PROVINCE):
        return PROVINCE
    if late and can_buy(data, state, DUCHY):
        return DUCHY
    if random_below(memory, 4) == 0:
        slot = treasure(data, state)
        if slot != NONE:
            return slot
    slot = near_the_top(data, state, memory, scratch)
    if slot == NONE:
        slot = treasure(data, state)
    if slot == NONE and late and can_buy(data, state, ESTATE):
        return ESTATE
    return slot


@rule
def treasure(data, state):
    if can_buy(data, state, GOLD):
        return GOLD
    return SILVER if can_buy(data, state, SILVER) else NONE


@rule
def near_the_top(data, state, memory, scratch):
    """Random Action or Treasure that costs as much as the most expensive affordable one, or a little less."""
    high = -1
    for slot in range(SILVER, SLOTS):
        if would_take(data, state, memory, slot):
            high = max(high, data.cards[slot].cost)
    n = 0
    for slot in range(SILVER, SLOTS):
        if would_take(data, state, memory, slot) and data.cards[slot].cost >= high - COST_RANGE:
            scratch.weights[n] = slot
            n += 1
    return NONE if n == 0 else scratch.weights[random_below(memory, n)]


@rule
def would_take(data, state, memory, slot):
    if not can_buy(data, state, slot):
        return False
    if slot < KINGDOM:
        return slot in (SILVER, GOLD)
    types = data.cards[slot].types
    if types & ACTION_CARD:
        if memory.actions_gained >= MAX_ACTIONS:
            return False
        return slot != memory.places[THRONE_ROOM] or memory.thrones_gained < MAX_THRONES
    return types & VICTORY == 0


bot = BotSpec(
    name="chuck",
    summary="buys Duchies as soon as he can; otherwise treasure, or one of the best cards that he can pay",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=VdomMemory,
    source="vDom as of January 2012, player Chuck",
)
