"""Stalls: two players take fruit from a market, and sell when their stall is full.

Three fruits are on offer, each of a colour and a size from 1 to 3. A player with space in the stall takes one, and a
new one comes out of a sack. A player whose stall is full sells one for as many coins as its size. After `rounds` turns
each, coins, sizes and two for every colour in the stall are added up; most points win.

It is an example of evaluation features: features of the position, pieces (fruit in the stalls) with features of their
own, and prospects (fruit on offer) that are evaluated like pieces. Its schema.py is an example of declared types.
"""

import sys
from pathlib import Path
from typing import Annotated

import msgspec

from ludus.core import Record, int16, rule, uint8, uint64
from ludus.core.game import Content, EvaluationHints, Features, Game, Notation, Options
from ludus.core.random import random_below, seed_stream
from ludus.util.errors import NotationError

ROOM, OFFERED, COLOURS, SIZES = 3, 3, 3, 3
RUNNING, CLOSED = 0, 1
TAKE, SELL = 0, 8  # and a place
COLOUR_WORTH = 2

STATE = ("my_coins", "opp_coins", "turns_left")
PIECE = ("size", "red", "green", "blue")


class StallsOptions(Options, frozen=True):
    rounds: Annotated[int, msgspec.Meta(ge=1, le=50)] = 6


class GameData(Record):
    rounds: uint8


class State(Record):
    stream: uint64
    coins: int16[2]
    turn: uint8
    left: uint8  # turns still to come, of both players
    reason: uint8
    offer: uint8[OFFERED]  # fruit: 1 + colour + COLOURS * (size - 1); 0 is none
    stalls: uint8[2, ROOM]


def load(settings):
    data = GameData.zeros()
    data["rounds"] = settings.rounds
    return Content(data, settings)


# Rules


@rule
def start(data, state, seed):
    state.stream = seed_stream(seed)
    state.left = 2 * data.rounds
    for k in range(OFFERED):
        state.offer[k] = 1 + random_below(state, COLOURS * SIZES)


@rule
def current_player(state):
    return state.turn


@rule
def free_place(state, seat):
    """The first free index of the stall; ROOM if it is full."""
    for k in range(ROOM):
        if state.stalls[seat, k] == 0:
            return k
    return ROOM


@rule
def legal_moves(data, state, moves):
    first = TAKE if free_place(state, state.turn) < ROOM else SELL
    for k in range(ROOM):
        moves[k] = first + k
    return ROOM


@rule
def apply(data, state, move):
    seat = state.turn
    if move >= SELL:
        state.coins[seat] += size(state.stalls[seat, move - SELL])
        state.stalls[seat, move - SELL] = 0
    else:
        state.stalls[seat, free_place(state, seat)] = state.offer[move]
        state.offer[move] = 1 + random_below(state, COLOURS * SIZES)
    state.turn = 1 - seat
    state.left -= 1
    if state.left == 0:
        state.reason = CLOSED


@rule
def size(fruit):
    return (fruit - 1) // COLOURS + 1


@rule
def colour(fruit):
    return (fruit - 1) % COLOURS


@rule
def end_reason(state):
    return state.reason


@rule
def score(state, seat):
    total = int(state.coins[seat])
    colours = 0
    for k in range(ROOM):
        if state.stalls[seat, k]:
            total += size(state.stalls[seat, k])
            colours |= 1 << colour(state.stalls[seat, k])
    for k in range(COLOURS):
        total += COLOUR_WORTH * (colours >> k & 1)
    return total


@rule
def payoff(state, seat):
    mine, theirs = score(state, seat), score(state, 1 - seat)
    return 0.5 if mine == theirs else 1.0 if mine > theirs else 0.0


@rule
def resample_hidden(data, state, seat, seed):
    state.stream = seed_stream(seed)  # what comes out of the sack next


# Features for evaluation functions


@rule
def features(data, state, seat, values):
    situation(data, state, seat, values)
    for k in range(ROOM):
        add_up(state.stalls[seat, k], 1, values)
        add_up(state.stalls[1 - seat, k], -1, values)


@rule
def add_up(fruit, sign, values):
    if fruit:
        values[len(STATE)] += sign * size(fruit)
        values[len(STATE) + 1 + colour(fruit)] += sign


@rule
def situation(data, state, seat, values):
    values[0] = state.coins[seat]
    values[1] = state.coins[1 - seat]
    values[2] = state.left


@rule
def pieces(data, state, seat, keys):
    n = 0
    for k in range(ROOM):
        for owner in range(2):
            if state.stalls[owner, k]:
                keys[n] = state.stalls[owner, k] * (1 if owner == seat else -1)
                n += 1
    return n


@rule
def piece_features(key, values):
    values[0] = size(key)
    for k in range(COLOURS):
        values[1 + k] = int(colour(key) == k)


@rule
def prospect(data, state, move):
    return int(state.offer[move]) if move < SELL else 0


# Texts and views


def write_move(content, state, move):
    return f"take {move}" if move < SELL else f"sell {move - SELL}"


def read_move(content, state, text):
    word, _, place = text.strip().partition(" ")
    if word not in ("take", "sell") or place not in ("0", "1", "2"):
        raise NotationError(f"a move is 'take' or 'sell' and a place from 0 to 2, such as 'take 1', not {text!r}")
    return int(place) + (TAKE if word == "take" else SELL)


def validate(content, state):
    """Check a position from outside: valid fruit, turns in order, and coins that so many sales can bring."""
    most = 2 * GameData.over(content.data).rounds
    checks = {
        "left": state.left <= most and state.left % 2 == state.turn,
        "turn": state.turn < 2,
        "reason": state.reason == (CLOSED if state.left == 0 else RUNNING),
        "offer": all(1 <= fruit <= COLOURS * SIZES for fruit in state.offer),
        "stalls": all(state.stalls[p, k] <= COLOURS * SIZES for p in range(2) for k in range(ROOM)),
        "coins": all(0 <= coins <= SIZES * most for coins in state.coins),
    }
    for name, holds in checks.items():
        if not holds:
            raise NotationError(f"{name}: no game of stalls can reach this position")


def observation(content, state, seat):
    return {
        "seat": seat,
        "turn": state.turn,
        "turns left": state.left,
        "offer": list(state.offer),
        "stalls": [[state.stalls[p, k] for k in range(ROOM)] for p in range(2)],
        "coins": list(state.coins),
    }


def schema():
    """Declared types; imported on first use."""
    from ludus.testing.example_games.stalls.schema import SCHEMA

    return SCHEMA


game = Game(
    name="stalls",
    title="Stalls",
    summary="Two players take fruit from a market and sell what they have no room for",
    version="1",
    seats=(2, 2),
    end_reasons=("running", "closed"),
    max_moves=ROOM,
    largest_move=SELL + ROOM - 1,
    data=GameData,
    state=State,
    rules=sys.modules[__name__],  # this file
    load=load,
    observation=observation,
    options=StallsOptions,
    validate=validate,
    notation=Notation(write_move=write_move, read_move=read_move),
    features=Features(
        names=(*STATE, *PIECE),
        piece_names=PIECE,
        max_pieces=2 * ROOM,
        hints=EvaluationHints(weights=Path(__file__).parent / "weights.json"),
    ),
    schema=schema,
)
