"""What the opponent can make of a scene: it attacks with its creatures, each time in the way that hurts Coac most.

If its creatures can kill, before or after any of these attacks, the scene is lost.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule
from ludus.games.locm.bots.coac.scene import FOE, ME, MINE, THEIRS, Body, clash, enough
from ludus.games.locm.bots.coac.worth import KILL, worth_of_creature, worth_of_health
from ludus.games.locm.state import BOARD, GUARD

LOST = -KILL
FACE, STAY = BOARD, BOARD + 1  # as targets: the player, or nobody, for this creature is held back
NO_ATTACK = -1
ENDLESS = 1 << 40  # more than anything is worth


class Melee(Record):
    """What the opponent's turn can change; creatures in the order in which they are listed."""

    mine: Body[BOARD]
    theirs: Body[BOARD]
    done: int64[BOARD]  # of theirs: has attacked, is held back, or has no attack
    struck: int64[BOARD]  # of theirs: has attacked
    count: int64[2]
    health: int64[2]
    guards: int64[2]  # mine, by lane


@rule
def answer(setting, scene, melee, value, floor):
    """What the scene, worth `value` now, is worth after the opponent's turn; exactly, if that is above `floor`.

    `floor` is what Coac has got already. The opponent does not do worse than nothing, so what is not above the floor
    before its turn or in the middle of it is not above it afterwards, and needs no closer look. Only where Coac expects
    to be dead in any case (a floor below LOST) can its way to count the loss make a difference: there everything
    is played out, with the opponent taking the first attack that is good enough to go below the floor.
    """
    sober = floor >= LOST
    if sober and value <= floor:
        return value
    gather(setting, scene, melee)
    while not is_lost(setting, melee):
        best, attacker, target = worst_attack(melee, value, floor)
        if attacker == NO_ATTACK:
            return value
        if sober and best <= floor:
            return best
        value = best
        carry_out_attack(melee, attacker, target)
    return LOST


@rule
def gather(setting, scene, melee):
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
    """Whether the creatures that have not attacked yet can kill."""
    if melee.guards[0] + melee.guards[1] != 0:
        return False
    damage = 0
    for k in range(melee.count[FOE]):
        damage += melee.theirs[k].attack * (1 - melee.struck[k])
    return enough(setting, melee.health[ME], damage, ME)


@rule(inline=True)
def worst_attack(melee, value, floor):
    """The value after the worst attack, who makes it and on whom; the first among equals, or below the floor."""
    best, attacker, target = ENDLESS, NO_ATTACK, STAY
    creatures = value - worth_of_health(melee.health[ME], melee.health[FOE])
    for a in range(melee.count[FOE]):
        if melee.done[a] or best < floor:
            continue
        theirs = melee.theirs[a]
        guarded = melee.guards[theirs.lane] > 0
        for t in range(melee.count[ME]):
            mine = melee.mine[t]
            if mine.defense > 0 and mine.lane == theirs.lane and not (guarded and mine.keywords & GUARD == 0):
                then = creatures + change_by_attack(melee, theirs, mine)
                if then < best and best >= floor:
                    best, attacker, target = then, a, t
        if not guarded:
            then = creatures + worth_of_health(melee.health[ME] - theirs.attack, melee.health[FOE])
            if then < best and best >= floor:
                best, attacker, target = then, a, FACE
        if value < best and best >= floor:
            best, attacker, target = value, a, STAY
    return best, attacker, target


@rule(inline=True)
def change_by_attack(melee, theirs, mine):
    """By how much the worth of creatures changes, and what health is worth then."""
    left, after, my_left, my_after, excess, drained = clash(
        theirs.attack, theirs.defense, theirs.keywords, mine.attack, mine.defense, mine.keywords
    )
    change = worth_of_creature(theirs.attack, theirs.defense, theirs.keywords)
    change -= worth_of_creature(mine.attack, mine.defense, mine.keywords)
    if left > 0:
        change -= worth_of_creature(theirs.attack, left, after)
    if my_left > 0:
        change += worth_of_creature(mine.attack, my_left, my_after)
    return change + worth_of_health(melee.health[ME] + excess, melee.health[FOE] + drained)


@rule(inline=True)
def carry_out_attack(melee, attacker, target):
    melee.done[attacker] = 1
    if target == STAY:
        return
    melee.struck[attacker] = 1
    theirs = melee.theirs[attacker]
    if target == FACE:
        melee.health[ME] -= theirs.attack
        return
    mine = melee.mine[target]
    left, after, my_left, my_after, excess, drained = clash(
        theirs.attack, theirs.defense, theirs.keywords, mine.attack, mine.defense, mine.keywords
    )
    theirs.defense, theirs.keywords = left, after
    mine.defense, mine.keywords = my_left, my_after
    melee.health[ME] += excess
    melee.health[FOE] += drained
    if my_left <= 0 and mine.keywords & GUARD:
        melee.guards[mine.lane] -= 1
