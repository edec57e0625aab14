"""A game for the tests: three seats vote in secret, one after the other, and the only seat with its vote wins.

With `alarm`, a bell tells the last one whether both others voted 2. No single vote rings it, so looking at one vote
at a time cannot find out that the last seat knows something.
"""

import sys

from ludus.core import Record, rule, uint8, uint64
from ludus.core.game import Content, Game, Options
from ludus.core.random import random_below, seed_stream


class Settings(Options, frozen=True):
    alarm: bool = False


class GameData(Record):
    alarm: uint8


class State(Record):
    stream: uint64
    votes: uint8[3]  # 1 or 2, 0 before
    count: uint8
    reason: uint8


def load(settings):
    data = GameData.zeros()
    data["alarm"] = settings.alarm
    return Content(data, settings)


@rule
def start(data, state, seed):
    state.stream = seed_stream(seed)


@rule
def current_player(state):
    return min(int(state.count), 2)


@rule
def legal_moves(data, state, moves):
    moves[0] = 1
    moves[1] = 2
    return 2


@rule
def apply(data, state, move):
    state.votes[state.count] = move
    state.count += 1
    if state.count == 3:
        state.reason = 1


@rule
def end_reason(state):
    return state.reason


@rule
def payoff(state, seat):
    alone = 3
    for one in range(3):
        if state.votes[one] != state.votes[(one + 1) % 3] and state.votes[one] != state.votes[(one + 2) % 3]:
            alone = one
    if alone == 3:
        return 1.0 / 3.0
    return 1.0 if alone == seat else 0.0


@rule
def score(state, seat):
    return state.votes[seat]


@rule
def resample_hidden(data, state, seat, seed):
    state.stream = seed_stream(seed)
    if state.reason != 0 or (seat == 2 and rings(data, state)):
        return
    for other in range(state.count):
        if other != seat:
            state.votes[other] = 1 + random_below(state, 2)
    if seat == 2 and rings(data, state):
        state.votes[random_below(state, 2)] = 1


@rule
def rings(data, state):
    return data.alarm != 0 and state.count == 2 and state.votes[0] == 2 and state.votes[1] == 2


def view(content, state, seat):
    over = state.reason != 0
    alarm = GameData.over(content.data).alarm
    return {
        "votes": [state.votes[p] if over or p == seat else None for p in range(3)],
        "voted": state.count,
        "alarm": bool(seat == 2 and alarm and state.count == 2 and state.votes[0] == state.votes[1] == 2),
    }


def tell(content, state, move, seat):
    return seat == min(state.count, 2)


game = Game(
    name="votes",
    title="Votes",
    summary="Three vote in secret; whoever is alone wins",
    version="1",
    seats=(3, 3),
    end_reasons=("running", "all voted"),
    max_moves=2,
    data=GameData,
    state=State,
    rules=sys.modules[__name__],
    load=load,
    observation=view,
    options=Settings,
    is_move_visible=tell,
)
