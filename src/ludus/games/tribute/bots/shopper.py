"""A player that shops at random: the ruler by which cards and patrons are measured.

It plays all its cards, knocks out what it can, and then buys and calls: whenever it takes a card of the row, each that
it may take is as likely as any other, and so with patrons. Whoever took a card then differs by chance alone from
whoever could have taken it and took another, and what it wins more is due to the card. Where cards have to be chosen
it lets go of the cheapest and keeps the dearest; cards that cost nothing are what a deck is better off without.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, int64, rule
from ludus.core.bot import Bot, Stream
from ludus.core.memory import numbers_in
from ludus.core.random import draw, seeded
from ludus.games.tribute.moves import ACTIVATE, ATTACK, BUY, CALL, END_TURN, MOST_MOVES, PLAY, STOP, THING, VERB, legal
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
from ludus.games.tribute.zones import find

NONE = -1
LATE = 20  # prestige from which a good card is sold for more of it


class Scratch(Record):
    moves: int64[MOST_MOVES]


@rule
def begin(table, state, seed, params, memory, scratch):
    memory.stream = seeded(seed)


@rule
def choose(table, state, seat, params, memory, scratch):
    moves = numbers_in(scratch.moves)
    n = legal(table, state, moves)
    if n == 1:
        return moves[0]
    if state.asked == FREE:
        return free_move(table, state, memory, moves, n)
    return answer(table, state, memory, moves, n)


@rule
def free_move(table, state, memory, moves, n):
    """Cards and agents, then attacks, then cards of the row or patrons as long as there is anything to pay with."""
    if moves[0] >> VERB << VERB in (PLAY, ACTIVATE):
        return moves[0]
    at = best_attack(table, state, moves, n)
    if at != NONE:
        return moves[at]
    cards, calls = count_verb(moves, n, BUY), count_verb(moves, n, CALL)
    if cards + calls == 0:
        return END_TURN
    if calls == 0 or (cards != 0 and draw(memory, 2) == 0):
        return moves[first_of(moves, n, BUY) + draw(memory, cards)]
    return moves[first_of(moves, n, CALL) + draw(memory, calls)]


@rule
def best_attack(table, state, moves, n):
    """The dearest agent that the power is enough for."""
    me, rival = state.players[state.active], state.players[1 - state.active]
    found = NONE
    for k in range(n):
        if moves[k] >> VERB << VERB == ATTACK:
            at = find(rival.agents, rival.agent_count, moves[k] & THING)
            if rival.health[at] & HEALTH <= me.power:
                if found == NONE or cost_of(table, state, moves[k]) > cost_of(table, state, moves[found]):
                    found = k
    return found


@rule(inline=True)
def count_verb(moves, n, verb):
    count = 0
    for k in range(n):
        if moves[k] >> VERB << VERB == verb:
            count += 1
    return count


@rule(inline=True)
def first_of(moves, n, verb):
    k = 0
    while k < n and moves[k] >> VERB << VERB != verb:
        k += 1
    return k


@rule
def answer(table, state, memory, moves, n):
    """To whatever is asked; where one may stop, that is the first move."""
    asked = state.asked + 0
    if asked in (CHOOSE_SIDE, DRAFT_PATRON):
        return moves[draw(memory, n)]
    first = 1 if moves[0] == STOP else 0
    if asked == ACQUIRE:
        return moves[first + draw(memory, n - first)]
    if asked == REPLACE:
        return STOP
    dearest = asked in (RECALL, RECALL_AGENT, RALLY, KNOCK_OUT, BANISH)
    if asked == SELL:
        dearest = state.players[state.active].prestige >= LATE
    at = by_cost(table, state, moves, first, n, dearest)
    if asked in (DESTROY, TOSS, DONATE) and first == 1 and cost_of(table, state, moves[at]) != 0:
        return STOP
    return moves[at]


@rule
def by_cost(table, state, moves, first, n, dearest):
    """The first of the dearest or of the cheapest cards in a list."""
    found = first
    for k in range(first + 1, n):
        cost, least = cost_of(table, state, moves[k]), cost_of(table, state, moves[found])
        if cost > least if dearest else cost < least:
            found = k
    return found


@rule(inline=True)
def cost_of(table, state, move):
    return table.cards[state.card_of[move & THING]].cost


bot = Bot(
    name="shopper",
    summary="plays what it has, then buys and calls at random: for measuring cards and patrons",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Stream,
)
