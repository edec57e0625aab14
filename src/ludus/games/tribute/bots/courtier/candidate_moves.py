"""Candidate moves of the courtier: equal cards as one move, cards without a choice played at once, only promising
picks.

Each move has a key that says what it does, not on which physical card, so a key means the same in every redeal.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.move_bits import ACTIVATE, ATTACK, BUY, CALL, END_TURN, PICK, PLAY, STOP, thing_bits, thing_of
from ludus.games.tribute.moves import legal_answers, list_attacks
from ludus.games.tribute.patrons import can_call
from ludus.games.tribute.state import (
    ACTIVATED,
    BANISH,
    CHOOSE_SIDE,
    DESTROY,
    DISCARD,
    DONATE,
    FREE,
    KNOCK_OUT,
    MINT,
    RALLY,
    RECALL,
    RECALL_AGENT,
    SELL,
)
from ludus.games.tribute.zones import find_piece

MAX_PICKS = 4  # picks to consider where any own card can be picked
HEALTH_AT, PLACE_AT = 16, 24  # bit positions in a key
IN_HAND, IN_PLAY, PLAYED = range(3)


@rule
def list_candidates(data, state, memory, cards, moves, keys):
    """Write the moves and their keys; return their number. `cards` holds the value of each card."""
    if state.asked == FREE:
        return list_free_moves(data, state, memory, moves, keys)
    n = legal_answers(data, state, moves)
    if state.asked == CHOOSE_SIDE:
        keys[0], keys[1] = moves[0], moves[1]
        return 2
    count = 0
    for k in range(n):
        count = add_candidate(moves, keys, count, moves[k], pick_key(state, moves[k]))
    if state.asked in (RECALL, RECALL_AGENT, RALLY):
        return keep_best_picks(state, cards, moves, keys, count, -1)
    if state.asked in (DESTROY, MINT, DISCARD, DONATE):
        return keep_best_picks(state, cards, moves, keys, count, 1)
    return count


@rule
def list_free_moves(data, state, memory, moves, keys):
    """Cards and agents first, then what to do with their gains; the end of the turn is last."""
    me, rival = state.players[state.active], state.players[1 - state.active]
    for k in range(me.hand_size):
        if memory.eager[state.card_of[me.hand[k]]]:
            return single_candidate(moves, keys, PLAY | thing_bits(me.hand[k]), PLAY | state.card_of[me.hand[k]])
    n = 0
    for k in range(me.agent_count):
        if me.health[k] < ACTIVATED:
            card = state.card_of[me.agents[k]]
            if memory.eager[card]:
                return single_candidate(
                    moves, keys, ACTIVATE | thing_bits(me.agents[k]), ACTIVATE | card | me.health[k] << HEALTH_AT
                )
            n = add_candidate(
                moves, keys, n, ACTIVATE | thing_bits(me.agents[k]), ACTIVATE | card | me.health[k] << HEALTH_AT
            )
    for k in range(me.hand_size):
        n = add_candidate(moves, keys, n, PLAY | thing_bits(me.hand[k]), PLAY | state.card_of[me.hand[k]])
    if me.power != 0 and rival.agent_count != 0:
        n = add_attacks(data, state, rival, moves, keys, n)
    for k in range(state.row_size):
        card = state.card_of[state.row[k]]
        if data.cards[card].cost <= me.coins and me.coins != 0:
            n = add_candidate(moves, keys, n, BUY | thing_bits(state.row[k]), BUY | card)
    if me.calls != 0:
        for k in range(state.patron_count):
            if can_call(data, state, me, k):
                n = add_candidate(moves, keys, n, CALL | state.patrons[k], CALL | state.patrons[k])
    return add_candidate(moves, keys, n, END_TURN, END_TURN)


@rule
def add_attacks(data, state, rival, moves, keys, n):
    last = list_attacks(data, state, rival, moves, n)
    for k in range(n, last):
        at = find_piece(rival.agents, rival.agent_count, thing_of(moves[k]))
        key = ATTACK | state.card_of[rival.agents[at]] | rival.health[at] << HEALTH_AT
        n = add_candidate(moves, keys, n, moves[k], key)
    return n


@rule
def add_candidate(moves, keys, n, move, key):
    """Append a move unless its key is already listed."""
    for k in range(n):
        if keys[k] == key:
            return n
    moves[n] = move
    keys[n] = key
    return n + 1


@rule(inline=True)
def single_candidate(moves, keys, move, key):
    moves[0] = move
    keys[0] = key
    return 1


@rule
def pick_key(state, move):
    """Key of a pick; own cards to give up also by zone, agents by health."""
    if move == STOP:
        return STOP
    piece = thing_of(move)
    key = PICK | state.card_of[piece]
    if state.asked in (KNOCK_OUT, BANISH):
        rival = state.players[1 - state.active]
        return key | rival.health[find_piece(rival.agents, rival.agent_count, piece)] << HEALTH_AT
    if state.asked in (DESTROY, SELL, MINT):
        me = state.players[state.active]
        if find_piece(me.hand, me.hand_size, piece) < me.hand_size:
            return key | IN_HAND << PLACE_AT
        at = find_piece(me.agents, me.agent_count, piece)
        if at < me.agent_count:
            return key | IN_PLAY << PLACE_AT | me.health[at] << HEALTH_AT
        return key | PLAYED << PLACE_AT
    return key


@rule
def keep_best_picks(state, cards, moves, keys, n, sign):
    """Keep STOP if it is legal, and the picks with the lowest value (`sign` 1) or the highest (`sign` -1)."""
    done = 1 if n > 0 and moves[0] == STOP else 0
    last = min(n, done + MAX_PICKS)
    while done < last:
        best, least = done, 0
        for k in range(done, n):
            value = sign * cards[state.card_of[thing_of(moves[k])]]
            if k == done or value < least:
                best, least = k, value
        moves[done], moves[best] = moves[best], moves[done]
        keys[done], keys[best] = keys[best], keys[done]
        done += 1
    return last
