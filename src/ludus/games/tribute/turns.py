"""Course of a game: draft, deal, turns, and the end."""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.games.tribute.effects import add_to_queue, ask, clear_question
from ludus.games.tribute.game_data_records import DRAFTED, DRAWN, NEVER, REFERENCE
from ludus.games.tribute.shuffling import independent_stream, initial_stream, shuffle
from ludus.games.tribute.state import (
    BATTLE,
    DECKS,
    DRAFT,
    DRAFT_PATRON,
    EARLIER,
    FAVOUR,
    HEALTH,
    NEAR_PIECES,
    NOBODY,
    PATRONS,
    PIECES,
    PRESTIGE_40,
    PRESTIGE_80,
    ROW,
    SEATS,
    TURN_LIMIT,
)
from ludus.games.tribute.zones import capped_sum, draw_cards, leave_play, move_all

HAND_CARDS = 5
MATCH_PRESTIGE, WIN_PRESTIGE = 40, 80  # prestige that the rival must match, and that wins at once
SECOND_COIN = 1  # for the second player


@rule
def start(data, state, seed):
    state.stream = initial_stream(data, seed)
    if data.setup == DRAFTED:
        state.phase = DRAFT
        ask(state, DRAFT_PATRON, 1, 1)
        return
    if data.setup == DRAWN:
        draw_patrons(data, state, seed)
    else:
        state.patron_count = data.given_count
        for k in range(data.given_count):
            state.patrons[k] = data.given[k]
    deal(data, state)


@rule
def draft(data, state, number):
    """Draft a patron, in the order 1, 2, 2, 1; the Treasury is placed in the middle."""
    state.patrons[state.patron_count] = number
    state.patron_count += 1
    if state.patron_count == 2:
        state.patrons[2] = data.treasury
        state.patron_count = 3
    state.active = 1 if state.patron_count == 1 or state.patron_count == 3 else 0
    if state.patron_count == PATRONS:
        clear_question(state)
        deal(data, state)


@rule
def draw_patrons(data, state, seed):
    """Draw four of the offered patrons, all orders equally likely. The reference engine's stream must stay unused for
    the deal.
    """
    if data.compat == REFERENCE:
        state.stream = independent_stream(data, seed)
    numbers, n = local_ints(16), 0
    for number in range(data.patron_count):
        if data.selectable[number]:
            numbers[n] = number
            n += 1
    shuffle(data, state, numbers, n)
    for k in range(4):
        state.patrons[k if k < 2 else k + 1] = numbers[k]
    state.patrons[2] = data.treasury
    state.patron_count = PATRONS
    if data.compat == REFERENCE:
        state.stream = initial_stream(data, seed)


@rule
def deal(data, state):
    """Deal. Physical cards are numbered before any shuffle: the tavern's by card, then the starting decks."""
    state.phase = BATTLE
    state.turn = 1
    for piece in range(PIECES):
        state.card_of[piece] = NOBODY
    pieces, n = local_ints(NEAR_PIECES), 0
    for card in range(data.card_count):
        if is_in_game(state, data.cards[card].deck):
            for _ in range(data.cards[card].copies):
                pieces[n] = n
                state.card_of[n] = card
                n += 1
    shuffle(data, state, pieces, n)
    if data.compat == REFERENCE:
        shuffle(data, state, pieces, n)
    state.row_size = min(ROW, n)
    for k in range(n):
        if k < ROW:
            state.row[k] = pieces[k]
        else:
            state.tavern[k - ROW] = pieces[k]
    state.tavern_size = n - state.row_size
    state.veiled = state.tavern_size
    for seat in range(SEATS):
        n = deal_starters(data, state, seat, pieces, n)
    state.newest = n - 1
    for seat in range(SEATS):
        draw_cards(data, state, state.players[seat], HAND_CARDS)
        state.players[seat].calls = 1
    state.players[1].coins = SECOND_COIN


@rule
def deal_starters(data, state, seat, pieces, n):
    """Deal a custom starting deck, or the starters of the patrons."""
    me, size = state.players[seat], data.starting_count[seat] + 0
    for k in range(size):
        state.card_of[n + k] = data.starting[seat, k]
    if size == 0:
        for k in range(state.patron_count):
            patron = data.patrons[state.patrons[k]]
            for j in range(patron.starter_count):
                state.card_of[n + size] = patron.starters[j]
                size += 1
    for k in range(size):
        pieces[k] = n + k
    shuffle(data, state, pieces, size)
    for k in range(size):
        me.pile[size - 1 - k] = pieces[k]
    me.pile_size = size
    return n + size


@rule
def is_in_game(state, number):
    for k in range(state.patron_count):
        if state.patrons[k] == number:
            return True
    return False


@rule
def attack(data, state, at):
    """Attack an agent: power against its health."""
    me, rival = state.players[state.active], state.players[1 - state.active]
    health = rival.health[at] & HEALTH
    damage = min(me.power, health)
    me.power -= damage
    if damage == health:
        leave_play(data, state, rival, at)
    else:
        rival.health[at] -= damage


@rule
def end_turn(data, state):
    if state.turn > data.turn_limit:
        state.reason = TURN_LIMIT
        return
    seat, me, rival = state.active + 0, state.players[state.active], state.players[1 - state.active]
    at = 0
    while at < rival.agent_count and me.power != 0:  # remaining power goes to agents with taunt
        count = rival.agent_count + 0
        if data.cards[state.card_of[rival.agents[at]]].taunt:
            attack(data, state, at)
        if rival.agent_count == count:
            at += 1
    me.prestige = capped_sum(me.prestige, me.power)
    me.power = 0
    me.coins = 0
    discard_turn_cards(state, me)
    draw_cards(data, state, me, HAND_CARDS)
    me.calls = 1
    for k in range(me.agent_count):
        me.health[k] &= HEALTH
    state.active = 1 - seat
    state.turn += 1
    begin_turn(data, state, rival)


@rule(inline=True)
def discard_turn_cards(state, me):
    """Move the hand, then the played cards, into cooldown."""
    move_all(me.hand, me.hand_size, me.cooldown, me.cooldown_size)
    me.cooldown_size += me.hand_size
    me.hand_size = 0
    move_all(state.played, state.played_size, me.cooldown, me.cooldown_size)
    me.cooldown_size += state.played_size
    state.played_size = 0


@rule
def begin_turn(data, state, me):
    """Patron coins, then the discards that the rival caused."""
    for k in range(state.patron_count):
        if state.favour[k] == state.active + 1:
            me.coins = capped_sum(me.coins, data.patrons[state.patrons[k]].turn_coins)
    for deck in range(DECKS):  # one loop per field, so that each compiles to a few byte stores
        state.plays[deck] = 0
    for deck in range(DECKS):
        for k in range(EARLIER):
            state.earlier[deck, k] = 0
    for deck in range(DECKS):
        for k in range(EARLIER):
            state.earlier_piece[deck, k] = 0
    if state.coming_size != 0:
        for k in range(state.coming_size):
            add_to_queue(state, state.coming[k], 0)
            state.coming[k] = 0
        state.coming_size = 0
        state.opening = 1


@rule
def check_victory(data, state):
    """Check for victory after a turn of the now waiting player: 80 prestige, all patrons, or 40 not matched."""
    seat = 1 - state.active
    me, rival = state.players[seat], state.players[state.active]
    if me.prestige >= WIN_PRESTIGE:
        end_game(state, PRESTIGE_80, seat)
    elif has_all_favour(data, state, seat):
        end_game(state, FAVOUR, seat)
    elif rival.prestige >= MATCH_PRESTIGE and me.prestige < rival.prestige:
        end_game(state, PRESTIGE_40, 1 - seat)


@rule
def has_all_favour(data, state, seat):
    for k in range(state.patron_count):
        if data.patrons[state.patrons[k]].favour != NEVER and state.favour[k] != seat + 1:
            return False
    return True


@rule
def end_game(state, reason, seat):
    state.reason = reason
    state.winner = seat + 1
