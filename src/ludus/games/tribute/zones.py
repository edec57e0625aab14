"""Moving cards between hand, draw pile, cooldown and play. Zones are zero behind their last card."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.compile.intrinsics import WORD_BYTES, read_word, write_word
from ludus.games.tribute.game_data_records import CONTRACT_AGENT
from ludus.games.tribute.shuffling import shuffle
from ludus.games.tribute.state import (
    ACTIVATED,
    AGENTS,
    CAPACITY,
    HELD,
    MAX_RESOURCE,
    MINT,
    NEAR_PIECES,
    NOBODY,
    OWNED,
    PIECES,
    SELL,
    TAVERN,
)

WORD_CARDS = WORD_BYTES // 2  # cards moved at once


@rule(inline=True)
def capped_sum(had, n):
    """Sum after a gain, capped: custom cards may give without limit, but fields and saved positions are limited."""
    return min(had + n, MAX_RESOURCE)


@rule(inline=True)
def find_piece(zone, n, piece):
    """Index of a card; n if it is not in the zone."""
    k = 0
    while k < n and zone[k] != piece:
        k += 1
    return k


@rule(inline=True)
def close_gap(zone, at, last):
    """Close the gap of a card that left; `last` is the number of remaining cards."""
    for k in range(at, last):
        zone[k] = zone[k + 1]
    zone[last] = 0


@rule(inline=True)
def close_wide_gap(zone, at, last):
    """Like `close_gap`, for a player's zone, in blocks of cards; the zone has room for the excess."""
    k = at
    while k <= last:
        write_word(zone, k, read_word(zone, k + 1))
        k += WORD_CARDS


@rule(inline=True)
def move_all(zone, n, target, at):
    """Append all n cards of a zone to another with `at` cards; the zeros behind them do no harm."""
    k = 0
    while k < n:
        write_word(target, at + k, read_word(zone, k))
        write_word(zone, k, 0)
        k += WORD_CARDS


@rule(inline=True)
def put_in_cooldown(me, piece):
    me.cooldown[me.cooldown_size] = piece
    me.cooldown_size += 1


@rule(inline=True)
def take_from_hand(me, at):
    me.hand_size -= 1
    close_wide_gap(me.hand, at, me.hand_size)


@rule(inline=True)
def take_from_cooldown(me, at):
    me.cooldown_size -= 1
    close_wide_gap(me.cooldown, at, me.cooldown_size)


@rule(inline=True)
def take_from_played(state, at):
    state.played_size -= 1
    close_wide_gap(state.played, at, state.played_size)


@rule(inline=True)
def put_in_played(state, piece):
    if state.played_size >= HELD:
        state.reason = CAPACITY
        return
    state.played[state.played_size] = piece
    state.played_size += 1


@rule
def take_agent(me, at):
    me.agent_count -= 1
    close_gap(me.agents, at, me.agent_count)
    close_gap(me.health, at, me.agent_count)


@rule
def put_agent(state, me, piece, health):
    """Put an agent into play with full health; it cannot act this turn."""
    if me.agent_count >= AGENTS - 1:
        state.reason = CAPACITY
        return
    me.agents[me.agent_count] = piece
    me.health[me.agent_count] = health | ACTIVATED
    me.agent_count += 1


@rule(inline=True)
def mark_shown(state, piece):
    """Mark a hidden card as known to both players."""
    state.shown[piece >> 3] |= 1 << (piece & 7)


@rule(inline=True)
def is_shown(state, piece):
    return state.shown[piece >> 3] >> (piece & 7) & 1


@rule
def show_hand(state, me):
    for k in range(me.hand_size):
        mark_shown(state, me.hand[k])


@rule
def draw_cards(data, state, me, n):
    """Draw from the top of the pile; if it has too few cards, the cooldown is shuffled under it first."""
    if me.pile_size < n:
        shuffle_cooldown_into_pile(data, state, me)
    n = min(n, me.pile_size)
    if me.hand_size + n > HELD:
        state.reason = CAPACITY
        return
    top, end = me.pile_size + 0, me.hand_size + 0
    for _ in range(n):
        top -= 1
        me.hand[end] = me.pile[top]
        me.pile[top] = 0
        end += 1
        if me.older != 0:
            me.older -= 1
            if me.older == 0:  # a card counter now knows that all other cards from before the shuffle are in hand
                me.hand_size = end
                show_hand(state, me)
    me.pile_size = top
    me.hand_size = end
    me.known = max(me.known - n, 0)
    me.counted = max(me.counted - n, 0)


@rule
def shuffle_cooldown_into_pile(data, state, me):
    """Shuffle the cooldown under the draw pile."""
    left, n = me.pile_size + 0, me.cooldown_size + 0
    if n == 0:
        return
    shuffle(data, state, me.cooldown, n)
    for k in range(left - 1, -1, -1):
        me.pile[k + n] = me.pile[k]
    for k in range(n):
        piece = me.cooldown[k]
        me.cooldown[k] = 0
        me.pile[n - 1 - k] = piece
        state.shown[piece >> 3] &= 255 - (1 << (piece & 7))
    me.pile_size = left + n
    me.cooldown_size = 0
    me.older = left
    if left == 0:
        show_hand(state, me)


@rule
def put_on_pile(state, me, piece):
    """Put a card on top of the draw pile, visible to both players."""
    me.pile[me.pile_size] = piece
    me.pile_size += 1
    me.known += 1
    if me.older != 0:
        me.older += 1
    mark_shown(state, piece)


@rule
def own_card(state, me, question, k):
    """The k-th card in hand or in play, in the order in which a question lists them."""
    if question == MINT:
        if k < state.played_size:
            return state.played[k]
        k -= state.played_size
    if k < me.hand_size:
        return me.hand[k]
    k -= me.hand_size
    if question == SELL:
        if k < state.played_size:
            return state.played[k]
        k -= state.played_size
    if k < me.agent_count:
        return me.agents[k]
    return state.played[k - me.agent_count]


@rule
def owned_by(state, me, seat):
    n = me.hand_size + me.pile_size + me.cooldown_size + me.agent_count
    return n + state.played_size if state.active == seat else n


@rule
def has_room(state, me, seat):
    """Whether a player can own one more card; if not, the game ends."""
    if owned_by(state, me, seat) < OWNED:
        return True
    state.reason = CAPACITY
    return False


@rule
def create_card(state, seat, card):
    """Put a new card into a player's cooldown, with the next free number."""
    me = state.players[seat]
    piece = state.newest + 1
    for _ in range(NEAR_PIECES):
        piece &= NEAR_PIECES - 1
        if piece != NOBODY and state.card_of[piece] == NOBODY:
            break
        piece += 1
    piece &= NEAR_PIECES - 1
    if piece == NOBODY or state.card_of[piece] != NOBODY:
        piece = NEAR_PIECES
        while piece < PIECES and state.card_of[piece] != NOBODY:
            piece += 1
        if piece == PIECES:
            state.reason = CAPACITY
            return
    if has_room(state, me, seat):
        if piece < NEAR_PIECES:
            state.newest = piece
        else:
            state.far_pieces += 1
        state.card_of[piece] = card
        put_in_cooldown(me, piece)


@rule(inline=True)
def remove_card(state, piece):
    """Remove a card from the game."""
    state.card_of[piece] = NOBODY
    if piece >= NEAR_PIECES:
        state.far_pieces -= 1
        state.shown[piece >> 3] &= 255 - (1 << (piece & 7))


@rule
def put_under_tavern(state, piece):
    """Put a card under the tavern deck, visible to both players."""
    if state.tavern_size >= TAVERN - 1:
        state.reason = CAPACITY
        return
    state.tavern[(state.tavern_first + state.tavern_size) & TAVERN - 1] = piece
    state.tavern_size += 1


@rule
def leave_play(data, state, owner, at):
    """Knock out an agent: contract agents go under the tavern, others to their owner's cooldown."""
    piece = owner.agents[at] + 0
    take_agent(owner, at)
    if data.cards[state.card_of[piece]].type == CONTRACT_AGENT:
        put_under_tavern(state, piece)
    else:
        put_in_cooldown(owner, piece)
