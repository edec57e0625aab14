"""Baseline1 of the Strategy Card Game AI Competition: guards, and lanes in turn.

Draft: the second or else the third card if it is a creature with Guard; otherwise the first card, whatever it is.

Turn: goes through hand and board in the order shown. Creatures it can pay are summoned, left in one turn and right
in the next; creatures attack the first guard of their lane, else the opponent; one item a turn is used on the first
creature of the right side or on the opponent. It does not see that a lane is full or that a guard has died meanwhile.

The original counts its lanes with the variable that numbered the cards of the last pick, so where it summons first
depends on that. Here the counter lives in the memory; if someone else picks the cards, it starts as the original's
did before the game. A card taken out of the list while the original reads it makes it miss the next one; so it does
here. It goes through the list again if all in it found a use; with an empty list it does so forever, and here stops.

Version 1.5: picks from offers as offers.py cuts them. Version 1.0: there is one line to summon to.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, int64, rule, uint8
from ludus.core.bot import Bot
from ludus.games.locm.actions import card_id
from ludus.games.locm.bots.offers import offer_size, offered, take
from ludus.games.locm.bots.orders import (
    ATTACK_ORDER,
    NO_ID,
    SUMMON_ORDER,
    USE_ORDER,
    Plan,
    forget,
    is_planned,
    next_move,
    open_plan,
    order,
)
from ludus.games.locm.bots.reply import joined
from ludus.games.locm.state import (
    BATTLE,
    BLUE,
    BOARD,
    CHARGE,
    CREATURE,
    GREEN,
    GUARD,
    HAND,
    LANE,
    READY,
    RED,
)

LISTED = HAND + 2 * BOARD
IN_HAND, MINE, THEIRS = 0, 1, 2
NO_LANE = 2  # of a card that was in the hand when the turn began


class Listed(Record):
    """A card or creature as the original lists it."""

    id: uint8
    kind: uint8
    cost: uint8
    keywords: uint8
    place: uint8
    lane: uint8
    ready: uint8


class Memory(Record):
    plan: Plan
    counter: int64


class Scratch(Record):
    count: int64
    cards: Listed[LISTED]


@rule
def begin(table, state, seed, params, memory, scratch):
    forget(memory.plan)
    memory.counter = -1


@rule
def choose(table, state, seat, params, memory, scratch):
    if state.phase != BATTLE:
        return take(table, state, guard(table, state, memory))
    plan = memory.plan
    if not is_planned(plan, state):
        list_cards(table, state, scratch)
        plan_turn(table, state, memory, scratch)
    return next_move(table, state, plan)


@rule
def guard(table, state, memory):
    """The place of the first guard but for the first card; 0 if there is none."""
    size = offer_size(table, state)
    memory.counter = size - 1
    for k in range(1, size):
        card = table.cards[offered(table, state, k)]
        if card.kind == CREATURE and card.keywords & GUARD:
            memory.counter = k
            return k
    return 0


@rule
def list_cards(table, state, scratch):
    """Hand, own board, enemy board, in the order of the protocol."""
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    n = 0
    for k in range(me.hand_count):
        card = table.cards[me.deck[me.hand[k]]]
        seen = scratch.cards[n]
        seen.id = card_id(table, state.mover, me, me.hand[k])
        seen.kind = card.kind
        seen.cost = card.cost
        seen.keywords = card.keywords
        seen.place = IN_HAND
        seen.lane = NO_LANE
        seen.ready = 0
        n += 1
    for k in range(me.board_count):
        list_creature(scratch.cards[n], me.board[k], MINE)
        n += 1
    for k in range(foe.board_count):
        list_creature(scratch.cards[n], foe.board[k], THEIRS)
        n += 1
    scratch.count = n


@rule
def list_creature(seen, creature, place):
    seen.id = creature.id
    seen.kind = CREATURE
    seen.cost = 0
    seen.keywords = creature.keywords
    seen.place = place
    seen.lane = creature.status & LANE
    seen.ready = creature.status & READY


@rule
def plan_turn(table, state, memory, scratch):
    plan = memory.plan
    open_plan(plan, state)
    mana = int(state.players[state.mover].mana)
    item_used = False
    again = True
    while again and scratch.count > 0:
        memory.counter += 1
        own, foe = first_at(scratch, MINE), first_at(scratch, THEIRS)
        k = 0
        while k < scratch.count:
            seen = scratch.cards[k]
            affordable = seen.place == IN_HAND and seen.cost <= mana
            if affordable and seen.kind == CREATURE:
                order(plan, SUMMON_ORDER, seen.id, memory.counter % table.lanes)
                mana -= seen.cost
                seen.place = MINE
                seen.ready = seen.keywords & CHARGE
            elif seen.place == MINE and seen.ready:
                order(plan, ATTACK_ORDER, seen.id, first_guard(scratch, seen.lane))
                seen.ready = 0
            elif (
                affordable
                and not item_used
                and ((seen.kind == GREEN and own != NO_ID) or (seen.kind == RED and foe != NO_ID) or seen.kind == BLUE)
            ):
                target = own if seen.kind == GREEN else foe if seen.kind == RED else NO_ID
                order(plan, USE_ORDER, seen.id, target)
                mana -= seen.cost
                item_used = True
                take_out(scratch, k)  # and the next card, now in this place, is missed
            else:
                again = False
            k += 1


@rule
def first_at(scratch, place):
    """The id of the first creature on a side, or NO_ID."""
    for k in range(scratch.count):
        if scratch.cards[k].place == place:
            return int(scratch.cards[k].id)
    return NO_ID


@rule
def first_guard(scratch, lane):
    """The id of the first enemy guard in a lane, or NO_ID."""
    for k in range(scratch.count):
        seen = scratch.cards[k]
        if seen.place == THEIRS and seen.lane == lane and seen.keywords & GUARD:
            return int(seen.id)
    return NO_ID


@rule
def take_out(scratch, place):
    scratch.count -= 1
    for k in range(place, scratch.count):
        scratch.cards[k] = scratch.cards[k + 1]


reply = joined

bot = Bot(
    name="baseline1",
    summary="drafts guards, summons to the lanes in turn, attacks what stands first",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    source="Strategy Card Game AI Competition, agent Baseline1",
)
