"""The steward's weights: what they are called, and the record that the rules read.

A card is worth its `opening` weight in the first turn, its `middle` weight later and its `end` weight when Provinces
run out; `copies` is what every copy already owned takes away, `special` goes with what worth.py says of the card, and
`play` is added when an Action is chosen to be played. 100 is about a coin. The general weights are:

    collision     how much a terminal is disturbed by others: for each that a hand has on average
    gardens       what any card is worth for each Gardens owned
    penultimate   how bad it is to leave one Province to somebody who would win with it
    money         coins to keep when Coppers are trashed
    gain, rid     what a card gained, or a burden lost, counts against coins in hand, in percent
    attack, buy   what it counts to hurt somebody, and to have one more buy
    coin, purse   what a coin counts by itself, and, in percent, what can be bought with it beyond what could be before
"""

# mypy: ignore-errors

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from ludus.core import Record, int64
from ludus.games.dominion.bots.steward.likeness import LIKES, fill_models
from ludus.games.dominion.table import Card

ONE = 64  # a weight of 1 in the record
PLACES = 1  # digits behind the point that a weight has

ASPECTS = ("opening", "middle", "end", "copies", "special", "play")
OPENING, MIDDLE, END, COPIES, SPECIAL, PLAY = range(len(ASPECTS))
GENERAL = ("collision", "gardens", "penultimate", "money", "gain", "rid", "attack", "buy", "coin", "purse")
COLLISION, GARDENS_CARD, PENULTIMATE, MONEY, GAIN, RID, ATTACKED, BUY_WORTH, COIN_WORTH, PURSE = range(len(GENERAL))
UNPLAYED = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Gardens")


class Weights(Record):
    cards: int64[len(LIKES), len(ASPECTS)]
    general: int64[len(GENERAL)]
    models: Card[len(LIKES)]


def aspects_of(card: str) -> tuple[str, ...]:
    """The weights that a card has."""
    return ASPECTS[:-1] if card in UNPLAYED else ASPECTS


CARD_WEIGHTS = tuple((card, aspect) for card in LIKES for aspect in aspects_of(card))
NAMES = (*(f"{card}: {aspect}" for card, aspect in CARD_WEIGHTS), *GENERAL)  # of all weights, in order


def rounded(values: ArrayLike) -> np.ndarray:
    """Weights as they are kept in files: whoever plays by them plays by these."""
    return np.round(np.asarray(values, np.float64), PLACES) + 0.0  # no negative zero


def pack_weights(values: ArrayLike) -> np.ndarray:
    """The record of weights given in the order of NAMES."""
    record = _models().copy()
    numbers = np.rint(rounded(values) * ONE).astype(np.int64)
    rows = [LIKES.index(card) for card, _ in CARD_WEIGHTS]
    columns = [ASPECTS.index(aspect) for _, aspect in CARD_WEIGHTS]
    record["cards"][0, rows, columns] = numbers[: len(CARD_WEIGHTS)]
    record["general"][0] = numbers[len(CARD_WEIGHTS) :]
    return record


@cache
def _models() -> np.ndarray:
    record = Weights.zeros(1)
    fill_models(Weights.over(record).models)
    return record
