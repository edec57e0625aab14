"""Prediction of fights in which every turn deals the average damage of the deck (the thesis's approximate simulation).

In each turn all enemies suffer the area damage of five average cards; then the living enemy with the most attack per
remaining hit point suffers all their targeted damage. The strategist predicts from the end of a turn; node pickers use
only the estimated chance to win an encounter.

Where cards or nodes do more than deal damage, an average turn has more parts, as rough expected values: cards that it
draws and resources that it gains make it longer, strength and vulnerable enemies raise damage, poison adds to it, and
block, healing and weak enemies reduce what the player suffers.
"""

# mypy: ignore-errors

from ludus.core import Record, float64, int64, rule
from ludus.games.delve.combat import effect_amount
from ludus.games.delve.constants import (
    AREA,
    BLOCK,
    BLOCK_RULE,
    DECK,
    DRAW,
    ENERGY_RULE,
    GAIN_ENERGY,
    GAIN_MANA,
    HAND,
    HAND_RULE,
    HEAL,
    HIT_POINTS_RULE,
    MANA,
    MANA_RULE,
    MAX_ENEMIES,
    MAX_HAND,
    POISON,
    REGENERATION_RULE,
    STRENGTH,
    VULNERABLE,
    WEAK,
)

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
    guard: float64  # hit points that the player does not lose in a turn
    weak: float64  # weak that a turn gives


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
        damage = (card.damage + holder.bonus[card.group]) * card.copies * HAND / DECK
        if needed * HAND > available * DECK:
            damage = damage * (available * DECK) / (needed * HAND)
        if card.category == AREA:
            outlook.area += damage
        else:
            outlook.targeted += damage


@rule
def compute_extended_turn(data, holder, outlook):
    """Compute the same with everything that cards and nodes do beyond the thesis."""
    deck, drawn = 0, 0
    for kind in range(data.kinds + 0):
        copies = data.cards[kind].copies + holder.added[kind]
        deck += copies
        drawn += copies * effect_amount(data, holder, kind, DRAW)
    hand = data.hand + holder.rule_bonus[HAND_RULE] + 0.0
    hand = min(MAX_HAND * 1.0, hand + hand * drawn / deck)
    share = hand / max(deck * 1.0, hand)  # of the deck that is in hand in a turn
    outlook.area = 0.0
    outlook.targeted = 0.0
    outlook.guard = holder.rule_bonus[BLOCK_RULE] + holder.rule_bonus[REGENERATION_RULE] + 0.0
    outlook.weak = 0.0
    outlook.health = data.health + holder.rule_bonus[HIT_POINTS_RULE]
    strength, vulnerable, poison = 0.0, 0.0, 0.0
    for resource in range(2):
        needs, gains = 0, 0
        for kind in range(data.kinds + 0):
            card = data.cards[kind]
            copies = card.copies + holder.added[kind]
            if card.resource == resource:
                needs += copies * card.cost
            gains += copies * effect_amount(data, holder, kind, GAIN_MANA if resource == MANA else GAIN_ENERGY)
        full = data.mana + holder.rule_bonus[MANA_RULE]
        if resource != MANA:
            full = data.energy + holder.rule_bonus[ENERGY_RULE]
        available = full + gains * share
        used = share if needs * share <= available else share * (available / (needs * share))
        for kind in range(data.kinds + 0):
            card = data.cards[kind]
            if card.resource != resource:
                continue
            cards = (card.copies + holder.added[kind]) * used
            if data.effects[kind].deals_damage:
                damage = (card.damage + holder.bonus[card.group]) * cards
                if card.category == AREA:
                    outlook.area += damage
                else:
                    outlook.targeted += damage
            outlook.guard += cards * effect_amount(data, holder, kind, BLOCK)
            outlook.guard += cards * effect_amount(data, holder, kind, HEAL)
            outlook.weak += cards * effect_amount(data, holder, kind, WEAK)
            strength += cards * effect_amount(data, holder, kind, STRENGTH)
            vulnerable += cards * effect_amount(data, holder, kind, VULNERABLE)
            poison += cards * effect_amount(data, holder, kind, POISON)
    raised = 1.0 + 0.5 * min(1.0, vulnerable / 2.0)
    outlook.area = outlook.area * raised
    outlook.targeted = (outlook.targeted + strength * hand) * raised + 2.0 * poison


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
    if data.extended:
        suffered = max(0.0, struck * (1.0 - 0.25 * min(1.0, outlook.weak / foes.size)) - outlook.guard)
        advantage = power - ENEMY_WEIGHT * suffered / outlook.health
    else:
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
