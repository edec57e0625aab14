"""Features of a position for evaluation functions.

No feature depends on which cards are drawn, so the player can predict the features after a move. The damage of the
deck is the damage of all its cards in one average turn: a third of the deck, limited by energy and mana.

Effects beyond the thesis count where they act: block that will absorb something counts as hit points, poison as hit
points that the enemies have lost already, weak and vulnerable in the attack of the enemies.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.delve.combat import card_damage, full_health, incoming_damage, strike_of
from ludus.games.delve.constants import AREA, ENERGY_RULE, MANA, MANA_RULE, MAX_ENEMIES, TARGETED
from ludus.games.delve.skill_picks import in_set
from ludus.games.delve.state import FIGHT

FEATURES = (
    *("won", "health", "turn", "enemies", "enemy_health", "enemy_attack", "weakest"),
    *("energy", "mana", "area_damage", "targeted_damage", "points", "nodes_open"),
)
TURNS_PER_DECK = 3


@rule
def features(data, state, seat, values):
    fighting = state.asked == FIGHT
    enemies, health, attack, weakest = 0, 0, 0, 0
    foes = data.foes[state.encounter]
    for place in range(MAX_ENEMIES):
        left = state.enemies[place]
        if fighting and left > 0:
            enemies += 1
            strike = foes.attack[place] + 0
            if data.extended:
                left = max(1, left - poison_damage(state.poison[place]))
                strike = strike_of(data, state, place)
            health += left
            attack += strike
            if weakest == 0 or left < weakest:
                weakest = left
    values[0] = state.won
    values[1] = state.health if fighting else full_health(data, state)
    if fighting and data.extended:
        values[1] += min(state.block, incoming_damage(data, state))
    values[2] = state.turn if fighting else 0
    values[3] = enemies
    values[4] = health
    values[5] = attack
    values[6] = weakest
    values[7] = state.energy if fighting else data.energy + state.rule_bonus[ENERGY_RULE]
    values[8] = state.mana if fighting else data.mana + state.rule_bonus[MANA_RULE]
    values[9] = damage_per_turn(data, state, AREA)
    values[10] = damage_per_turn(data, state, TARGETED)
    values[11] = state.points
    available_nodes = 0
    for node in range(data.nodes):
        available_nodes += in_set(state.open, node)
    values[12] = available_nodes


@rule(inline=True)
def poison_damage(poison):
    """Return the hit points that poison takes until it is gone."""
    return poison * (poison + 1) // 2


@rule
def damage_per_turn(data, state, category):
    """Return the average damage per turn of the cards of a category, limited by the available mana and energy."""
    total = 0
    for resource in range(2):
        cost, damage = 0, 0
        for kind in range(data.kinds):
            card = data.cards[kind]
            if card.resource == resource:
                copies = card.copies + state.added[kind]
                cost += copies * card.cost
                if card.category == category:
                    damage += copies * card_damage(data, state, kind)
        if resource == MANA:
            available = TURNS_PER_DECK * (data.mana + state.rule_bonus[MANA_RULE])
        else:
            available = TURNS_PER_DECK * (data.energy + state.rule_bonus[ENERGY_RULE])
        total += damage * available // cost if cost > available else damage
    return total // TURNS_PER_DECK
