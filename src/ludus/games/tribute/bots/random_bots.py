"""Random bots: RandomBot, and RandomWithoutEndTurnBot, which ends its turn only when no other move is left.

The originals choose uniformly among all combinations of cards, so larger combinations are more likely than with the
bot `random` that every game has. That bot is the fair version of RandomBot.
"""

# mypy: ignore-errors

import sys
import types

from ludus.core import rule
from ludus.core.compile.intrinsics import ints_in
from ludus.games.tribute.bots.multi_card_choices import (
    NONE,
    asks_for_cards,
    count_combinations,
    list_offered_cards,
    next_answer_move,
    set_answer,
)
from ludus.games.tribute.bots.patron_draft import preferred_draft
from ludus.games.tribute.bots.sot_bot_options_and_random import intended_bot, published_bot, roll, seed_generator
from ludus.games.tribute.move_bits import END_TURN
from ludus.games.tribute.moves import legal_moves
from ludus.games.tribute.state import DRAFT_PATRON, FREE


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    """RandomWithoutEndTurnBot."""
    if state.asked != FREE:
        return random_answer(data, state, params, memory, scratch)
    return random_move(data, state, memory, scratch)


@rule
def choose_or_end(data, state, seat, params, memory, scratch):
    """RandomBot."""
    if state.asked != FREE:
        return random_answer(data, state, params, memory, scratch)
    moves = ints_in(scratch.moves)
    return moves[roll(memory, legal_moves(data, state, moves))]


@rule
def random_move(data, state, memory, scratch):
    """Random move of a turn; its end if no other move is left."""
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves) - 1  # the last one ends the turn
    return moves[roll(memory, n)] if n != 0 else END_TURN


@rule
def random_answer(data, state, params, memory, scratch):
    """Random answer to the open question."""
    moves = ints_in(scratch.moves)
    if asks_for_cards(state):
        if state.picked == 0:
            random_cards(data, state, memory, scratch)
        move = next_answer_move(data, state, memory.answer, moves)
        if move != NONE:
            return move
    n = legal_moves(data, state, moves)
    if state.asked == DRAFT_PATRON:
        at = preferred_draft(params.drafting, moves, n)
        if at != NONE:
            return moves[at]
    return moves[roll(memory, n)]


@rule
def random_cards(data, state, memory, scratch):
    """Set the answer to a random combination, all equally likely."""
    n = list_offered_cards(data, state, scratch)
    total = count_combinations(state, n)
    memory.answer.size = 0
    if total != 0:
        set_answer(state, scratch, n, roll(memory, total), memory.answer)


NO_END = (sys.modules[__name__], "any move but the end of its turn while there is another", "RandomWithoutEndTurnBot")
BOTS = (
    published_bot("random", types.SimpleNamespace(begin=begin, choose=choose_or_end), "any move", "RandomBot"),
    published_bot("random-no-end", *NO_END),
    intended_bot("random-no-end", *NO_END),
)
