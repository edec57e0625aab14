"""Course of a game: the deal, turns with their two phases, and the end."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import random_below, seed_stream
from ludus.games.dominion.effects import ask
from ludus.games.dominion.game_data_records import ACTION_CARD, BY_TURNS, TO_DISCARD, TREASURE, VICTORY
from ludus.games.dominion.moves import STOP, slot_of
from ludus.games.dominion.state import (
    ACTION,
    BUY,
    BUY_CARD,
    CARD,
    COPPER,
    CURSE,
    DUCHY,
    ESTATE,
    GOLD,
    KINGDOM,
    PILES,
    PLAY_ACTION,
    PROVINCE,
    PROVINCES,
    RUNNING,
    SILVER,
    SLOTS,
    THREE_PILES,
    TURN_CAP,
)
from ludus.games.dominion.zones import WORD_BYTES, count_points, draw_hand, gain, move_all, unsigned_index

COPPERS, ESTATES = 7, 3  # starting deck
EMPTY_PILES = 3  # empty piles that end a game
KINGDOM_SEED = 0x6B696E67646F6D  # separates the streams of kingdom and deal


@rule
def prepare(data, seed):
    """Draw a random kingdom of ten cards from the pool, in the pool's order."""
    if data.drawn == 0:
        return
    data.stream = seed_stream(seed ^ KINGDOM_SEED)
    slot = KINGDOM
    for k in range(data.pool_count):
        if random_below(data, data.pool_count - k) < SLOTS - slot:
            data.cards[slot] = data.pool[k]
            slot += 1
    data.stream = data.stream ^ data.stream
    find_last_counting_slot(data)


@rule
def find_last_counting_slot(data):
    """Find the last slot with a card whose points depend on other cards."""
    data.counting = 0
    for slot in range(SLOTS):
        if data.cards[slot].points_per != 0:
            data.counting = slot + 1


@rule
def start(data, state, seed):
    state.stream = seed_stream(seed)
    lay_out_supply(data, state)
    for seat in range(data.seats):
        player = state.players[seat]
        for k in range(COPPERS, COPPERS + ESTATES):
            player.deck[k] = ESTATE  # after the Coppers, which are zeros
        player.bag_size = COPPERS + ESTATES
        player.owned[COPPER] = COPPERS
        player.owned[ESTATE] = ESTATES
        player.cards = COPPERS + ESTATES
        player.fixed = ESTATES * data.cards[ESTATE].points
        count_points(data, player)
        draw_hand(state, player, int(seat))
    state.active = data.seats - 1
    begin_turn(data, state)
    continue_turn(data, state)


@rule
def lay_out_supply(data, state):
    victory = 8 if data.seats == 2 else 12
    state.supply[COPPER] = 60 - COPPERS * data.seats
    state.supply[SILVER] = 40
    state.supply[GOLD] = 30
    state.supply[ESTATE] = victory
    state.supply[DUCHY] = victory
    state.supply[PROVINCE] = victory
    state.supply[CURSE] = 10 * (data.seats - 1)
    for slot in range(KINGDOM, KINGDOM + PILES):
        state.supply[slot] = victory if data.cards[slot].types & VICTORY else 10


@rule(inline=True)
def begin_turn(data, state):
    state.active = (state.active + 1) % data.seats
    state.phase = ACTION
    state.actions = 1
    state.buys = 1
    state.coins = 0
    state.merchants = 0


@rule(inline=True)
def continue_turn(data, state):
    """Continue when no card is being played: ask for the next decision of this turn or of the next one."""
    while state.reason == RUNNING:
        if state.phase == ACTION:
            me = state.players[state.active]
            if state.actions > 0 and has_action(data, me):
                ask(state, PLAY_ACTION, state.active)
                return
            state.phase = BUY
            state.actions = 0
            play_treasures(data, state, me)
        if state.buys > 0:
            ask(state, BUY_CARD, state.active)
            return
        end_turn(data, state)


@rule(inline=True)
def has_action(data, me):
    types = 0
    for k in range(WORD_BYTES):  # unconditionally: entries behind the last card are no Actions
        types |= data.cards[me.hand[k] & CARD].types
    for k in range(WORD_BYTES, me.hand_size):
        if data.cards[me.hand[k] & CARD].types & ACTION_CARD:
            return True
    return types & ACTION_CARD != 0


@rule(inline=True)
def play_treasures(data, state, me):
    """Play all Treasures; holding one back never helps. The loop does not branch on cards, since branches would
    mispredict.
    """
    n, played = 0, state.played_size + 0
    coins, buys = state.coins + 0, state.buys + 0
    for k in range(me.hand_size):
        slot = me.hand[k] & CARD
        card = data.cards[slot]
        pays = card.types & TREASURE  # 1 or 0
        state.played[unsigned_index(played)] = slot * pays
        played += pays
        state.in_play[slot] += pays
        me.held[slot] -= pays
        coins += card.coins * pays
        buys += card.buys * pays
        entry = me.hand[k]
        me.hand[k] = 0
        me.hand[unsigned_index(n)] = entry * (1 - pays)
        n += 1 - pays
    if state.in_play[SILVER] != 0:
        coins += state.merchants
    state.merchants = 0
    state.played_size = played
    state.coins = coins
    state.buys = buys
    me.hand_size = n


@rule(inline=True)
def buy(data, state, move):
    if move == STOP:
        state.buys = 0
        return
    slot = slot_of(move)
    state.buys -= 1
    state.coins -= data.cards[slot].cost
    gain(data, state, state.players[state.active], slot, TO_DISCARD)


@rule(inline=True)
def end_turn(data, state):
    me = state.players[state.active]
    move_all(state.played, state.played_size, me.discard, me.discard_size, CARD)
    me.discard_size += state.played_size
    state.played_size = 0
    move_all(me.hand, me.hand_size, me.discard, me.discard_size, CARD)
    me.discard_size += me.hand_size
    me.hand_size = 0
    for slot in range(SLOTS):  # one loop per field, so that each compiles to a few byte stores
        state.in_play[slot] = 0
    for slot in range(SLOTS):
        me.held[slot] = 0
    me.turns += 1
    if state.supply[PROVINCE] == 0:
        end_game(data, state, PROVINCES)
    elif state.empty >= EMPTY_PILES:
        end_game(data, state, THREE_PILES)
    elif state.active == data.seats - 1 and me.turns >= data.turn_cap:
        end_game(data, state, TURN_CAP)
    else:
        draw_hand(state, me, state.active)
        begin_turn(data, state)


@rule
def end_game(data, state, reason):
    """End the game: most points win, on a tie fewer turns unless only points count. All players with the best result
    win.
    """
    state.reason = reason
    best = -(1 << 30)
    for seat in range(data.seats):
        best = max(best, rank_value(data, state.players[seat]))
    for seat in range(data.seats):
        if rank_value(data, state.players[seat]) == best:
            state.winners |= 1 << seat


@rule
def rank_value(data, player):
    if data.ties == BY_TURNS:
        return player.score * 1024 - player.turns
    return player.score
