"""Simplified model of the game that Coac searches in, and its evaluation function.

Cards keep the index at which the protocol lists them at the start of the turn: hand, own board, enemy board. The
differences from the real game are those of the original, since its decisions depend on them:

- Runes, draws and areas do nothing; the opponent has no hand.
- Breakthrough heals: damage beyond the defense of a creature is added to the health of the player behind it.
- Drain works only against creatures.
- A red or blue item removes Breakthrough from its target, except if Breakthrough is among the item's keywords.
- Any green item readies a creature that has Charge.

The evaluation counts creatures, items kept, cards due and health.
"""

# mypy: ignore-errors

from ludus.core import Record, int8, int16, int32, int64, rule, uint8
from ludus.games.locm.action_effects import card_id
from ludus.games.locm.state import (
    ATTACKED,
    BOARD,
    BREAKTHROUGH,
    CHARGE,
    CREATURE,
    DECK,
    DRAIN,
    GREEN,
    GUARD,
    HAND,
    LANE,
    LETHAL,
    READY,
    WARD,
)

MAX_MODEL_CARDS = HAND + 2 * BOARD
ME, FOE = 0, 1

# Location of a card
MINE, THEIRS, IN_HAND, GONE = 0, 1, 2, 3

# Marks of a card
DONE = 1  # has attacked this turn
ABLE = 2  # may attack this turn
PASSED = 4  # not to be used any more this turn

# Moves: kind | card << 8 | target + 1
SUMMON, ATTACK, USE, PASS_CARD, NOTHING = 1 << 16, 2 << 16, 3 << 16, 4 << 16, 0
NO_CARD = -1  # as a target: the opponent

KILL_VALUE = 100_000
KEPT_ITEM_VALUE, DUE_CARD_VALUE = 21, 5
LOW_HEALTH, LOW_HEALTH_PENALTY = 5, 100  # penalty for health below a threshold


class ModelCardState(Record):
    """The mutable part of a card."""

    attack: int16
    defense: int16
    keywords: uint8
    place: uint8
    lane: uint8
    marks: uint8


class ModelPosition(Record):
    """A position of the search."""

    bodies: ModelCardState[MAX_MODEL_CARDS]
    health: int32[2]
    mana: int16
    draws: int16  # cards due from effects
    held: int16  # cards in hand
    crowd: int8[2]  # own creatures by lane
    guards: int8[2, 2]  # by player and lane


class ModelCard(Record):
    """The constant part of a card."""

    id: int16
    number: int16
    kind: int16
    cost: int16
    my_health: int16
    opp_health: int16
    draw: int16


class TurnConstants(Record):
    """The constant part of a position during a turn."""

    count: int64
    lanes: int64
    lane_room: int64
    runes: int64[2]
    decks: int64[2]  # cards left in them
    cards: ModelCard[MAX_MODEL_CARDS]


@rule
def fill_model(data, state, setting, scene):
    """Fill the model from the position as the protocol shows it."""
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    setting.lanes = data.lanes
    setting.lane_room = data.lane_room
    setting.runes[ME], setting.runes[FOE] = me.runes, foe.runes
    setting.decks[ME], setting.decks[FOE] = DECK - me.drawn, DECK - foe.drawn
    scene.health[ME], scene.health[FOE] = me.health, foe.health
    scene.mana = me.mana
    scene.draws = 0
    scene.held = me.hand_count
    for lane in range(2):
        scene.crowd[lane] = 0
        scene.guards[ME, lane], scene.guards[FOE, lane] = 0, 0
    n = 0
    for k in range(me.hand_count):
        card = data.cards[me.deck[me.hand[k]]]
        facts, body = setting.cards[n], scene.bodies[n]
        facts.id = card_id(data, state.mover, me, me.hand[k])
        facts.number = card.number
        facts.kind = card.kind
        facts.cost = card.cost
        facts.my_health = card.my_health
        facts.opp_health = card.opp_health
        facts.draw = card.draw
        body.attack = card.attack
        body.defense = card.defense
        body.keywords = card.keywords
        body.place = IN_HAND
        body.lane = 0
        body.marks = ABLE
        n += 1
    for k in range(me.board_count):
        add_creature(setting, scene, n, me.board[k], ME)
        scene.crowd[me.board[k].status & LANE] += 1
        n += 1
    for k in range(foe.board_count):
        add_creature(setting, scene, n, foe.board[k], FOE)
        n += 1
    setting.count = n


@rule
def add_creature(setting, scene, n, creature, side):
    facts, body = setting.cards[n], scene.bodies[n]
    facts.id = creature.id
    facts.kind = CREATURE
    body.attack = creature.attack
    body.defense = creature.defense
    body.keywords = creature.keywords
    body.place = MINE if side == ME else THEIRS
    body.lane = creature.status & LANE
    body.marks = ABLE
    if side == ME:  # at the start of a turn all are ready
        body.marks = (ABLE if creature.status & READY else 0) | (DONE if creature.status & ATTACKED else 0)
    if creature.keywords & GUARD:
        scene.guards[side, creature.status & LANE] += 1


@rule
def make_move(setting, scene, move):
    """Make a move in the model."""
    kind, card, target = move & ~0xFFFF, move >> 8 & 255, (move & 255) - 1
    if kind == PASS_CARD:
        scene.bodies[card].marks |= PASSED
    elif kind == SUMMON:
        summon(setting.cards[card], scene, scene.bodies[card], target)
    elif kind == ATTACK:
        attack_creature(scene, scene.bodies[card], scene.bodies[target])
    else:
        use(setting.cards[card], scene, scene.bodies[card], target)


@rule(inline=True)
def summon(card, scene, body, lane):
    pay_card(card, scene, body, MINE)
    scene.health[ME] += card.my_health
    scene.health[FOE] += card.opp_health
    body.lane = lane
    body.marks = ABLE if body.keywords & CHARGE else 0
    scene.crowd[lane] += 1
    if body.keywords & GUARD:
        scene.guards[ME, lane] += 1


@rule(inline=True)
def pay_card(card, scene, body, place):
    scene.mana -= card.cost
    scene.draws += card.draw
    scene.held -= 1
    body.place = place


@rule(inline=True)
def attack_creature(scene, mine, theirs):
    """Let an own creature attack an enemy creature."""
    mine.marks |= DONE
    left, keywords, their_left, their_keywords, excess, drained = resolve_attack(
        mine.attack, mine.defense, mine.keywords, theirs.attack, theirs.defense, theirs.keywords
    )
    mine.defense, mine.keywords = left, keywords
    theirs.defense, theirs.keywords = their_left, their_keywords
    scene.health[FOE] += excess
    scene.health[ME] += drained
    if left <= 0:
        remove_creature(scene, mine, ME)
    if their_left <= 0:
        remove_creature(scene, theirs, FOE)


@rule(inline=True)
def remove_creature(scene, body, side):
    body.place = GONE
    if side == ME:
        scene.crowd[body.lane] -= 1
    if body.keywords & GUARD:
        scene.guards[side, body.lane] -= 1


@rule(inline=True)
def resolve_attack(attack, defense, keywords, other_attack, other_defense, other_keywords):
    """Resolve an attack on a creature.

    Returns:
        Defense (0: it is dead) and keywords of the attacker, the same of the defender, and the changes of health of the
        attacked and of the attacking player.
    """
    left, other_left, other_after = defense, other_defense, other_keywords
    after = keywords
    excess, drained = 0, 0
    if keywords & WARD:
        if other_attack != 0:
            after = keywords & ~WARD
    else:
        left = defense - other_attack
        if left <= 0 or (other_keywords & LETHAL != 0 and other_attack > 0):
            left = 0
    if other_keywords & WARD:
        if attack != 0:
            other_after = other_keywords & ~WARD
    else:
        other_left = other_defense - attack
        if other_left <= 0 or (keywords & LETHAL != 0 and attack > 0):
            if keywords & BREAKTHROUGH:
                excess = max(-other_left, 0)
            other_left = 0
        if keywords & DRAIN:
            drained = attack
    return left, after, other_left, other_after, excess, drained


@rule(inline=True)
def use(card, scene, item, target):
    pay_card(card, scene, item, GONE)
    scene.health[ME] += card.my_health
    scene.health[FOE] += card.opp_health
    if target == NO_CARD:
        scene.health[FOE] += item.defense
        return
    body = scene.bodies[target]
    side = FOE
    if card.kind == GREEN:
        side = ME
        if item.keywords & ~body.keywords & GUARD:
            scene.guards[ME, body.lane] += 1
        body.keywords |= item.keywords
        if body.keywords & CHARGE:
            body.marks |= ABLE
    else:
        if item.keywords & body.keywords & GUARD:
            scene.guards[FOE, body.lane] -= 1
        body.keywords &= ~item.keywords ^ BREAKTHROUGH
    body.attack = max(0, body.attack + item.attack)
    if body.keywords & WARD and item.defense < 0:
        body.keywords &= ~WARD
    else:
        body.defense += item.defense
    if body.defense <= 0:
        remove_creature(scene, body, side)
        body.defense = 0


@rule
def can_kill(setting, scene, side):
    """Return whether the creatures of a side can kill the other player if all attack it, perhaps by its next draw.

    A guard in either lane prevents this. Breaking runes can make the player draw more cards than its deck holds.
    """
    other = 1 - side
    if scene.guards[other, 0] + scene.guards[other, 1] != 0:
        return False
    sum_of_attacks = 0
    for k in range(setting.count):
        body = scene.bodies[k]
        if body.place == side and body.marks & (DONE | ABLE) == ABLE:
            sum_of_attacks += body.attack
    return is_lethal_damage(setting, scene.health[other], sum_of_attacks, other)


@rule(inline=True)
def is_lethal_damage(setting, health, damage, side):
    """Return whether this damage kills a player, now or by its next draw."""
    left = health - damage
    if left <= 0:
        return True
    runes = left // 5
    due = 1 + max(setting.runes[side] - runes, 0)
    missing = due - setting.decks[side]
    return missing > 0 and missing >= runes


# Evaluation


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
