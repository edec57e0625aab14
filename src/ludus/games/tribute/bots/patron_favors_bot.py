"""PatronFavorsBot: calls a patron whose favour it lacks whenever possible, otherwise makes a random move.

Without a call left it buys Tithe if that allows it to call such a patron. The published and the intended bot differ
only in their random generator.
"""

# mypy: ignore-errors

import sys

from ludus.core import rule
from ludus.core.compile.intrinsics import ints_in
from ludus.games.tribute.bots.card_recognition import contract_amount, takes_sides
from ludus.games.tribute.bots.random_bots import random_answer, random_move
from ludus.games.tribute.bots.sot_bot_options_and_random import (
    PUBLISHED_SEED,
    intended_bot,
    published_bot,
    seed_generator,
)
from ludus.games.tribute.game_data_records import CALL as CALL_EFFECT
from ludus.games.tribute.move_bits import BUY, CALL, thing_of, verb_of
from ludus.games.tribute.moves import legal_moves
from ludus.games.tribute.patrons import standing
from ludus.games.tribute.resampling import resample_hidden
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import FREE
from ludus.games.tribute.state_copy import copy_state

NONE = -1


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.asked != FREE:
        return random_answer(data, state, params, memory, scratch)
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    move = favour_call(data, state, moves, n)
    if move == NONE and state.players[seat].calls == 0:
        move = useful_tithe(data, state, seat, moves, n, scratch)
    return move if move != NONE else random_move(data, state, memory, scratch)


@rule
def favour_call(data, state, moves, n):
    """First call of a patron that does not favour the caller."""
    for k in range(n):
        if verb_of(moves[k]) == CALL and takes_sides(data, thing_of(moves[k])):
            at = 0
            while state.patrons[at] != thing_of(moves[k]):
                at += 1
            if standing(state, at) != 0:
                return moves[k] + 0
    return NONE


@rule
def useful_tithe(data, state, seat, moves, n, scratch):
    """Purchase of a card that gives a call, if it wins a favour; tested on a redeal."""
    calls = ints_in(scratch.offer)
    for k in range(n):
        if verb_of(moves[k]) == BUY and contract_amount(data, state.card_of[thing_of(moves[k])], CALL_EFFECT):
            copy_state(scratch.trial, state)
            resample_hidden(data, scratch.trial, seat, PUBLISHED_SEED)
            apply(data, scratch.trial, moves[k])
            if favour_call(data, scratch.trial, calls, legal_moves(data, scratch.trial, calls)) != NONE:
                return moves[k] + 0
    return NONE


WHAT = (sys.modules[__name__], "calls every patron whose favour it lacks, else any move", "PatronFavorsBot")
BOTS = (published_bot("patron-favors", *WHAT), intended_bot("patron-favors", *WHAT))
