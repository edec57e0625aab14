"""Card substitution: a card uses its own weights or, if it is unknown, those of the most similar known card."""

# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from ludus.core import rule
from ludus.games.dominion.kinds import KINDS, OWN_KIND
from ludus.games.dominion.state import CURSE, SLOTS
from ludus.games.dominion.table import STEPS

BASICS = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province")
WEIGHTED_CARDS = (*BASICS, *KINDS)  # all cards with weights
CURSE_INDEX = 255  # the Curse has no substitute
FIRST_KIND = len(BASICS)
OFFICIAL = len(WEIGHTED_CARDS)

# Weights of the differences
TYPE, CARDS, ACTIONS, COINS, BUYS, POINTS, STEP, COST = 40, 10, 12, 8, 4, 6, 5, 1


@rule
def map_cards(table, models, likes):
    """Write for each slot the index in LIKES of the card whose weights it uses."""
    for slot in range(SLOTS):
        if slot < FIRST_KIND:
            likes[slot] = slot
        elif slot == CURSE:
            likes[slot] = CURSE_INDEX
        elif table.cards[slot].kind != OWN_KIND:
            likes[slot] = FIRST_KIND + table.cards[slot].kind
        else:
            likes[slot] = most_similar(table.cards[slot], models)


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
    from ludus.games.dominion.cards import BASE, pack_card, read_cards
    from ludus.games.dominion.options import Options, load
    from ludus.games.dominion.table import GameData

    printed = GameData.over(load(Options()).table).cards
    for k in range(FIRST_KIND):
        for field in ("cost", "types", "coins", "points"):
            setattr(models[k], field, getattr(printed[k], field))
    for name, card in read_cards(BASE, "first").items():
        pack_card(card, 0, models[FIRST_KIND + KINDS.index(name)])
