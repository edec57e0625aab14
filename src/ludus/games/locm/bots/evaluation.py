"""Linear evaluation of positions (creatures, cards, health) and incremental evaluation of moves.

The sum is linear in the values of the cards, so the effect of a move can be computed without making it: `gain` costs a
small part of a copy and a new sum. Of the opponent's hand only the size counts, so the evaluation uses no hidden
information.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule
from ludus.games.locm.action_effects import ATTACK, FACE, PASS, SUMMON, count_in_lane
from ludus.games.locm.battle_turns import apply_battle, legal_battle
from ludus.games.locm.state import BREAKTHROUGH, CREATURE, DRAIN, GREEN, GUARD, HAND, LANE, LETHAL, READY, WARD

WIN_VALUE = 1_000_000  # far above any evaluation
LOW_HEALTH = 12  # health below which every point counts more


class EvaluationWeights(Record):
    """Coefficients of the evaluation; a point of attack has the value 20."""

    body: int64  # a creature with attack above 0
    attack: int64  # per point
    defense: int64  # per point
    lethal: int64
    ward: int64
    ward_attack: int64  # additionally per point of attack of a creature with Ward
    drain_attack: int64
    breakthrough_attack: int64
    health: int64  # per point
    low_health: int64  # additionally per point up to LOW
    card: int64  # in hand, or due at the next turn start
    item: int64  # additionally for an item in hand: it can wait for a good target


def fill_evaluation_weights(worth):
    """Set the coefficients; tuned by hand, close to a regression of wins on boards at turn starts.

    Guard has no value of its own: its use shows in the opponent's reply.
    """
    worth.body, worth.attack, worth.defense = 20, 20, 11
    worth.lethal, worth.ward, worth.ward_attack = 20, 25, 5
    worth.drain_attack, worth.breakthrough_attack = 3, 2
    worth.health, worth.low_health = 6, 15
    worth.card, worth.item = 30, 20


# Positions


@rule
def evaluate(data, state, seat, w):
    """Evaluate a position for a seat: its own side minus the other."""
    if state.reason != 0:
        return WIN_VALUE if state.winner == seat else -WIN_VALUE
    me, foe = state.players[seat], state.players[1 - seat]
    total = board_value(w, me) - board_value(w, foe)
    total += health_value(w, me.health) - health_value(w, foe.health)
    total += w.card * (min(me.hand_count + me.next_draw, HAND) - min(foe.hand_count + foe.next_draw, HAND))
    for k in range(me.hand_count):
        total += w.item * int(data.cards[me.deck[me.hand[k]]].kind != CREATURE)
    return total


@rule
def board_value(w, player):
    total = 0
    for k in range(player.board_count):
        creature = player.board[k]
        total += creature_value(w, creature.attack, creature.defense, creature.keywords)
    return total


@rule(inline=True)
def creature_value(w, attack, defense, keywords):
    ward = int(keywords & WARD != 0)
    drain, breakthrough = int(keywords & DRAIN != 0), int(keywords & BREAKTHROUGH != 0)
    per_point = w.attack + w.ward_attack * ward + w.drain_attack * drain + w.breakthrough_attack * breakthrough
    strikes = int(attack > 0)
    lethal = strikes * int(keywords & LETHAL != 0)
    return w.body * strikes + per_point * attack + w.defense * defense + w.lethal * lethal + w.ward * ward


@rule(inline=True)
def health_value(w, health):
    return w.health * health + w.low_health * min(health, LOW_HEALTH)


@rule
def unguarded_damage(me, foe, status):
    """Return the damage that creatures with these status bits can deal to the opponent past its guards."""
    guarded = 0  # bit 0: the first lane, bit 1: the second
    for k in range(foe.board_count):
        guarded |= int(foe.board[k].keywords & GUARD != 0) << (foe.board[k].status & LANE)
    total = 0
    for k in range(me.board_count):
        creature = me.board[k]
        free = 1 - (guarded >> (creature.status & LANE) & 1)
        total += creature.attack * free * int(creature.status & status == status)
    return total


# Moves


@rule
def gain(data, state, move, w):
    """Return the change of the mover's evaluation by a move."""
    kind, subject, target = move & ~255, move >> 4 & 15, move & 15
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    if kind == PASS:
        return 0
    if kind == ATTACK:
        return attack_gain(w, me, foe, subject, target)
    card = data.cards[me.deck[me.hand[subject]]]
    if kind == SUMMON:
        return summon_gain(data, w, me, foe, card, target) - w.card
    return use_gain(w, me, foe, card, target) - w.card - w.item


@rule
def summon_gain(data, w, me, foe, card, lane):
    """Return the gain of a summon [S1-S3]."""
    summoned = 1
    if card.area != 0:
        copy_lane = lane if card.area == 1 else 1 - lane
        room = data.lane_room - int(card.area == 1)
        summoned += int(copy_lane < data.lanes and count_in_lane(me, copy_lane) < room)
    worth = creature_value(w, card.attack, card.defense, card.keywords)
    return worth * summoned + effect_gain(w, me, foe, card, summoned)


@rule
def attack_gain(w, me, foe, slot, target):
    """Return the gain of an attack [A1-A9, F1]."""
    attacker = me.board[slot]
    strength = as_int64(attacker.attack)
    drain = int(attacker.keywords & DRAIN != 0)
    if target == FACE:
        return hurt_gain(w, foe, strength) + heal_gain(w, me, strength * drain)
    defender = foe.board[target - 1]
    counter = as_int64(defender.attack)
    dealt = strength * int(defender.keywords & WARD == 0)
    taken = counter * int(attacker.keywords & WARD == 0)
    total = creature_value(w, counter, defender.defense, defender.keywords)
    total -= creature_value(w, strength, attacker.defense, attacker.keywords)
    if dealt < defender.defense and not (dealt > 0 and attacker.keywords & LETHAL):
        keywords = as_int64(defender.keywords) & ~(WARD * int(strength > 0))
        total -= creature_value(w, counter, defender.defense - dealt, keywords)
    elif dealt > defender.defense and attacker.keywords & BREAKTHROUGH:
        total += hurt_gain(w, foe, dealt - defender.defense)
    if taken < attacker.defense and not (taken > 0 and defender.keywords & LETHAL):
        keywords = as_int64(attacker.keywords) & ~(WARD * int(counter > 0))
        total += creature_value(w, strength, attacker.defense - taken, keywords)
    return total + heal_gain(w, me, strength * drain * int(dealt > 0))


@rule
def use_gain(w, me, foe, card, target):
    """Return the gain of an item [U1-U7, B1]."""
    if target == FACE:
        return (
            hurt_gain(w, foe, -(card.defense + card.opp_health)) + heal_gain(w, me, card.my_health) + w.card * card.draw
        )
    side = 1 if card.kind == GREEN else -1
    owner = me if card.kind == GREEN else foe
    lane = owner.board[target - 1].status & LANE
    total, hit = 0, 0
    for k in range(owner.board_count):
        creature = owner.board[k]
        if k == target - 1 or card.area == 2 or (card.area == 1 and creature.status & LANE == lane):
            hit += 1
            total += side * affect_gain(w, card, creature)
    return total + effect_gain(w, me, foe, card, hit)


@rule(inline=True)
def affect_gain(w, card, creature):
    """Return the change of a creature's value by an item [U2-U5]."""
    before = creature_value(w, creature.attack, creature.defense, creature.keywords)
    keywords, changed = as_int64(creature.keywords), as_int64(card.keywords)
    keywords = keywords | changed if card.kind == GREEN else keywords & ~changed
    defense = creature.defense + as_int64(card.defense)
    if keywords & WARD and card.defense < 0:
        keywords &= ~WARD
        defense = as_int64(creature.defense)
    if defense <= 0:
        return -before
    return creature_value(w, max(0, creature.attack + as_int64(card.attack)), defense, keywords) - before


@rule(inline=True)
def effect_gain(w, me, foe, card, times):
    """Return the gain of a card's effects on both players."""
    healed, hurt = card.my_health * times, -card.opp_health * times
    return heal_gain(w, me, healed) + hurt_gain(w, foe, hurt) + w.card * card.draw * times


@rule(inline=True)
def heal_gain(w, me, healed):
    return health_value(w, me.health + healed) - health_value(w, me.health)


@rule(inline=True)
def hurt_gain(w, foe, damage):
    """Return the gain of damage to the opponent, ignoring the cards it draws for it (else attacks come too late)."""
    health = foe.health - damage
    return WIN_VALUE if health <= 0 else health_value(w, foe.health) - health_value(w, health)


@rule(inline=True)
def as_int64(number):
    """Return a field as int64, as all arguments of rules are; narrow unsigned integers do not mix with others."""
    return number


# Greedy play


@rule
def play_greedily(data, state, w, moves):
    """Play the move with the highest gain for the mover as long as a gain is positive; PASS is not played."""
    while state.reason == 0:
        n = battle_moves(data, state, moves)
        me, foe = state.players[state.mover], state.players[1 - state.mover]
        all_in = unguarded_damage(me, foe, READY) >= foe.health
        most, move = 0, PASS
        for k in range(1, n):
            gained = gain(data, state, moves[k], w)
            if all_in and moves[k] & ~0xF0 == ATTACK | FACE:
                gained = WIN_VALUE
            if gained > most:
                most, move = gained, moves[k]
        if move == PASS:
            return
        play(data, state, move)


# Inlined rules wrapped as functions, so that several callers share one compiled copy


@rule
def battle_moves(data, state, moves):
    return legal_battle(data, state, moves)


@rule
def play(data, state, move):
    apply_battle(data, state, move)
