"""Choices that cards ask for, made as the vDom bots make them; `style` selects the bot.

Questions of the second edition, which vDom did not have, are answered in the same way.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import random_below
from ludus.games.dominion.base_set_card_numbers import CELLAR, MINE, MONEYLENDER, REMODEL, THRONE_ROOM
from ludus.games.dominion.bots.vdom_memory_and_lookups import (
    NONE,
    clear_planned_cards,
    first_in_hand,
    held_actions,
    is_burden,
    money,
    next_planned_card,
    note_gain,
    plan_card,
    planned_card,
)
from ludus.games.dominion.game_data_records import ACTION_CARD, ANY, REACTION, TREASURE, VICTORY, card_matches
from ludus.games.dominion.moves import ASIDE, DISCARD, GAIN, KEEP, PLAY, PUT, REVEAL, STOP, TRASH, YES
from ludus.games.dominion.state import (
    CARD,
    COPPER,
    CURSE,
    DISCARD_HAND,
    DOUBLE_ACTION,
    ESTATE,
    GAIN_CARD,
    GOLD,
    JUDGE_CARD,
    KINGDOM,
    MAY_DISCARD_DECK,
    MAY_PLAY_CARD,
    ORDER_CARDS,
    PUT_HAND,
    RECALL_CARD,
    REVEAL_CARD,
    SET_ASIDE,
    SILVER,
    SLOTS,
    SORT_CARD,
    TAKE_LOOT,
    TRASH_ASIDE,
    TRASH_HAND,
)

EARL, DREW = 0, 1  # styles; Sarah, Mary and Chuck choose like Drew
LATE_TURN = 12  # turn from which Earl wants no Copper


@rule
def choose_for_card(data, state, seat, memory, scratch, style):
    """Answer to the question question within a card's text."""
    question, me = state.asked, state.players[seat]
    if question == DISCARD_HAND:
        return discard_choice(data, state, seat, me, memory, style)
    if question == TRASH_HAND:
        return trash_choice(data, state, seat, me, memory, style)
    if question == GAIN_CARD:
        return gain_choice(data, state, seat, me, memory, scratch, style)
    if question == REVEAL_CARD:
        return REVEAL | reaction(data, me)
    if question == DOUBLE_ACTION:
        return PLAY | first_in_hand(data, me, ACTION_CARD)
    if question == PUT_HAND:
        return PUT | put_choice(data, state, me)
    if question == JUDGE_CARD:
        card = state.aside[state.aside_size - 1] & CARD
        bad = is_burden(data, card) or card == COPPER
        return (DISCARD if bad == (state.aside_of == seat) else KEEP) | card
    return choose_rare(data, state, seat, me, memory, style)


@rule
def choose_rare(data, state, seat, me, memory, style):
    question = state.asked
    if question == TRASH_ASIDE:
        return TRASH | aside_treasure(data, state, state.aside_of == seat)
    if question == TAKE_LOOT:
        for slot in range(state.lowest, SLOTS):
            if state.loot[slot] != 0 and not is_unwanted(state, seat, slot, style):
                return GAIN | slot
        return STOP
    if question == SET_ASIDE:
        card = state.aside[state.aside_size - 1] & CARD
        return (KEEP if state.actions > 0 and held_actions(data, me) == 0 else ASIDE) | card
    if question == MAY_DISCARD_DECK:
        return STOP if style == EARL else YES
    if question == MAY_PLAY_CARD:
        return PLAY | me.discard[me.discard_size - 1] & CARD
    if question == RECALL_CARD:
        return recall_choice(data, me)
    if question == SORT_CARD:
        card = state.aside[state.lowest] & CARD
        if is_unwanted(state, seat, card, style):
            return TRASH | card
        return (DISCARD if is_burden(data, card) else KEEP) | card
    if question == ORDER_CARDS:
        return PUT | state.aside[0] & CARD
    return STOP


@rule
def is_unwanted(state, seat, slot, style):
    """Whether a card should be trashed."""
    if slot == COPPER:
        return style == DREW or state.players[seat].turns + 1 >= LATE_TURN
    return slot in (CURSE, ESTATE)


@rule
def reaction(data, me):
    for slot in range(KINGDOM, SLOTS):
        if me.held[slot] != 0 and data.cards[slot].types & REACTION:
            return slot
    return KINGDOM


@rule
def discard_choice(data, state, seat, me, memory, style):
    """Any number (Cellar): useless cards. A fixed number (Militia): the worst cards in the bot's own order."""
    if state.least == 0:
        for slot in range(state.lowest, SLOTS):
            if me.held[slot] != 0 and wants_away(data, me, memory, slot, style):
                return DISCARD | slot
        return STOP
    if not is_plan_for_this_question(state, me, memory):
        plan_discards(data, state, me, memory, style)
    slot = planned_card(memory, memory.wish_count - state.least)
    if slot < state.lowest:  # a card that the bot would keep was discarded
        slot = lowest_held(me, state.lowest)
    if state.least == 1:
        clear_planned_cards(memory)
    return DISCARD | slot


@rule
def is_plan_for_this_question(state, me, memory):
    """Whether exactly the first planned cards have left the hand; the bot is not asked where only one move is legal."""
    gone = memory.wish_count - state.least
    if gone <= 0:
        return False
    last = NONE
    for slot in range(SLOTS):
        gone_of_kind = min(gone, memory.wishes[slot] + 0)
        if me.held[slot] != memory.hand_before[slot] - gone_of_kind:
            return False
        if gone_of_kind > 0:
            last = slot
        gone -= gone_of_kind
    return last == state.lowest


@rule
def plan_discards(data, state, me, memory, style):
    clear_planned_cards(memory)
    for slot in range(SLOTS):
        memory.hand_before[slot] = me.held[slot]
    if style == EARL:
        earl_keeps_three(data, state, me, memory)
    else:
        drew_keeps_three(data, state, me, memory)


@rule
def lowest_held(me, lowest):
    for slot in range(lowest, SLOTS):
        if me.held[slot] != 0:
            return slot
    for slot in range(lowest):  # after a redeal any card may be discarded
        if me.held[slot] != 0:
            return slot
    return COPPER


@rule
def wants_away(data, me, memory, slot, style):
    if style == DREW:
        return is_burden(data, slot) or slot == COPPER or slot == memory.places[CELLAR]
    if is_burden(data, slot):
        return True
    if slot == memory.places[THRONE_ROOM]:
        for other in range(SLOTS):
            if me.held[other] != 0 and is_burden(data, other):
                return False
        return True
    return False


@rule
def useful_cards(data, me):
    n = 0
    for k in range(me.hand_size):
        n += not is_burden(data, me.hand[k] & CARD)
    return n


@rule
def earl_keeps_three(data, state, me, memory):
    """Keep the last useful cards or, if there are too few, the first cards of the hand."""
    keep = me.hand_size - state.least
    useful = useful_cards(data, me)
    useful_seen = 0
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if useful < keep:
            if k >= keep:
                plan_card(memory, slot)
        elif is_burden(data, slot):
            plan_card(memory, slot)
        else:
            useful_seen += 1
            if useful_seen <= useful - keep:
                plan_card(memory, slot)


@rule
def drew_keeps_three(data, state, me, memory):
    """Discard burdens first; then of two Actions the cheaper, then Coppers, then Silvers, then the first card."""
    keep = me.hand_size - state.least
    useful = useful_cards(data, me)
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if useful < keep:
            if k >= keep:
                plan_card(memory, slot)
        elif is_burden(data, slot):
            plan_card(memory, slot)
    while useful > keep:
        plan_card(memory, drew_drops(data, me, memory))
        useful -= 1


@rule
def drew_drops(data, me, memory):
    first, copper, silver, front = NONE, False, False, NONE
    for slot in range(SLOTS):
        left = me.held[slot] - memory.wishes[slot]
        if left > 0 and slot == COPPER:
            copper = True
        if left > 0 and slot == SILVER:
            silver = True
    passed = 0
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if is_burden(data, slot):
            continue
        is_action, planned = data.cards[slot].types & ACTION_CARD != 0, is_planned(me, memory, slot, k)
        # Of two equal Actions the later one goes, so an Action that stays is the first of its kind.
        stays = me.held[slot] > memory.wishes[slot] if is_action else not planned
        if front == NONE and stays:
            front = slot
        if is_action and not planned:
            passed += 1
            if first == NONE:
                first = slot
            elif passed == 2:
                return first if data.cards[first].cost < data.cards[slot].cost else slot
    if copper:
        return COPPER
    return SILVER if silver else front


@rule
def is_planned(me, memory, slot, place):
    """Whether this copy is planned to go; the first copies of a kind go first."""
    before = 0
    for k in range(place):
        before += me.hand[k] & CARD == slot
    return before < memory.wishes[slot]


@rule
def trash_choice(data, state, seat, me, memory, style):
    card = state.frames[state.depth - 1].card
    if card == memory.places[MINE] or state.what == TREASURE:
        return TRASH | mine_choice(data, state, me, style)
    if card == memory.places[REMODEL] or (state.most == 1 and state.least == 1):
        return TRASH | remodel_choice(data, state, seat, me, memory, style)
    if card == memory.places[MONEYLENDER] or state.what != ANY:
        return TRASH | cheapest_that_fits(data, state, me)
    if state.frames[state.depth - 1].count == 0:
        clear_planned_cards(memory)
        plan_chapel(state, seat, me, memory)
    slot = next_planned_card(memory)
    return STOP if slot == NONE else TRASH | slot


@rule
def plan_chapel(state, seat, me, memory):
    """Plan Estates and Curses in hand order, then Coppers if enough money is owned."""
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if (slot in (ESTATE, CURSE)) and memory.wish_count < state.most:
            plan_card(memory, slot)
    if money(state, seat) >= 3:
        for _ in range(me.held[COPPER]):
            if memory.wish_count < state.most:
                plan_card(memory, COPPER)


@rule
def mine_choice(data, state, me, style):
    if style == EARL:
        if me.held[COPPER] != 0:
            return COPPER
        return SILVER if me.held[SILVER] != 0 else first_in_hand(data, me, TREASURE)
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if (slot == SILVER and state.supply[GOLD] != 0) or (slot == COPPER and state.supply[SILVER] != 0):
            return slot
    return first_in_hand(data, me, TREASURE)


@rule
def remodel_choice(data, state, seat, me, memory, style):
    if style == EARL:
        for k in range(me.hand_size):
            if data.cards[me.hand[k] & CARD].cost == 6:
                return me.hand[k] & CARD
        if me.held[CURSE] != 0:
            return CURSE
        if me.held[COPPER] != 0:
            return COPPER
    else:
        for k in range(me.hand_size):
            if is_unwanted(state, seat, me.hand[k] & CARD, style):
                return me.hand[k] & CARD
        for _ in range(3):
            slot = me.hand[random_below(memory, me.hand_size)] & CARD
            if data.cards[slot].types & VICTORY == 0:
                return slot
    return me.hand[random_below(memory, me.hand_size)] & CARD


@rule
def cheapest_that_fits(data, state, me):
    best = NONE
    for slot in range(state.lowest, SLOTS):
        if me.held[slot] != 0 and card_matches(data, state.what, slot):
            if best == NONE or data.cards[slot].cost < data.cards[best].cost:
                best = slot
    return best


@rule
def gain_choice(data, state, seat, me, memory, scratch, style):
    """Random card of the highest available cost or one below; for Mine the most expensive Treasure."""
    slot = gain_of(data, state, seat, memory, scratch, style)
    if slot == NONE:
        return STOP
    note_gain(data, memory, slot)
    return GAIN | slot


@rule
def gain_of(data, state, seat, memory, scratch, style):
    best = NONE
    for slot in range(SLOTS):
        if is_on_offer(data, state, slot) and not is_unwanted(state, seat, slot, style):
            if best == NONE or data.cards[slot].cost > data.cards[best].cost:
                best = slot
    if best == NONE and state.least == 0:
        return NONE
    if best == NONE:  # a card must be gained
        for slot in range(SLOTS):
            if is_on_offer(data, state, slot) and slot != CURSE:
                return slot
        return CURSE
    if state.what == TREASURE:
        return best
    high = data.cards[best].cost
    n = 0
    for slot in range(SLOTS):
        if is_on_offer(data, state, slot) and not is_unwanted(state, seat, slot, style):
            if data.cards[slot].cost >= high - 1:
                scratch.weights[n] = slot
                n += 1
    return scratch.weights[random_below(memory, n)]


@rule(inline=True)
def is_on_offer(data, state, slot):
    return state.supply[slot] != 0 and data.cards[slot].cost <= state.limit and card_matches(data, state.what, slot)


@rule
def put_choice(data, state, me):
    """First matching card in hand order; of any card the last burden, otherwise the most expensive Action."""
    if state.what != ANY:
        for k in range(me.hand_size):
            if card_matches(data, state.what, me.hand[k] & CARD):
                return me.hand[k] & CARD
    best = me.hand[0] & CARD
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if is_burden(data, best) or (not is_burden(data, slot) and data.cards[slot].cost > data.cards[best].cost):
            best = slot
    return best


@rule
def aside_treasure(data, state, own):
    """The most expensive revealed Treasure of another player, or the cheapest of the bot's own."""
    best = NONE
    for k in range(state.aside_size):
        slot = state.aside[k] & CARD
        if card_matches(data, state.what, slot):
            if best == NONE or (data.cards[slot].cost > data.cards[best].cost) != own:
                best = slot
    return best


@rule
def recall_choice(data, me):
    """Most expensive useful card of the discard pile."""
    best = NONE
    for k in range(me.discard_size):
        slot = me.discard[k] & CARD
        if not is_burden(data, slot) and (best == NONE or data.cards[slot].cost > data.cards[best].cost):
            best = slot
    return STOP if best == NONE else PUT | best
