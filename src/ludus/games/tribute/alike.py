"""Canonical moves: of moves that act on equal cards in one zone, searches need to try only the first.

The order of cards in hand, cooldown or row has no effect by itself. Two cards are not equal if the rival knows more
about one of them, and agents are not equal if their health differs.
"""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.games.tribute.choices import list_offer
from ludus.games.tribute.moves import ACTIVATE, ATTACK, BUY, MAX_MOVES, PICK, PLAY, THING, VERB
from ludus.games.tribute.state import DESTROY, MINT, SELL
from ludus.games.tribute.zones import is_shown


@rule
def canonical_move(table, state, move):
    """First of the moves equivalent to `move`; it is legal if `move` is legal."""
    verb, piece = move >> VERB << VERB, move & THING
    if verb == PLAY:
        return PLAY | first_in_hand(state, state.players[state.active], piece)
    if verb == BUY:
        for k in range(state.row_size):
            if state.card_of[state.row[k]] == state.card_of[piece]:
                return BUY | state.row[k]
    if verb == ACTIVATE:
        return ACTIVATE | first_agent(state, state.players[state.active], piece)
    if verb == ATTACK:
        return ATTACK | first_agent(state, state.players[1 - state.active], piece)
    if verb == PICK:
        return first_pick(table, state, move)
    return move


@rule
def first_in_hand(state, me, piece):
    for k in range(me.hand_size):
        other = me.hand[k]
        if state.card_of[other] == state.card_of[piece] and is_shown(state, other) == is_shown(state, piece):
            return other + 0
    return piece


@rule
def first_agent(state, owner, piece):
    """First agent with the same card, health and readiness."""
    health = 0
    for k in range(owner.agent_count):
        if owner.agents[k] == piece:
            health = owner.health[k] + 0
    for k in range(owner.agent_count):
        if state.card_of[owner.agents[k]] == state.card_of[piece] and owner.health[k] == health:
            return owner.agents[k] + 0
    return piece


@rule
def first_pick(table, state, move):
    """Canonical pick. Own cards to give up come from several zones, which matters; other offers come from one zone."""
    if state.asked in (DESTROY, SELL, MINT):
        return move
    offered = local_ints(MAX_MOVES)
    n = list_offer(table, state, offered, 0, PICK)
    card = state.card_of[move & THING]
    for k in range(n):
        if state.card_of[offered[k] & THING] == card:
            return offered[k] + 0
    return move
