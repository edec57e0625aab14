"""A second census: what players took, against what they were as likely to take.

Whenever a card of the row is taken, k cards could have been. To a player who takes any of them alike, each comes with
chance 1/k. So `gained` adds 1 for a card that was taken, and takes 1/k off for every card that could have been: it is
0 on average, whatever has happened before. `room` adds p (1 - p) for a card of chance p, which is how far `gained` can
be expected to stray. The same of patrons and calls. A card of which there are two in the row counts as one thing with
twice the chance.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int32, rule
from ludus.games.tribute.moves import BUY, CALL, PICK, THING, VERB
from ludus.games.tribute.patrons import can_call
from ludus.games.tribute.state import ACQUIRE, DECKS, SEATS
from ludus.games.tribute.table import CARDS

UNIT = 60  # chances are kept in sixtieths, so that all are whole: at most five things can be had at once


class Tally(Record):
    """One game, by seat; cards and patrons by their number in the table."""

    turns: int16  # of both players together
    gained: int32[SEATS, CARDS]  # in sixtieths
    room: int32[SEATS, CARDS]  # in sixtieths of sixtieths
    called: int32[SEATS, DECKS]
    call_room: int32[SEATS, DECKS]


@rule
def note(table, state, move, tally):
    """A move about to be made."""
    verb, thing, seat = move >> VERB << VERB, move & THING, int(state.active)
    if verb == BUY or (verb == PICK and state.asked == ACQUIRE):
        note_card(table, state, verb == BUY, thing, seat, tally)
    elif verb == CALL:
        note_call(table, state, thing, seat, tally)


@rule
def note_card(table, state, bought, piece, seat, tally):
    total = 0
    for k in range(state.row_size):
        total += to_be_had(table, state, bought, k)
    taken = int(state.card_of[piece])
    tally.gained[seat, taken] += UNIT
    for k in range(state.row_size):
        card, alike, earlier = int(state.card_of[state.row[k]]), 0, 0
        for j in range(state.row_size):
            if state.card_of[state.row[j]] == card and to_be_had(table, state, bought, j) != 0:
                alike += 1
                if j < k:
                    earlier += 1
        if earlier == 0 and to_be_had(table, state, bought, k) != 0:
            chance = alike * UNIT // total
            tally.gained[seat, card] -= chance
            tally.room[seat, card] += chance * (UNIT - chance)


@rule
def to_be_had(table, state, bought, k):
    """1 if the card at this place of the row may be taken now."""
    if bought:
        return 1 if table.cards[state.card_of[state.row[k]]].cost <= state.players[state.active].coins else 0
    return 1 if state.offered >> k & 1 else 0


@rule
def note_call(table, state, number, seat, tally):
    me, total = state.players[state.active], 0
    for k in range(state.patron_count):
        if can_call(table, state, me, k):
            total += 1
    tally.called[seat, number] += UNIT
    chance = UNIT // total
    for k in range(state.patron_count):
        if can_call(table, state, me, k):
            patron = int(state.patrons[k])
            tally.called[seat, patron] -= chance
            tally.call_room[seat, patron] += chance * (UNIT - chance)


@rule
def close(table, state, tally):
    """The game is over."""
    tally.turns = state.turn
