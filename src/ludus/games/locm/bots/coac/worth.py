"""Evaluation function of Coac: creatures, items kept, cards due, health."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.bots.coac.scene import FOE, IN_HAND, ME, MINE, NO_CARD, PASSED, SUMMON, THEIRS
from ludus.games.locm.state import CREATURE, GUARD, HAND, LETHAL, WARD

KILL = 100_000
ITEM_KEPT, CARD_TO_COME = 21, 5
LOW_HEALTH, FEAR = 5, 100  # penalty for health below a threshold


@rule
def worth(setting, scene):
    total = worth_of_players(scene)
    for k in range(setting.count):
        total += worth_of_card(setting, scene, k)
    return total


@rule(inline=True)
def worth_of_card(setting, scene, k):
    body = scene.bodies[k]
    if body.place == MINE:
        return worth_of_creature(body.attack, body.defense, body.keywords)
    if body.place == THEIRS:
        return -worth_of_creature(body.attack, body.defense, body.keywords)
    is_kept_item = body.place == IN_HAND and body.marks & PASSED != 0 and setting.cards[k].kind != CREATURE
    return ITEM_KEPT if is_kept_item else 0


@rule(inline=True)
def worth_of_players(scene):
    total = worth_of_health(scene.health[ME], scene.health[FOE])
    if scene.held + scene.draws <= HAND:
        total += CARD_TO_COME * scene.draws
    return total


@rule(inline=True)
def worth_around(setting, scene, move):
    """Return the value of everything that a move can change."""
    total = worth_of_players(scene) + worth_of_card(setting, scene, move >> 8 & 255)
    target = (move & 255) - 1
    if target != NO_CARD and move & ~0xFFFF != SUMMON:
        total += worth_of_card(setting, scene, target)
    return total


@rule(inline=True)
def worth_of_creature(attack, defense, keywords):
    """Return the value of a living creature."""
    total = 9 * int(keywords & GUARD != 0)
    if attack > 0:
        total += 5 * (defense + 2 * attack + attack * int(keywords & WARD != 0) + 4 * int(keywords & LETHAL != 0)) + 20
    return total


@rule(inline=True)
def worth_of_health(mine, theirs):
    total = 2 * mine - 2 * theirs
    if mine < LOW_HEALTH:
        total -= FEAR
    if theirs <= 0:
        total += KILL
    elif mine <= 0:
        total -= KILL
    return total
