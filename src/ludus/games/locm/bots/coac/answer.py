"""Model of the opponent's reply: it attacks with its creatures, each time in the way that is worst for Coac.

If its creatures can kill, before or after any of these attacks, the position is lost.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule
from ludus.games.locm.bots.coac.scene import FOE, ME, MINE, THEIRS, ModelCardState, resolve_attack, is_lethal_damage
from ludus.games.locm.bots.coac.worth import KILL_VALUE, creature_value, health_value
from ludus.games.locm.state import BOARD, GUARD

LOST_VALUE = -KILL_VALUE
FACE, NO_TARGET = BOARD, BOARD + 1  # as targets: the player, or none: this creature does not attack
NO_ATTACK = -1
MAX_VALUE = 1 << 40  # larger than any value


class ReplyModel(Record):
    """The part of a position that the opponent's turn can change; creatures in list order."""

    mine: ModelCardState[BOARD]
    theirs: ModelCardState[BOARD]
    done: int64[BOARD]  # for theirs: has attacked, does not attack, or has no attack value
    struck: int64[BOARD]  # for theirs: has attacked
    count: int64[2]
    health: int64[2]
    guards: int64[2]  # mine, by lane


@rule
def value_after_reply(setting, scene, melee, value, floor):
    """Return the value of a position after the opponent's turn; exact only if it is above `floor`.

    `value` is the value before that turn, `floor` the best value found so far. The opponent's reply never raises the
    value, so a position at or below the floor, before or during the reply, stays there and can be cut off. Only if Coac
    expects to lose in any case (a floor below LOST) does the original's way of counting make a difference: then
    everything is played out, and the opponent takes the first attack that goes below the floor.
    """
    can_cut = floor >= LOST_VALUE
    if can_cut and value <= floor:
        return value
    collect_creatures(setting, scene, melee)
    while not is_lost(setting, melee):
        best, attacker, target = worst_attack(melee, value, floor)
        if attacker == NO_ATTACK:
            return value
        if can_cut and best <= floor:
            return best
        value = best
        make_attack(melee, attacker, target)
    return LOST_VALUE


@rule
def collect_creatures(setting, scene, melee):
    mine, theirs = 0, 0
    for k in range(setting.count):
        body = scene.bodies[k]
        if body.place == MINE:
            melee.mine[mine] = body
            mine += 1
        elif body.place == THEIRS:
            melee.theirs[theirs] = body
            melee.struck[theirs] = 0
            melee.done[theirs] = int(body.attack <= 0)
            theirs += 1
    melee.count[ME], melee.count[FOE] = mine, theirs
    for k in range(2):
        melee.health[k] = scene.health[k]
        melee.guards[k] = scene.guards[ME, k]


@rule(inline=True)
def is_lost(setting, melee):
    """Return whether the creatures that have not attacked yet can kill."""
    if melee.guards[0] + melee.guards[1] != 0:
        return False
    damage = 0
    for k in range(melee.count[FOE]):
        damage += melee.theirs[k].attack * (1 - melee.struck[k])
    return is_lethal_damage(setting, melee.health[ME], damage, ME)


@rule(inline=True)
def worst_attack(melee, value, floor):
    """Return the value after the worst attack, its attacker and target; the first among equals, or below the floor."""
    best, attacker, target = MAX_VALUE, NO_ATTACK, NO_TARGET
    creatures = value - health_value(melee.health[ME], melee.health[FOE])
    for a in range(melee.count[FOE]):
        if melee.done[a] or best < floor:
            continue
        theirs = melee.theirs[a]
        guarded = melee.guards[theirs.lane] > 0
        for t in range(melee.count[ME]):
            mine = melee.mine[t]
            if mine.defense > 0 and mine.lane == theirs.lane and not (guarded and mine.keywords & GUARD == 0):
                after = creatures + change_by_attack(melee, theirs, mine)
                if after < best and best >= floor:
                    best, attacker, target = after, a, t
        if not guarded:
            after = creatures + health_value(melee.health[ME] - theirs.attack, melee.health[FOE])
            if after < best and best >= floor:
                best, attacker, target = after, a, FACE
        if value < best and best >= floor:
            best, attacker, target = value, a, NO_TARGET
    return best, attacker, target


@rule(inline=True)
def change_by_attack(melee, theirs, mine):
    """Return the change of the value of creatures by an attack, plus the value of health after it."""
    left, after, my_left, my_after, excess, drained = resolve_attack(
        theirs.attack, theirs.defense, theirs.keywords, mine.attack, mine.defense, mine.keywords
    )
    change = creature_value(theirs.attack, theirs.defense, theirs.keywords)
    change -= creature_value(mine.attack, mine.defense, mine.keywords)
    if left > 0:
        change -= creature_value(theirs.attack, left, after)
    if my_left > 0:
        change += creature_value(mine.attack, my_left, my_after)
    return change + health_value(melee.health[ME] + excess, melee.health[FOE] + drained)


@rule(inline=True)
def make_attack(melee, attacker, target):
    melee.done[attacker] = 1
    if target == NO_TARGET:
        return
    melee.struck[attacker] = 1
    theirs = melee.theirs[attacker]
    if target == FACE:
        melee.health[ME] -= theirs.attack
        return
    mine = melee.mine[target]
    left, after, my_left, my_after, excess, drained = resolve_attack(
        theirs.attack, theirs.defense, theirs.keywords, mine.attack, mine.defense, mine.keywords
    )
    theirs.defense, theirs.keywords = left, after
    mine.defense, mine.keywords = my_left, my_after
    melee.health[ME] += excess
    melee.health[FOE] += drained
    if my_left <= 0 and mine.keywords & GUARD:
        melee.guards[mine.lane] -= 1
