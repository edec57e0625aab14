"""Baseline1 of the Strategy Card Game AI Competition: drafts guards, alternates lanes.

Draft: the second or else the third card if it is a creature with Guard; otherwise the first card of any kind.

Turn: goes through hand and board in the order of the protocol. Affordable creatures are summoned, left in one turn and
right in the next; creatures attack the first guard of their lane, else the opponent; one item per turn is used on the
first creature of the right side or on the opponent. It does not notice that a lane is full or that a guard has died.

The original counts its lanes with the variable that numbered the cards of the last pick, so its first lane depends on
that pick. Here the counter is in the memory; if another bot picks the cards, it starts as in the original before the
game. When the original removes a card from the list while reading it, it misses the next one; so does this bot. It
reads the list again if every entry found a use; with an empty list the original loops forever, this bot stops.

Version 1.5: picks from the offers of offers.py. Version 1.0: there is one lane to summon to.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, int64, rule, uint8
from ludus.core.compiled_bot_spec import BotSpec
from ludus.games.locm.action_effects import card_id
from ludus.games.locm.bots.command_plan import (
    ATTACK_ORDER,
    NO_ID,
    SUMMON_ORDER,
    USE_ORDER,
    CommandPlan,
    add_order,
    clear_plan,
    is_planned,
    next_move,
    start_plan,
)
from ludus.games.locm.bots.offers import offer_size, offered, take_offered
from ludus.games.locm.bots.reply_writer import join_commands
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

MAX_LISTED = HAND + 2 * BOARD
IN_HAND, MINE, THEIRS = 0, 1, 2
NO_LANE = 2  # lane of a card that was in hand when the turn began


class ListedCard(Record):
    """A card or creature in the list of the original."""

    id: uint8
    kind: uint8
    cost: uint8
    keywords: uint8
    place: uint8
    lane: uint8
    ready: uint8


class Memory(Record):
    plan: CommandPlan
    counter: int64


class Scratch(Record):
    count: int64
    cards: ListedCard[MAX_LISTED]


@rule
def begin(data, state, seed, params, memory, scratch):
    clear_plan(memory.plan)
    memory.counter = -1


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.phase != BATTLE:
        return take_offered(data, state, first_offered_guard(data, state, memory))
    plan = memory.plan
    if not is_planned(plan, state):
        list_cards(data, state, scratch)
        plan_turn(data, state, memory, scratch)
    return next_move(data, state, plan)


@rule
def first_offered_guard(data, state, memory):
    """Return the index of the first guard, not counting the first card; 0 if there is none."""
    size = offer_size(data, state)
    memory.counter = size - 1
    for k in range(1, size):
        card = data.cards[offered(data, state, k)]
        if card.kind == CREATURE and card.keywords & GUARD:
            memory.counter = k
            return k
    return 0


@rule
def list_cards(data, state, scratch):
    """List hand, own board and enemy board in the order of the protocol."""
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    n = 0
    for k in range(me.hand_count):
        card = data.cards[me.deck[me.hand[k]]]
        entry = scratch.cards[n]
        entry.id = card_id(data, state.mover, me, me.hand[k])
        entry.kind = card.kind
        entry.cost = card.cost
        entry.keywords = card.keywords
        entry.place = IN_HAND
        entry.lane = NO_LANE
        entry.ready = 0
        n += 1
    for k in range(me.board_count):
        list_creature(scratch.cards[n], me.board[k], MINE)
        n += 1
    for k in range(foe.board_count):
        list_creature(scratch.cards[n], foe.board[k], THEIRS)
        n += 1
    scratch.count = n


@rule
def list_creature(entry, creature, place):
    entry.id = creature.id
    entry.kind = CREATURE
    entry.cost = 0
    entry.keywords = creature.keywords
    entry.place = place
    entry.lane = creature.status & LANE
    entry.ready = creature.status & READY


@rule
def plan_turn(data, state, memory, scratch):
    plan = memory.plan
    start_plan(plan, state)
    mana = int(state.players[state.mover].mana)
    item_used = False
    again = True
    while again and scratch.count > 0:
        memory.counter += 1
        own, foe = first_creature_on(scratch, MINE), first_creature_on(scratch, THEIRS)
        k = 0
        while k < scratch.count:
            card = scratch.cards[k]
            affordable = card.place == IN_HAND and card.cost <= mana
            if affordable and card.kind == CREATURE:
                add_order(plan, SUMMON_ORDER, card.id, memory.counter % data.lanes)
                mana -= card.cost
                card.place = MINE
                card.ready = card.keywords & CHARGE
            elif card.place == MINE and card.ready:
                add_order(plan, ATTACK_ORDER, card.id, first_guard(scratch, card.lane))
                card.ready = 0
            elif (
                affordable
                and not item_used
                and ((card.kind == GREEN and own != NO_ID) or (card.kind == RED and foe != NO_ID) or card.kind == BLUE)
            ):
                target = own if card.kind == GREEN else foe if card.kind == RED else NO_ID
                add_order(plan, USE_ORDER, card.id, target)
                mana -= card.cost
                item_used = True
                remove_listed(scratch, k)  # and the next card, now at this index, is missed
            else:
                again = False
            k += 1


@rule
def first_creature_on(scratch, place):
    """Return the id of the first creature on a side, or NO_ID."""
    for k in range(scratch.count):
        if scratch.cards[k].place == place:
            return int(scratch.cards[k].id)
    return NO_ID


@rule
def first_guard(scratch, lane):
    """Return the id of the first enemy guard in a lane, or NO_ID."""
    for k in range(scratch.count):
        card = scratch.cards[k]
        if card.place == THEIRS and card.lane == lane and card.keywords & GUARD:
            return int(card.id)
    return NO_ID


@rule
def remove_listed(scratch, place):
    scratch.count -= 1
    for k in range(place, scratch.count):
        scratch.cards[k] = scratch.cards[k + 1]


reply = join_commands

bot = BotSpec(
    name="baseline1",
    summary="drafts guards, alternates the lanes, attacks the first guard or the opponent",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    source="Strategy Card Game AI Competition, agent Baseline1",
)
