"""Weights of the steward: their names, the record that the rules read, and weight files.

A card is worth its `opening` weight in the first turn, its `middle` weight later and its `end` weight when Provinces
run out. `copies` is subtracted for every copy already owned, `special` multiplies the special factor of the card
(card_values.py), and `play` is added when an Action is chosen to be played. 100 is about one coin. The general weights:

    collision     loss of a terminal for each other terminal in an average hand
    gardens       value of any card for each Gardens owned
    penultimate   cost of leaving one Province to an opponent who would win with it
    money         coins to keep when Coppers are trashed
    gain, rid     value of a gained card, or of a trashed burden, relative to coins in hand, in percent
    attack, buy   value of hurting an opponent, and of one more buy
    coin, purse   value of a coin by itself, and, in percent, of what it buys in addition

An unknown card uses the weights of the most similar known card. A weight file is JSON:

{"made by": "...", "cards": {"Copper": {"opening": -30.0, ...}, ...}, "general": {"collision": 100.0, ...}}
"""

# mypy: ignore-errors

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.core import Record, int64, rule
from ludus.games.dominion.base_set_card_numbers import KINDS, OWN_KIND
from ludus.games.dominion.game_data_records import STEPS, DominionCard
from ludus.games.dominion.state import CURSE, SLOTS
from ludus.util.errors import ContentError
from ludus.util.files import is_number_within, read_json, require_keys

BASICS = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province")
WEIGHTED_CARDS = (*BASICS, *KINDS)  # all cards with weights
CURSE_INDEX = 255  # the Curse has no substitute
FIRST_KIND = len(BASICS)
OFFICIAL = len(WEIGHTED_CARDS)

# Weights of the differences
TYPE, CARDS, ACTIONS, COINS, BUYS, POINTS, STEP, COST = 40, 10, 12, 8, 4, 6, 5, 1
WEIGHT_SCALE = 64  # fixed-point scale: a weight of 1 in the record
DECIMALS = 1  # decimals of a stored weight
ASPECTS = ("opening", "middle", "end", "copies", "special", "play")
OPENING, MIDDLE, END, COPIES, SPECIAL, PLAY = range(len(ASPECTS))
GENERAL_WEIGHTS = ("collision", "gardens", "penultimate", "money", "gain", "rid", "attack", "buy", "coin", "purse")
COLLISION, GARDENS_CARD, PENULTIMATE, MONEY, GAIN, RID, ATTACKED, BUY_WORTH, COIN_WORTH, PURSE = range(
    len(GENERAL_WEIGHTS)
)
UNPLAYED = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Gardens")
MAX_WEIGHT = 10_000.0  # largest absolute value of a weight
CONTENT = Path(__file__).parents[2] / "content"
SHIPPED = CONTENT / "steward.json"
BY_HAND = CONTENT / "steward_by_hand.json"  # start of the evolution


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


def weights_data(values: np.ndarray, made_by: str) -> dict[str, Any]:
    """Weights in the order of NAMES as the content of a weight file."""
    rest = iter(rounded(values).tolist())
    cards: dict[str, dict[str, float]] = {card: {} for card in WEIGHTED_CARDS}
    for card, aspect in CARD_WEIGHTS:
        cards[card][aspect] = next(rest)
    return {"made by": made_by, "cards": cards, "general": dict(zip(GENERAL_WEIGHTS, rest, strict=True))}


def read_weights(file: str | Path) -> np.ndarray:
    """Read a weight file.

    Returns:
        The weights in the order of NAMES.

    Raises:
        ContentError: the file is unreadable or a weight is missing or out of range.
    """
    data = require_keys(file, "the file", read_json(file, "weights of the steward"), ("made by", "cards", "general"))
    cards = require_keys(file, "cards", data["cards"], WEIGHTED_CARDS)
    for card in WEIGHTED_CARDS:
        require_keys(file, card, cards[card], aspects_of(card))
    general = require_keys(file, "general", data["general"], GENERAL_WEIGHTS)
    card_values = [_weight(file, f"{card}: {aspect}", cards[card][aspect]) for card, aspect in CARD_WEIGHTS]
    return rounded(card_values + [_weight(file, name, general[name]) for name in GENERAL_WEIGHTS])


@rule
def map_cards(data, models, likes):
    """Write for each slot the index in WEIGHTED_CARDS of the card whose weights it uses."""
    for slot in range(SLOTS):
        if slot < FIRST_KIND:
            likes[slot] = slot
        elif slot == CURSE:
            likes[slot] = CURSE_INDEX
        elif data.cards[slot].kind != OWN_KIND:
            likes[slot] = FIRST_KIND + data.cards[slot].kind
        else:
            likes[slot] = most_similar(data.cards[slot], models)


@rule
def most_similar(card, models):
    best, least = 0, 1 << 30
    for k in range(OFFICIAL):
        difference = card_distance(card, models[k])
        if difference < least:
            best, least = k, difference
    return best


@rule
def card_distance(one, other):
    total = BUYS * absolute_difference(one.buys, other.buys) + COST * absolute_difference(one.cost, other.cost)
    total += CARDS * absolute_difference(one.cards, other.cards) + ACTIONS * absolute_difference(
        one.actions, other.actions
    )
    total += COINS * absolute_difference(one.coins, other.coins) + POINTS * absolute_difference(
        one.points, other.points
    )
    for k in range(6):
        total += TYPE * absolute_difference(one.types >> k & 1, other.types >> k & 1)
    total += POINTS * absolute_difference(one.points_per != 0, other.points_per != 0)
    for k in range(STEPS):
        if k < one.step_count and k < other.step_count:
            total += STEP * (one.steps[k].op != other.steps[k].op)
            total += STEP * (one.steps[k].who != other.steps[k].who)
            total += absolute_difference(one.steps[k].n, other.steps[k].n)
        elif k < one.step_count or k < other.step_count:
            total += 2 * STEP
    return total


@rule
def absolute_difference(one, other):
    return one - other if one > other else other - one


def fill_models(models: Any) -> None:
    """Write the printed known cards into a plain view of their records."""
    from ludus.games.dominion.card_file import BASE, pack_card, read_cards
    from ludus.games.dominion.game_data_records import GameData
    from ludus.games.dominion.options import Options, load

    printed = GameData.over(load(Options()).data).cards
    for k in range(FIRST_KIND):
        for field in ("cost", "types", "coins", "points"):
            setattr(models[k], field, getattr(printed[k], field))
    for name, card in read_cards(BASE, "first").items():
        pack_card(card, 0, models[FIRST_KIND + KINDS.index(name)])


@cache
def _models() -> np.ndarray:
    record = StewardWeights.zeros(1)
    fill_models(StewardWeights.over(record).models)
    return record


def _weight(file: str | Path, where: str, value: Any) -> float:
    if not is_number_within(value, MAX_WEIGHT):
        what = f"a weight is a number between -{MAX_WEIGHT:,.0f} and {MAX_WEIGHT:,.0f}, not {value!r}"
        raise ContentError(what, file, field=where)
    return float(value)
