"""Bot that only picks cards, for bots and searches that only fight: takes the card with the highest weight.

In a draft the weights (card_weights.py) suffice. A constructed deck could have two copies of all cheap cards, so there
CURVE gives the desired number of cards of each cost, and every further card loses CROWD per card above it.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, int64, local_ints, rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.random import seed_stream
from ludus.games.locm.action_effects import PASS
from ludus.games.locm.bots.card_weights import CardWeights, card_weight, fill_weights
from ludus.games.locm.deck_building import CHOOSE, MAX_COPIES, PICK
from ludus.games.locm.game_data_records import MAX_CARDS
from ludus.games.locm.state import BATTLE, DRAFT, OFFERED

CURVE = (6, 12, 10, 4, 2, 0)  # by cost, the last for all higher costs; tuned by hand in matches of constructed decks
CURVE_STEPS = len(CURVE)
CROWDING_PENALTY = 30
LOWEST_WEIGHT = -(1 << 60)


class Params(Record):
    weights: CardWeights


class Scratch(Record):
    unused: int64


@rule
def begin(data, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.phase == BATTLE:
        return PASS
    return pick(data, state, seat, params.weights)


@rule
def pick(data, state, whose, weights):
    """Return the move that takes the card with the highest weight, by the weights of a seat or by TIERS."""
    if state.phase == DRAFT:
        return PICK | heaviest_offered(data, state, whose, weights)
    return CHOOSE | heaviest_listed(data, state, whose, weights)


@rule
def heaviest_offered(data, state, whose, weights):
    most, place = LOWEST_WEIGHT, 0
    for k in range(OFFERED):
        weight = card_weight(data, state.offers[state.picks, k], whose, weights)
        if weight > most:
            most, place = weight, k
    return place


@rule
def heaviest_listed(data, state, whose, weights):
    deck = state.players[state.mover].deck
    copies, curve = local_ints(MAX_CARDS), local_ints(CURVE_STEPS)
    for k in range(state.picks):
        copies[deck[k]] += 1
        curve[curve_index(data.cards[deck[k]].cost)] += 1
    most, choice = LOWEST_WEIGHT, 0
    for index in range(data.card_count):
        at = curve_index(data.cards[index].cost)
        weight = card_weight(data, index, whose, weights)
        weight -= CROWDING_PENALTY * max(0, curve[at] + 1 - CURVE[at])
        if copies[index] < MAX_COPIES and weight > most:
            most, choice = weight, index
    return choice


@rule(inline=True)
def curve_index(cost):
    return min(cost, CURVE_STEPS - 1)


def fill(options, params) -> None:
    fill_weights(params.weights)


bot = BotSpec(
    name="weighted",
    summary="picks the card with the highest weight, from simulated games; baseline2 plays its battles",
    rules=sys.modules[__name__],
    scratch=Scratch,
    params=Params,
    fill=fill,
    phases=("draft",),
)
