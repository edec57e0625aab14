"""The rules of the contract, and their helpers."""

from ludus.core import rule
from ludus.core.random import random_below, seed_stream
from ludus.testing.example_games.magpies.state_and_options import (
    ALL_PLAYED,
    CAPACITY,
    CAT,
    HAND,
    KIND_COUNT,
    MAGPIE,
    PLAY,
    ROB,
    RUNNING,
    TAKE,
)


@rule
def start(data, state, seed):
    state.stream = seed_stream(seed)
    state.seats = data.seats
    for kind in range(KIND_COUNT):
        state.rest[kind] = data.copies[kind]
    for seat in range(data.seats):
        for _ in range(data.dealt):
            receive(state.hands[seat], any_of_rest(state), 1 << seat)


@rule
def any_of_rest(state):
    """Draw one of the face-down cards."""
    count = 0
    for kind in range(KIND_COUNT):
        count += state.rest[kind]
    k = random_below(state, count)
    kind = 0
    while k >= state.rest[kind]:
        k -= state.rest[kind]
        kind += 1
    state.rest[kind] -= 1
    return kind


@rule
def receive(hand, card, known):
    hand.cards[hand.count] = card
    hand.known[hand.count] = known
    hand.count += 1


@rule
def remove(hand, place):
    """Remove a card and clear the freed bytes: unused bytes must not remember a card."""
    hand.count -= 1
    for k in range(place, hand.count):
        hand.cards[k] = hand.cards[k + 1]
        hand.known[k] = hand.known[k + 1]
    hand.cards[hand.count] = 0
    hand.known[hand.count] = 0


@rule
def current_player(state):
    return state.stack[state.depth - 1].thief if state.depth else state.turn


@rule
def legal_moves(data, state, moves):
    if state.depth == 0:
        return each_place(moves, PLAY, state.hands[state.turn])
    top = state.stack[state.depth - 1]
    if top.kind == TAKE:
        return each_place(moves, TAKE, state.hands[top.victim])
    n = 0
    for seat in range(state.seats):
        if can_rob(state, top.thief, seat):
            moves[n] = ROB + seat
            n += 1
    return n


@rule
def each_place(moves, kind, hand):
    for place in range(hand.count):
        moves[place] = kind + place
    return hand.count


@rule
def can_rob(state, thief, seat):
    return seat != thief and state.hands[seat].count > 0


@rule
def apply(data, state, move):
    if state.depth == 0:
        play(data, state, move - PLAY)
    elif state.stack[state.depth - 1].kind == ROB:
        top = state.stack[state.depth - 1]
        top.kind = TAKE
        top.victim = move - ROB
    else:
        take(state, move - TAKE)
    settle(state)


@rule
def play(data, state, place):
    hand = state.hands[state.turn]
    card = hand.cards[place]
    remove(hand, place)
    state.piles[state.turn, card] += 1
    state.points[state.turn] += data.worth[card]
    if card == MAGPIE:
        for _ in range(data.thefts):
            push(state, ROB, state.turn, 0)


@rule
def take(state, place):
    thief, victim = state.stack[state.depth - 1].thief, state.stack[state.depth - 1].victim
    hand = state.hands[victim]
    card, known = hand.cards[place], hand.known[place]
    remove(hand, place)
    pop(state)
    if card == CAT:
        state.piles[victim, CAT] += 1
        push(state, TAKE, victim, thief)
    elif state.hands[thief].count == HAND:
        state.reason = CAPACITY
    else:
        receive(state.hands[thief], card, known | 1 << thief)


@rule
def push(state, kind, thief, victim):
    top = state.stack[state.depth]
    top.kind, top.thief, top.victim = kind, thief, victim
    state.depth += 1


@rule
def pop(state):
    state.depth -= 1
    top = state.stack[state.depth]
    top.kind, top.thief, top.victim = 0, 0, 0


@rule
def settle(state):
    """Drop decisions without any choice; then it is the next player's turn."""
    while state.depth > 0 and not answerable(state, state.stack[state.depth - 1]):
        pop(state)
    if state.depth == 0 and state.reason == RUNNING:
        pass_turn(state)


@rule
def answerable(state, pending):
    if pending.kind == TAKE:
        return state.hands[pending.victim].count > 0
    for seat in range(state.seats):
        if can_rob(state, pending.thief, seat):
            return True
    return False


@rule
def pass_turn(state):
    for k in range(1, state.seats + 1):
        seat = (state.turn + k) % state.seats
        if state.hands[seat].count > 0:
            state.turn = seat
            return
    state.reason = ALL_PLAYED


@rule
def end_reason(state):
    return state.reason


@rule
def payoff(state, seat):
    winners = 0
    for other in range(state.seats):
        if state.points[other] > state.points[seat]:
            return 0.0
        if state.points[other] == state.points[seat]:
            winners += 1
    return 1.0 / winners


@rule
def score(state, seat):
    return state.points[seat]


@rule
def resample_hidden(data, state, seat, seed):
    """Return cards that the seat does not know to the face-down ones, which have no order, and deal them again."""
    state.stream = seed_stream(seed)
    for other in range(state.seats):
        hand = state.hands[other]
        for place in range(hand.count):
            if not hand.known[place] >> seat & 1:
                state.rest[hand.cards[place]] += 1
    for other in range(state.seats):
        hand = state.hands[other]
        for place in range(hand.count):
            if not hand.known[place] >> seat & 1:
                hand.cards[place] = any_of_rest(state)
