"""The steward: our own strong bot. Every card has evolved weights, and points are counted exactly.

It values cards by the stage of the game, the copies it owns and the rest of its deck (card_values.py), buys what adds
most and ends a game only if it wins (buying.py), plays Actions that leave an action first and then the best terminal
(action_choice.py), and answers everything else by the same values (card_choices.py). It uses no hidden information. An
unknown card is treated like the most similar known card (weights.py).

The shipped weights are in content/steward.json; the study dominion-champion produced them.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, rule
from ludus.core.compiled_bot_spec import BotOptions, BotSpec
from ludus.games.dominion.bots.steward.action_choice import to_play
from ludus.games.dominion.bots.steward.buying import to_buy
from ludus.games.dominion.bots.steward.card_choices import choose_answer
from ludus.games.dominion.bots.steward.card_values import DeckFeatures, Memory, compute_features
from ludus.games.dominion.bots.steward.weights import (
    ASPECTS,
    BY_HAND,
    NAMES,
    SHIPPED,
    StewardWeights,
    map_cards,
    pack_weights,
    read_weights,
    rounded,
    weights_data,
)
from ludus.games.dominion.state import BUY_CARD, PLAY_ACTION

__all__ = ["ASPECTS", "BY_HAND", "NAMES", "bot", "pack_weights", "read_weights", "rounded", "weights_data"]


class Options(BotOptions, frozen=True, forbid_unknown_fields=True):
    weights: Annotated[str | None, Meta(description="a weight file; by default the shipped weights")] = None


class Params(Record):
    weights: StewardWeights


@rule
def begin(data, state, seed, params, memory, scratch):
    map_cards(data, params.weights.models, memory.likes)


@rule
def choose(data, state, seat, params, memory, scratch):
    compute_features(data, state, seat, scratch)
    if state.asked == BUY_CARD:
        return to_buy(data, state, seat, params.weights, memory, scratch)
    if state.asked == PLAY_ACTION:
        return to_play(data, state, seat, params.weights, memory, scratch)
    return choose_answer(data, state, seat, params.weights, memory, scratch)


def fill(options, params) -> None:
    params.weights = StewardWeights.over(pack_weights(read_weights(options.weights or SHIPPED)))


bot = BotSpec(
    name="steward",
    summary="values every card by evolved weights, counts points and ends the game when it would win",
    rules=sys.modules[__name__],
    scratch=DeckFeatures,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
)
