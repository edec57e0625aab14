"""Patron calls: when they are legal, what they cost, how favour moves."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.effects import add_to_coming, add_to_queue
from ludus.games.tribute.game_data_records import (
    AGENT,
    ALL_COINS,
    BANISH_AGENT,
    JUMP,
    MINT_CARD,
    NEVER,
    PARTS,
    POWER_PAID,
    RALLY_AGENT,
    RIVAL_DISCARD,
    SELL_CARD,
)
from ludus.games.tribute.state import NEUTRAL, SELL
from ludus.games.tribute.zones import capped_sum, own_card


@rule(inline=True)
def standing(state, k):
    """Standing of the active player with patron k: 0 favoured, 1 neutral, 2 the rival is favoured."""
    favour = state.favour[k]
    if favour == NEUTRAL:
        return 1
    return 0 if favour == state.active + 1 else 2


@rule(inline=True)
def can_call(data, state, me, k):
    """Whether the price can be paid and the effect has a target; the number of calls left is not checked."""
    patron = data.patrons[state.patrons[k]]
    coins = 1 if patron.coins == ALL_COINS else patron.coins
    if me.coins < coins or me.power < patron.power:
        return False
    rank = standing(state, k)
    if patron.closed != 0 and rank == 0:
        return False
    return has_target(data, state, me, data.effects[patron.deeds[rank, 0]].op)


@rule
def has_target(data, state, me, op):
    """Whether an effect that needs a card has one."""
    if op == BANISH_AGENT:
        return state.players[1 - state.active].agent_count != 0
    if op == MINT_CARD:
        return state.played_size + me.hand_size + me.agent_count != 0
    if op == RALLY_AGENT:
        for k in range(me.cooldown_size):
            if data.cards[state.card_of[me.cooldown[k]]].type == AGENT:
                return True
        return False
    if op == SELL_CARD:
        for k in range(me.hand_size + me.agent_count + state.played_size):
            if data.cards[state.card_of[own_card(state, me, SELL, k)]].cost != 0:
                return True
        return False
    return True


@rule
def call_patron(data, state, number):
    """Pay the price, move the favour, and queue the effects for the caller's standing before the call."""
    me = state.players[state.active]
    k = 0
    while state.patrons[k] != number:
        k += 1
    patron, rank = data.patrons[number], standing(state, k)
    paid = me.coins + 0 if patron.coins == ALL_COINS else patron.coins + 0
    me.calls -= 1
    me.coins -= paid
    me.power -= patron.power
    if patron.favour == JUMP or (patron.favour != NEVER and rank == 1):
        state.favour[k] = state.active + 1
    elif patron.favour != NEVER and rank == 2:
        state.favour[k] = NEUTRAL
    for part in range(PARTS):
        deed = patron.deeds[rank, part]
        if deed != 0:
            op = data.effects[deed].op
            if op == POWER_PAID:
                me.power = capped_sum(me.power, max(paid - data.effects[deed].n, 0))
            elif op == RIVAL_DISCARD:
                add_to_coming(state, deed)
            else:
                add_to_queue(state, deed, 0)
