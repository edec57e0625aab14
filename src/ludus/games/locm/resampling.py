"""Resampling of hidden information: everything that a seat cannot see is drawn again, consistent with rules and draft.

Both players saw the same 30 offers and took one card of each. So the opponent's deck has one card of every offer, and
the cards it has played account for some of the offers: the opponent never gets a card that the draft rules out. The
result may depend only on what the seat sees and on the seed, never on hidden information.
"""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.core.random import random_below, seed_stream
from ludus.games.locm.deck_building import MAX_COPIES, POOL_SIZE, random_card
from ludus.games.locm.game_data_records import DEALT, PICKED
from ludus.games.locm.state import BATTLE, CONSTRUCT, DECK, OFFERED, PICKS


@rule
def resample_hidden(data, state, seat, seed):
    state.stream = seed_stream(seed)
    me, foe = state.players[seat], state.players[1 - seat]
    if state.phase == BATTLE:
        shuffle_own_deck(data, state, me)
        if data.setup != PICKED:
            resample_unpicked(data, state, foe)
        elif data.construct != 0:
            resample_constructed(data, state, foe)
        else:
            resample_drafted(state, foe)
        return
    for k in range(2):
        state.shuffle_seeds[k] = random_below(state, 1 << 31) << 31 | random_below(state, 1 << 31)
    if state.phase == CONSTRUCT:
        chosen = state.picks
        if state.mover == seat:
            chosen = DECK * seat  # the first player chooses all its cards before the second one
        for k in range(chosen):
            foe.deck[k] = random_card(data, state, foe, 0, k)
        return
    if data.offered == 0:
        resample_offers(data, state, foe)
    picked = state.picks
    if seat == 1 and state.mover == 1:
        picked += 1
    for k in range(picked):
        foe.deck[k] = state.offers[k, random_below(state, OFFERED)]


@rule
def resample_offers(data, state, foe):
    """Draw the future offers from a pool with all cards seen so far and random others."""
    pool = local_ints(POOL_SIZE)
    n = 0
    for k in range(min(state.picks + 1, PICKS)):
        for j in range(OFFERED):
            n = add_if_new(pool, n, state.offers[k, j])
    while n < POOL_SIZE:
        n = add_if_new(pool, n, random_below(state, data.card_count))
    for k in range(state.picks + 1, PICKS):
        for j in range(OFFERED):
            # Partial shuffle: the j-th card is any card not yet in the offer.
            other = j + random_below(state, POOL_SIZE - j)
            card = pool[other]
            pool[other] = pool[j]
            pool[j] = card
            state.offers[k, j] = card


@rule
def add_if_new(pool, n, card):
    for k in range(n):
        if pool[k] == card:
            return n
    if n == POOL_SIZE:  # impossible offers: more than POOL different cards
        return n
    pool[n] = card
    return n + 1


@rule
def shuffle_own_deck(data, state, me):
    """Shuffle the own undrawn cards: the cards are known, their order is not."""
    for k in range(me.drawn + 1, DECK):  # sort first, so that the old order has no influence
        j = k
        while j > me.drawn and is_later(data, me, j - 1, j):
            swap_cards(me, j - 1, j)
            j -= 1
    shuffle_from(state, me, me.drawn)
    if data.setup != PICKED and data.construct != 0:
        for k in range(me.drawn, DECK):  # these cards were not chosen: ids follow the draw order
            me.order[k] = k


@rule
def is_later(data, player, a, b):
    if data.construct != 0 and data.setup == PICKED:
        return player.order[a] > player.order[b]
    return player.deck[a] > player.deck[b]


@rule
def swap_cards(player, a, b):
    card, order = player.deck[a], player.order[a]
    player.deck[a] = player.deck[b]
    player.order[a] = player.order[b]
    player.deck[b] = card
    player.order[b] = order


@rule
def shuffle_from(state, player, first):
    """Shuffle the deck from position `first` on, cards and ids together."""
    for k in range(DECK - 1, first, -1):
        swap_cards(player, k, first + random_below(state, k - first + 1))


@rule
def in_hand(player, place):
    for k in range(player.hand_count):
        if player.hand[k] == place:
            return True
    return False


@rule
def is_hidden(player, place):
    """Return whether the opponent has not yet seen the card at this position of the deck."""
    return place >= player.drawn or in_hand(player, place)


@rule
def resample_unpicked(data, state, foe):
    """Resample a deck that was not picked: any cards of the list, within the allowed copies."""
    for place in range(DECK):
        if is_hidden(foe, place):
            card = random_below(state, data.card_count)
            while data.construct != 0 and data.setup == DEALT and known_copies(foe, card, place) >= MAX_COPIES:
                card = random_below(state, data.card_count)
            foe.deck[place] = card


@rule
def known_copies(foe, card, dealt):
    """Count the copies of a card among the visible cards and the positions dealt so far."""
    n = 0
    for place in range(DECK):
        if foe.deck[place] == card and (place < dealt or not is_hidden(foe, place)):
            n += 1
    return n


@rule
def resample_drafted(state, foe):
    """Resample a drafted deck: one card of every offer that the visible cards do not account for."""
    offer_of = local_ints(DECK)  # by position in the deck; counted from 1, 0 is none
    place_of = local_ints(PICKS)  # by offer
    for place in range(DECK):
        if not is_hidden(foe, place):
            match_offer(state, foe, place, offer_of, place_of)
    cards = local_ints(PICKS)
    n = 0
    for offer in range(PICKS):
        if place_of[offer] == 0:
            other = random_below(state, n + 1)
            cards[n] = cards[other]
            cards[other] = state.offers[offer, random_below(state, OFFERED)]
            n += 1
    n = 0
    for place in range(DECK):
        if is_hidden(foe, place):
            foe.deck[place] = cards[n]
            n += 1


@rule
def match_offer(state, foe, place, offer_of, place_of):
    """Assign an offer to a visible card by an augmenting path (bipartite matching), offers in random order."""
    via = local_ints(PICKS)
    queue = local_ints(DECK)
    queue[0] = place + 1
    head, tail, free_offer = 0, 1, 0
    while head < tail and free_offer == 0:
        current = queue[head]
        head += 1
        first = random_below(state, PICKS)
        for k in range(PICKS):
            offer = (first + k) % PICKS
            if via[offer] == 0 and offers_card(state, offer, foe.deck[current - 1]):
                via[offer] = current
                if place_of[offer] == 0:
                    free_offer = offer + 1
                    break
                queue[tail] = place_of[offer]
                tail += 1
    while free_offer > 0:
        current = via[free_offer - 1]
        previous_offer = offer_of[current - 1]
        offer_of[current - 1] = free_offer
        place_of[free_offer - 1] = current
        free_offer = previous_offer


@rule
def offers_card(state, offer, card):
    for j in range(OFFERED):
        if state.offers[offer, j] == card:
            return True
    return False


@rule
def resample_constructed(data, state, foe):
    """Resample a constructed deck (1.5).

    Ids reveal when a card was chosen, not when it was drawn. Visible cards come first, then the hand, then the deck.
    """
    visible = 0
    for place in range(DECK):
        if not is_hidden(foe, place):
            swap_cards(foe, visible, place)
            visible += 1
    for k in range(foe.hand_count):
        foe.hand[k] = visible + k
    sort_by_order(foe, 0, visible)
    sort_by_order(foe, visible, DECK)
    for place in range(visible, DECK):
        foe.deck[place] = random_card(data, state, foe, 0, place)
    shuffle_from(state, foe, visible)


@rule
def sort_by_order(player, first, last):
    for k in range(first + 1, last):
        j = k
        while j > first and player.order[j - 1] > player.order[j]:
            swap_cards(player, j - 1, j)
            j -= 1
