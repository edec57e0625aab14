"""Prediction of fights in which every turn deals the average damage of the deck (the thesis's approximate simulation).

In each turn all enemies suffer the area damage of five average cards; then the living enemy with the most attack per
remaining hit point suffers all their targeted damage. The strategist predicts from the end of a turn; node pickers use
only the estimated chance to win an encounter.
"""

# mypy: ignore-errors

from ludus.core import Record, float64, int64, rule
from ludus.games.delve.combat import card_damage
from ludus.games.delve.constants import AREA, DECK, HAND, MANA, MAX_ENEMIES

MAX_TURNS = 20  # turns; by then the player is dead, or neither side can hurt the other
LOST_PENALTY = 1e6  # larger than any attack
ENEMY_WEIGHT = 0.8  # fitted constant of `chance_to_win`
LUCK_SPREAD = 0.13  # influence of luck in `chance_to_win`


class AverageTurn(Record):
    """Damage of an average turn, and the enemies that it hits."""

    area: float64
    targeted: float64
    health: int64  # of the player
    foes: int64
    attack: int64[MAX_ENEMIES]
    left: float64[MAX_ENEMIES]


@rule
def compute_average_turn(data, holder, outlook):
    """Compute the average damage per turn of the deck with the holder's bonus: five cards, limited by resources."""
    mana, energy = 0, 0
    for kind in range(data.kinds + 0):
        card = data.cards[kind]
        if card.resource == MANA:
            mana += card.cost * card.copies
        else:
            energy += card.cost * card.copies
    outlook.area = 0.0
    outlook.targeted = 0.0
    for kind in range(data.kinds + 0):
        card = data.cards[kind]
        needed, available = (mana, data.mana + 0) if card.resource == MANA else (energy, data.energy + 0)
        damage = card_damage(data, holder, kind) * card.copies * HAND / DECK
        if needed * HAND > available * DECK:
            damage = damage * (available * DECK) / (needed * HAND)
        if card.category == AREA:
            outlook.area += damage
        else:
            outlook.targeted += damage


@rule
def predict_damage(turn, base, outlook):
    """Predict the attack that the player will suffer from the enemies in `turn.left[base:]`; less is better."""
    outlook.foes = turn.foes
    for foe in range(turn.foes):
        outlook.attack[foe] = turn.attack[foe]
        outlook.left[foe] = turn.left[base + foe]
    return _simulate_average_turns(outlook)


@rule
def chance_to_win(data, encounter, outlook):
    """Estimate the chance to win a whole encounter.

    It compares the fraction of the enemies' hit points that an average turn removes with the fraction of the player's
    hit points that the enemies remove while all of them live. Some of them die before the end, so the second fraction
    is weighted by ENOUGH.
    """
    foes, whole, struck = data.foes[encounter], 0, 0
    for foe in range(foes.size + 0):
        whole += foes.health[foe]
        struck += foes.attack[foe]
    power = (outlook.area * foes.size + outlook.targeted) / whole
    advantage = power - ENEMY_WEIGHT * struck / data.health
    return 0.5 + 0.5 * advantage / (abs(advantage) + LUCK_SPREAD)


@rule
def _simulate_average_turns(outlook):
    """Return the attack suffered until all enemies are dead; if the player dies first, LOST plus hit points left."""
    suffered, total = 0, 0.0
    for _ in range(MAX_TURNS):
        struck, total = 0, 0.0
        for foe in range(outlook.foes):
            if outlook.left[foe] > 0.0:
                struck += outlook.attack[foe]
                total += outlook.left[foe]
        if struck == 0:
            return suffered + 0.0
        suffered += struck
        if suffered >= outlook.health:
            return LOST_PENALTY + total
        _deal_average_damage(outlook)
    return LOST_PENALTY + total


@rule
def _deal_average_damage(outlook):
    """Deal the damage of an average turn."""
    best = -1
    for foe in range(outlook.foes):
        if outlook.left[foe] > 0.0:
            outlook.left[foe] -= outlook.area
            if outlook.left[foe] > 0.0 and (
                best < 0 or outlook.attack[foe] * outlook.left[best] > outlook.attack[best] * outlook.left[foe]
            ):
                best = foe
    if best >= 0:
        outlook.left[best] -= outlook.targeted
