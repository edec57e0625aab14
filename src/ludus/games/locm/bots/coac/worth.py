"""Evaluation function of Coac: creatures, items kept, cards due, health."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.bots.coac.scene import FOE, IN_HAND, ME, MINE, NO_CARD, PASSED, SUMMON, THEIRS
from ludus.games.locm.state import CREATURE, GUARD, HAND, LETHAL, WARD

KILL_VALUE = 100_000
KEPT_ITEM_VALUE, DUE_CARD_VALUE = 21, 5
LOW_HEALTH, LOW_HEALTH_PENALTY = 5, 100  # penalty for health below a threshold


@rule
def evaluate(setting, scene):
    total = players_value(scene)
    for k in range(setting.count):
        total += card_value(setting, scene, k)
    return total


@rule(inline=True)
def card_value(setting, scene, k):
    body = scene.bodies[k]
    if body.place == MINE:
        return creature_value(body.attack, body.defense, body.keywords)
    if body.place == THEIRS:
        return -creature_value(body.attack, body.defense, body.keywords)
    is_kept_item = body.place == IN_HAND and body.marks & PASSED != 0 and setting.cards[k].kind != CREATURE
    return KEPT_ITEM_VALUE if is_kept_item else 0


@rule(inline=True)
def players_value(scene):
    total = health_value(scene.health[ME], scene.health[FOE])
    if scene.held + scene.draws <= HAND:
        total += DUE_CARD_VALUE * scene.draws
    return total


@rule(inline=True)
def value_of_changed(setting, scene, move):
    """Return the value of everything that a move can change."""
    total = players_value(scene) + card_value(setting, scene, move >> 8 & 255)
    target = (move & 255) - 1
    if target != NO_CARD and move & ~0xFFFF != SUMMON:
        total += card_value(setting, scene, target)
    return total


@rule(inline=True)
def creature_value(attack, defense, keywords):
    """Return the value of a living creature."""
    total = 9 * int(keywords & GUARD != 0)
    if attack > 0:
        total += 5 * (defense + 2 * attack + attack * int(keywords & WARD != 0) + 4 * int(keywords & LETHAL != 0)) + 20
    return total


@rule(inline=True)
def health_value(mine, theirs):
    total = 2 * mine - 2 * theirs
    if mine < LOW_HEALTH:
        total -= LOW_HEALTH_PENALTY
    if theirs <= 0:
        total += KILL_VALUE
    elif mine <= 0:
        total -= KILL_VALUE
    return total
