"""Decision tree that buys at random: a second randomised treatment for cards and patrons, with different play.

It decides as the decision tree whether to take a card of the row and whether to call a patron, but chooses which one at
random, all available ones equally likely.
"""

# mypy: ignore-errors

import types

from ludus.core import rule
from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import random_below
from ludus.games.tribute.bots.decision_tree import SOURCE, Memory, begin
from ludus.games.tribute.bots.decision_tree import choose as tree_move
from ludus.games.tribute.bots.random_buyer import count_verb, first_of
from ludus.games.tribute.bots.sot_bot_options_and_random import tiered_bot
from ludus.games.tribute.move_bits import BUY, CALL, PICK, verb_of
from ludus.games.tribute.moves import legal_moves
from ludus.games.tribute.state import ACQUIRE


@rule
def choose(data, state, seat, params, memory, scratch):
    return random_alternative(data, state, tree_move(data, state, seat, params, memory, scratch), memory, scratch)


@rule
def random_alternative(data, state, move, memory, scratch):
    """Replace a purchase, call or acquisition by a random one of its kind, possibly the same."""
    verb = verb_of(move)
    if verb not in (BUY, CALL) and (verb != PICK or state.asked != ACQUIRE):
        return move
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    return moves[first_of(moves, n, verb) + random_below(memory, count_verb(moves, n, verb))]


bot = tiered_bot(
    "shopping-decision-tree",
    types.SimpleNamespace(begin=begin, choose=choose),
    "the decision tree, but it buys and calls at random: for measuring cards and patrons",
    SOURCE,
    memory=Memory,
)
