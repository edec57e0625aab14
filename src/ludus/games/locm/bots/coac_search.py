"""Search of Coac: all sequences of up to three moves, then the opponent's reply.

The best first move is made and the search repeated, until every card has been used or passed over. With many moves the
depth is smaller.

Attacks on the opponent are not among the moves; they are made at the end of the turn. Every card can also be passed
over, which removes it from the turn: this is how the search says that it has no better use for the card.

In its reply the opponent attacks with its creatures, each time in the way that is worst for Coac. If its creatures can
kill, before or after any of these attacks, the position is lost.
"""

# mypy: ignore-errors

from ludus.core import Record, int32, int64, rule
from ludus.games.locm.bots.coac_model import (
    ABLE,
    ATTACK,
    DONE,
    FOE,
    IN_HAND,
    KILL_VALUE,
    ME,
    MINE,
    NO_CARD,
    NOTHING,
    PASS_CARD,
    PASSED,
    SUMMON,
    THEIRS,
    USE,
    ModelCardState,
    ModelPosition,
    TurnConstants,
    creature_value,
    evaluate,
    health_value,
    is_lethal_damage,
    make_move,
    resolve_attack,
    value_of_changed,
)
from ludus.games.locm.state import BOARD, BREAKTHROUGH, CREATURE, DRAIN, GREEN, GUARD, LETHAL, RED, WARD

DEPTH = 3
MANY_MOVES = 35  # from this number of moves on, the depth is one less
MIN_VALUE = -(1 << 31)  # below any value

MAX_MOVES = 128  # 8 cards with up to 8 moves each, 6 creatures with up to 7
STAFF_OF_SUPPRESSION, PIERCE_ARMOUR, ROOTKIN_RITUAL, DECIMATE = 142, 143, 149, 151
BIG_CREATURE = 4  # attack or defense from which a creature is worth a Decimate

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


class CoacNode(Record):
    """A node on the current path of the depth-first search."""

    worth: int64  # value of the position before the opponent's reply
    depth: int64  # remaining moves
    floor: int64  # the best value found so far, here or above
    best: int64  # the best value found here
    best_move: int64
    idle: int64  # 1 once passing a creature over was tried as the last move
    count: int64
    tried: int64
    moves: int32[MAX_MOVES]


class CoacSearch(Record):
    setting: TurnConstants
    scenes: ModelPosition[DEPTH + 1]  # the first is the current position
    nodes: CoacNode[DEPTH]
    melee: ReplyModel
    seen: int64  # positions visited in this turn


@rule
def best_move(search, max_positions):
    """Return the best move in the first position, or NOTHING if there is none. Ties go to the move found first.

    After `max_positions` positions the depth is one move, as in the original when its time is over.
    """
    setting = search.setting
    if not open_node(search, 0, evaluate(setting, search.scenes[0]), DEPTH, MIN_VALUE, max_positions):
        return NOTHING
    level = 0
    while True:
        node = search.nodes[level]
        if node.tried < node.count:
            move = int(node.moves[node.tried])
            node.tried += 1
            if is_repeated_pass(setting, node, move):
                continue
            search.seen += 1
            search.scenes[level + 1] = search.scenes[level]
            scene = search.scenes[level + 1]
            now = node.worth - value_of_changed(setting, scene, move)
            make_move(setting, scene, move)
            now += value_of_changed(setting, scene, move)
            if node.depth > 1 and open_node(search, level + 1, now, node.depth - 1, node.floor, max_positions):
                level += 1
                continue
            value = value_after_reply(setting, scene, search.melee, now, node.floor)
        elif level == 0:
            return int(node.best_move)
        else:
            value = int(node.best)
            level -= 1
            node = search.nodes[level]
        if value > node.best:
            node.best = value
            node.best_move = node.moves[node.tried - 1]
        node.floor = max(node.floor, value)


@rule
def open_node(search, level, now, depth, floor, max_positions):
    """Initialise the node of a position with the value `now`; return whether there are any moves."""
    node = search.nodes[level]
    node.worth = now
    node.count = find_moves(search.setting, search.scenes[level], node.moves)
    node.tried = 0
    node.idle = 0
    node.depth = depth - 1 if node.count >= MANY_MOVES else depth
    if search.seen >= max_positions:
        node.depth = 1
    node.floor = floor
    node.best = MIN_VALUE
    node.best_move = NOTHING
    return node.count > 0


@rule(inline=True)
def is_repeated_pass(setting, node, move):
    """Return whether a last move passes a creature over although another was passed over before.

    Both lead to the same reply. A value not above the floor changes nothing, and the first such move has raised the
    floor to its value. For a floor below LOST see `answer`.
    """
    if node.depth > 1 or move < PASS_CARD or setting.cards[move >> 8 & 255].kind != CREATURE:
        return False
    repeated = node.idle != 0 and node.floor >= LOST_VALUE
    node.idle = 1
    return repeated


# Moves


@rule
def find_moves(setting, scene, moves):
    """Write the moves into `moves` and return their number."""
    n = 0
    for k in range(setting.count):
        body = scene.bodies[k]
        if body.marks & PASSED:
            continue
        if body.place == MINE:
            if body.attack > 0 and body.marks & (ABLE | DONE) == ABLE:
                guarded = scene.guards[FOE, body.lane] > 0
                for t in range(setting.count):
                    other = scene.bodies[t]
                    if other.place == THEIRS and other.lane == body.lane:
                        if not guarded or other.keywords & GUARD:
                            moves[n] = ATTACK | k << 8 | t + 1
                            n += 1
                moves[n] = PASS_CARD | k << 8
                n += 1
        elif body.place == IN_HAND and setting.cards[k].cost <= scene.mana:
            facts = setting.cards[k]
            if facts.kind == CREATURE:
                for lane in range(setting.lanes):
                    if scene.crowd[lane] < setting.lane_room:
                        moves[n] = SUMMON | k << 8 | lane + 1
                        n += 1
            elif facts.kind == GREEN:
                for t in range(setting.count):
                    other = scene.bodies[t]
                    if other.place == MINE and other.marks & DONE == 0:
                        moves[n] = USE | k << 8 | t + 1
                        n += 1
            else:
                for t in range(setting.count):
                    other = scene.bodies[t]
                    if other.place == THEIRS and is_considered(facts, body, other):
                        moves[n] = USE | k << 8 | t + 1
                        n += 1
                if facts.kind != RED:
                    moves[n] = USE | k << 8 | NO_CARD + 1
                    n += 1
            moves[n] = PASS_CARD | k << 8
            n += 1
    return n


@rule(inline=True)
def is_considered(card, item, target):
    """Return whether Coac considers a red or blue item on an enemy creature. It knows four cards by their numbers."""
    if target.attack == 0 and target.keywords & GUARD == 0:
        return False
    if card.kind != RED:
        return item.defense != 0
    if card.number == STAFF_OF_SUPPRESSION or card.number == ROOTKIN_RITUAL:
        return target.keywords & (BREAKTHROUGH | DRAIN | GUARD | LETHAL | WARD) != 0
    if card.number == PIERCE_ARMOUR:
        return target.keywords & GUARD != 0
    if card.number == DECIMATE:
        return (
            target.attack >= BIG_CREATURE
            or target.defense >= BIG_CREATURE
            or target.keywords & (GUARD | LETHAL | WARD) != 0
        )
    return True


# Reply of the opponent


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
