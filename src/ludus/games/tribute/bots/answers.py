"""Choices of several cards as one answer.

The reference engine lists every combination of the offered cards, small ones first and then in list order, and its bots
choose one combination. Here cards are chosen one by one, so a bot fixes its whole answer at the first card and then
plays it card by card.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule, uint8
from ludus.core.memory import ints_in
from ludus.games.tribute.choices import list_offer
from ludus.games.tribute.moves import PICK, STOP, THING, VERB, legal_moves
from ludus.games.tribute.state import OWNED, RECALL, RECALL_AGENT, REPLACE

NONE = -1
MAX_COMBINATIONS = 1 << 40  # larger counts are cut to this; no generator here reaches further


class CardAnswer(Record):
    size: int64
    cards: uint8[OWNED]  # physical cards, in the order in which the bot names them


@rule(inline=True)
def asks_for_cards(state):
    return state.asked >= REPLACE


@rule
def list_offered_cards(table, state, scratch):
    """Write all cards of a question without picks yet into scratch.offer, in list order; return their number."""
    scratch.trial = state
    scratch.trial.least = 0  # otherwise the last cards are missing, because enough cards must remain to be chosen
    return list_offer(table, scratch.trial, ints_in(scratch.offer), 0, 0)


@rule
def count_combinations(state, n):
    """Number of combinations of n cards that the reference engine lists."""
    total = 0
    for size in range(state.least, min(state.most, n) + 1):
        total += combinations(n, size)
    return min(total, MAX_COMBINATIONS)


@rule
def set_answer(state, scratch, n, index, answer):
    """Make the combination with this list index the answer."""
    size = state.least + 0
    while index >= combinations(n, size):
        index -= combinations(n, size)
        size += 1
    answer.size = size
    at = 0
    for k in range(size):
        while index >= combinations(n - at - 1, size - k - 1):
            index -= combinations(n - at - 1, size - k - 1)
            at += 1
        answer.cards[k] = scratch.offer[at]
        at += 1


@rule
def combinations(n, size):
    """Binomial coefficient, at most MANY."""
    total = 1
    for k in range(min(size, n - size)):
        total = total * (n - k) // (k + 1)
        if total >= MAX_COMBINATIONS:
            return MAX_COMBINATIONS
    return total if size <= n else 0


@rule
def next_answer_move(table, state, answer, moves):
    """Next move of an answer; NONE if the answer was made for another question."""
    n = legal_moves(table, state, moves)
    if state.asked in (REPLACE, RECALL, RECALL_AGENT):  # in any order
        move = PICK | answer.cards[state.picked] if state.picked < answer.size else STOP
        for k in range(n):
            if moves[k] == move:
                return move
        return NONE
    for k in range(n):
        if moves[k] >> VERB << VERB == PICK and answer_contains(answer, moves[k] & THING):
            return moves[k]
    return STOP if moves[0] == STOP else NONE


@rule
def answer_contains(answer, piece):
    for k in range(answer.size):
        if answer.cards[k] == piece:
            return True
    return False
