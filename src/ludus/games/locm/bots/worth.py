"""What a position is worth to a player: a sum over creatures, cards and health. And what a move adds to it.

The sum is linear in the numbers on the cards, so a move need not be made to tell what it changes: `gain` reads it off
the cards, at a small part of the cost of a copy and a new sum. Of the opponent's hand only the size counts, so all
this may be asked of a true position.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule
from ludus.games.locm.actions import ATTACK, FACE, PASS, SUMMON, count_in_lane
from ludus.games.locm.battle import apply_battle, legal_battle
from ludus.games.locm.state import BREAKTHROUGH, CREATURE, DRAIN, GREEN, GUARD, HAND, LANE, LETHAL, READY, WARD

WON = 1_000_000  # far above any sum
LOW = 12  # health below which every point counts more


class Worth(Record):
    """What each thing is worth; a point of attack is 20."""

    body: int64  # a creature that can strike at all
    attack: int64  # a point of it
    defense: int64  # a point of it
    lethal: int64
    ward: int64
    ward_attack: int64  # a point of attack behind a ward, on top
    drain_attack: int64
    breakthrough_attack: int64
    health: int64  # a point of it
    low_health: int64  # a point of it up to LOW, on top
    card: int64  # in hand, or due at the next turn start
    item: int64  # an item in hand, on top: it can wait for a target worth it


def fill_worth(worth):
    """Set by hand, close to a regression of who won on what stood on the board at turn starts.

    Guard has no worth of its own: what it is good for shows in the opponent's reply.
    """
    worth.body, worth.attack, worth.defense = 20, 20, 11
    worth.lethal, worth.ward, worth.ward_attack = 20, 25, 5
    worth.drain_attack, worth.breakthrough_attack = 3, 2
    worth.health, worth.low_health = 6, 15
    worth.card, worth.item = 30, 20


# A position


@rule
def standing(table, state, seat, w):
    """What the position is worth to a seat: its own side less the other."""
    if state.reason != 0:
        return WON if state.winner == seat else -WON
    me, foe = state.players[seat], state.players[1 - seat]
    total = board_worth(w, me) - board_worth(w, foe)
    total += health_worth(w, me.health) - health_worth(w, foe.health)
    total += w.card * (min(me.hand_count + me.next_draw, HAND) - min(foe.hand_count + foe.next_draw, HAND))
    for k in range(me.hand_count):
        total += w.item * int(table.cards[me.deck[me.hand[k]]].kind != CREATURE)
    return total


@rule
def board_worth(w, player):
    total = 0
    for k in range(player.board_count):
        creature = player.board[k]
        total += creature_worth(w, creature.attack, creature.defense, creature.keywords)
    return total


@rule(inline=True)
def creature_worth(w, attack, defense, keywords):
    ward = int(keywords & WARD != 0)
    drain, breakthrough = int(keywords & DRAIN != 0), int(keywords & BREAKTHROUGH != 0)
    a_point = w.attack + w.ward_attack * ward + w.drain_attack * drain + w.breakthrough_attack * breakthrough
    strikes = int(attack > 0)
    lethal = strikes * int(keywords & LETHAL != 0)
    return w.body * strikes + a_point * attack + w.defense * defense + w.lethal * lethal + w.ward * ward


@rule(inline=True)
def health_worth(w, health):
    return w.health * health + w.low_health * min(health, LOW)


@rule
def reach(me, foe, status):
    """The damage that a board can do to the opponent past its guards, by all creatures that have these status bits."""
    guarded = 0  # bit 0: the first lane, bit 1: the second
    for k in range(foe.board_count):
        guarded |= int(foe.board[k].keywords & GUARD != 0) << (foe.board[k].status & LANE)
    total = 0
    for k in range(me.board_count):
        creature = me.board[k]
        free = 1 - (guarded >> (creature.status & LANE) & 1)
        total += creature.attack * free * int(creature.status & status == status)
    return total


# A move


@rule
def gain(table, state, move, w):
    """What a move adds to the mover's standing."""
    kind, subject, target = move & ~255, move >> 4 & 15, move & 15
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    if kind == PASS:
        return 0
    if kind == ATTACK:
        return attack_gain(w, me, foe, subject, target)
    card = table.cards[me.deck[me.hand[subject]]]
    if kind == SUMMON:
        return summon_gain(table, w, me, foe, card, target) - w.card
    return use_gain(w, me, foe, card, target) - w.card - w.item


@rule
def summon_gain(table, w, me, foe, card, lane):
    """[S1-S3]"""
    summoned = 1
    if card.area != 0:
        copy_lane = lane if card.area == 1 else 1 - lane
        room = table.lane_room - int(card.area == 1)
        summoned += int(copy_lane < table.lanes and count_in_lane(me, copy_lane) < room)
    worth = creature_worth(w, card.attack, card.defense, card.keywords)
    return worth * summoned + effect_gain(w, me, foe, card, summoned)


@rule
def attack_gain(w, me, foe, slot, target):
    """[A1-A9, F1]"""
    attacker = me.board[slot]
    strength = wide(attacker.attack)
    drain = int(attacker.keywords & DRAIN != 0)
    if target == FACE:
        return hurt_gain(w, foe, strength) + heal_gain(w, me, strength * drain)
    defender = foe.board[target - 1]
    answer = wide(defender.attack)
    given = strength * int(defender.keywords & WARD == 0)
    taken = answer * int(attacker.keywords & WARD == 0)
    total = creature_worth(w, answer, defender.defense, defender.keywords)
    total -= creature_worth(w, strength, attacker.defense, attacker.keywords)
    if given < defender.defense and not (given > 0 and attacker.keywords & LETHAL):
        keywords = wide(defender.keywords) & ~(WARD * int(strength > 0))
        total -= creature_worth(w, answer, defender.defense - given, keywords)
    elif given > defender.defense and attacker.keywords & BREAKTHROUGH:
        total += hurt_gain(w, foe, given - defender.defense)
    if taken < attacker.defense and not (taken > 0 and defender.keywords & LETHAL):
        keywords = wide(attacker.keywords) & ~(WARD * int(answer > 0))
        total += creature_worth(w, strength, attacker.defense - taken, keywords)
    return total + heal_gain(w, me, strength * drain * int(given > 0))


@rule
def use_gain(w, me, foe, card, target):
    """[U1-U7, B1]"""
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
    """What an item adds to the worth of a creature [U2-U5]."""
    before = creature_worth(w, creature.attack, creature.defense, creature.keywords)
    keywords, changed = wide(creature.keywords), wide(card.keywords)
    keywords = keywords | changed if card.kind == GREEN else keywords & ~changed
    defense = creature.defense + wide(card.defense)
    if keywords & WARD and card.defense < 0:
        keywords &= ~WARD
        defense = wide(creature.defense)
    if defense <= 0:
        return -before
    return creature_worth(w, max(0, creature.attack + wide(card.attack)), defense, keywords) - before


@rule(inline=True)
def effect_gain(w, me, foe, card, times):
    """The effects of a card on both players."""
    healed, hurt = card.my_health * times, -card.opp_health * times
    return heal_gain(w, me, healed) + hurt_gain(w, foe, hurt) + w.card * card.draw * times


@rule(inline=True)
def heal_gain(w, me, healed):
    return health_worth(w, me.health + healed) - health_worth(w, me.health)


@rule(inline=True)
def hurt_gain(w, foe, damage):
    """The cards that the opponent draws for its wounds are left out: who minds them attacks too late."""
    health = foe.health - damage
    return WON if health <= 0 else health_worth(w, foe.health) - health_worth(w, health)


@rule(inline=True)
def wide(number):
    """A field as int64, which arguments of rules are: narrow unsigned ones do not mix with other numbers."""
    return number


# The rest of a turn


@rule
def finish_turn(table, state, w, moves):
    """Play on for the mover while a move gains something, always the one that gains most; PASS is not played."""
    while state.reason == 0:
        n = battle_moves(table, state, moves)
        me, foe = state.players[state.mover], state.players[1 - state.mover]
        all_in = reach(me, foe, READY) >= foe.health
        most, move = 0, PASS
        for k in range(1, n):
            gained = gain(table, state, moves[k], w)
            if all_in and moves[k] & ~0xF0 == ATTACK | FACE:
                gained = WON
            if gained > most:
                most, move = gained, moves[k]
        if move == PASS:
            return
        play(table, state, move)


# Rules that are made to be put into their callers, here to be shared by many


@rule
def battle_moves(table, state, moves):
    return legal_battle(table, state, moves)


@rule
def play(table, state, move):
    apply_battle(table, state, move)
