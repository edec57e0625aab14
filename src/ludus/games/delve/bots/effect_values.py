"""Value of a position in a fight with effects beyond the thesis, and the cards that raise it most.

With block, heal and statuses, kills and damage alone do not say which card is best. Here the value of a position is an
estimate in hit points of enemies: what they have left, and what the player will have lost when this turn ends, where a
hit point of the player counts as many as the enemies of the encounter have for each of the player's. An enemy that
lives strikes again, poison will act, strength and vulnerable enemies promise more damage. Whoever would die at the end
of the turn has lost; a position without enemies is won.

No card is drawn to find a value: hidden cards stay hidden, and every card drawn counts as DRAW_VALUE.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.delve.combat import (
    OWN_POISON,
    OWN_VULNERABLE,
    OWN_WEAK,
    apply_effects,
    effect_amount,
    full_health,
    pay_for_card,
    playable,
    strike_of,
)
from ludus.games.delve.constants import DRAW, GAIN_ENERGY, GAIN_MANA, TARGETED
from ludus.games.delve.features import poison_damage
from ludus.games.delve.moves import ALL_ENEMIES, END, play

UNIT = 16  # value of one hit point of an enemy
WON_VALUE = 1 << 40
DEAD_VALUE = -(1 << 40)
LATER_STRIKES = 2  # strikes of a living enemy after this turn that count
DRAW_VALUE = 6 * UNIT  # of a card
RESOURCE_VALUE = UNIT  # of energy or mana that a card gives
STRENGTH_VALUE = 8 * UNIT
VULNERABLE_VALUE = 4 * UNIT  # of a turn in which an enemy is vulnerable
OWN_STATUS_VALUE = 4 * UNIT  # of a turn in which the player is weak or vulnerable
MAX_TURNS_AHEAD = 3  # turns of weak and vulnerable that count


@rule
def fight_value(data, state):
    """Return the value of a position in a fight, if the turn ended here."""
    foes, full = data.foes[state.encounter], full_health(data, state)
    whole, living, strikes, later, left_over, chances = 0, 0, 0, 0, 0, 0
    for place in range(foes.size + 0):
        whole += foes.health[place]
        left = state.enemies[place] - state.poison[place]
        if left <= 0:
            continue
        living += 1
        strikes += strike_of(data, state, place)
        weak = min(MAX_TURNS_AHEAD, max(0, state.weak[place] - 1))
        later += foes.attack[place] * LATER_STRIKES * 4 - foes.attack[place] * weak  # in quarters
        poison = max(0, state.poison[place] - 1)
        left_over += max(1, left - poison_damage(poison))
        chances += min(MAX_TURNS_AHEAD, state.vulnerable[place] + 0) * VULNERABLE_VALUE
    if living == 0:
        return WON_VALUE + state.health
    health = state.health - state.own[OWN_POISON] - max(0, strikes - state.block)
    if health <= 0:
        return DEAD_VALUE - left_over * UNIT + health
    each = UNIT * whole // full  # value of a hit point of the player
    value = each * health - each * later // 4 - UNIT * left_over + chances
    value += state.strength * STRENGTH_VALUE
    own = min(MAX_TURNS_AHEAD, state.own[OWN_WEAK] + 0) + min(MAX_TURNS_AHEAD, state.own[OWN_VULNERABLE] + 0)
    return value - own * OWN_STATUS_VALUE - each * poison_damage(max(0, state.own[OWN_POISON] - 1))


@rule
def pay_and_apply(data, state, kind, place):
    """Play a card without drawing; return the value of the cards that it would draw."""
    pay_for_card(data, state, kind)
    apply_effects(data, state, kind, place)
    state.discard[kind] += 1
    return effect_amount(data, state, kind, DRAW) * DRAW_VALUE


@rule
def card_gain(data, state, kind, place, scratch):
    """Return how much a card raises the value; `scratch.trial` is space for a state."""
    scratch.trial = state
    gained = effect_amount(data, state, kind, GAIN_ENERGY) + effect_amount(data, state, kind, GAIN_MANA)
    drawn = pay_and_apply(data, scratch.trial, kind, place)
    return fight_value(data, scratch.trial) + drawn + gained * RESOURCE_VALUE - fight_value(data, state)


@rule
def best_effect_place(data, state, kind, scratch):
    """Return the living enemy on which a targeted card raises the value most, or ALL_ENEMIES for other cards."""
    if data.cards[kind].category != TARGETED:
        return ALL_ENEMIES
    best, most = ALL_ENEMIES, 0
    for place in range(data.foes[state.encounter].size + 0):
        if state.enemies[place] > 0:
            gain = card_gain(data, state, kind, place, scratch)
            if best == ALL_ENEMIES or gain > most:
                best, most = place, gain
    return best


@rule
def best_effect_card(data, state, scratch):
    """Return the move that raises the value most, the cheapest of equals; END if no card raises it."""
    most, best, cost = 0, END, 0
    for kind in range(data.kinds + 0):
        if not playable(data, state, kind):
            continue
        place = best_effect_place(data, state, kind, scratch)
        gain = card_gain(data, state, kind, place, scratch)
        if gain > most or (gain == most and best != END and data.cards[kind].cost < cost):
            most, best, cost = gain, play(kind, place), data.cards[kind].cost + 0
    return best
