"""Clauses of few cards: searching decks, revealing, sorting, setting aside."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.asking import ask, next_seat, next_step
from ludus.games.dominion.state import (
    CARD,
    JUDGE_CARD,
    MAY_DISCARD_DECK,
    MAY_PLAY_CARD,
    ORDER_CARDS,
    RECALL_CARD,
    SEEN,
    SET_ASIDE,
    SORT_CARD,
    TAKE_LOOT,
    TRASH_ASIDE,
    UNSEEN,
)
from ludus.games.dominion.table import (
    ACTION_CARD,
    DIG,
    DRAW_TO,
    DUMP,
    FLIP,
    JUDGE,
    MAY,
    MERCHANT,
    RANSACK,
    RECALL,
    SORT,
    TAKE,
    TRASH_THIS,
    card_matches,
)
from ludus.games.dominion.zones import (
    NO_CARD,
    discard_aside,
    put_aside,
    put_in_hand,
    put_on_deck,
    put_on_discard,
    take_from_play,
    top_card,
    trash,
)


@rule
def do_rare_clause(table, state, frame, step, seat, me):
    op = step.op
    if op == DRAW_TO:
        draw_to(table, state, frame, step, seat, me)
    elif op == DIG:
        dig(table, state, step, seat, me)
        next_seat(table, frame, step)
    elif op == DUMP:
        if me.bag_size + me.top_size == 0:
            next_seat(table, frame, step)
        else:
            ask(state, MAY_DISCARD_DECK, seat)
    elif op == JUDGE:
        judge(table, state, frame, step, seat, me)
    elif op == RANSACK:
        ransack(table, state, frame, step, seat, me)
    elif op == TAKE:
        ask(state, TAKE_LOOT, seat)
    elif op == SORT:
        sort_top(table, state, frame, step, seat, me)
    elif op == FLIP:
        flip(table, state, frame, step, seat, me)
    elif op == TRASH_THIS:
        trash_this(table, state, frame, me)
        next_step(frame)
    elif op == RECALL:
        if me.discard_size == 0:
            next_seat(table, frame, step)
        else:
            ask(state, RECALL_CARD, seat)
    elif op == MERCHANT:
        state.merchants += step.n
        next_step(frame)


@rule
def draw_to(table, state, frame, step, seat, me):
    """Library: draw one card at a time; some may be set aside and are discarded at the end."""
    state.aside_of = seat
    while me.hand_size < step.n:
        card = top_card(state, me, seat)
        if card == NO_CARD:
            break
        if step.what != 0 and card_matches(table, step.what, card & CARD):
            put_aside(state, card & CARD if card & SEEN else card | UNSEEN)
            ask(state, SET_ASIDE, seat)
            return
        put_in_hand(me, card)
    discard_aside(state, me)
    next_seat(table, frame, step)


@rule
def dig(table, state, step, seat, me):
    """Adventurer: reveal cards until enough match."""
    matches = 0
    while matches < step.n:
        card = top_card(state, me, seat)
        if card == NO_CARD:
            break
        if card_matches(table, step.what, card & CARD):
            put_in_hand(me, card | SEEN)
            matches += 1
        else:
            put_aside(state, card & CARD)
    discard_aside(state, me)


@rule
def judge(table, state, frame, step, seat, me):
    """Spy: the player decides about the top card of a seat's deck."""
    card = top_card(state, me, seat)
    if card == NO_CARD:
        next_seat(table, frame, step)
        return
    put_aside(state, card & CARD)
    state.aside_of = seat
    ask(state, JUDGE_CARD, state.active)


@rule
def ransack(table, state, frame, step, seat, me):
    """Thief and Bandit: reveal the top cards of a deck, trash one that matches, discard the others."""
    state.aside_of = seat
    matches = 0
    for _ in range(step.n):
        card = top_card(state, me, seat)
        if card != NO_CARD:
            put_aside(state, card & CARD)
            matches += card_matches(table, step.what, card & CARD)
    if matches == 0:
        discard_aside(state, me)
        next_seat(table, frame, step)
        return
    ask(state, TRASH_ASIDE, seat if step.how & MAY else state.active)
    state.what = step.what


@rule
def sort_top(table, state, frame, step, seat, me):
    """Sentry: look at the top cards; trash, discard or keep each."""
    state.aside_of = seat
    for _ in range(step.n):
        card = top_card(state, me, seat)
        if card != NO_CARD:
            put_aside(state, card & CARD if card & SEEN else card | UNSEEN)
    if state.aside_size == 0:
        next_seat(table, frame, step)
    else:
        ask(state, SORT_CARD, seat)


@rule
def put_back(table, state, frame, step, me):
    """Put the remaining cards back on the deck, in an order that only their owner knows."""
    for k in range(1, state.aside_size):
        if (state.aside[k] ^ state.aside[0]) & CARD:
            ask(state, ORDER_CARDS, state.aside_of)
            return
    for k in range(state.aside_size):
        put_on_deck(me, state.aside[k])
        state.aside[k] = 0
    state.aside_size = 0
    next_seat(table, frame, step)


@rule
def flip(table, state, frame, step, seat, me):
    """Vassal: discard the top card; an Action may be played."""
    card = top_card(state, me, seat)
    if card != NO_CARD:
        put_on_discard(me, card & CARD)
        if card_matches(table, ACTION_CARD, card & CARD):
            ask(state, MAY_PLAY_CARD, seat)
            return
    next_seat(table, frame, step)


@rule
def trash_this(table, state, frame, me):
    if frame.gone == 0:
        frame.gone = 1
        take_from_play(state, frame.card)
        trash(table, state, me, frame.card)
