"""Choices of cards: which cards are offered, one card at a time, and the effect of each pick.

Where the order does not matter, cards are chosen in list order; for RECALL and REPLACE in any order.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.effects import clear_question
from ludus.games.tribute.game_data_records import AGENT
from ludus.games.tribute.move_bits import thing_bits
from ludus.games.tribute.state import (
    ACQUIRE,
    BANISH,
    DISCARD,
    DONATE,
    KNOCK_OUT,
    MINT,
    RALLY,
    RECALL,
    RECALL_AGENT,
    REPLACE,
    SELL,
    TOSS,
)
from ludus.games.tribute.tavern import acquire, replace_row
from ludus.games.tribute.zones import (
    capped_sum,
    close_gap,
    create_card,
    find_piece,
    leave_play,
    own_card,
    put_in_cooldown,
    put_on_pile,
    remove_card,
    show_hand,
    take_agent,
    take_from_cooldown,
    take_from_hand,
    take_from_played,
)


@rule
def list_offer(data, state, moves, n, verb):
    """Append the cards that may be chosen now to the n listed moves; return the new number of moves."""
    me, rival, question = state.players[state.active], state.players[1 - state.active], state.asked
    first = state.lowest + 0
    if question in (REPLACE, ACQUIRE):
        for k in range(state.row_size):
            if state.offered >> k & 1:
                moves[n] = verb | thing_bits(state.row[k])
                n += 1
    elif question in (DISCARD, DONATE):
        last = me.hand_size - max(state.least - 1, 0)  # so that enough cards remain to be chosen
        for k in range(first, last):
            moves[n] = verb | thing_bits(me.hand[k])
            n += 1
    elif question in (KNOCK_OUT, BANISH):
        last = rival.agent_count - max(state.least - 1, 0)
        for k in range(first, last):
            moves[n] = verb | thing_bits(rival.agents[k])
            n += 1
    elif question == TOSS:
        for k in range(first, state.limit):
            moves[n] = verb | thing_bits(me.pile[me.pile_size - 1 - k])
            n += 1
    elif question == RECALL:
        for k in range(me.cooldown_size):
            moves[n] = verb | thing_bits(me.cooldown[k])
            n += 1
    elif question in (RECALL_AGENT, RALLY):
        for k in range(me.cooldown_size):
            if data.cards[state.card_of[me.cooldown[k]]].type == AGENT:
                moves[n] = verb | thing_bits(me.cooldown[k])
                n += 1
    else:
        n = list_own_cards(data, state, me, moves, n, verb)
    return n


@rule
def first_offered(data, state, piece, card):
    """First offered card of a choice from one zone that is the same card as a piece; the piece if there is none."""
    me, rival, question = state.players[state.active], state.players[1 - state.active], state.asked
    first = state.lowest + 0
    if question in (REPLACE, ACQUIRE):
        for k in range(state.row_size):
            if state.offered >> k & 1 and state.card_of[state.row[k]] == card:
                return state.row[k] + 0
    elif question in (DISCARD, DONATE):
        for k in range(first, me.hand_size - max(state.least - 1, 0)):
            if state.card_of[me.hand[k]] == card:
                return me.hand[k] + 0
    elif question in (KNOCK_OUT, BANISH):
        for k in range(first, rival.agent_count - max(state.least - 1, 0)):
            if state.card_of[rival.agents[k]] == card:
                return rival.agents[k] + 0
    elif question == TOSS:
        for k in range(first, state.limit):
            if state.card_of[me.pile[me.pile_size - 1 - k]] == card:
                return me.pile[me.pile_size - 1 - k] + 0
    elif question == RECALL or (question in (RECALL_AGENT, RALLY) and data.cards[card].type == AGENT):
        for k in range(me.cooldown_size):
            if state.card_of[me.cooldown[k]] == card:
                return me.cooldown[k] + 0
    return piece


@rule
def list_own_cards(data, state, me, moves, n, verb):
    """List own cards in hand and in play, in the order of the question; for Hlaalu only those that cost something."""
    least = 1 if state.asked == SELL else 0
    for k in range(state.lowest, me.hand_size + me.agent_count + state.played_size):
        piece = own_card(state, me, state.asked, k)
        if data.cards[state.card_of[piece]].cost >= least:
            moves[n] = verb | thing_bits(piece)
            n += 1
    return n


@rule
def end_choice(data, state):
    """Finish a choice; return how many cards are to be drawn for it."""
    question, picked = state.asked + 0, state.picked + 0
    if question == REPLACE:
        replace_row(state)
    clear_question(state)
    if question == KNOCK_OUT:
        pay_tolls(data, state, state.players[state.active])
        pay_tolls(data, state, state.players[1 - state.active])
    return picked if question == DONATE else 0


@rule
def pay_tolls(data, state, owner):
    """After each knockout, pay the toll of every agent that was spared."""
    for k in range(owner.agent_count):
        owner.coins = capped_sum(owner.coins, data.cards[state.card_of[owner.agents[k]]].toll)


@rule
def pick(data, state, piece):
    """Choose one card of a choice."""
    take_picked(data, state, piece)
    state.picked += 1
    state.most -= 1
    if state.least != 0:
        state.least -= 1


@rule(inline=True)
def take_picked(data, state, piece):
    me, rival, question = state.players[state.active], state.players[1 - state.active], state.asked
    if question in (DISCARD, DONATE):
        at = find_piece(me.hand, me.hand_size, piece)
        take_from_hand(me, at)
        put_in_cooldown(me, piece)
        state.lowest = at
    elif question == REPLACE:
        state.picks[state.picked] = piece
        state.offered &= 255 - (1 << find_piece(state.row, state.row_size, piece))
    elif question == ACQUIRE:
        acquire(data, state, piece)
    elif question in (KNOCK_OUT, BANISH):
        at = find_piece(rival.agents, rival.agent_count, piece)
        leave_play(data, state, rival, at)
        state.lowest = at
    elif question == TOSS:
        toss(state, me, piece)
    elif question in (RECALL, RECALL_AGENT, RALLY):
        take_from_cooldown(me, find_piece(me.cooldown, me.cooldown_size, piece))
        put_on_pile(state, me, piece)
        if question != RALLY:
            me.counted += 1
    else:
        give_up(data, state, me, piece)


@rule
def toss(state, me, piece):
    top = me.pile_size - 1
    k = 0
    while me.pile[top - k] != piece:
        k += 1
    me.pile_size = top
    close_gap(me.pile, top - k, top)
    put_in_cooldown(me, piece)
    state.lowest = k
    state.limit -= 1
    me.known -= 1
    me.counted -= 1
    if k < me.older:
        me.older -= 1
        if me.older == 0:  # all other cards from before the shuffle are in hand
            show_hand(state, me)


@rule
def give_up(data, state, me, piece):
    """Remove an own card in hand or in play from the game: destroyed, sold, or turned into coin."""
    card = state.card_of[piece] + 0
    hand, agents = me.hand_size + 0, me.hand_size + me.agent_count
    at = find_piece(me.hand, me.hand_size, piece)
    if at < me.hand_size:
        take_from_hand(me, at)
        state.lowest = at
    else:
        at = find_piece(me.agents, me.agent_count, piece)
        if at < me.agent_count:
            take_agent(me, at)
            state.lowest = hand + at
        else:
            at = find_piece(state.played, state.played_size, piece)
            take_from_played(state, at)
            state.lowest = agents + at
    if state.asked == MINT:
        create_card(state, state.active, state.effect)  # before the number of the old card becomes free
    elif state.asked == SELL:
        me.prestige = capped_sum(me.prestige, data.cards[card].cost - 1)
    remove_card(state, piece)
