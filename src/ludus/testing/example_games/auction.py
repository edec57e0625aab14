"""Auction: two players bid secretly, at the same time, for one prize per round.

Both hold the cards 1 to `cards`. Every round a prize is turned up, worth its number. Each player bids one card; the
higher bid takes the prize, equal bids take nothing. Both cards are discarded. Most prize points win.

Secret picks are two decisions in a row: seat 0 bids first, and `observation`, `is_move_visible` and
`resample_hidden` conceal it until seat 1 has bid, too. The order of the prizes to come is hidden as well.
"""

import sys
from typing import Annotated

import msgspec

from ludus.core import Record, int16, rule, uint8, uint16, uint64
from ludus.core.game import Content, Game, Notation, Options, Rendering
from ludus.core.random import random_below, seed_stream
from ludus.util.errors import NotationError

MAX_CARDS = 13
RUNNING, ALL_SOLD = 0, 1
NONE = 0  # no bid yet


class AuctionOptions(Options, frozen=True):
    cards: Annotated[int, msgspec.Meta(ge=2, le=MAX_CARDS)] = 6


class GameData(Record):
    cards: uint8


class State(Record):
    stream: uint64
    hands: uint16[2]  # bit c: the card c is still held; a card that is bid stays until both have bid
    points: int16[2]
    cards: uint8
    round: uint8
    reason: uint8
    bids: uint8[2]
    last: uint8[2]  # the bids of the round before
    prizes: uint8[MAX_CARDS]  # in the order they are turned up


def load(settings):
    data = GameData.zeros()
    data["cards"] = settings.cards
    return Content(data, settings)


# Rules


@rule
def start(data, state, seed):
    state.stream = seed_stream(seed)
    state.cards = data.cards
    for seat in range(2):
        state.hands[seat] = (2 << data.cards) - 2
    shuffle_prizes(state, 0)


@rule
def shuffle_prizes(state, first):
    """Deal the prizes from an index on: first into a fixed order that reveals nothing, then at random."""
    dealt = 0
    for k in range(first):
        dealt |= 1 << state.prizes[k]
    n = first
    for prize in range(1, state.cards + 1):
        if not dealt >> prize & 1:
            state.prizes[n] = prize
            n += 1
    for k in range(state.cards - 1, first, -1):
        other = first + random_below(state, k - first + 1)
        prize = state.prizes[k]
        state.prizes[k] = state.prizes[other]
        state.prizes[other] = prize


@rule
def current_player(state):
    return 0 if state.bids[0] == NONE else 1


@rule
def legal_moves(data, state, moves):
    hand = state.hands[current_player(state)]
    n = 0
    for card in range(1, state.cards + 1):
        if hand >> card & 1:
            moves[n] = card
            n += 1
    return n


@rule
def apply(data, state, move):
    state.bids[current_player(state)] = move
    if state.bids[1] != NONE:
        sell(state)


@rule
def sell(state):
    prize = state.prizes[state.round]
    if state.bids[0] > state.bids[1]:
        state.points[0] += prize
    elif state.bids[1] > state.bids[0]:
        state.points[1] += prize
    for seat in range(2):
        state.hands[seat] &= ~(1 << state.bids[seat])
        state.last[seat] = state.bids[seat]
        state.bids[seat] = NONE
    state.round += 1
    if state.round == state.cards:
        state.reason = ALL_SOLD


@rule
def end_reason(state):
    return state.reason


@rule
def payoff(state, seat):
    if state.points[0] == state.points[1]:
        return 0.5
    return 1.0 if state.points[seat] > state.points[1 - seat] else 0.0


@rule
def score(state, seat):
    return state.points[seat]


@rule
def resample_hidden(data, state, seat, seed):
    state.stream = seed_stream(seed)
    if seat != 0 and state.bids[0] != NONE:
        state.bids[0] = any_card(state, state.hands[0])
    if state.reason == RUNNING:
        shuffle_prizes(state, state.round + 1)


@rule
def any_card(state, hand):
    held = 0
    for card in range(1, state.cards + 1):
        held += hand >> card & 1
    k = random_below(state, held)
    for card in range(1, state.cards + 1):
        k -= hand >> card & 1
        if k < 0:
            return card
    return NONE


# Texts, views, pictures


def write_move(content, state, move):
    return f"bid {move}"


def read_move(content, state, text):
    word, _, card = text.strip().partition(" ")
    if word != "bid" or not (card.isascii() and card.isdigit() and len(card) <= 2):
        raise NotationError(f"a move is 'bid' and a card, such as 'bid 3', not {text!r}")
    return int(card)


def validate(content, state):
    """Check a position from outside: prizes and hands must fit the number of rounds played."""
    cards = GameData.over(content.data).cards
    deck = list(range(1, cards + 1))
    hands = [[card for card in range(16) if state.hands[p] >> card & 1] for p in range(2)]
    sold = state.round if state.round <= cards else 0
    fits = (
        state.cards == cards
        and sold == state.round
        and state.reason == (ALL_SOLD if sold == cards else RUNNING)
        and sorted(state.prizes[:cards]) == deck
        and not any(state.prizes[cards:])
        and all(set(hand) <= set(deck) and len(hand) == cards - sold for hand in hands)
        and (state.bids[0] == NONE or state.bids[0] in hands[0])
        and state.bids[1] == NONE
        and all(state.last[p] in (set(deck) - set(hands[p]) if sold else {NONE}) for p in range(2))
        and min(state.points) >= 0
        and sum(state.points) <= sum(state.prizes[:sold])
    )
    if not fits:
        raise NotationError("no auction comes to this position")


def is_move_visible(content, state, move, seat):
    """The first bid of a round is secret; the second one reveals both."""
    mover = 0 if state.bids[0] == NONE else 1
    return mover == 1 or seat == mover


def observation(content, state, seat):
    return {
        "seat": seat,
        "round": state.round,
        "prize": state.prizes[state.round] if state.reason == RUNNING else None,
        "sold": [state.prizes[k] for k in range(state.round)],
        "hands": [[card for card in range(1, state.cards + 1) if state.hands[p] >> card & 1] for p in range(2)],
        "bids": [_bid(state, p, seat) for p in range(2)],
        "last": list(state.last) if state.round else None,
        "points": list(state.points),
    }


def _bid(state, owner, seat):
    """A bid as a seat sees it; seat None sees everything."""
    if state.bids[owner] == NONE:
        return None
    return state.bids[owner] if seat in (owner, None) else "?"


def describe(content, state, seat):
    lines = [f"prize {state.prizes[state.round] if state.reason == RUNNING else '-'}"]
    for p in range(2):
        bid = _bid(state, p, seat)
        lines.append(f"player {p + 1}: {state.points[p]} points, bid {'-' if bid is None else bid}")
    return "\n".join(lines)


def svg(content, state, seat):
    words = describe(content, state, seat).splitlines()
    lines = "".join(f'<text x="8" y="{20 * k + 20}">{word}</text>' for k, word in enumerate(words))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80">{lines}</svg>'


game = Game(
    name="auction",
    title="Auction",
    summary="Two players bid secretly for prizes, one card a round",
    version="1",
    seats=(2, 2),
    end_reasons=("running", "all sold"),
    max_moves=MAX_CARDS,
    largest_move=MAX_CARDS,
    data=GameData,
    state=State,
    rules=sys.modules[__name__],  # this file
    load=load,
    observation=observation,
    options=AuctionOptions,
    is_move_visible=is_move_visible,
    validate=validate,
    notation=Notation(write_move=write_move, read_move=read_move),
    rendering=Rendering(svg=svg, describe=describe),
)
