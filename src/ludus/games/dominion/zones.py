"""Cards on their way: drawn, gained, trashed, put somewhere. No zone keeps bytes of cards that have left it."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import draw
from ludus.games.dominion.state import CARD, SEEN, SLOTS, UNSEEN
from ludus.games.dominion.table import TO_DECK, TO_HAND, fits

NO_CARD = -1


@rule
def top_card(state, me, seat):
    """Take the top card off a deck; an empty one is made anew from the discard pile. NO_CARD if there is none.

    The card is marked SEEN if everybody knew that it was there.
    """
    if me.top_size != 0:
        me.top_size -= 1
        card = me.top[me.top_size]
        me.top[me.top_size] = 0
        return card & CARD if card & UNSEEN else card | SEEN
    if me.bag_size == 0:
        reshuffle(state, me, seat)
        if me.bag_size == 0:
            return NO_CARD
    me.bag_size -= 1
    return any_card(state, me.bag, me.bag_size + 1)


@rule(inline=True)
def any_card(state, bag, total):
    """Take one of `total` cards out of a bag."""
    at = draw(state, total)
    slot = 0
    while at >= bag[slot]:
        at -= bag[slot]
        slot += 1
    bag[slot] -= 1
    return slot


@rule
def reshuffle(state, me, seat):
    """The discard pile becomes the deck. Who counts cards now knows the hand: all others lie open, or did."""
    hidden = 0
    for k in range(me.discard_size):
        hidden |= me.discard[k] & UNSEEN
        me.bag[me.discard[k] & CARD] += 1
        me.discard[k] = 0
    me.bag_size = me.discard_size
    me.discard_size = 0
    if state.aside_of == seat:
        for k in range(state.aside_size):
            hidden |= state.aside[k] & UNSEEN
    if hidden == 0:
        show_hand(me)


@rule
def show_hand(me):
    for k in range(me.hand_size):
        me.hand[k] |= SEEN


@rule
def show_card(me, slot):
    """One card of the hand, unless one of its kind is known already: it may be that one."""
    at = -1
    for k in range(me.hand_size):
        if me.hand[k] & CARD == slot:
            if me.hand[k] & SEEN:
                return
            if at < 0:
                at = k
    me.hand[at] |= SEEN


@rule
def forget_hand(me):
    """A card leaves in secret: it may be any of those that were known."""
    for k in range(me.hand_size):
        me.hand[k] &= CARD


@rule
def draw_cards(state, me, seat, n):
    for _ in range(n):
        card = top_card(state, me, seat)
        if card == NO_CARD:
            return
        put_in_hand(me, card)


@rule(inline=True)
def put_in_hand(me, card):
    """With SEEN if everybody knows which card it is."""
    me.hand[me.hand_size] = card
    me.hand_size += 1
    me.held[card & CARD] += 1


@rule(inline=True)
def put_on_discard(me, slot):
    me.discard[me.discard_size] = slot
    me.discard_size += 1


@rule
def put_on_deck(me, slot):
    """With UNSEEN if only the owner knows which card it is."""
    me.top[me.top_size] = slot
    me.top_size += 1


@rule
def take_from_hand(me, slot):
    """The first of its kind, if possible one that is known to all: then it tells nothing about the others."""
    at = -1
    for k in range(me.hand_size):
        if me.hand[k] & CARD == slot:
            if me.hand[k] & SEEN:
                at = k
                break
            if at < 0:
                at = k
    last = me.hand_size - 1
    for k in range(at, last):
        me.hand[k] = me.hand[k + 1]
    me.hand[last] = 0
    me.hand_size = last
    me.held[slot] -= 1


@rule
def put_aside(state, slot):
    state.aside[state.aside_size] = slot
    state.aside_size += 1


@rule
def take_aside(state, k):
    """The card at a place among those aside; the others keep their order."""
    slot = state.aside[k] & CARD
    last = state.aside_size - 1
    while k < last:
        state.aside[k] = state.aside[k + 1]
        k += 1
    state.aside[last] = 0
    state.aside_size = last
    return slot


@rule
def find_aside(state, slot):
    k = 0
    while state.aside[k] & CARD != slot:
        k += 1
    return k


@rule
def discard_aside(state, owner):
    """All that is left aside goes to the owner's discard pile, for everybody to see."""
    for k in range(state.aside_size):
        put_on_discard(owner, state.aside[k] & CARD)
        state.aside[k] = 0
    state.aside_size = 0


@rule
def take_from_play(state, slot):
    k = 0
    while state.played[k] != slot:
        k += 1
    last = state.played_size - 1
    while k < last:
        state.played[k] = state.played[k + 1]
        k += 1
    state.played[last] = 0
    state.played_size = last
    state.in_play[slot] -= 1


@rule(inline=True)
def put_in_play(state, slot):
    state.played[state.played_size] = slot
    state.played_size += 1
    state.in_play[slot] += 1


@rule
def discard_deck(me):
    """Unseen by others, but for what they knew to be on top."""
    for slot in range(SLOTS):
        for _ in range(me.bag[slot]):
            put_on_discard(me, slot | UNSEEN)
        me.bag[slot] = 0
    me.bag_size = 0
    for k in range(me.top_size):
        put_on_discard(me, me.top[k])
        me.top[k] = 0
    me.top_size = 0


@rule
def gain(table, state, me, slot, to):
    """A card from the supply."""
    state.supply[slot] -= 1
    if state.supply[slot] == 0:
        state.empty += 1
    receive(table, me, slot, to)


@rule
def receive(table, me, slot, to):
    me.owned[slot] += 1
    me.cards += 1
    me.fixed += table.cards[slot].points
    count_points(table, me)
    if to == TO_HAND:
        put_in_hand(me, slot | SEEN)
    elif to == TO_DECK:
        put_on_deck(me, slot)
    else:
        put_on_discard(me, slot)


@rule
def trash(table, state, me, slot):
    """A card that has left its zone already."""
    state.trash[slot] += 1
    me.owned[slot] -= 1
    me.cards -= 1
    me.fixed -= table.cards[slot].points
    count_points(table, me)


@rule(inline=True)
def count_points(table, me):
    score = me.fixed
    for slot in range(table.counting):
        per = table.cards[slot].points_per
        if per != 0:
            score += me.owned[slot] * (me.cards // per)
    me.score = score


@rule
def count_held(table, me, what, lowest):
    """How many cards in hand fit, from a slot on."""
    n = 0
    for slot in range(lowest, SLOTS):
        if me.held[slot] != 0 and fits(table, what, slot):
            n += me.held[slot]
    return n
