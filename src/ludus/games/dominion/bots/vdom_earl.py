"""Earl of vDom: money first, a few strong Actions in fixed numbers, Duchies late.

As of 10 January 2012, when Mahlmann, Togelius and Yannakakis used it. Branches that its code never reaches are left
out; its errors are kept (buying Gardens from an empty pile ends the buying).
"""

# mypy: ignore-errors

import sys

from ludus.core import rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.games.dominion.base_set_card_numbers import (
    ABSENT,
    ADVENTURER,
    BUREAUCRAT,
    CELLAR,
    CHAPEL,
    FEAST,
    FESTIVAL,
    GARDENS,
    LABORATORY,
    LIBRARY,
    MARKET,
    MILITIA,
    MINE,
    MOAT,
    MONEYLENDER,
    THIEF,
    THRONE_ROOM,
    WITCH,
    WORKSHOP,
)
from ludus.games.dominion.bots.vdom_choices import EARL, choose_for_card
from ludus.games.dominion.bots.vdom_memory_and_lookups import (
    NONE,
    Scratch,
    VdomMemory,
    buy_or_stop,
    can_buy,
    can_buy_kind,
    count_kind,
    count_owned,
    has_kind,
    held_treasures,
    holds_kind,
    reset_memory,
)
from ludus.games.dominion.game_data_records import ACTION_CARD
from ludus.games.dominion.moves import PLAY, STOP
from ludus.games.dominion.state import (
    BUY_CARD,
    CARD,
    COPPER,
    DUCHY,
    ESTATE,
    GOLD,
    PLAY_ACTION,
    PROVINCE,
    SILVER,
)

NO_LIMIT = 99


@rule
def begin(data, state, seed, params, memory, scratch):
    reset_memory(data, seed, memory)


@rule(inline=True)
def choose(data, state, seat, params, memory, scratch):
    if state.asked == BUY_CARD:
        return buy_or_stop(data, state, memory, to_buy(data, state, seat, memory))
    if state.asked == PLAY_ACTION:
        slot = to_play(data, state, state.players[seat], memory)
        return STOP if slot == NONE else PLAY | slot
    return choose_for_card(data, state, seat, memory, scratch, EARL)


@rule(inline=True)
def to_buy(data, state, seat, memory):
    """Card to buy; it may not be available."""
    coins, turn = state.coins, state.players[seat].turns + 1
    gardens = has_kind(memory, GARDENS)
    chapels = not gardens and has_kind(memory, CHAPEL) and has_kind(memory, BUREAUCRAT)
    if chapels and turn < 3 and 2 <= coins <= 3 and count_kind(state, seat, memory, CHAPEL) < 1:
        return memory.places[CHAPEL]
    if can_buy(data, state, PROVINCE):
        return PROVINCE
    if coins >= 5:
        slot = five_coin_buy(data, state, seat, memory, coins, turn)
        if slot != NONE:
            return slot
    if coins >= 4:
        if turn < 5 and not chapels and can_buy_kind(data, state, memory, MONEYLENDER):
            if count_kind(state, seat, memory, MONEYLENDER) < 1:
                return memory.places[MONEYLENDER]
        if gardens:
            return memory.places[GARDENS]
        if chapels and can_buy_kind(data, state, memory, BUREAUCRAT):
            if count_kind(state, seat, memory, BUREAUCRAT) < 3:
                return memory.places[BUREAUCRAT]
    if coins >= 3:
        return SILVER
    if coins == 2:
        attacks = has_kind(memory, MILITIA) or has_kind(memory, THIEF) or has_kind(memory, WITCH)
        if attacks and has_kind(memory, MOAT):
            return memory.places[MOAT]
        if turn > 20:
            return ESTATE
        if can_buy_kind(data, state, memory, CELLAR) and count_kind(state, seat, memory, CELLAR) < 2:
            return memory.places[CELLAR]
        if not chapels:
            return COPPER
    return COPPER if gardens or turn < 15 else NONE


@rule
def five_coin_buy(data, state, seat, memory, coins, turn):
    """Card to buy with five coins or more."""
    duchies = turn > 15 and can_buy(data, state, DUCHY)
    if 6 <= coins <= 7:
        if duchies:
            return DUCHY
        if can_buy_kind(data, state, memory, ADVENTURER) and count_owned(state, seat, GOLD) >= 3:
            if count_kind(state, seat, memory, ADVENTURER) < 2:
                return memory.places[ADVENTURER]
        if can_buy(data, state, GOLD):
            return GOLD
    if duchies:
        return DUCHY
    slot = balanced(data, state, seat, memory, (MARKET, MINE), 2)
    if slot == NONE and turn < 5 and can_buy_kind(data, state, memory, MINE):
        if count_kind(state, seat, memory, MINE) < 2:
            return memory.places[MINE]
    if slot == NONE:
        slot = balanced(data, state, seat, memory, (FESTIVAL, MARKET), 3)
    if slot == NONE:
        slot = balanced(data, state, seat, memory, (FESTIVAL, MARKET, LABORATORY, WITCH, LIBRARY), NO_LIMIT)
    return slot


@rule
def balanced(data, state, seat, memory, kinds, most):
    """First of the cards he owns fewest of; NONE if he owns exactly `most` of each."""
    best, fewest = NONE, 0
    for kind in kinds:
        if can_buy_kind(data, state, memory, kind):
            n = count_kind(state, seat, memory, kind)
            if best == NONE or n < fewest:
                best, fewest = memory.places[kind] + 0, n
    return NONE if fewest == most else best


@rule(inline=True)
def to_play(data, state, me, memory):
    throne = memory.places[THRONE_ROOM]
    if throne != ABSENT and me.held[throne] != 0 and worth_doubling(data, me, memory):
        return throne
    best, most, others = NONE, -1, False
    for k in range(me.hand_size):  # with +Actions: most +Cards, the first on a tie; without +Cards the last
        slot = me.hand[k] & CARD
        card = data.cards[slot]
        if card.types & ACTION_CARD == 0:
            continue
        others = others or slot != throne
        if card.actions != 0 and (card.cards > most or (card.cards == 0 and most == 0)):
            best, most = slot, card.cards + 0
    if best != NONE or not others:
        return best
    most = 0
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if data.cards[slot].types & ACTION_CARD and data.cards[slot].cards > most:
            best, most = slot, data.cards[slot].cards + 0
    return terminal(data, me, memory) if best == NONE else best


@rule
def terminal(data, me, memory):
    if holds_kind(me, memory, MINE) and held_treasures(data, me) != 0:
        return memory.places[MINE] + 0
    if holds_kind(me, memory, MONEYLENDER) and me.held[COPPER] != 0:
        return memory.places[MONEYLENDER] + 0
    for kind in (MILITIA, BUREAUCRAT, LIBRARY):
        if holds_kind(me, memory, kind):
            return memory.places[kind] + 0
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if data.cards[slot].types & ACTION_CARD and slot != memory.places[THRONE_ROOM]:
            if slot != memory.places[MINE] and slot != memory.places[MONEYLENDER]:
                return slot
    return NONE


@rule
def worth_doubling(data, me, memory):
    if holds_kind(me, memory, FEAST) or holds_kind(me, memory, BUREAUCRAT) or holds_kind(me, memory, WORKSHOP):
        return True
    if holds_kind(me, memory, MINE) and held_treasures(data, me) >= 2:
        return True
    if holds_kind(me, memory, MONEYLENDER) and me.held[COPPER] >= 2:
        return True
    for k in range(me.hand_size):
        card = data.cards[me.hand[k] & CARD]
        if card.types & ACTION_CARD and card.actions + card.cards != 0:
            return True
    return False


bot = BotSpec(
    name="earl",
    summary="buys treasure, a few strong Actions in fixed numbers, and Duchies late",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=VdomMemory,
    source="vDom as of January 2012, player Earl",
)
