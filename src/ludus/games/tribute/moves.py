"""Moves: a verb and a physical card, a patron or a side of a choice; which moves are legal, and which are equivalent.

Legal moves are listed in the order of the reference engine. Of moves that act on equal cards in one zone searches need
to try only the first, the canonical move. The order of cards in hand, cooldown or row has no effect by itself. Two
cards are not equal if the rival knows more about one of them, and agents are not equal if their health differs.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.choices import first_offered, list_offer
from ludus.games.tribute.move_bits import (
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    DRAFT,
    END_TURN,
    PICK,
    PLAY,
    SIDE,
    STOP,
    thing_bits,
    thing_of,
    verb_of,
)
from ludus.games.tribute.patrons import can_call
from ludus.games.tribute.state import (
    ACTIVATED,
    AGENTS,
    CHOOSE_SIDE,
    DESTROY,
    DRAFT_PATRON,
    FREE,
    MINT,
    OWNED,
    PATRONS,
    ROW,
    SELL,
)
from ludus.games.tribute.zones import is_shown

MAX_MOVES = OWNED + AGENTS + ROW + PATRONS + 4


@rule
def legal_moves(data, state, moves):
    if state.asked != FREE:
        return legal_answers(data, state, moves)
    me, rival = state.players[state.active], state.players[1 - state.active]
    n = me.hand_size + 0
    for k in range(n):
        moves[k] = PLAY | thing_bits(me.hand[k])
    for k in range(me.agent_count):
        if me.health[k] < ACTIVATED:
            moves[n] = ACTIVATE | thing_bits(me.agents[k])
            n += 1
    if me.power != 0 and rival.agent_count != 0:
        n = list_attacks(data, state, rival, moves, n)
    if me.coins != 0:
        for k in range(state.row_size):
            if data.cards[state.card_of[state.row[k]]].cost <= me.coins:
                moves[n] = BUY | thing_bits(state.row[k])
                n += 1
    if me.calls != 0:
        for k in range(state.patron_count):
            if can_call(data, state, me, k):
                moves[n] = CALL | state.patrons[k]
                n += 1
    moves[n] = END_TURN
    return n + 1


@rule
def list_attacks(data, state, rival, moves, n):
    """List attacks; agents with taunt must be attacked first."""
    taunts = 0
    for k in range(rival.agent_count):
        taunts += data.cards[state.card_of[rival.agents[k]]].taunt
    for k in range(rival.agent_count):
        if taunts == 0 or data.cards[state.card_of[rival.agents[k]]].taunt:
            moves[n] = ATTACK | thing_bits(rival.agents[k])
            n += 1
    return n


@rule
def legal_answers(data, state, moves):
    n = 0
    if state.asked == CHOOSE_SIDE:
        moves[0], moves[1] = SIDE, SIDE | 1
        return 2
    if state.asked == DRAFT_PATRON:
        for number in range(data.patron_count):
            if data.selectable[number] and not is_drafted(state, number):
                moves[n] = DRAFT | number
                n += 1
        return n
    if state.least == 0:
        moves[0] = STOP
        n = 1
    if state.most != 0:
        n = list_offer(data, state, moves, n, PICK)
    if n == 0:  # a redeal may leave no card for a forced choice of the rival
        moves[0] = STOP
        n = 1
    return n


@rule
def is_drafted(state, number):
    for k in range(state.patron_count):
        if state.patrons[k] == number:
            return True
    return False


@rule
def canonical_move(data, state, move):
    """First of the moves equivalent to `move`; it is legal if `move` is legal."""
    verb, piece = verb_of(move), thing_of(move)
    if verb == PLAY:
        return PLAY | thing_bits(first_in_hand(state, state.players[state.active], piece))
    if verb == BUY:
        for k in range(state.row_size):
            if state.card_of[state.row[k]] == state.card_of[piece]:
                return BUY | thing_bits(state.row[k])
    if verb == ACTIVATE:
        return ACTIVATE | thing_bits(first_agent(state, state.players[state.active], piece))
    if verb == ATTACK:
        return ATTACK | thing_bits(first_agent(state, state.players[1 - state.active], piece))
    if verb == PICK:
        return canonical_pick(data, state, move)
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
def canonical_pick(data, state, move):
    """Canonical pick. Own cards to give up come from several zones, which matters; other offers come from one zone."""
    if state.asked in (DESTROY, SELL, MINT):
        return move
    piece = thing_of(move)
    return PICK | thing_bits(first_offered(data, state, piece, state.card_of[piece] + 0))
