"""Moving cards: drawn, gained, trashed, put into zones.

Zones are zero behind their last card, and are moved in blocks of eight cards. Hands, piles and played cards rarely have
more than eight cards, so one block replaces a loop over cards: the first block is always moved, the following loop is
almost never entered. Zones have room for eight more cards than they can hold, so the excess of a block is zero.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.core.compile.intrinsics import WORD_BYTES, read_word, write_word
from ludus.core.random import random_below, scale_below, xorshift_step
from ludus.games.dominion.game_data_records import ANY, TO_DECK, TO_HAND, card_matches
from ludus.games.dominion.state import CARD, KINGDOM, SEEN, SLOTS, UNSEEN

EVERY_BYTE = 0x0101010101010101  # multiplied by a bit mask: that mask for eight cards
NO_CARD = -1
HAND = 5


@rule
def top_card(state, me, seat):
    """Take the top card of a deck; if the deck is empty, the discard pile is reshuffled. NO_CARD if there is none.

    The card is marked SEEN if everybody knew that it was there.
    """
    if me.top_size != 0:
        return take_top(me)
    if me.bag_size == 0:
        reshuffle(state, me, seat)
        if me.bag_size == 0:
            return NO_CARD
    return draw_one(state, me)


@rule(inline=True)
def take_top(me):
    me.top_size -= 1
    at = me.bag_size + me.top_size
    card = me.deck[at]
    me.deck[at] = 0
    return card & CARD if card & UNSEEN else card | SEEN


@rule(inline=True)
def draw_one(state, me):
    """Take a random card out of the bag when nothing is above it; the last card moves to its index."""
    at, last = random_below(state, me.bag_size), me.bag_size - 1
    card = me.deck[at]
    me.deck[at] = me.deck[last]
    me.deck[last] = 0
    me.bag_size = last
    return card + 0


@rule
def reshuffle(state, me, seat):
    """Make the discard pile the deck. A card counter now knows the hand, since all other cards are or were visible."""
    size = me.discard_size + 0
    cut = random_below(state, size + 1)  # so that a card's index in the bag reveals nothing about its index in the pile
    bits = move_range(me.discard, cut, size, me.deck, 0, CARD)
    bits |= move_range(me.discard, 0, cut, me.deck, size - cut, CARD)
    me.bag_size = size
    me.discard_size = 0
    if state.aside_of == seat:
        for k in range(state.aside_size):
            bits |= state.aside[k]
    if bits & UNSEEN * EVERY_BYTE == 0:
        show_hand(me)


@rule(inline=True)
def draw_hand(state, me, seat):
    """Draw a hand; most hands come from the bag alone."""
    if me.top_size == 0 and me.bag_size >= HAND:
        draw_from_bag(state, me, HAND)
    else:
        draw_cards(state, me, seat, HAND)


@rule
def draw_cards(state, me, seat, n):
    while n > 0:
        if me.top_size != 0:
            put_in_hand(me, take_top(me))
            n -= 1
            continue
        if me.bag_size == 0:
            reshuffle(state, me, seat)
            if me.bag_size == 0:
                return
        count = min(n, me.bag_size)
        draw_from_bag(state, me, count)
        n -= count


@rule(inline=True)
def draw_from_bag(state, me, n):
    """Same as `draw_one` and `put_in_hand` n times, but faster: most cards are drawn here."""
    stream, last, end = state.stream, me.bag_size - 1, me.hand_size + 0
    for _ in range(n):
        stream = xorshift_step(stream)
        at = scale_below(stream, last + 1)
        card = me.deck[at]
        me.deck[at] = me.deck[unsigned_index(last)]
        me.deck[unsigned_index(last)] = 0
        last -= 1
        me.hand[unsigned_index(end)] = card
        end += 1
        me.held[card] += 1
    state.stream = stream
    me.bag_size = last + 1
    me.hand_size = end


@rule(inline=True)
def gain(data, state, me, slot, to):
    """Gain a card from the supply."""
    state.supply[slot] -= 1
    if state.supply[slot] == 0:
        state.empty += 1
    receive(data, me, slot, to)


@rule(inline=True)
def receive(data, me, slot, to):
    me.owned[slot] += 1
    me.cards += 1
    me.fixed += data.cards[slot].points
    count_points(data, me)
    if to == TO_HAND:
        put_in_hand(me, slot | SEEN)
    elif to == TO_DECK:
        put_on_deck(me, slot)
    else:
        put_on_discard(me, slot)


@rule
def trash(data, state, me, slot):
    """Trash a card that has already left its zone."""
    state.trash[slot] += 1
    me.owned[slot] -= 1
    me.cards -= 1
    me.fixed -= data.cards[slot].points
    count_points(data, me)


@rule(inline=True)
def count_points(data, me):
    score = me.fixed
    for slot in range(KINGDOM, data.counting):
        per = data.cards[slot].points_per
        if per != 0 and me.owned[slot] != 0:
            score += me.owned[slot] * (me.cards // per)
    me.score = score


@rule(inline=True)
def put_in_hand(me, card):
    """Put a card into hand, with SEEN if everybody knows which card it is."""
    me.hand[unsigned_index(me.hand_size)] = card
    me.hand_size += 1
    me.held[card & CARD] += 1


@rule(inline=True)
def put_on_discard(me, slot):
    me.discard[unsigned_index(me.discard_size)] = slot
    me.discard_size += 1


@rule
def put_on_deck(me, slot):
    """Put a card on the deck, with UNSEEN if only its owner knows which card it is."""
    me.deck[me.bag_size + me.top_size] = slot
    me.top_size += 1


@rule(inline=True)
def put_in_play(state, slot):
    state.played[unsigned_index(state.played_size)] = slot
    state.played_size += 1
    state.in_play[slot] += 1


@rule
def put_aside(state, slot):
    state.aside[state.aside_size] = slot
    state.aside_size += 1


@rule(inline=True)
def take_from_hand(me, slot):
    """Take the first card of its kind, preferably a known one: then it reveals nothing about the others."""
    at = -1
    for k in range(me.hand_size):
        if me.hand[k] & CARD == slot:
            if me.hand[k] & SEEN:
                at = k
                break
            if at < 0:
                at = k
    me.hand_size -= 1
    close_gap(me.hand, at, me.hand_size)
    me.held[slot] -= 1


@rule
def take_from_play(state, slot):
    k = 0
    while state.played[k] != slot:
        k += 1
    state.played_size -= 1
    close_gap(state.played, k, state.played_size)
    state.in_play[slot] -= 1


@rule
def take_aside(state, k):
    """Take a card from those set aside; the others keep their order."""
    slot = state.aside[k] & CARD
    state.aside_size -= 1
    close_gap(state.aside, k, state.aside_size)
    return slot


@rule
def find_aside(state, slot):
    k = 0
    while state.aside[k] & CARD != slot:
        k += 1
    return k


@rule
def discard_aside(state, owner):
    """Move all cards set aside to the owner's discard pile, visible to all."""
    move_all(state.aside, state.aside_size, owner.discard, owner.discard_size, CARD)
    owner.discard_size += state.aside_size
    state.aside_size = 0


@rule
def discard_deck(me):
    """Discard the deck, unseen by others except for known top cards."""
    for k in range(me.bag_size):
        me.deck[k] |= UNSEEN
    size = me.bag_size + me.top_size
    move_all(me.deck, size, me.discard, me.discard_size, CARD | UNSEEN)
    me.discard_size += size
    me.bag_size = 0
    me.top_size = 0


@rule
def show_hand(me):
    for k in range(me.hand_size):
        me.hand[k] |= SEEN


@rule
def show_card(me, slot):
    """Show one card of the hand, unless one of its kind is already known: it may be that one."""
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
    """Forget which cards are known, since a card leaves in secret and may be any of them."""
    for k in range(me.hand_size):
        me.hand[k] &= CARD


@rule
def holds(data, me, what, lowest):
    """Whether a card in hand matches, from slot `lowest` on."""
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        if slot >= lowest and card_matches(data, what, slot):
            return True
    return False


@rule
def count_held(data, me, what, lowest):
    """Number of cards in hand that match, from slot `lowest` on."""
    if what == ANY and lowest == 0:
        return me.hand_size + 0
    n = 0
    for slot in range(lowest, SLOTS):
        if me.held[slot] != 0 and card_matches(data, what, slot):
            n += me.held[slot]
    return n


@rule(inline=True)
def unsigned_index(k):
    """Index as an unsigned number, so that the compiler omits the handling of negative indices."""
    return np.uint64(k)


@rule(inline=True)
def move_all(zone, n, target, at, bits):
    """Append all n cards of a zone to another with `at` cards, keeping only `bits` of each; return the union of all
    bits.
    """
    all_bits = read_word(zone, 0)
    write_word(zone, 0, 0)
    write_word(target, at, all_bits & bits * EVERY_BYTE)
    k = WORD_BYTES
    while k < n:
        cards = read_word(zone, k)
        write_word(zone, k, 0)
        write_word(target, at + k, cards & bits * EVERY_BYTE)
        all_bits |= cards
        k += WORD_BYTES
    return all_bits


@rule(inline=True)
def move_range(zone, first, last, target, at, bits):
    """Move the cards from `first` to `last` of a zone to an index of another; return the union of all bits."""
    all_bits, k = 0, first
    while k < last:
        cards = read_word(zone, k)
        write_word(zone, k, 0)
        write_word(target, at + k - first, cards & bits * EVERY_BYTE)
        all_bits |= cards
        k += WORD_BYTES
    return all_bits


@rule(inline=True)
def close_gap(zone, at, last):
    """Close the gap of a card that left: the cards up to `last` move up."""
    write_word(zone, at, read_word(zone, at + 1))
    k = at + WORD_BYTES
    while k <= last:
        write_word(zone, k, read_word(zone, k + 1))
        k += WORD_BYTES
