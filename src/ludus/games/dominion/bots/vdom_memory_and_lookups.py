"""Shared memory and lookups of the vDom bots.

`count` counts the cards owned outside of play: cards played this turn are not counted, as in vDom. Hands are searched
in the order drawn.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int64, rule, uint8, uint64
from ludus.core.random import seed_stream
from ludus.games.dominion.base_set_card_numbers import ABSENT, KINDS, THRONE_ROOM, find_kinds
from ludus.games.dominion.game_data_records import ACTION_CARD, TREASURE, VICTORY
from ludus.games.dominion.moves import BUY, STOP
from ludus.games.dominion.state import CARD, COPPER, CURSE, GOLD, KINGDOM, SILVER, SLOTS

NONE = -1  # no card


class VdomMemory(Record):
    """Memory of a bot: its random stream, the kingdom by card kind, and the cards it plans to choose."""

    stream: uint64
    places: uint8[len(KINDS)]
    wishes: uint8[SLOTS]
    wish_count: int16
    hand_before: uint8[SLOTS]  # cards in hand when the cards to discard were planned
    actions_gained: int16
    thrones_gained: int16
    early_buys: int16
    others_end: int16  # one past the last slot of a card that is neither Action nor Victory


class Scratch(Record):
    weights: int64[SLOTS]


@rule
def reset_memory(data, seed, memory):
    memory.stream = seed_stream(seed)
    find_kinds(data, memory.places)
    for slot in range(SLOTS):
        memory.wishes[slot] = 0
        memory.hand_before[slot] = 0
    memory.wish_count = 0
    memory.actions_gained = 0
    memory.thrones_gained = 0
    memory.early_buys = 0
    memory.others_end = KINGDOM
    for slot in range(KINGDOM, SLOTS):
        if data.cards[slot].types & (ACTION_CARD | VICTORY) == 0:
            memory.others_end = slot + 1


@rule(inline=True)
def has_kind(memory, kind):
    return memory.places[kind] != ABSENT


@rule(inline=True)
def can_buy(data, state, slot):
    return state.supply[slot] != 0 and data.cards[slot].cost <= state.coins


@rule(inline=True)
def can_buy_kind(data, state, memory, kind):
    slot = memory.places[kind]
    return slot != ABSENT and can_buy(data, state, slot)


@rule(inline=True)
def buy_or_stop(data, state, memory, slot):
    """Buy the wanted card; stop buying if it is not available."""
    if slot == NONE or not can_buy(data, state, slot):
        return STOP
    note_gain(data, memory, slot)
    return BUY | slot


@rule
def note_gain(data, memory, slot):
    if data.cards[slot].types & ACTION_CARD:
        memory.actions_gained += 1
        memory.thrones_gained += slot == memory.places[THRONE_ROOM]


@rule(inline=True)
def count_owned(state, seat, slot):
    n = state.players[seat].owned[slot] + 0
    if state.active == seat:
        n -= state.in_play[slot]
    return n


@rule
def count_kind(state, seat, memory, kind):
    slot = memory.places[kind]
    return 0 if slot == ABSENT else count_owned(state, seat, slot)


@rule
def holds_kind(me, memory, kind):
    slot = memory.places[kind]
    return 0 if slot == ABSENT else me.held[slot] + 0


@rule
def money(state, seat):
    return count_owned(state, seat, COPPER) + 2 * count_owned(state, seat, SILVER) + 3 * count_owned(state, seat, GOLD)


@rule
def held_treasures(data, me):
    n = me.held[COPPER] + me.held[SILVER] + me.held[GOLD]
    for slot in range(KINGDOM, SLOTS):
        if data.cards[slot].types & TREASURE:
            n += me.held[slot]
    return n


@rule
def held_actions(data, me):
    n = 0
    for slot in range(KINGDOM, SLOTS):
        if data.cards[slot].types & ACTION_CARD:
            n += me.held[slot]
    return n


@rule
def first_in_hand(data, me, types):
    """First card of a type, in hand order."""
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if data.cards[slot].types & types:
            return slot
    return NONE


@rule(inline=True)
def is_burden(data, slot):
    """Whether a card is useless in hand: Victory and Curse cards, unless they are Actions or Treasures too."""
    types = data.cards[slot].types
    return (types & VICTORY != 0 and types & (ACTION_CARD | TREASURE) == 0) or slot == CURSE


@rule
def clear_planned_cards(memory):
    for slot in range(SLOTS):
        memory.wishes[slot] = 0
    memory.wish_count = 0


@rule
def plan_card(memory, slot):
    memory.wishes[slot] += 1
    memory.wish_count += 1


@rule
def next_planned_card(memory):
    """Next planned card in slot order, the order in which sets are chosen; NONE after the last."""
    for slot in range(SLOTS):
        if memory.wishes[slot] != 0:
            memory.wishes[slot] -= 1
            memory.wish_count -= 1
            return slot
    return NONE


@rule
def planned_card(memory, place):
    """Planned card at a place, in slot order; NONE after the last."""
    for slot in range(SLOTS):
        place -= memory.wishes[slot]
        if place < 0:
            return slot
    return NONE
