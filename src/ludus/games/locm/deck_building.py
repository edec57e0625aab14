"""Deck building: drafted (1.0, 1.2), constructed (1.5), random or given decks.

The same seed gives the same offers, cards and deck orders as in the official referee.
"""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.core.random import random_below, seed_stream
from ludus.games.locm.battle_turns import begin_battle
from ludus.games.locm.card_generator import generate
from ludus.games.locm.game_data_records import DEALT, GENERATED_CARDS, GIVEN, MAX_CARDS
from ludus.games.locm.java_random import next_below, next_long, scramble, shuffle
from ludus.games.locm.state import CONSTRUCT, DECK, DRAFT, OFFERED, PICKS

FILL, PICK, CHOOSE = 0, 4 << 8, 5 << 8  # FILL is the PASS of the construct phase
POOL_SIZE = 60  # different cards in one draft [2.1]
MAX_COPIES = 2  # of one card in a constructed deck [3.3]


@rule
def prepare(data, seed):
    """Generate the cards of a 1.5 game from the first number of the referee's seed [3.5]."""
    if data.generated != 0:
        _, card_seed = next_long(scramble(seed))
        if data.fixed_seeds & 1:
            card_seed = data.content_seed
        generate(data.cards, card_seed)
        data.card_count = GENERATED_CARDS


@rule
def start(data, state, seed):
    state.stream = seed_stream(seed)
    state.winner = -1
    if data.setup == GIVEN:
        for seat in range(2):
            for k in range(DECK):
                state.players[seat].deck[k] = data.decks[seat, k]
    elif data.setup == DEALT:
        deal(data, state, 0)
        deal(data, state, 1)
    else:
        begin_picking(data, state, seed)
        return
    if data.construct != 0:
        number_cards(state)
    begin_battle(data, state)


@rule
def deal(data, state, seat):
    """Deal a deck of random cards; in 1.5 within the allowed copies."""
    player = state.players[seat]
    if data.construct != 0:
        for k in range(DECK):
            player.deck[k] = random_card(data, state, player, 0, k)
    else:
        for k in range(DECK):
            player.deck[k] = random_below(state, data.card_count)


@rule
def random_card(data, state, player, first, last):
    """Return a random card of the list; in 1.5 one with less than two copies in deck[first:last]."""
    card = random_below(state, data.card_count)
    if data.construct != 0 and data.setup != GIVEN:
        while count_copies(player, card, first, last) >= MAX_COPIES:
            card = random_below(state, data.card_count)
    return card


@rule
def count_copies(player, card, first, last):
    n = 0
    for k in range(first, last):
        if player.deck[k] == card:
            n += 1
    return n


@rule
def number_cards(state):
    for seat in range(2):
        for k in range(DECK):
            state.players[seat].order[k] = k


@rule
def begin_picking(data, state, seed):
    """Derive the referee's seeds from one seed: cards or draft first, then the shuffles [2.8, 3.5]."""
    random, content_seed = next_long(scramble(seed))
    if data.construct != 0:
        random, _ = next_long(random)  # order of the card list, which sorting undoes [3.1]
    random, state.shuffle_seeds[0] = next_long(random)
    random, state.shuffle_seeds[1] = next_long(random)
    if data.fixed_seeds & 1:
        content_seed = data.content_seed
    for seat in range(2):
        if data.fixed_seeds >> 1 + seat & 1:
            state.shuffle_seeds[seat] = data.shuffle_seeds[seat]
    if data.construct != 0:
        state.phase = CONSTRUCT
    else:
        state.phase = DRAFT
        make_offers(data, state, content_seed)


@rule
def make_offers(data, state, seed):
    """Make 30 offers of three different cards from a pool of 60 [2.1, 2.2, 2.5]."""
    if data.offered != 0:
        for k in range(PICKS):
            for j in range(OFFERED):
                state.offers[k, j] = data.offers[k, j]
        return
    random = scramble(seed)
    pool, taken = local_ints(POOL_SIZE), local_ints(MAX_CARDS)
    for k in range(POOL_SIZE):
        random, card = next_below(random, data.card_count)
        while taken[card]:
            random, card = next_below(random, data.card_count)
        taken[card] = 1
        pool[k] = card
    for k in range(PICKS):
        for j in range(OFFERED):
            random, place = next_below(random, POOL_SIZE)
            while is_offered(state.offers[k], j, pool[place]):
                random, place = next_below(random, POOL_SIZE)
            state.offers[k, j] = pool[place]


@rule(inline=True)
def is_offered(offer, count, card):
    offered = False
    for j in range(count):
        offered |= offer[j] == card
    return offered


@rule
def legal_picks(data, state, moves):
    if state.phase == DRAFT:
        for j in range(OFFERED):
            moves[j] = PICK | j
        return OFFERED
    # The buffer first counts the copies chosen so far, then takes the moves; writing never overtakes reading.
    for card in range(data.card_count):
        moves[card] = 0
    for k in range(state.picks):
        moves[state.players[state.mover].deck[k]] += 1
    n = 0
    for card in range(data.card_count):
        if moves[card] < MAX_COPIES:
            moves[n] = CHOOSE | card
            n += 1
    moves[n] = FILL
    return n + 1


@rule
def apply_pick(data, state, move):
    me = state.players[state.mover]
    if state.phase == DRAFT:
        me.deck[state.picks] = state.offers[state.picks, move & 255]
        if state.mover == 1:
            state.picks += 1
        state.mover = 1 - state.mover
        if state.picks == PICKS:
            shuffle_decks(data, state)
        return
    if move == FILL:
        fill_deck(me, state)
    else:
        me.deck[state.picks] = move & 255
        state.picks += 1
    if state.picks == DECK:
        state.picks = 0
        state.mover = 1 - state.mover
        if state.mover == 0:
            number_cards(state)
            shuffle_decks(data, state)


@rule
def fill_deck(me, state):
    """Add the first listed card that has less than two copies, until the deck is full [3.2]."""
    card = 0
    while state.picks < DECK:
        while count_copies(me, card, 0, state.picks) >= MAX_COPIES:
            card += 1
        me.deck[state.picks] = card
        state.picks += 1


@rule
def shuffle_decks(data, state):
    """Shuffle the cards from the order picked, as Java's Collections.shuffle [2.7]; the same swaps for ids [9.6]."""
    for seat in range(2):
        player = state.players[seat]
        shuffle(scramble(state.shuffle_seeds[seat]), player.deck, DECK)
        if data.construct != 0:
            shuffle(scramble(state.shuffle_seeds[seat]), player.order, DECK)
    begin_battle(data, state)
