"""The tavern: five cards in a row, and the deck that refills it."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.effects import queue_card_effects
from ludus.games.tribute.game_data_records import CONTRACT_ACTION, CONTRACT_AGENT
from ludus.games.tribute.state import TAVERN
from ludus.games.tribute.zones import close_gap, find_piece, has_room, put_agent, put_in_cooldown, put_under_tavern


@rule
def buy(data, state, piece):
    """Buy a card. A contract takes effect before its place is refilled, so its effect sees one card less in the row."""
    slot = find_piece(state.row, state.row_size, piece)
    take_from_row(state, slot)
    receive(data, state, piece)
    state.players[state.active].coins -= data.cards[state.card_of[piece]].cost
    return slot


@rule
def acquire(data, state, piece):
    """Take a card for free; a contract's effect comes after all pending effects."""
    slot = find_piece(state.row, state.row_size, piece)
    take_from_row(state, slot)
    receive(data, state, piece)
    refill(state, slot)


@rule
def receive(data, state, piece):
    """Receive a card from the row: contracts take effect at once, other cards go to cooldown."""
    me, card = state.players[state.active], state.card_of[piece] + 0
    type = data.cards[card].type
    if type == CONTRACT_ACTION:
        put_under_tavern(state, piece)
        queue_card_effects(data, state, card, piece)
    elif has_room(state, me, state.active):
        if type == CONTRACT_AGENT:
            put_agent(state, me, piece, data.cards[card].health)
            queue_card_effects(data, state, card, piece)
        else:
            put_in_cooldown(me, piece)


@rule
def replace_row(state):
    """Replace the chosen cards one after another: the place is refilled before the card goes under the deck."""
    state.offered = 0  # the choice is over; shifted along with five cards in a row its bits would not fit
    for k in range(state.picked):
        piece = state.picks[k] + 0
        state.picks[k] = 0
        slot = find_piece(state.row, state.row_size, piece)
        take_from_row(state, slot)
        refill(state, slot)
        put_under_tavern(state, piece)


@rule
def take_from_row(state, slot):
    state.row_size -= 1
    close_gap(state.row, slot, state.row_size)


@rule
def refill(state, slot):
    """Put the top card of the deck into the row. An already open choice does not include it."""
    if state.tavern_size == 0:
        return
    for k in range(state.row_size, slot, -1):
        state.row[k] = state.row[k - 1]
    below = (1 << slot) - 1
    state.offered = state.offered & below | (state.offered & (255 - below)) << 1
    state.row[slot] = state.tavern[state.tavern_first]
    state.row_size += 1
    state.tavern[state.tavern_first] = 0
    state.tavern_first = (state.tavern_first + 1) & TAVERN - 1
    state.tavern_size -= 1
    if state.veiled != 0:
        state.veiled -= 1
