"""PatronFavorsBot: calls a patron whose favour it lacks whenever possible, otherwise makes a random move.

Without a call left it buys Tithe if that allows it to call such a patron. The published and the intended bot differ
only in their random generator.
"""

# mypy: ignore-errors

import sys

from ludus.core import rule
from ludus.core.memory import numbers_in
from ludus.games.tribute.bots.any_move import any_answer, any_move
from ludus.games.tribute.bots.classic import START, as_intended, as_published, take_dice
from ludus.games.tribute.bots.known_cards import contract_for, takes_sides
from ludus.games.tribute.moves import BUY, CALL, THING, VERB, legal
from ludus.games.tribute.patrons import standing
from ludus.games.tribute.redeal import hide
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import FREE
from ludus.games.tribute.table import CALL as CALL_EFFECT

NONE = -1


@rule
def begin(table, state, seed, params, memory, scratch):
    take_dice(params, memory, seed)


@rule
def choose(table, state, seat, params, memory, scratch):
    if state.asked != FREE:
        return any_answer(table, state, params, memory, scratch)
    moves = numbers_in(scratch.moves)
    n = legal(table, state, moves)
    move = favour_call(table, state, moves, n)
    if move == NONE and state.players[seat].calls == 0:
        move = useful_tithe(table, state, seat, moves, n, scratch)
    return move if move != NONE else any_move(table, state, memory, scratch)


@rule
def favour_call(table, state, moves, n):
    """First call of a patron that does not favour the caller."""
    for k in range(n):
        if moves[k] >> VERB << VERB == CALL and takes_sides(table, moves[k] & THING):
            at = 0
            while state.patrons[at] != moves[k] & THING:
                at += 1
            if standing(state, at) != 0:
                return moves[k] + 0
    return NONE


@rule
def useful_tithe(table, state, seat, moves, n, scratch):
    """Purchase of a card that gives a call, if it wins a favour; tested on a redeal."""
    calls = numbers_in(scratch.offer)
    for k in range(n):
        if moves[k] >> VERB << VERB == BUY and contract_for(table, state.card_of[moves[k] & THING], CALL_EFFECT):
            scratch.trial = state
            hide(table, scratch.trial, seat, START)
            apply(table, scratch.trial, moves[k])
            if favour_call(table, scratch.trial, calls, legal(table, scratch.trial, calls)) != NONE:
                return moves[k] + 0
    return NONE


WHAT = (sys.modules[__name__], "calls every patron whose favour it lacks, else any move", "PatronFavorsBot")
BOTS = (as_published("patron-favors", *WHAT), as_intended("patron-favors", *WHAT))
