"""Fair redeals: everything a seat cannot see is drawn anew, as the rules and the draft allow it.

Both players saw the same 30 offers and took one card of each. So the opponent's deck is one card of every
offer, and the cards it has shown use some of the offers up: an opponent never gets a card that the draft
rules out. Nothing here may depend on what is hidden, only on what the seat sees and on the seed.
"""

# mypy: ignore-errors

from ludus.core import local_numbers, rule
from ludus.core.random import draw, seeded
from ludus.games.locm.decks import MOST_COPIES, POOL, random_card
from ludus.games.locm.state import BATTLE, CONSTRUCT, DECK, OFFERED, PICKS
from ludus.games.locm.table import DEALT, PICKED


@rule
def hide(table, state, seat, seed):
    state.stream = seeded(seed)
    me, foe = state.players[seat], state.players[1 - seat]
    if state.phase == BATTLE:
        shuffle_own_deck(table, state, me)
        if table.setup != PICKED:
            redeal_unknown(table, state, foe)
        elif table.construct != 0:
            redeal_constructed(table, state, foe)
        else:
            redeal_drafted(state, foe)
        return
    for k in range(2):
        state.shuffle_seeds[k] = draw(state, 1 << 31) << 31 | draw(state, 1 << 31)
    if state.phase == CONSTRUCT:
        chosen = state.picks
        if state.mover == seat:
            chosen = DECK * seat  # the first player chooses all its cards before the second
        for k in range(chosen):
            foe.deck[k] = random_card(table, state, foe, 0, k)
        return
    if table.offered == 0:
        redraw_offers(table, state, foe)
    picked = state.picks
    if seat == 1 and state.mover == 1:
        picked += 1
    for k in range(picked):
        foe.deck[k] = state.offers[k, draw(state, OFFERED)]


@rule
def redraw_offers(table, state, foe):
    """The offers still to come, from a pool that has all cards seen so far and others unknown."""
    pool = local_numbers(POOL)
    n = 0
    for k in range(min(state.picks + 1, PICKS)):
        for j in range(OFFERED):
            n = add_if_new(pool, n, state.offers[k, j])
    while n < POOL:
        n = add_if_new(pool, n, draw(state, table.card_count))
    for k in range(state.picks + 1, PICKS):
        for j in range(OFFERED):
            # A partial shuffle: the j-th of the offer is any card not yet in it.
            other = j + draw(state, POOL - j)
            card = pool[other]
            pool[other] = pool[j]
            pool[j] = card
            state.offers[k, j] = card


@rule
def add_if_new(pool, n, card):
    for k in range(n):
        if pool[k] == card:
            return n
    if n == POOL:  # offers that no draft can have made
        return n
    pool[n] = card
    return n + 1


@rule
def shuffle_own_deck(table, state, me):
    """The own cards still to be drawn: which they are is known, their order is not."""
    for k in range(me.drawn + 1, DECK):  # first into an order that tells nothing
        j = k
        while j > me.drawn and later(table, me, j - 1, j):
            swap(me, j - 1, j)
            j -= 1
    shuffle_places(state, me, me.drawn)
    if table.setup != PICKED and table.construct != 0:
        for k in range(me.drawn, DECK):  # nobody chose these cards: their ids follow the draw
            me.order[k] = k


@rule
def later(table, player, a, b):
    if table.construct != 0 and table.setup == PICKED:
        return player.order[a] > player.order[b]
    return player.deck[a] > player.deck[b]


@rule
def swap(player, a, b):
    card, order = player.deck[a], player.order[a]
    player.deck[a] = player.deck[b]
    player.order[a] = player.order[b]
    player.deck[b] = card
    player.order[b] = order


@rule
def shuffle_places(state, player, first):
    """Shuffle the deck from a place on, cards and ids together."""
    for k in range(DECK - 1, first, -1):
        swap(player, k, first + draw(state, k - first + 1))


@rule
def in_hand(player, place):
    for k in range(player.hand_count):
        if player.hand[k] == place:
            return True
    return False


@rule
def is_hidden(player, place):
    """Whether the opponent has not yet seen the card at this place of the deck."""
    return place >= player.drawn or in_hand(player, place)


@rule
def redeal_unknown(table, state, foe):
    """Nobody picked, so there is nothing to reason from: any card of the list, within the allowed copies."""
    for place in range(DECK):
        if is_hidden(foe, place):
            card = draw(state, table.card_count)
            while table.construct != 0 and table.setup == DEALT and known_copies(foe, card, place) >= MOST_COPIES:
                card = draw(state, table.card_count)
            foe.deck[place] = card


@rule
def known_copies(foe, card, dealt):
    """Copies among the cards shown and the places dealt so far."""
    n = 0
    for place in range(DECK):
        if foe.deck[place] == card and (place < dealt or not is_hidden(foe, place)):
            n += 1
    return n


@rule
def redeal_drafted(state, foe):
    """One card of every offer that the cards shown do not account for."""
    offer_of = local_numbers(DECK)  # by place in the deck; all counted from 1, 0 is none
    place_of = local_numbers(PICKS)  # by offer
    for place in range(DECK):
        if not is_hidden(foe, place):
            account_for(state, foe, place, offer_of, place_of)
    cards = local_numbers(PICKS)
    n = 0
    for offer in range(PICKS):
        if place_of[offer] == 0:
            other = draw(state, n + 1)
            cards[n] = cards[other]
            cards[other] = state.offers[offer, draw(state, OFFERED)]
            n += 1
    n = 0
    for place in range(DECK):
        if is_hidden(foe, place):
            foe.deck[place] = cards[n]
            n += 1


@rule
def account_for(state, foe, place, offer_of, place_of):
    """Find an offer for a card shown, moving others to make room: an augmenting path, offers in random order."""
    via = local_numbers(PICKS)
    queue = local_numbers(DECK)
    queue[0] = place + 1
    head, tail, found = 0, 1, 0
    while head < tail and found == 0:
        asking = queue[head]
        head += 1
        first = draw(state, PICKS)
        for k in range(PICKS):
            offer = (first + k) % PICKS
            if via[offer] == 0 and offers_card(state, offer, foe.deck[asking - 1]):
                via[offer] = asking
                if place_of[offer] == 0:
                    found = offer + 1
                    break
                queue[tail] = place_of[offer]
                tail += 1
    while found > 0:
        asking = via[found - 1]
        left = offer_of[asking - 1]
        offer_of[asking - 1] = found
        place_of[found - 1] = asking
        found = left


@rule
def offers_card(state, offer, card):
    for j in range(OFFERED):
        if state.offers[offer, j] == card:
            return True
    return False


@rule
def redeal_constructed(table, state, foe):
    """1.5: ids tell when a card was chosen, not when it was drawn. Cards shown come first, then hand, then deck."""
    shown = 0
    for place in range(DECK):
        if not is_hidden(foe, place):
            swap(foe, shown, place)
            shown += 1
    for k in range(foe.hand_count):
        foe.hand[k] = shown + k
    sort_by_order(foe, 0, shown)
    sort_by_order(foe, shown, DECK)
    for place in range(shown, DECK):
        foe.deck[place] = random_card(table, state, foe, 0, place)
    shuffle_places(state, foe, shown)


@rule
def sort_by_order(player, first, last):
    for k in range(first + 1, last):
        j = k
        while j > first and player.order[j - 1] > player.order[j]:
            swap(player, j - 1, j)
            j -= 1
