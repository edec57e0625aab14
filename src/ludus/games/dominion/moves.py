"""Moves: a verb and a card, and which moves are legal.

Sets of cards are chosen one card at a time, in slot order, until STOP. A decision within a card's text is asked only if
there are at least two answers.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.game_data_records import ACTION_CARD, REACTION, card_matches
from ludus.games.dominion.state import (
    BUY_CARD,
    CARD,
    DISCARD_HAND,
    DOUBLE_ACTION,
    GAIN_CARD,
    KINGDOM,
    MAY_DISCARD_DECK,
    MAY_PLAY_CARD,
    ORDER_CARDS,
    PLAY_ACTION,
    PUT_HAND,
    RECALL_CARD,
    REVEAL_CARD,
    SET_ASIDE,
    SLOTS,
    SORT_CARD,
    TAKE_LOOT,
    TRASH_ASIDE,
    TRASH_HAND,
)
from ludus.games.dominion.zones import count_held

VERB = 5  # bits below the verb: the card
STOP = 0  # no, no more, end the phase
PLAY, BUY, DISCARD, TRASH, GAIN, PUT, REVEAL, ASIDE, KEEP, YES = (k << VERB for k in range(1, 11))
LARGEST_MOVE = YES | SLOTS - 1
MAX_MOVES = 2 * SLOTS


@rule(inline=True)
def verb_of(move):
    return move >> VERB << VERB


@rule(inline=True)
def slot_of(move):
    return move & CARD


@rule
def legal_moves(data, state, moves):
    question, me = state.asked, state.players[state.chooser]
    if question == PLAY_ACTION:
        return hand_moves(data, me, moves, 1, PLAY, ACTION_CARD, KINGDOM)
    if question == BUY_CARD:
        return supply_moves(data, state, moves, 1, BUY, 0, state.coins)
    if question == DISCARD_HAND:
        return set_moves(data, state, me, moves, DISCARD)
    if question == TRASH_HAND:
        return set_moves(data, state, me, moves, TRASH)
    if question == GAIN_CARD:
        return or_stop(moves, supply_moves(data, state, moves, int(state.least == 0), GAIN, state.what, state.limit))
    if question == PUT_HAND:
        return or_stop(moves, hand_moves(data, me, moves, int(state.least == 0), PUT, state.what, 0))
    if question == REVEAL_CARD:
        return hand_moves(data, me, moves, 1, REVEAL, REACTION, KINGDOM)
    if question == DOUBLE_ACTION:
        return or_stop(moves, hand_moves(data, me, moves, int(state.least == 0), PLAY, ACTION_CARD, KINGDOM))
    if question == TAKE_LOOT:
        return loot_moves(state, moves)
    if question == TRASH_ASIDE:
        return or_stop(moves, aside_moves(data, state, moves, TRASH, state.what))
    if question == ORDER_CARDS:
        return aside_moves(data, state, moves, PUT, 0)
    if question == RECALL_CARD:
        return discarded_moves(me, moves)
    return single_card_moves(state, me, moves)


@rule
def single_card_moves(state, me, moves):
    """Legal answers to questions about a single card, or the deck."""
    question = state.asked
    if question == MAY_DISCARD_DECK:
        moves[0], moves[1] = STOP, YES
        return 2
    if question == MAY_PLAY_CARD:
        moves[0], moves[1] = STOP, PLAY | me.discard[me.discard_size - 1] & CARD
        return 2
    card = state.aside[state.aside_size - 1] & CARD
    if question == SORT_CARD:
        card = state.aside[state.lowest] & CARD
        moves[0], moves[1], moves[2] = TRASH | card, DISCARD | card, KEEP | card
        return 3
    moves[0], moves[1] = KEEP | card, (ASIDE if question == SET_ASIDE else DISCARD) | card
    return 2


@rule(inline=True)
def or_stop(moves, n):
    """Allow STOP if no move is legal: a redeal may leave no card for a forced choice."""
    if n == 0:
        moves[0] = STOP
        return 1
    return n


@rule
def hand_moves(data, me, moves, stop, verb, what, first):
    n = 0
    if stop:
        moves[0] = STOP
        n = 1
    for slot in range(first, SLOTS):
        if me.held[slot] != 0 and card_matches(data, what, slot):
            moves[n] = verb | slot
            n += 1
    return n


@rule
def supply_moves(data, state, moves, stop, verb, what, limit):
    n = 0
    if stop:
        moves[0] = STOP
        n = 1
    for slot in range(SLOTS):
        if state.supply[slot] != 0 and data.cards[slot].cost <= limit and card_matches(data, what, slot):
            moves[n] = verb | slot
            n += 1
    return n


@rule
def set_moves(data, state, me, moves, verb):
    """Legal next cards of a set: in slot order, with enough cards left to complete it."""
    n, left = 0, count_held(data, me, state.what, state.lowest)
    if state.least <= 0:
        moves[0] = STOP
        n = 1
    for slot in range(state.lowest, SLOTS):
        if me.held[slot] != 0 and card_matches(data, state.what, slot):
            if left < state.least:
                break
            left -= me.held[slot]
            moves[n] = verb | slot
            n += 1
    if n == 0:  # in a redeal no card may be left in order
        n = hand_moves(data, me, moves, 0, verb, state.what, 0)
    return or_stop(moves, n)


@rule
def loot_moves(state, moves):
    moves[0] = STOP
    n = 1
    for slot in range(state.lowest, SLOTS):
        if state.loot[slot] != 0:
            moves[n] = GAIN | slot
            n += 1
    return n


@rule
def aside_moves(data, state, moves, verb, what):
    n, kinds = 0, 0
    for k in range(state.aside_size):
        kinds |= 1 << (state.aside[k] & CARD)
    for slot in range(SLOTS):
        if kinds >> slot & 1 and card_matches(data, what, slot):
            moves[n] = verb | slot
            n += 1
    return n


@rule
def discarded_moves(me, moves):
    moves[0] = STOP
    n = 1
    for slot in range(SLOTS):
        for k in range(me.discard_size):
            if me.discard[k] & CARD == slot:
                moves[n] = PUT | slot
                n += 1
                break
    return n
