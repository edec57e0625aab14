"""Bot that buys at random: a randomised treatment by which the value of cards and patrons is measured.

It plays all its cards, knocks out the agents it can, and then buys and calls. Whenever it takes a card of the row, each
card that it may take is equally likely; the same holds for patrons. A player who took a card therefore differs only by
chance from a player who could have taken it and took another, and the difference in wins is the effect of the card. In
choices of cards it gives up the cheapest and keeps the most expensive; a deck is better without cards of cost 0.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, int64, rule
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotSpec, StreamMemory
from ludus.core.random import random_below, seed_stream
from ludus.games.tribute.move_bits import ACTIVATE, ATTACK, BUY, CALL, END_TURN, PLAY, STOP, thing_of, verb_of
from ludus.games.tribute.moves import MAX_MOVES, legal_moves
from ludus.games.tribute.state import (
    ACQUIRE,
    BANISH,
    CHOOSE_SIDE,
    DESTROY,
    DONATE,
    DRAFT_PATRON,
    FREE,
    HEALTH,
    KNOCK_OUT,
    RALLY,
    RECALL,
    RECALL_AGENT,
    REPLACE,
    SELL,
    TOSS,
)
from ludus.games.tribute.zones import find_piece

NONE = -1
LATE = 20  # prestige from which a good card is sold for more of it


class Scratch(Record):
    moves: int64[MAX_MOVES]


@rule
def begin(data, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    if n == 1:
        return moves[0]
    if state.asked == FREE:
        return free_move(data, state, memory, moves, n)
    return answer(data, state, memory, moves, n)


@rule
def free_move(data, state, memory, moves, n):
    """Cards and agents first, then attacks, then random purchases and calls while affordable."""
    if verb_of(moves[0]) in (PLAY, ACTIVATE):
        return moves[0]
    at = best_attack(data, state, moves, n)
    if at != NONE:
        return moves[at]
    cards, calls = count_verb(moves, n, BUY), count_verb(moves, n, CALL)
    if cards + calls == 0:
        return END_TURN
    if calls == 0 or (cards != 0 and random_below(memory, 2) == 0):
        return moves[first_of(moves, n, BUY) + random_below(memory, cards)]
    return moves[first_of(moves, n, CALL) + random_below(memory, calls)]


@rule
def best_attack(data, state, moves, n):
    """Index of the attack on the most expensive agent that the power can knock out."""
    me, rival = state.players[state.active], state.players[1 - state.active]
    best = NONE
    for k in range(n):
        if verb_of(moves[k]) == ATTACK:
            at = find_piece(rival.agents, rival.agent_count, thing_of(moves[k]))
            if rival.health[at] & HEALTH <= me.power:
                if best == NONE or cost_of(data, state, moves[k]) > cost_of(data, state, moves[best]):
                    best = k
    return best


@rule(inline=True)
def count_verb(moves, n, verb):
    count = 0
    for k in range(n):
        if verb_of(moves[k]) == verb:
            count += 1
    return count


@rule(inline=True)
def first_of(moves, n, verb):
    k = 0
    while k < n and verb_of(moves[k]) != verb:
        k += 1
    return k


@rule
def answer(data, state, memory, moves, n):
    """Answer to the open question; where stopping is legal, it is the first move."""
    question = state.asked + 0
    if question in (CHOOSE_SIDE, DRAFT_PATRON):
        return moves[random_below(memory, n)]
    first = 1 if moves[0] == STOP else 0
    if question == ACQUIRE:
        return moves[first + random_below(memory, n - first)]
    if question == REPLACE:
        return STOP
    dearest = question in (RECALL, RECALL_AGENT, RALLY, KNOCK_OUT, BANISH)
    if question == SELL:
        dearest = state.players[state.active].prestige >= LATE
    at = extreme_by_cost(data, state, moves, first, n, dearest)
    if question in (DESTROY, TOSS, DONATE) and first == 1 and cost_of(data, state, moves[at]) != 0:
        return STOP
    return moves[at]


@rule
def extreme_by_cost(data, state, moves, first, n, dearest):
    """Index of the first of the most expensive or of the cheapest cards in a list."""
    best = first
    for k in range(first + 1, n):
        cost, least = cost_of(data, state, moves[k]), cost_of(data, state, moves[best])
        if cost > least if dearest else cost < least:
            best = k
    return best


@rule(inline=True)
def cost_of(data, state, move):
    return data.cards[state.card_of[thing_of(move)]].cost


bot = BotSpec(
    name="shopper",
    summary="plays all its cards, then buys and calls at random: for measuring cards and patrons",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=StreamMemory,
)
