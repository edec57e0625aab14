"""Small changes of cards, the moves of the balance search.

A change says by how many points each field of a card moves, all towards stronger or all towards weaker, within the
rules. A card keeps its character: only numbers that it has can move, and none of them becomes zero or changes its sign.
A cost may be any legal value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations_with_replacement
from math import fsum

from ludus.games.locm.card_edits import NUMBER_FIELDS, allowed_range
from ludus.games.locm.card_list import KINDS, CardDefinition

# Fields and points, signed, in the order of the game's fields; empty: no change.
CardChange = tuple[tuple[str, int], ...]

# Direction of a field when a card gets stronger. The strength of red and blue items is negative: what it takes away.
STRONGER_SIGN = {"cost": -1, "attack": 1, "defense": 1, "my_health": 1, "opp_health": -1, "draw": 1}
COST, STRENGTH_FIELDS, HELPFUL_KINDS = "cost", ("attack", "defense"), ("creature", "green")


def move_field(card: CardDefinition, field: str, by: int) -> CardDefinition:
    """Return a card with one number moved; the caller checks that the value is legal."""
    return replace(card, **{field: getattr(card, field) + by})


def movable_fields(card: CardDefinition, stronger: bool) -> dict[str, int]:
    """Return the fields of a card that can move at least one point in a direction, with the sign of the move."""
    signs = {}
    for field in NUMBER_FIELDS:
        sign = STRONGER_SIGN[field] * (1 if stronger else -1)
        if field in STRENGTH_FIELDS and KINDS[card.kind] not in HELPFUL_KINDS:
            sign = -sign
        if can_move(card, field, sign):
            signs[field] = sign
    return signs


def can_move(card: CardDefinition, field: str, by: int) -> bool:
    """Return whether a number of a card may move by `by`."""
    now = getattr(card, field)
    low, high = allowed_range(card, field)
    if not low <= now + by <= high:
        return False
    return field == COST or now * (now + by) > 0


def possible_changes(card: CardDefinition, stronger: bool, most: int) -> Iterator[CardChange]:
    """Yield every change of a card in one direction, from 0 to `most` points."""
    signs = movable_fields(card, stronger)
    for points in range(most + 1):
        for chosen in combinations_with_replacement(signs, points):
            change = tuple((field, signs[field] * chosen.count(field)) for field in signs if field in chosen)
            if all(can_move(card, field, by) for field, by in change):
                yield change


def apply_change(card: CardDefinition, change: CardChange) -> CardDefinition:
    """Return the card after the change."""
    for field, by in change:
        card = move_field(card, field, by)
    return card


def change_size(change: CardChange) -> int:
    """Return the number of points of a change."""
    return sum(abs(by) for _, by in change)


def predicted_effect(change: CardChange, effects: Mapping[str, float]) -> float:
    """Return the predicted effect of a change, from the effect of one point of each field; 0 where that is unknown."""
    return fsum(abs(by) * effects.get(field, 0.0) for field, by in change)


def describe_change(card: CardDefinition, change: CardChange) -> str:
    """Describe a change: `cost 6 → 7, attack 7 → 6`."""
    parts = [f"{field} {getattr(card, field)} → {getattr(card, field) + by}" for field, by in change]
    return ", ".join(parts) or "unchanged"
