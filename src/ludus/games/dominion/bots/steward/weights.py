"""Weights of the steward: their names, and the record that the rules read.

A card is worth its `opening` weight in the first turn, its `middle` weight later and its `end` weight when Provinces
run out. `copies` is subtracted for every copy already owned, `special` multiplies the special factor of the card
(evaluation.py), and `play` is added when an Action is chosen to be played. 100 is about one coin. The general weights:

    collision     loss of a terminal for each other terminal in an average hand
    gardens       value of any card for each Gardens owned
    penultimate   cost of leaving one Province to an opponent who would win with it
    money         coins to keep when Coppers are trashed
    gain, rid     value of a gained card, or of a trashed burden, relative to coins in hand, in percent
    attack, buy   value of hurting an opponent, and of one more buy
    coin, purse   value of a coin by itself, and, in percent, of what it buys in addition
"""

# mypy: ignore-errors

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from ludus.core import Record, int64
from ludus.games.dominion.bots.steward.likeness import WEIGHTED_CARDS, fill_models
from ludus.games.dominion.table import DominionCard

WEIGHT_SCALE = 64  # fixed-point scale: a weight of 1 in the record
DECIMALS = 1  # decimals of a stored weight

ASPECTS = ("opening", "middle", "end", "copies", "special", "play")
OPENING, MIDDLE, END, COPIES, SPECIAL, PLAY = range(len(ASPECTS))
GENERAL_WEIGHTS = ("collision", "gardens", "penultimate", "money", "gain", "rid", "attack", "buy", "coin", "purse")
COLLISION, GARDENS_CARD, PENULTIMATE, MONEY, GAIN, RID, ATTACKED, BUY_WORTH, COIN_WORTH, PURSE = range(
    len(GENERAL_WEIGHTS)
)
UNPLAYED = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Gardens")


class StewardWeights(Record):
    cards: int64[len(WEIGHTED_CARDS), len(ASPECTS)]
    general: int64[len(GENERAL_WEIGHTS)]
    models: DominionCard[len(WEIGHTED_CARDS)]


def aspects_of(card: str) -> tuple[str, ...]:
    """Names of the weights of a card."""
    return ASPECTS[:-1] if card in UNPLAYED else ASPECTS


CARD_WEIGHTS = tuple((card, aspect) for card in WEIGHTED_CARDS for aspect in aspects_of(card))
NAMES = (*(f"{card}: {aspect}" for card, aspect in CARD_WEIGHTS), *GENERAL_WEIGHTS)  # names of all weights, in order


def rounded(values: ArrayLike) -> np.ndarray:
    """Round weights to their stored precision; bots always play with rounded weights."""
    return np.round(np.asarray(values, np.float64), DECIMALS) + 0.0  # no negative zero


def pack_weights(values: ArrayLike) -> np.ndarray:
    """Pack weights in the order of NAMES into a record."""
    record = _models().copy()
    numbers = np.rint(rounded(values) * WEIGHT_SCALE).astype(np.int64)
    rows = [WEIGHTED_CARDS.index(card) for card, _ in CARD_WEIGHTS]
    columns = [ASPECTS.index(aspect) for _, aspect in CARD_WEIGHTS]
    record["cards"][0, rows, columns] = numbers[: len(CARD_WEIGHTS)]
    record["general"][0] = numbers[len(CARD_WEIGHTS) :]
    return record


@cache
def _models() -> np.ndarray:
    record = StewardWeights.zeros(1)
    fill_models(StewardWeights.over(record).models)
    return record
