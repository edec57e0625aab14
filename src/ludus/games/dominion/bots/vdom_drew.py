"""Drew of vDom, who improvises: a random card of the highest affordable cost, half of the time Treasure. Also Sarah and
Mary.

As of 10 January 2012, with their settings for random and given kingdoms. Sarah makes no early attack and buys no
Estates. Mary makes two early attacks and buys Treasure only if there is nothing else.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, int64, rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.random import random_below
from ludus.games.dominion.base_set_card_numbers import MILITIA, THIEF, THRONE_ROOM
from ludus.games.dominion.bots.vdom_choices import DREW, choose_for_card
from ludus.games.dominion.bots.vdom_memory_and_lookups import (
    NONE,
    Scratch,
    VdomMemory,
    buy_or_stop,
    can_buy,
    can_buy_kind,
    reset_memory,
)
from ludus.games.dominion.game_data_records import ACTION_CARD, VICTORY
from ludus.games.dominion.moves import PLAY
from ludus.games.dominion.state import (
    BUY_CARD,
    CARD,
    DUCHY,
    ESTATE,
    GOLD,
    KINGDOM,
    PLAY_ACTION,
    PROVINCE,
    SILVER,
    SLOTS,
)

MIDGAME = 12  # turn after which Duchies and Estates are bought
MAX_THRONES = 2


class Params(Record):
    early: int64  # attack cards bought at the first opportunity
    most_actions: int64
    estates: int64
    silver_most: int64  # coins up to which Silver is preferred half of the time; 0: no preference for Treasure


@rule
def begin(data, state, seed, params, memory, scratch):
    reset_memory(data, seed, memory)


@rule(inline=True)
def choose(data, state, seat, params, memory, scratch):
    if state.asked == BUY_CARD:
        return buy_or_stop(data, state, memory, to_buy(data, state, seat, params, memory, scratch))
    if state.asked == PLAY_ACTION:
        return PLAY | to_play(data, state.players[seat], memory, scratch)
    return choose_for_card(data, state, seat, memory, scratch, DREW)


@rule(inline=True)
def to_buy(data, state, seat, params, memory, scratch):
    coins, late = state.coins, state.players[seat].turns + 1 > MIDGAME
    if memory.early_buys < params.early:
        slot = early_attack(data, state, memory)
        if slot != NONE:
            memory.early_buys += 1
            return slot
    if coins == 0:
        return NONE
    if can_buy(data, state, PROVINCE):
        return PROVINCE
    if late and 5 <= coins <= 7 and can_buy(data, state, DUCHY) and random_below(memory, 3) == 0:
        return DUCHY
    if late and coins == 2 and params.estates and can_buy(data, state, ESTATE):
        return ESTATE
    if 3 <= coins <= params.silver_most and random_below(memory, 2) == 0:
        return SILVER
    if coins == 6 and params.silver_most != 0 and random_below(memory, 2) == 0:
        return GOLD
    slot = dearest(data, state, seat, params, memory, scratch)
    if slot != NONE:
        return slot
    if can_buy(data, state, GOLD):
        return GOLD
    return SILVER if can_buy(data, state, SILVER) else NONE


@rule
def early_attack(data, state, memory):
    militia, thief = can_buy_kind(data, state, memory, MILITIA), can_buy_kind(data, state, memory, THIEF)
    if militia and thief:
        return memory.places[MILITIA if random_below(memory, 2) == 0 else THIEF] + 0
    if militia:
        return memory.places[MILITIA] + 0
    return memory.places[THIEF] + 0 if thief else NONE


@rule(inline=True)
def dearest(data, state, seat, params, memory, scratch):
    """Random acceptable card of the highest affordable cost."""
    me, best, n = state.players[seat], -1, 0
    full = memory.actions_gained >= params.most_actions  # then he buys no more Actions
    for slot in range(SILVER, memory.others_end if full else SLOTS):
        cost = data.cards[slot].cost
        if best <= cost <= state.coins and state.supply[slot] != 0:
            if would_take(data, me, params, memory, slot):
                if cost > best:
                    best, n = cost + 0, 0
                scratch.weights[n] = slot
                n += 1
    return NONE if n == 0 else scratch.weights[random_below(memory, n)]


@rule
def would_take(data, me, params, memory, slot):
    if slot < KINGDOM:
        return params.silver_most != 0 and (slot in (SILVER, GOLD))
    types = data.cards[slot].types
    if types & VICTORY:
        return False
    if types & ACTION_CARD:
        if memory.actions_gained >= params.most_actions:
            return False
        if slot == memory.places[THRONE_ROOM] and memory.thrones_gained >= MAX_THRONES:
            return False
        if me.held[slot] != 0:  # it is already in hand and could not be played
            return random_below(memory, 4) < me.held[slot]
    return True


@rule(inline=True)
def to_play(data, me, memory, scratch):
    """First Action with +Actions, then Throne Room, then the most expensive."""
    best, n = -1, 0
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        card = data.cards[slot]
        if card.types & ACTION_CARD:
            if card.actions != 0:
                return slot
            if card.cost > best:
                best, n = card.cost + 0, 0
            if card.cost == best:
                scratch.weights[n] = slot
                n = min(n + 1, SLOTS - 1)
    throne = memory.places[THRONE_ROOM]
    if throne < SLOTS and me.held[throne] != 0:
        return throne + 0
    return scratch.weights[random_below(memory, n)]


def fill_drew(options, params) -> None:
    params.early, params.most_actions, params.estates, params.silver_most = 1, 7, 1, 4


def fill_sarah(options, params) -> None:
    params.early, params.most_actions, params.estates, params.silver_most = 0, 5, 0, 4


def fill_mary(options, params) -> None:
    params.early, params.most_actions, params.estates, params.silver_most = 2, 5, 0, 0


def _make_bot(name: str, summary: str, fill) -> BotSpec:
    return BotSpec(
        name=name,
        summary=summary,
        rules=sys.modules[__name__],
        scratch=Scratch,
        memory=VdomMemory,
        params=Params,
        fill=fill,
        source=f"vDom as of January 2012, player {name.title()}",
    )


drew = _make_bot("drew", "improvises: any card that he can pay, half of the time treasure; one early attack", fill_drew)
sarah = _make_bot("sarah", "improvises like Drew, with fewer Actions and no early attack", fill_sarah)
mary = _make_bot("mary", "improvises with two early attacks and hardly any treasure", fill_mary)
