"""Choice statistics: what players took, relative to what they could have taken.

Whenever a card of the row is taken, k cards could have been taken. For a player who takes any of them with equal
probability, each has probability 1/k. `gained` adds 1 for the card that was taken and subtracts 1/k for every card that
could have been taken, so its mean is 0 regardless of the history of the game. `room` adds p (1 - p) for a card with
probability p, which is the variance of `gained`. The same is recorded for patrons and calls. A card with two copies in
the row counts once, with twice the probability.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int32, rule
from ludus.core.game import GameStats
from ludus.games.tribute.game_data_records import CARDS
from ludus.games.tribute.move_bits import BUY, CALL, PICK, thing_of, verb_of
from ludus.games.tribute.patrons import can_call
from ludus.games.tribute.state import ACQUIRE, DECKS, SEATS

UNIT = 60  # probabilities are multiples of 1/60, hence exact: at most five things can be taken


class TributeChoiceStats(Record):
    """Statistics of one game, by seat; cards and patrons by number."""

    turns: int16  # turns of both players
    gained: int32[SEATS, CARDS]  # in units of 1/60
    room: int32[SEATS, CARDS]  # in units of 1/3600
    called: int32[SEATS, DECKS]
    call_room: int32[SEATS, DECKS]


@rule
def record_move(data, state, move, stats):
    """Record a move before it is made."""
    verb, thing, seat = verb_of(move), thing_of(move), int(state.active)
    if verb == BUY or (verb == PICK and state.asked == ACQUIRE):
        record_card(data, state, verb == BUY, thing, seat, stats)
    elif verb == CALL:
        record_call(data, state, thing, seat, stats)


@rule
def record_card(data, state, bought, piece, seat, stats):
    total = 0
    for k in range(state.row_size):
        total += can_take(data, state, bought, k)
    taken = int(state.card_of[piece])
    stats.gained[seat, taken] += UNIT
    for k in range(state.row_size):
        card, copies, earlier = int(state.card_of[state.row[k]]), 0, 0
        for j in range(state.row_size):
            if state.card_of[state.row[j]] == card and can_take(data, state, bought, j) != 0:
                copies += 1
                if j < k:
                    earlier += 1
        if earlier == 0 and can_take(data, state, bought, k) != 0:
            chance = copies * UNIT // total
            stats.gained[seat, card] -= chance
            stats.room[seat, card] += chance * (UNIT - chance)


@rule
def can_take(data, state, bought, k):
    """1 if the card at this index of the row may be taken now."""
    if bought:
        return 1 if data.cards[state.card_of[state.row[k]]].cost <= state.players[state.active].coins else 0
    return 1 if state.offered >> k & 1 else 0


@rule
def record_call(data, state, number, seat, stats):
    me, total = state.players[state.active], 0
    for k in range(state.patron_count):
        if can_call(data, state, me, k):
            total += 1
    stats.called[seat, number] += UNIT
    chance = UNIT // total
    for k in range(state.patron_count):
        if can_call(data, state, me, k):
            patron = int(state.patrons[k])
            stats.called[seat, patron] -= chance
            stats.call_room[seat, patron] += chance * (UNIT - chance)


@rule
def record_end(data, state, stats):
    """Record the end of the game."""
    stats.turns = state.turn


STATS = GameStats(TributeChoiceStats, on_move=record_move, on_end=record_end)
