"""Rules of summoning, attacking and using items, with their effects on health and runes.

A move is kind | subject << 4 | target: the subject is a slot of the own hand or board; the target is a
lane for SUMMON, else 0 for the opponent and k + 1 for the creature in slot k.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.state import (
    ATTACKED,
    BOARD,
    BREAKTHROUGH,
    CHARGE,
    DRAIN,
    GREEN,
    HAND,
    LANE,
    LETHAL,
    READY,
    TOUCHED,
    WARD,
)

PASS, SUMMON, ATTACK, USE = 0, 1 << 8, 2 << 8, 3 << 8
FACE = 0

OVERDRAW_DAMAGE = 10  # 1.5 [6.3]


@rule(inline=True)
def summon(data, seat, me, foe, slot, lane):
    """Summon a creature [S1-S3]."""
    position = me.hand[slot]
    card = data.cards[me.deck[position]]
    pay_card(me, card, slot)
    number = card_id(data, seat, me, position)
    place_creature(me, card, me.deck[position], number, lane)
    summoned = 1
    if card.area != 0:  # 1.5: a copy in the same or the other lane, if there is room
        copy_lane = lane if card.area == 1 else 1 - lane
        if copy_lane < data.lanes and count_in_lane(me, copy_lane) < data.lane_room:
            place_creature(me, card, me.deck[position], number + 1, copy_lane)
            summoned = 2
    change_health(data, me, card.my_health * summoned)
    change_health(data, foe, card.opp_health * summoned)
    me.next_draw += card.draw * summoned


@rule(inline=True)
def card_id(data, seat, player, position):
    """Return the instance id of a card: by its position in the deck, or in 1.5 by the order of choosing [2.7, 9.6]."""
    if data.construct == 0:
        return 2 * position + seat + 1
    return 60 * seat + 2 * player.order[position]


@rule(inline=True)
def pay_card(me, card, slot):
    me.mana -= card.cost
    me.hand_count -= 1
    for k in range(HAND - 1):  # a loop of fixed length cannot be mispredicted
        me.hand[k] = me.hand[k + int(k >= slot)]
    me.hand[HAND - 1] = 0  # empty slots are zero, so that equal positions are equal bytes


@rule(inline=True)
def place_creature(me, card, index, number, lane):
    creature = me.board[me.board_count]
    creature.id = number
    creature.card = index
    creature.attack = card.attack
    creature.defense = card.defense
    creature.keywords = card.keywords
    creature.status = lane | READY if card.keywords & CHARGE else lane
    me.board_count += 1


@rule
def count_in_lane(player, lane):
    n = 0
    for k in range(player.board_count):
        if player.board[k].status & LANE == lane:
            n += 1
    return n


@rule(inline=True)
def remove_creature(player, slot):
    player.board_count -= 1
    for k in range(BOARD - 1):
        player.board[k] = player.board[k + int(k >= slot)]
    clear_creature(player.board[BOARD - 1])


@rule
def clear_creature(creature):
    creature.id = 0
    creature.card = 0
    creature.attack = 0
    creature.defense = 0
    creature.keywords = 0
    creature.status = 0


@rule(inline=True)
def attack(data, me, foe, slot, target):
    """Attack a creature [A1-A9] or the opponent [F1]."""
    attacker = me.board[slot]
    attacker.status = attacker.status & ~READY | ATTACKED | TOUCHED
    strength = attacker.attack
    if target == FACE:
        if attacker.keywords & DRAIN:
            change_health(data, me, strength)
        change_health(data, foe, -strength)
        return
    defender = foe.board[target - 1]
    dealt, taken = strength, defender.attack
    if defender.keywords & WARD:
        dealt = 0
    if attacker.keywords & WARD:
        taken = 0
    if strength > 0:
        defender_keywords = defender.keywords & ~WARD
    else:
        defender_keywords = defender.keywords
    if defender.attack > 0:
        attacker_keywords = attacker.keywords & ~WARD
    else:
        attacker_keywords = attacker.keywords
    excess = 0
    if dealt >= defender.defense and attacker.keywords & BREAKTHROUGH:
        excess = dealt - defender.defense
    defender_dies = dealt >= defender.defense or (dealt > 0 and attacker.keywords & LETHAL != 0)
    attacker_dies = taken >= attacker.defense or (taken > 0 and defender.keywords & LETHAL != 0)
    heal = strength if dealt > 0 and attacker.keywords & DRAIN else 0
    defender.status |= TOUCHED
    defender.keywords = defender_keywords
    attacker.keywords = attacker_keywords
    if defender_dies:
        remove_creature(foe, target - 1)
    else:
        defender.defense -= dealt
    if attacker_dies:
        remove_creature(me, slot)
    else:
        attacker.defense -= taken
    change_health(data, me, heal)
    change_health(data, foe, -excess)


@rule
def use(data, me, foe, slot, target):
    """Use an item on a creature [U1-U7] or on the opponent [B1]."""
    card = data.cards[me.deck[me.hand[slot]]]
    pay_card(me, card, slot)
    if target == FACE:
        change_health(data, me, card.my_health)
        change_health(data, foe, card.defense + card.opp_health)
        me.next_draw += card.draw
        return
    owner = me if card.kind == GREEN else foe
    hit = 1
    if card.area == 0:
        if apply_item(card, owner.board[target - 1]):
            remove_creature(owner, target - 1)
    else:
        hit = apply_item_to_area(card, owner, owner.board[target - 1].status & LANE)
    change_health(data, me, card.my_health * hit)
    change_health(data, foe, card.opp_health * hit)
    me.next_draw += card.draw * hit


@rule
def apply_item_to_area(card, owner, lane):
    """Use an item on every creature of the owner in the target's lane or in both lanes (1.5) [U7]; count the hits."""
    hit = 0
    survivors = 0
    for k in range(owner.board_count):
        creature = owner.board[k]
        dies = False
        if card.area == 2 or creature.status & LANE == lane:
            hit += 1
            dies = apply_item(card, creature)
        if not dies:
            if survivors != k:
                owner.board[survivors] = creature
            survivors += 1
    for k in range(survivors, owner.board_count):
        clear_creature(owner.board[k])
    owner.board_count = survivors
    return hit


@rule
def apply_item(card, creature):
    """Use an item on one creature; return whether it dies [U2-U5]."""
    if card.kind == GREEN:
        creature.keywords |= card.keywords
        if card.keywords & CHARGE and not creature.status & ATTACKED:
            creature.status |= READY
    else:
        creature.keywords &= ~card.keywords
    creature.status |= TOUCHED
    creature.attack = max(0, creature.attack + card.attack)
    if creature.keywords & WARD and card.defense < 0:
        creature.keywords &= ~WARD
    else:
        creature.defense += card.defense
    return creature.defense <= 0


# Health and runes


@rule(inline=True)
def change_health(data, player, change):
    """Change a player's health, once per action. Damage gives cards: by runes, in 1.5 per 5 health lost [7.1-7.3]."""
    player.health += change
    if data.runes != 0:
        # The runes below the health remain; only damage breaks runes.
        runes = int(player.runes)
        remaining = min(runes, max(player.health - 1, 0) // 5) if change < 0 else runes
        player.runes = remaining
        player.next_draw += runes - remaining
    elif change < 0:
        before = player.lost // 5
        player.lost -= change
        player.next_draw += player.lost // 5 - before


@rule
def overdraw(data, player):
    """Apply the cost of a card that cannot be drawn: a rune, or in 1.5 health; neither gives cards [6.2, 6.3]."""
    if data.runes == 0:
        player.health -= OVERDRAW_DAMAGE
    elif player.runes > 0:
        player.health = 5 * player.runes
        player.runes -= 1
    else:
        player.health = 0
