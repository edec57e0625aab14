"""Fair redeals: resample everything that a seat cannot see.

Which cards a player owns is public: cards gained or trashed are visible, and so are discard piles. A seat does not know
which of another player's remaining cards are in hand and which in the deck; but when the deck ran out, it knew the
hand. Of its own deck it knows the cards, not their order. Nothing here may depend on hidden information.
"""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.core.random import random_below, seed_stream
from ludus.games.dominion.game_data_records import TREASURE
from ludus.games.dominion.state import BUY, CARD, SEEN, SLOTS, UNSEEN


@rule
def resample_hidden(data, state, seat, seed):
    state.stream = seed_stream(seed)
    for number in range(data.seats):
        player, hidden = state.players[number], local_ints(SLOTS)
        total = count_bag(player, hidden)
        if number != seat:
            total += count_hidden(state, player, number, hidden)
            deal(data, state, player, number, hidden, total)
        fill_bag(player, hidden)


@rule
def count_bag(player, hidden):
    for k in range(player.bag_size):
        hidden[player.deck[k]] += 1
    return player.bag_size + 0


@rule
def fill_bag(player, hidden):
    """Fill the bag in slot order; its old order might reveal what was drawn."""
    k = 0
    for slot in range(SLOTS):
        for _ in range(hidden[slot]):
            player.deck[k] = slot
            k += 1


@rule
def count_hidden(state, player, number, hidden):
    """Count the other cards that only the player knows; return their number."""
    n = 0
    for k in range(player.hand_size):
        if player.hand[k] & SEEN == 0:
            hidden[player.hand[k]] += 1
            n += 1
    n += count_hidden_zone(player.deck, player.bag_size, player.bag_size + player.top_size, hidden)
    n += count_hidden_zone(player.discard, 0, player.discard_size, hidden)
    if state.aside_of == number:
        n += count_hidden_zone(state.aside, 0, state.aside_size, hidden)
    return n


@rule
def count_hidden_zone(zone, first, end, hidden):
    n = 0
    for k in range(first, end):
        if zone[k] & UNSEEN:
            hidden[zone[k] & CARD] += 1
            n += 1
    return n


@rule
def deal(data, state, player, number, hidden, total):
    """Deal hidden cards to every unknown place; the rest are the bag."""
    total -= deal_hand(data, state, player, hidden, total, state.phase == BUY and state.active == number)
    total -= deal_zone(state, player.deck, player.bag_size, player.bag_size + player.top_size, hidden, total)
    total -= deal_zone(state, player.discard, 0, player.discard_size, hidden, total)
    if state.aside_of == number:
        deal_zone(state, state.aside, 0, state.aside_size, hidden, total)


@rule
def deal_hand(data, state, player, hidden, total, paid):
    """Deal the hand; after paying it contains no Treasure."""
    n = 0
    for k in range(player.hand_size):
        if player.hand[k] & SEEN == 0:
            left = total - n
            slot = any_but_treasure(data, state, hidden, left) if paid else draw_hidden_card(state, hidden, left)
            player.held[player.hand[k]] -= 1
            player.held[slot] += 1
            player.hand[k] = slot
            n += 1
    return n


@rule
def deal_zone(state, zone, first, end, hidden, total):
    n = 0
    for k in range(first, end):
        if zone[k] & UNSEEN:
            zone[k] = draw_hidden_card(state, hidden, total - n) | UNSEEN
            n += 1
    return n


@rule
def draw_hidden_card(state, hidden, total):
    """Take a random one of `total` hidden cards."""
    at = random_below(state, total)
    slot = 0
    while at >= hidden[slot]:
        at -= hidden[slot]
        slot += 1
    hidden[slot] -= 1
    return slot


@rule
def any_but_treasure(data, state, hidden, total):
    for slot in range(SLOTS):
        if data.cards[slot].types & TREASURE:
            total -= hidden[slot]
    at = random_below(state, total)
    slot = 0
    while data.cards[slot].types & TREASURE or at >= hidden[slot]:
        if data.cards[slot].types & TREASURE == 0:
            at -= hidden[slot]
        slot += 1
    hidden[slot] -= 1
    return slot
