"""Random bots: RandomBot, and RandomWithoutEndTurnBot, which ends its turn only when no other move is left.

The originals choose uniformly among all combinations of cards, so larger combinations are more likely than with the
bot `random` that every game has. That bot is the fair version of RandomBot.
"""

# mypy: ignore-errors

import sys
import types

from ludus.core import rule
from ludus.core.memory import numbers_in
from ludus.games.tribute.bots.answers import NONE, asks_for_cards, count_answers, next_card, settle, whole_offer
from ludus.games.tribute.bots.classic import as_intended, as_published, roll, take_dice
from ludus.games.tribute.bots.drafting import preferred
from ludus.games.tribute.moves import END_TURN, legal
from ludus.games.tribute.state import DRAFT_PATRON, FREE


@rule
def begin(table, state, seed, params, memory, scratch):
    take_dice(params, memory, seed)


@rule
def choose(table, state, seat, params, memory, scratch):
    """RandomWithoutEndTurnBot."""
    if state.asked != FREE:
        return any_answer(table, state, params, memory, scratch)
    return any_move(table, state, memory, scratch)


@rule
def choose_or_end(table, state, seat, params, memory, scratch):
    """RandomBot."""
    if state.asked != FREE:
        return any_answer(table, state, params, memory, scratch)
    moves = numbers_in(scratch.moves)
    return moves[roll(memory, legal(table, state, moves))]


@rule
def any_move(table, state, memory, scratch):
    """Random move of a turn; its end if no other move is left."""
    moves = numbers_in(scratch.moves)
    n = legal(table, state, moves) - 1  # the last one ends the turn
    return moves[roll(memory, n)] if n != 0 else END_TURN


@rule
def any_answer(table, state, params, memory, scratch):
    """Random answer to the open question."""
    moves = numbers_in(scratch.moves)
    if asks_for_cards(state):
        if state.picked == 0:
            any_cards(table, state, memory, scratch)
        move = next_card(table, state, memory.answer, moves)
        if move != NONE:
            return move
    n = legal(table, state, moves)
    if state.asked == DRAFT_PATRON:
        at = preferred(params.drafting, moves, n)
        if at != NONE:
            return moves[at]
    return moves[roll(memory, n)]


@rule
def any_cards(table, state, memory, scratch):
    """Set the answer to a random combination, all equally likely."""
    n = whole_offer(table, state, scratch)
    total = count_answers(state, n)
    memory.answer.size = 0
    if total != 0:
        settle(state, scratch, n, roll(memory, total), memory.answer)


NO_END = (sys.modules[__name__], "any move but the end of its turn while there is another", "RandomWithoutEndTurnBot")
BOTS = (
    as_published("random", types.SimpleNamespace(begin=begin, choose=choose_or_end), "any move", "RandomBot"),
    as_published("random-no-end", *NO_END),
    as_intended("random-no-end", *NO_END),
)
