"""What a card is worth in a deck.

The 160 official cards have weights in content/draft_weights.csv, for each version with a draft and each seat. A card
of one's own, an official one that was changed, and every card of version 1.5 has a score instead, from its properties
by content/card_scores.csv: a line for each version and kind of card. Both files were made by tools/tune_locm_draft.py
and hold thousandths of the log-odds of winning that a copy adds to a deck.
"""

# mypy: ignore-errors

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from ludus.core import Record, int64, local_numbers, rule
from ludus.core.errors import ContentError
from ludus.games.locm.bots.worth import wide
from ludus.games.locm.cards import KINDS, OFFICIAL, pack_card, read_cards
from ludus.games.locm.table import Card

LISTED = 161  # room for the numbers 1 to 160
WEIGHTS = Path(__file__).parents[1] / "content" / "draft_weights.csv"
SCORES = Path(__file__).parents[1] / "content" / "card_scores.csv"

FIRST, SECOND, TIERS = 0, 1, 2  # whose weights: of a seat, or one list in tiers for both
TIER = 16  # cards in a tier, which count as equals
VERSIONS = ("1.0", "1.2", "1.5")
DRAFTED = 2  # so many of them, the first ones, have a draft
FEATURES = (
    *("any", "cost", "attack", "defense", "weaker", "my_health", "opp_health", "draw", "lane", "both"),
    *("breakthrough", "charge", "drain", "guard", "lethal", "ward"),
)
FEATURE_COUNT = len(FEATURES)
STRONGEST = 12  # strength above it makes no difference


class CardWeights(Record):
    cards: Card[LISTED]  # the official cards by number: a weight is for a card that is still the same
    weights: int64[DRAFTED, 3, LISTED]  # by version, then FIRST, SECOND or TIERS, then number
    scores: int64[len(VERSIONS), len(KINDS), FEATURE_COUNT]


@rule
def card_weight(table, index, whose, weights):
    """What a card of the table adds to a deck, by the weights of a seat or by TIERS."""
    card, version = table.cards[index], version_of(table)
    number = wide(card.number)
    if version < DRAFTED and 0 < number < LISTED and same_card(card, weights.cards[number]):
        return weights.weights[version, whose, number]
    return card_score(card, version, weights)


@rule(inline=True)
def version_of(table):
    """An index into VERSIONS."""
    return 2 if table.construct != 0 else wide(table.lanes) - 1


@rule
def same_card(one, other):
    return (
        (one.kind == other.kind and one.cost == other.cost and one.keywords == other.keywords)
        and (one.attack == other.attack and one.defense == other.defense)
        and (one.my_health == other.my_health and one.opp_health == other.opp_health)
        and (one.draw == other.draw and one.area == other.area)
    )


@rule
def card_score(card, version, weights):
    """A card by its properties."""
    values = local_numbers(FEATURE_COUNT)
    list_features(card, values)
    total = 0
    for k in range(FEATURE_COUNT):
        total += weights.scores[version, card.kind, k] * values[k]
    return total


@rule
def list_features(card, values):
    """The properties of a card in the order of FEATURES."""
    values[0] = 1
    values[1] = card.cost
    values[2] = min(max(card.attack, -STRONGEST), STRONGEST)
    values[3] = min(max(card.defense, -STRONGEST), STRONGEST)
    values[4] = min(values[2], values[3])
    values[5] = card.my_health
    values[6] = card.opp_health
    values[7] = card.draw
    values[8] = int(card.area == 1)
    values[9] = int(card.area == 2)
    for k in range(6):
        values[10 + k] = wide(card.keywords) >> k & 1


# From the files


def fill_weights(weights) -> None:
    """Write the weights and scores of the files into a record."""
    for card in read_cards(OFFICIAL):
        pack_card(card, weights.cards[card.number])
    for version, listed in read_weights().items():
        steps = tiers(listed)
        for number, pair in listed.items():
            for whose, weight in enumerate((*pair, steps[number])):
                weights.weights[VERSIONS.index(version), whose, number] = weight
    for (version, kind), scores in read_scores().items():
        for k, score in enumerate(scores):
            weights.scores[VERSIONS.index(version), KINDS.index(kind), k] = score


def tiers(weights: dict[int, tuple[int, ...]]) -> dict[int, int]:
    """One list for both seats: the cards in tiers of TIER, best first; all in a tier weigh what they do on average."""
    means = {number: sum(pair) / len(pair) for number, pair in weights.items()}
    ranked = sorted(means, key=lambda number: (-means[number], number))
    found = {}
    for first in range(0, len(ranked), TIER):
        tier = ranked[first : first + TIER]
        found |= dict.fromkeys(tier, round(sum(means[number] for number in tier) / len(tier)))
    return found


@cache
def read_weights() -> dict[str, dict[int, tuple[int, ...]]]:
    """Both weights of each official card, by version and number."""
    found: dict[str, dict[int, tuple[int, ...]]] = {version: {} for version in VERSIONS[:DRAFTED]}
    for (version, number), values in _rows(WEIGHTS, 2, ("first", "second")):
        found[version][int(number)] = tuple(values)
    return found


@cache
def read_scores() -> dict[tuple[str, ...], tuple[int, ...]]:
    """What each of FEATURES adds to the score, by version and kind of card."""
    return {names: tuple(values) for names, values in _rows(SCORES, 2, FEATURES)}


def _rows(file: Path, names: int, columns: tuple[str, ...]):
    """The lines of a file: so many names, then a whole number for each of the columns."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    header, *rows = csv.reader(lines)
    if tuple(header[names:]) != columns:
        raise ContentError(f"the columns are not {', '.join(columns)}", file)
    for row in rows:
        yield tuple(row[:names]), [int(value) for value in row[names:]]
