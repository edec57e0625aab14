"""Choices of several cards as one move, as the reference engine lists them.

The reference engine lists every combination of the offered cards, by size and within a size in the order of the offer,
and its bots choose one combination. Here cards are chosen one by one. Simple bots fix a `CardAnswer` at the first card
and then play it card by card. Search bots use combined moves: indices in the list of the reference engine.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, local_ints, rule, uint16
from ludus.core.compile.intrinsics import ints_in
from ludus.games.tribute.choices import list_offer
from ludus.games.tribute.move_bits import PICK, STOP, thing_bits, thing_of, verb_of
from ludus.games.tribute.moves import legal_moves
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import (
    CHOOSE_SIDE,
    DISCARD,
    DONATE,
    DRAFT_PATRON,
    FREE,
    OWNED,
    PICKS,
    RECALL,
    RECALL_AGENT,
    REPLACE,
)
from ludus.games.tribute.state_copy import copy_state

NONE = -1
MAX_COMBINATIONS = 1 << 40  # larger counts are cut to this; no generator here reaches further
MAX_PICKS = PICKS  # cards of one choice
MAX_PARTS = PICKS + 1  # plus the end of the choice
MAX_LISTED_MOVES = 1 << 20  # lists are cut here: some choices have more combinations than a bot can try


class CardAnswer(Record):
    size: int64
    cards: uint16[OWNED]  # physical cards, in the order in which the bot names them


@rule(inline=True)
def asks_for_cards(state):
    return state.asked >= REPLACE


@rule
def list_offered_cards(data, state, scratch):
    """Write all cards of a question without picks yet into scratch.offer, in list order; return their number."""
    copy_state(scratch.trial, state)
    scratch.trial.least = 0  # otherwise the last cards are missing, because enough cards must remain to be chosen
    n = list_offer(data, scratch.trial, ints_in(scratch.offer), 0, 0)
    for k in range(n):
        scratch.offer[k] = thing_of(scratch.offer[k])
    return n


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
    """Binomial coefficient, at most MAX_COMBINATIONS."""
    total = 1
    for k in range(min(size, n - size)):
        total = total * (n - k) // (k + 1)
        if total >= MAX_COMBINATIONS:
            return MAX_COMBINATIONS
    return total if size <= n else 0


@rule
def next_answer_move(data, state, answer, moves):
    """Next move of an answer; NONE if the answer was made for another question."""
    n = legal_moves(data, state, moves)
    if state.asked in (REPLACE, RECALL, RECALL_AGENT):  # in any order
        move = PICK | thing_bits(answer.cards[state.picked]) if state.picked < answer.size else STOP
        for k in range(n):
            if moves[k] == move:
                return move
        return NONE
    for k in range(n):
        if verb_of(moves[k]) == PICK and answer_contains(answer, thing_of(moves[k])):
            return moves[k]
    return STOP if moves[0] == STOP else NONE


@rule
def answer_contains(answer, piece):
    for k in range(answer.size):
        if answer.cards[k] == piece:
            return True
    return False


class PendingParts(Record):
    """A combined move in progress: its single moves, in order."""

    done: int64
    count: int64
    moves: int64[MAX_PARTS]


@rule
def count_combined_moves(data, state, moves):
    """Length of the list. `moves` receives the moves themselves, or the offered cards as picks."""
    if is_single(state):
        return legal_moves(data, state, moves)
    n = list_cards(data, state, moves)
    count = 0
    for size in range(state.least, min(state.most, n, MAX_PICKS) + 1):
        count += combinations(n, size)
    return min(max(count, 1), MAX_LISTED_MOVES)


@rule
def play_combined_move(data, state, moves, number):
    """Make a combined move of the list that was just written."""
    if is_single(state):
        apply(data, state, moves[number])
        return
    parts = local_ints(MAX_PARTS)
    n = split_combined_move(data, state, moves, number, parts)
    for k in range(n):
        apply(data, state, parts[k])


@rule
def split_combined_move(data, state, moves, number, parts):
    """Split a combined move into single moves; return their number."""
    if is_single(state):
        parts[0] = moves[number]
        return 1
    n = list_cards(data, state, moves)
    size, at = min(state.least, n), 0
    while number >= combinations(n, size) and size < min(state.most, n):
        number -= combinations(n, size)
        size += 1
    for k in range(size):
        rest = combinations(n - at - 1, size - k - 1)
        while number >= rest and n - at > size - k:
            number -= rest
            at += 1
            rest = combinations(n - at - 1, size - k - 1)
        parts[k] = moves[at]
        at += 1
    if size < state.most or size == 0:
        parts[size] = STOP
        return size + 1
    return size


@rule
def start_combined_move(data, state, moves, number, parts):
    """Start a combined move of the list that was just written; return its first part."""
    parts.count = split_combined_move(data, state, moves, number, ints_in(parts.moves))
    parts.done = 1
    return parts.moves[0]


@rule
def has_pending_part(data, state, moves, parts):
    """Whether a combined move is in progress and its next part is legal here."""
    if parts.done >= parts.count:
        return False
    n = legal_moves(data, state, moves)
    for k in range(n):
        if moves[k] == parts.moves[parts.done]:
            return True
    return False


@rule
def next_part(parts):
    parts.done += 1
    return parts.moves[parts.done - 1]


@rule
def has_same_moves(data, one, other, moves, others):
    """Whether two positions have the same moves, in any order."""
    if one.asked != other.asked or one.effect != other.effect or one.least != other.least or one.most != other.most:
        return False
    single = is_single(one)
    n = legal_moves(data, one, moves) if single else list_cards(data, one, moves)
    m = legal_moves(data, other, others) if single else list_cards(data, other, others)
    if n != m:
        return False
    for k in range(n):
        listed = False
        for j in range(n):
            listed |= moves[k] == others[j]
        if not listed:
            return False
    return True


@rule(inline=True)
def ends_turn(state, number, count):
    """Whether a combined move ends the turn: it is the last of the list."""
    return state.asked == FREE and number == count - 1


@rule(inline=True)
def is_single(state):
    """Whether combined moves and our moves are the same for this question."""
    return state.asked in (FREE, CHOOSE_SIDE, DRAFT_PATRON)


@rule
def list_cards(data, state, moves):
    """Write all offered cards as picks, including the last ones, which cannot be picked first if several must be
    picked.
    """
    n = list_offer(data, state, moves, 0, PICK)
    if state.least > 1:
        me, rival = state.players[state.active], state.players[1 - state.active]
        mine = state.asked in (DISCARD, DONATE)
        size = me.hand_size if mine else rival.agent_count
        for k in range(state.lowest + n, size):
            moves[n] = PICK | thing_bits(me.hand[k] if mine else rival.agents[k])
            n += 1
    return n
