"""How fights go if every turn does what the deck does on average, as in the thesis's approximating simulation.

In a turn everybody suffers the area damage of five average cards, then the living enemy with the most attack for each
hit point left suffers all their targeted damage. The strategist looks on from the end of a turn; pickers only ask how
likely an encounter is won.
"""

# mypy: ignore-errors

from ludus.core import Record, float64, int64, rule
from ludus.games.delve.fight import strength
from ludus.games.delve.kinds import AREA, DECK, ENEMIES, HAND, MANA

LATE = 20  # turns; by then the player is dead, or nobody can hurt the other
LOST = 1e6  # worse than any attack
ENOUGH = 0.8  # see `chance_to_win`
SPREAD = 0.13  # how far luck goes


class Outlook(Record):
    """What an average turn does, and whom it meets."""

    area: float64
    targeted: float64
    health: int64  # of the player
    foes: int64
    attack: int64[ENEMIES]
    left: float64[ENEMIES]


@rule
def look_out(table, holder, outlook):
    """Average the deck with the bonus of whoever holds it: five cards a turn, less what resources do not pay for."""
    mana, energy = 0, 0
    for kind in range(table.kinds + 0):
        card = table.cards[kind]
        if card.resource == MANA:
            mana += card.cost * card.copies
        else:
            energy += card.cost * card.copies
    outlook.area = 0.0
    outlook.targeted = 0.0
    for kind in range(table.kinds + 0):
        card = table.cards[kind]
        used, there = (mana, table.mana + 0) if card.resource == MANA else (energy, table.energy + 0)
        damage = strength(table, holder, kind) * card.copies * HAND / DECK
        if used * HAND > there * DECK:
            damage = damage * (there * DECK) / (used * HAND)
        if card.category == AREA:
            outlook.area += damage
        else:
            outlook.targeted += damage


@rule
def foresee(turn, base, outlook):
    """What is to be feared from the enemies as `turn.left` has them from a place on: less is better."""
    outlook.foes = turn.foes
    for foe in range(turn.foes):
        outlook.attack[foe] = turn.attack[foe]
        outlook.left[foe] = turn.left[base + foe]
    return _fear(outlook)


@rule
def chance_to_win(table, encounter, outlook):
    """Of a whole encounter: by the share of the enemies' hit points that an average turn takes, beside the share of the
    player's that they take while all of them live. Some of them die before the end, so it may be a little less."""
    foes, whole, struck = table.foes[encounter], 0, 0
    for foe in range(foes.size + 0):
        whole += foes.health[foe]
        struck += foes.attack[foe]
    power = (outlook.area * foes.size + outlook.targeted) / whole
    hope = power - ENOUGH * struck / table.health
    return 0.5 + 0.5 * hope / (abs(hope) + SPREAD)


@rule
def _fear(outlook):
    """The attack suffered until everybody is dead; if the player dies first, more the more the enemies have left."""
    suffered, total = 0, 0.0
    for _ in range(LATE):
        struck, total = 0, 0.0
        for foe in range(outlook.foes):
            if outlook.left[foe] > 0.0:
                struck += outlook.attack[foe]
                total += outlook.left[foe]
        if struck == 0:
            return suffered + 0.0
        suffered += struck
        if suffered >= outlook.health:
            return LOST + total
        _hurt(outlook)
    return LOST + total


@rule
def _hurt(outlook):
    """An average turn."""
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
