"""Fair redeals: everything a seat cannot see is drawn anew.

Everybody knows what everybody owns: whatever is gained or trashed lies open, and so do discard piles. Of another
player a seat does not know which of the other cards are in hand and which in the deck; and when the deck ran out, it
knew the hand. Of its own deck it knows the cards, not their order. Nothing here may depend on what is hidden.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import draw, seeded
from ludus.games.dominion.state import BUY, CARD, SEEN, SLOTS, UNSEEN
from ludus.games.dominion.table import TREASURE
from ludus.games.dominion.zones import any_card


@rule
def hide(table, state, seat, seed):
    state.stream = seeded(seed)
    for other in range(table.seats):
        if other != seat:
            player = state.players[other]
            total = player.bag_size + gather(state, player, other)
            deal(table, state, player, other, total)


@rule
def gather(state, player, number):
    """Put the other cards that only the player itself knows into its bag; how many they are."""
    n = 0
    for k in range(player.hand_size):
        if player.hand[k] & SEEN == 0:
            player.bag[player.hand[k]] += 1
            n += 1
    n += gather_zone(player, player.top, player.top_size)
    n += gather_zone(player, player.discard, player.discard_size)
    if state.aside_of == number:
        n += gather_zone(player, state.aside, state.aside_size)
    return n


@rule
def gather_zone(player, zone, count):
    n = 0
    for k in range(count):
        if zone[k] & UNSEEN:
            player.bag[zone[k] & CARD] += 1
            n += 1
    return n


@rule
def deal(table, state, player, number, total):
    """Any card of the bag to every place that holds an unknown one; the rest stays in it."""
    total -= deal_hand(table, state, player, total, state.phase == BUY and state.active == number)
    total -= deal_zone(state, player, player.top, player.top_size, total)
    total -= deal_zone(state, player, player.discard, player.discard_size, total)
    if state.aside_of == number:
        deal_zone(state, player, state.aside, state.aside_size, total)


@rule
def deal_hand(table, state, player, total, paid):
    """Who has paid has no Treasure left."""
    n = 0
    for k in range(player.hand_size):
        if player.hand[k] & SEEN == 0:
            left = total - n
            slot = any_but_treasure(table, state, player.bag, left) if paid else any_card(state, player.bag, left)
            player.held[player.hand[k]] -= 1
            player.held[slot] += 1
            player.hand[k] = slot
            n += 1
    return n


@rule
def deal_zone(state, player, zone, count, total):
    n = 0
    for k in range(count):
        if zone[k] & UNSEEN:
            zone[k] = any_card(state, player.bag, total - n) | UNSEEN
            n += 1
    return n


@rule
def any_but_treasure(table, state, bag, total):
    for slot in range(SLOTS):
        if table.cards[slot].types & TREASURE:
            total -= bag[slot]
    at = draw(state, total)
    slot = 0
    while table.cards[slot].types & TREASURE or at >= bag[slot]:
        if table.cards[slot].types & TREASURE == 0:
            at -= bag[slot]
        slot += 1
    bag[slot] -= 1
    return slot
