"""Savings: a game for two in which the best turn takes two moves, and the first of them looks bad.

A turn is to spend (1 point), or to save (costs 1 point) and then to cash (5 points). Which of two purses is cashed
makes no difference. Nothing is hidden and nothing is random. The game names features, and says which purses are alike.
"""

import sys

from ludus.core import Record, int16, rule, uint8
from ludus.core.game import Content, Features, Game, Options

ROUNDS = 3
SPEND, SAVE, CASH = 0, 1, 2  # CASH and CASH + 1: one purse or the other
RUNNING, DONE = 0, 1
FEATURES = ("mine", "theirs", "saved")


class GameData(Record):
    rounds: uint8


class State(Record):
    turn: uint8
    saved: uint8
    round: uint8
    reason: uint8
    rounds: uint8
    points: int16[2]


def load(options):
    data = GameData.zeros()
    data["rounds"] = ROUNDS
    return Content(data, options)


@rule
def start(data, state, seed):
    state.rounds = data.rounds


@rule
def current_player(state):
    return state.turn


@rule
def legal_moves(data, state, moves):
    moves[0], moves[1] = (CASH, CASH + 1) if state.saved else (SPEND, SAVE)
    return 2


@rule
def apply(data, state, move):
    if move == SAVE:
        state.points[state.turn] -= 1
        state.saved = 1
        return
    state.points[state.turn] += 1 if move == SPEND else 5
    state.saved = 0
    state.round += state.turn
    state.turn = 1 - state.turn
    if state.round == state.rounds:
        state.reason = DONE


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
    pass


@rule
def features(data, state, seat, values):
    values[0] = state.points[seat]
    values[1] = state.points[1 - seat]
    values[2] = state.saved


@rule
def canonical_move(data, state, move):
    return CASH if move == CASH + 1 else move


def observation(content, state, seat):
    return {"points": list(state.points), "saved": bool(state.saved), "turn": state.turn}


game = Game(
    name="savings",
    title="Savings",
    summary="Spend at once, or save and cash",
    version="1",
    seats=(2, 2),
    end_reasons=("running", "done"),
    max_moves=2,
    data=GameData,
    state=State,
    rules=sys.modules[__name__],
    load=load,
    observation=observation,
    options=Options,
    features=Features(FEATURES),
)
