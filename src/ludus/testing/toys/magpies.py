"""Magpies: a card game of theft for two to four players.

In turn, everybody plays one card from the hand. Copper, silver and gold are worth 1, 2 and 3 points to
whoever plays them. A magpie is worth nothing and steals `thefts` cards, one after the other: the thief
says whom to rob, then which of that player's cards to take, unseen. A stolen cat jumps back to its owner's
cards on the table, and its owner takes a card from the thief in return, before the magpie goes on. The game
ends when nobody has cards left; most points win, equals share.

Decisions that open further decisions stand on a small stack in the state; without one, whoever's turn it
is plays a card. Everybody sees where cards come from and go to, so each card knows who knows it.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

import msgspec

from ludus.core import Record, int16, plain, rule, uint8, uint64
from ludus.core.contract import Content, Game, Options
from ludus.core.errors import NotationError
from ludus.core.random import draw, seeded

MOST_SEATS, HAND, DEPTH = 4, 8, 4
KINDS = ("copper", "silver", "gold", "magpie", "cat")
MAGPIE, CAT = 3, 4
COPIES, WORTH = (6, 5, 4, 6, 4), (1, 2, 3, 0, 0)
KIND_COUNT = 5

RUNNING, ALL_PLAYED, CAPACITY = 0, 1, 2
PLAY, ROB, TAKE = 0, 16, 32  # a move is one of these, plus a place in a hand or a seat
WORDS = {PLAY: "play", ROB: "rob", TAKE: "take"}


class Settings(Options, frozen=True):
    seats: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 3
    dealt: Annotated[int, msgspec.Meta(ge=1, le=6)] = 5  # cards each
    thefts: Annotated[int, msgspec.Meta(ge=1, le=DEPTH)] = 2


class Table(Record):
    seats: uint8
    dealt: uint8
    thefts: uint8
    copies: uint8[KIND_COUNT]
    worth: uint8[KIND_COUNT]


class Hand(Record):
    count: uint8
    cards: uint8[HAND]
    known: uint8[HAND]  # bit p: seat p knows this card


class Pending(Record):
    kind: uint8  # ROB or TAKE
    thief: uint8
    victim: uint8


class State(Record):
    stream: uint64
    seats: uint8
    turn: uint8
    reason: uint8
    depth: uint8
    stack: Pending[DEPTH]
    hands: Hand[MOST_SEATS]
    piles: uint8[MOST_SEATS, KIND_COUNT]  # played by each seat
    rest: uint8[KIND_COUNT]  # never dealt, face down
    points: int16[MOST_SEATS]


def load(settings):
    table = Table.zeros()
    table["seats"], table["dealt"], table["thefts"] = settings.seats, settings.dealt, settings.thefts
    table["copies"], table["worth"] = COPIES, WORTH
    return Content(table, settings)


# Rules


@rule
def start(table, state, seed):
    state.stream = seeded(seed)
    state.seats = table.seats
    for kind in range(KIND_COUNT):
        state.rest[kind] = table.copies[kind]
    for seat in range(table.seats):
        for _ in range(table.dealt):
            receive(state.hands[seat], any_of_rest(state), 1 << seat)


@rule
def any_of_rest(state):
    """One of the face-down cards."""
    count = 0
    for kind in range(KIND_COUNT):
        count += state.rest[kind]
    k = draw(state, count)
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
    """Close the gap, and leave nothing behind: bytes nobody sees must not remember a card."""
    hand.count -= 1
    for k in range(place, hand.count):
        hand.cards[k] = hand.cards[k + 1]
        hand.known[k] = hand.known[k + 1]
    hand.cards[hand.count] = 0
    hand.known[hand.count] = 0


@rule
def decider(state):
    return state.stack[state.depth - 1].thief if state.depth else state.turn


@rule
def legal(table, state, moves):
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
def apply(table, state, move):
    if state.depth == 0:
        play(table, state, move - PLAY)
    elif state.stack[state.depth - 1].kind == ROB:
        top = state.stack[state.depth - 1]
        top.kind = TAKE
        top.victim = move - ROB
    else:
        take(state, move - TAKE)
    settle(state)


@rule
def play(table, state, place):
    hand = state.hands[state.turn]
    card = hand.cards[place]
    remove(hand, place)
    state.piles[state.turn, card] += 1
    state.points[state.turn] += table.worth[card]
    if card == MAGPIE:
        for _ in range(table.thefts):
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
    """Drop decisions that have nothing to choose from; then it is the next player's turn."""
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
def ended(state):
    return state.reason


@rule
def share(state, seat):
    winners = 0
    for other in range(state.seats):
        if state.points[other] > state.points[seat]:
            return 0.0
        if state.points[other] == state.points[seat]:
            winners += 1
    return 1.0 / winners


@rule
def points(state, seat):
    return state.points[seat]


@rule
def hide(table, state, seat, seed):
    """Cards that the seat does not know go back to the face-down ones, which have no order, and are dealt anew."""
    state.stream = seeded(seed)
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


# Texts and views


def pending_kind(state):
    return state.stack[state.depth - 1].kind if state.depth else PLAY


def write_move(content, state, move):
    kind = pending_kind(state)
    return f"{WORDS[kind]} {move - kind}"


def read_move(content, state, text):
    kind = pending_kind(state)
    word, _, number = text.strip().partition(" ")
    if word != WORDS[kind] or not (number.isascii() and number.isdigit() and len(number) == 1):
        raise NotationError(f"the move now is '{WORDS[kind]}' and a number, such as '{WORDS[kind]} 0', not {text!r}")
    return kind + int(number)


def validate(content, state):
    """A position from outside: whole hands, a stack that can be answered, and no card lost or made."""
    table = Table.over(content.table)
    checks = {
        "seats": state.seats == table.seats,
        "turn": state.turn < table.seats,
        "reason": state.reason <= CAPACITY,
        "hands": all(_is_hand(state.hands[p], p, table.seats) for p in range(MOST_SEATS)),
    }
    if all(checks.values()):
        checks["stack"] = _is_stack(state)
        checks["cards"] = _count_cards(state) == [*table.copies] or state.reason == CAPACITY
        checks["points"] = all(state.points[p] == _worth(table, state, p) for p in range(MOST_SEATS))
        checks["reason"] = state.reason == CAPACITY or (state.reason == RUNNING) == any(h.count for h in state.hands)
    for name, holds in checks.items():
        if not holds:
            raise NotationError(f"{name}: no game of magpies comes to this position")


def _is_hand(hand, owner, seats):
    count = hand.count if owner < seats else 0
    held = all(hand.cards[k] < KIND_COUNT and hand.known[k] >> owner & 1 for k in range(min(count, HAND)))
    return hand.count == count <= HAND and held and not any(hand.known[count:]) and not any(hand.cards[count:])


def _is_stack(state):
    """Decisions are between different players, and the one on top has something to choose from."""
    if state.depth == 0:
        return state.reason != RUNNING or state.hands[state.turn].count > 0
    if state.depth > DEPTH:
        return False
    for k in range(DEPTH):
        pending = state.stack[k]
        if k >= state.depth:
            fits = not (pending.kind or pending.thief or pending.victim)
        else:
            seated = max(pending.thief, pending.victim) < state.seats
            fits = seated and (pending.kind == ROB or (pending.kind == TAKE and pending.thief != pending.victim))
        if not fits:
            return False
    return plain(answerable)(state, state.stack[state.depth - 1])


def _count_cards(state):
    counts = [*state.rest]
    for p in range(MOST_SEATS):
        for kind in range(KIND_COUNT):
            counts[kind] += state.piles[p, kind]
        for k in range(state.hands[p].count):
            counts[state.hands[p].cards[k]] += 1
    return counts


def _worth(table, state, seat):
    return sum(table.worth[kind] * state.piles[seat, kind] for kind in range(KIND_COUNT))


def view(content, state, seat):
    return {
        "seat": seat,
        "turn": state.turn,
        "hands": [_hand(state.hands[p], seat) for p in range(state.seats)],
        "piles": [_pile(state, p) for p in range(state.seats)],
        "points": [state.points[p] for p in range(state.seats)],
        "undealt": sum(state.rest),
        "pending": [_pending(state.stack[k]) for k in range(state.depth)],
    }


def _hand(hand, seat):
    """The cards of a hand as a seat knows them, and who else knows them."""
    cards = []
    for place in range(hand.count):
        known = hand.known[place]
        name = KINDS[hand.cards[place]] if known >> seat & 1 else "?"
        cards.append({"card": name, "known to": [p for p in range(MOST_SEATS) if known >> p & 1]})
    return cards


def _pile(state, seat):
    return {KINDS[kind]: state.piles[seat, kind] for kind in range(KIND_COUNT) if state.piles[seat, kind]}


def _pending(pending):
    decision = {"decision": WORDS[pending.kind], "thief": pending.thief}
    return decision | {"victim": pending.victim} if pending.kind == TAKE else decision


game = Game(
    name="magpies",
    title="Magpies",
    summary="A card game of theft: whom to rob, which card to take, and whose cat scratches back",
    version="1",
    seats=(2, MOST_SEATS),
    reasons=("running", "all played", "capacity"),
    most_moves=HAND,
    table=Table,
    state=State,
    rules=sys.modules[__name__],  # this file
    load=load,
    view=view,
    options=Settings,
    write_move=write_move,
    read_move=read_move,
    validate=validate,
)
