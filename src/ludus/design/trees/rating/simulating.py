"""The thesis's approximating simulation: a fight by the average turn of a deck, without drawing cards.

    simulate(deck, encounter, bonus=(0, 0, 3, 0))        4: won in turn 4; -61.5: lost, with so many hit points left

In a turn the five cards of a hand do what five average cards of the deck do. If one resource does not suffice, all
damage paid with it is reduced. Area damage comes first, then all targeted damage hits the living enemy with the most
attack per hit point; the excess is lost, unless it is carried over to the next enemy.

All numbers are whole: damage and hit points are counted in fractions of a hit point that divide everything a deck does,
so every machine computes the same turn.
"""

# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ludus.core import local_ints, plain, rule
from ludus.games.delve.kinds import CLASSES, DECK, MAX_ENEMIES, FULL_ENERGY, FULL_MANA, HAND, HIT_POINTS, MANA, TURN_CAP
from ludus.games.delve.pieces import Deck, Encounter


class DamagePools(NamedTuple):
    """What decks do in a turn, one row per deck, in fractions of a hit point."""

    parts: np.ndarray  # fractions per hit point
    base: np.ndarray  # area and targeted damage without a tree
    gain: np.ndarray  # per class of cards, what one more point of damage on its cards adds


class EncounterArrays(NamedTuple):
    """The encounters, one row each; places without an enemy are zero."""

    attack: np.ndarray
    health: np.ndarray


def damage_pools(decks: Sequence[Deck]) -> DamagePools:
    """Return the damage pools of decks."""
    pools = DamagePools(
        np.zeros(len(decks), np.int64),
        np.zeros((len(decks), 2), np.int64),
        np.zeros((len(decks), CLASSES), np.int64),
    )
    for row, deck in enumerate(decks):
        costs = [sum(n * card.cost for card, n in deck.cards if card.resource == r) for r in (0, 1)]
        short = [HAND * cost > full * DECK for cost, full in zip(costs, (FULL_MANA, FULL_ENERGY), strict=True)]
        divisors = [cost if less else 1 for cost, less in zip(costs, short, strict=True)]
        parts = DECK * divisors[0] * divisors[1]
        pools.parts[row] = parts
        for card, copies in deck.cards:
            full = FULL_MANA if card.resource == MANA else FULL_ENERGY
            per_damage = parts * full // costs[card.resource] if short[card.resource] else parts * HAND // DECK
            pools.base[row, card.category] += copies * card.damage * per_damage
            pools.gain[row, card.group] += copies * per_damage
    return pools


def encounter_arrays(encounters: Sequence[Encounter]) -> EncounterArrays:
    """Return the encounters as arrays."""
    foes = EncounterArrays(
        np.zeros((len(encounters), MAX_ENEMIES), np.int64), np.zeros((len(encounters), MAX_ENEMIES), np.int64)
    )
    for row, encounter in enumerate(encounters):
        for place, (attack, health) in enumerate(encounter.enemies):
            foes.attack[row, place], foes.health[row, place] = attack, health
    return foes


def simulate(
    deck: Deck, encounter: Encounter, bonus: Sequence[int] = (0,) * CLASSES, carry_over: bool = False
) -> float:
    """Return the turn in which the fight is won, or else the enemies' remaining hit points as a negative number."""
    pools, foes = damage_pools([deck]), encounter_arrays([encounter])
    area, targeted = plain(turn_damage)(pools, 0, 0, bonus), plain(turn_damage)(pools, 0, 1, bonus)
    result = plain(simulate_fight)(area, targeted, int(pools.parts[0]), foes, 0, carry_over)
    return float(result) if result > 0 else float(result) / float(pools.parts[0])


@rule(inline=True)
def turn_damage(pools, deck, category, bonus):
    """Area (0) or targeted (1) damage of an average turn, with a bonus for each class of cards."""
    first = 2 * category
    gained = pools.gain[deck, first] * bonus[first] + pools.gain[deck, first + 1] * bonus[first + 1]
    return pools.base[deck, category] + gained


@rule
def simulate_fight(area, targeted, parts, foes, encounter, carry_over):
    """The turn in which all enemies are dead, or else minus the hit points left, in fractions."""
    left = local_ints(MAX_ENEMIES)
    for place in range(MAX_ENEMIES):
        left[place] = foes.health[encounter, place] * parts
    player = HIT_POINTS
    for turn in range(1, TURN_CAP + 1):
        for place in range(MAX_ENEMIES):
            left[place] = max(0, left[place] - area)
        _strike(targeted, foes.attack[encounter], left, carry_over)
        total, struck = 0, 0
        for place in range(MAX_ENEMIES):
            if left[place] > 0:
                total += left[place]
                struck += foes.attack[encounter, place]
        if total == 0:
            return turn
        player -= struck
        if player <= 0:
            return -total
    return -total


@rule(inline=True)
def _strike(damage, attack, left, carry_over):
    """All targeted damage on the living enemy with the most attack per hit point, the first of equals."""
    while damage > 0:
        best = -1
        for place in range(MAX_ENEMIES):
            if left[place] > 0 and (best < 0 or attack[place] * left[best] > attack[best] * left[place]):
                best = place
        if best < 0:
            return
        dealt = min(damage, left[best])
        left[best] -= dealt
        damage = damage - dealt if carry_over else 0
