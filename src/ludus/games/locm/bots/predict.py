"""Prediction of the opponent's hand: resampling that assumes that the opponent drafted by our card weights.

Resampling takes a random card of each offer that the visible cards do not account for. A drafting opponent takes the
card that it rates best. So the prediction takes, of each such offer, the card with the highest weight for its seat,
with some noise. The result depends only on what a seat sees and on the seed, as in `resample_hidden`.
"""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.core.random import random_below
from ludus.games.locm.bots.card_weights import card_weight
from ludus.games.locm.bots.worth import as_int64
from ludus.games.locm.redeal import match_offer, resample_hidden, is_hidden
from ludus.games.locm.state import DECK, OFFERED, PICKS
from ludus.games.locm.table import PICKED

WEIGHT_NOISE = 30  # range of the random noise on a weight, in units of 1/1000
LOWEST_WEIGHT = -(1 << 60)


@rule
def predict_hidden(table, state, seat, seed, weights):
    """Resample what a seat cannot see, assuming that the opponent drafted by these weights."""
    resample_hidden(table, state, seat, seed)
    if table.setup == PICKED and table.construct == 0:
        predict_draft(table, state, state.players[1 - seat], 1 - seat, weights)


@rule
def predict_draft(table, state, foe, whose, weights):
    offer_of, place_of = local_ints(DECK), local_ints(PICKS)
    for place in range(DECK):
        if not is_hidden(foe, place):
            match_offer(state, foe, place, offer_of, place_of)
    cards, n = local_ints(PICKS), 0
    for offer in range(PICKS):
        if place_of[offer] == 0:
            other = random_below(state, n + 1)  # in random order
            cards[n] = cards[other]
            cards[other] = likely_pick(table, state, offer, whose, weights)
            n += 1
    n = 0
    for place in range(DECK):
        if is_hidden(foe, place):
            foe.deck[place] = cards[n]
            n += 1


@rule
def likely_pick(table, state, offer, whose, weights):
    most, pick = LOWEST_WEIGHT, 0
    for k in range(OFFERED):
        card = as_int64(state.offers[offer, k])
        weight = card_weight(table, card, whose, weights) + random_below(state, WEIGHT_NOISE)
        if weight > most:
            most, pick = weight, card
    return pick
