"""Weights of cards for deck building, and prediction of the opponent's hand from them.

The 160 official cards have weights in content/draft_weights.csv, for each version with a draft and each seat. Custom
cards, changed official cards and all cards of version 1.5 are scored by their properties with content/card_scores.csv:
one line per version and kind of card. Both files were made by tools/tune_locm_draft.py; their unit is 1/1000 of the
log-odds of winning that one copy adds to a deck.

Resampling takes a random card of each offer that the visible cards do not account for. A drafting opponent takes the
card that it rates best. So the prediction takes, of each such offer, the card with the highest weight for its seat,
with some noise. The result depends only on what a seat sees and on the seed, as in `resample_hidden`.
"""

# mypy: ignore-errors

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from ludus.core import Record, int64, local_ints, rule
from ludus.core.random import random_below
from ludus.games.locm.bots.evaluation import as_int64
from ludus.games.locm.card_list import KINDS, OFFICIAL_CARDS, pack_card, read_cards
from ludus.games.locm.game_data_records import PICKED, LocmCard
from ludus.games.locm.resampling import is_hidden, match_offer, resample_hidden
from ludus.games.locm.state import DECK, OFFERED, PICKS
from ludus.util.errors import ContentError

OFFICIAL_COUNT = 161  # room for the numbers 1 to 160
WEIGHTS_FILE = Path(__file__).parents[1] / "content" / "draft_weights.csv"
SCORES_FILE = Path(__file__).parents[1] / "content" / "card_scores.csv"
FIRST, SECOND, TIERS = 0, 1, 2  # which weights: of a seat, or the tier list for both seats
TIER_SIZE = 16  # cards in a tier, which have equal weight
VERSIONS = ("1.0", "1.2", "1.5")
DRAFT_VERSIONS = 2  # the number of versions with a draft: the first ones
FEATURES = (
    *("any", "cost", "attack", "defense", "weaker", "my_health", "opp_health", "draw", "lane", "both"),
    *("breakthrough", "charge", "drain", "guard", "lethal", "ward"),
)
FEATURE_COUNT = len(FEATURES)
MAX_STRENGTH = 12  # attack and defense are clipped at this value

WEIGHT_NOISE = 30  # range of the random noise on a weight, in units of 1/1000
LOWEST_WEIGHT = -(1 << 60)


class CardWeights(Record):
    cards: LocmCard[OFFICIAL_COUNT]  # the official cards by number: a weight is valid only for an unchanged card
    weights: int64[DRAFT_VERSIONS, 3, OFFICIAL_COUNT]  # by version, then FIRST, SECOND or TIERS, then number
    scores: int64[len(VERSIONS), len(KINDS), FEATURE_COUNT]


@rule
def card_weight(data, index, whose, weights):
    """Return the weight of a card, by the weights of a seat or by TIERS."""
    card, version = data.cards[index], version_of(data)
    number = as_int64(card.number)
    if version < DRAFT_VERSIONS and 0 < number < OFFICIAL_COUNT and same_card(card, weights.cards[number]):
        return weights.weights[version, whose, number]
    return card_score(card, version, weights)


@rule(inline=True)
def version_of(data):
    """Return the index of the game's version in VERSIONS."""
    return 2 if data.construct != 0 else as_int64(data.lanes) - 1


@rule
def same_card(first, second):
    return (
        (first.kind == second.kind and first.cost == second.cost and first.keywords == second.keywords)
        and (first.attack == second.attack and first.defense == second.defense)
        and (first.my_health == second.my_health and first.opp_health == second.opp_health)
        and (first.draw == second.draw and first.area == second.area)
    )


@rule
def card_score(card, version, weights):
    """Score a card by its properties."""
    values = local_ints(FEATURE_COUNT)
    list_features(card, values)
    total = 0
    for k in range(FEATURE_COUNT):
        total += weights.scores[version, card.kind, k] * values[k]
    return total


@rule
def list_features(card, values):
    """Write the properties of a card in the order of FEATURES."""
    values[0] = 1
    values[1] = card.cost
    values[2] = min(max(card.attack, -MAX_STRENGTH), MAX_STRENGTH)
    values[3] = min(max(card.defense, -MAX_STRENGTH), MAX_STRENGTH)
    values[4] = min(values[2], values[3])
    values[5] = card.my_health
    values[6] = card.opp_health
    values[7] = card.draw
    values[8] = int(card.area == 1)
    values[9] = int(card.area == 2)
    for k in range(6):
        values[10 + k] = as_int64(card.keywords) >> k & 1


# Prediction of the opponent's hand


@rule
def predict_hidden(data, state, seat, seed, weights):
    """Resample what a seat cannot see, assuming that the opponent drafted by these weights."""
    resample_hidden(data, state, seat, seed)
    if data.setup == PICKED and data.construct == 0:
        predict_draft(data, state, state.players[1 - seat], 1 - seat, weights)


@rule
def predict_draft(data, state, foe, whose, weights):
    offer_of, place_of = local_ints(DECK), local_ints(PICKS)
    for place in range(DECK):
        if not is_hidden(foe, place):
            match_offer(state, foe, place, offer_of, place_of)
    cards, n = local_ints(PICKS), 0
    for offer in range(PICKS):
        if place_of[offer] == 0:
            other = random_below(state, n + 1)  # in random order
            cards[n] = cards[other]
            cards[other] = likely_pick(data, state, offer, whose, weights)
            n += 1
    n = 0
    for place in range(DECK):
        if is_hidden(foe, place):
            foe.deck[place] = cards[n]
            n += 1


@rule
def likely_pick(data, state, offer, whose, weights):
    most, pick = LOWEST_WEIGHT, 0
    for k in range(OFFERED):
        card = as_int64(state.offers[offer, k])
        weight = card_weight(data, card, whose, weights) + random_below(state, WEIGHT_NOISE)
        if weight > most:
            most, pick = weight, card
    return pick


# Loading


def fill_weights(weights) -> None:
    """Write the weights and scores of the files into a record."""
    for card in read_cards(OFFICIAL_CARDS):
        pack_card(card, weights.cards[card.number])
    for version, card_weights in read_weights().items():
        tier_weights = weights_by_tier(card_weights)
        for number, pair in card_weights.items():
            for whose, weight in enumerate((*pair, tier_weights[number])):
                weights.weights[VERSIONS.index(version), whose, number] = weight
    for (version, kind), scores in read_scores().items():
        for k, score in enumerate(scores):
            weights.scores[VERSIONS.index(version), KINDS.index(kind), k] = score


def weights_by_tier(weights: dict[int, tuple[int, ...]]) -> dict[int, int]:
    """Return one weight per card for both seats: cards in tiers of TIER, best first, each with its tier's mean."""
    means = {number: sum(pair) / len(pair) for number, pair in weights.items()}
    ranked = sorted(means, key=lambda number: (-means[number], number))
    tier_weights = {}
    for first in range(0, len(ranked), TIER_SIZE):
        tier = ranked[first : first + TIER_SIZE]
        tier_weights |= dict.fromkeys(tier, round(sum(means[number] for number in tier) / len(tier)))
    return tier_weights


@cache
def read_weights() -> dict[str, dict[int, tuple[int, ...]]]:
    """Read both weights of each official card, by version and number."""
    by_version: dict[str, dict[int, tuple[int, ...]]] = {version: {} for version in VERSIONS[:DRAFT_VERSIONS]}
    for (version, number), values in _rows(WEIGHTS_FILE, 2, ("first", "second")):
        by_version[version][int(number)] = tuple(values)
    return by_version


@cache
def read_scores() -> dict[tuple[str, ...], tuple[int, ...]]:
    """Read the coefficient of each of FEATURES, by version and kind of card."""
    return {names: tuple(values) for names, values in _rows(SCORES_FILE, 2, FEATURES)}


def _rows(file: Path, names: int, columns: tuple[str, ...]):
    """Yield the rows of a file: `names` leading texts, then a whole number for each column."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    header, *rows = csv.reader(lines)
    if tuple(header[names:]) != columns:
        raise ContentError(f"the columns are not {', '.join(columns)}", file)
    for row in rows:
        yield tuple(row[:names]), [int(value) for value in row[names:]]
