"""Card substitution: a card uses its own weights or, if it is unknown, those of the most similar known card."""

# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from ludus.core import rule
from ludus.games.dominion.kinds import KINDS, OWN_KIND
from ludus.games.dominion.state import CURSE, SLOTS
from ludus.games.dominion.table import STEPS

BASICS = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province")
LIKES = (*BASICS, *KINDS)  # all cards with weights
CURSED = 255  # the Curse has no substitute
FIRST_KIND = len(BASICS)
OFFICIAL = len(LIKES)

# Weights of the differences
TYPE, CARDS, ACTIONS, COINS, BUYS, POINTS, STEP, COST = 40, 10, 12, 8, 4, 6, 5, 1


@rule
def find_likes(table, models, likes):
    """Write for each slot the index in LIKES of the card whose weights it uses."""
    for slot in range(SLOTS):
        if slot < FIRST_KIND:
            likes[slot] = slot
        elif slot == CURSE:
            likes[slot] = CURSED
        elif table.cards[slot].kind != OWN_KIND:
            likes[slot] = FIRST_KIND + table.cards[slot].kind
        else:
            likes[slot] = most_alike(table.cards[slot], models)


@rule
def most_alike(card, models):
    best, least = 0, 1 << 30
    for k in range(OFFICIAL):
        difference = unlikeness(card, models[k])
        if difference < least:
            best, least = k, difference
    return best


@rule
def unlikeness(one, other):
    total = BUYS * apart(one.buys, other.buys) + COST * apart(one.cost, other.cost)
    total += CARDS * apart(one.cards, other.cards) + ACTIONS * apart(one.actions, other.actions)
    total += COINS * apart(one.coins, other.coins) + POINTS * apart(one.points, other.points)
    for k in range(6):
        total += TYPE * apart(one.types >> k & 1, other.types >> k & 1)
    total += POINTS * apart(one.points_per != 0, other.points_per != 0)
    for k in range(STEPS):
        if k < one.step_count and k < other.step_count:
            total += STEP * (one.steps[k].op != other.steps[k].op)
            total += STEP * (one.steps[k].who != other.steps[k].who)
            total += apart(one.steps[k].n, other.steps[k].n)
        elif k < one.step_count or k < other.step_count:
            total += 2 * STEP
    return total


@rule
def apart(one, other):
    return one - other if one > other else other - one


def fill_models(models: Any) -> None:
    """Write the printed known cards into a plain view of their records."""
    from ludus.games.dominion.cards import BASE, pack, read_cards
    from ludus.games.dominion.options import Options, load
    from ludus.games.dominion.table import Table

    printed = Table.over(load(Options()).table).cards
    for k in range(FIRST_KIND):
        for field in ("cost", "types", "coins", "points"):
            setattr(models[k], field, getattr(printed[k], field))
    for name, card in read_cards(BASE, "first").items():
        pack(card, 0, models[FIRST_KIND + KINDS.index(name)])
