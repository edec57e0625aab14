"""Combat rules: the turns of an encounter, the effects of cards, and the draw pile.

A shuffle depends on the seed and on its number in the encounter, not on the cards played before it.

Effects beyond the damage of the thesis, in whole numbers; `//` is division rounded down:

- A card deals `(printed + nodes + strength)` damage, `* 3 // 4` while the player is weak; an enemy that is vulnerable
  takes `* 3 // 2` of that. Then the card makes the enemies that it hit and that live weak, vulnerable or poisoned.
  Then the player gets block, hit points (up to full), strength, weak, vulnerable and poison; then energy and mana; then
  cards are drawn, up to MAX_HAND in hand. Then the card is discarded.
- At the end of a turn every poisoned enemy loses its poison in hit points, and the poison falls by one. If all are
  dead, the encounter is won. Then the poison of the player acts in the same way. Then living enemies strike together:
  each with its attack, `* 3 // 4` while it is weak and `* 3 // 2` while the player is vulnerable, in this order; the
  block absorbs the sum. Then all counts of weak and vulnerable fall by one.
- At the start of a turn the player has the block and gets the hit points that nodes give for it; other block is gone.
- After MAX_TURN_CARDS cards in a turn the rest of the hand is discarded, so that every turn ends.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import derived_seed, random_below, seed_stream
from ludus.games.delve.constants import (
    BLOCK,
    BLOCK_RULE,
    DRAW,
    ENERGY_RULE,
    GAIN_ENERGY,
    GAIN_MANA,
    HAND,
    HAND_RULE,
    HEAL,
    HIT_POINTS_RULE,
    MANA,
    MANA_RULE,
    MAX_BLOCK,
    MAX_ENEMIES,
    MAX_HAND,
    MAX_KINDS,
    MAX_RESOURCE,
    MAX_STATUS,
    MAX_TURN_CARDS,
    POISON,
    REGENERATION_RULE,
    SELF_WEAK,
    SKILL,
    STATUSES,
    STRENGTH,
    TARGETED,
    TURN_CAP,
    VULNERABLE,
    WEAK,
)
from ludus.games.delve.state import DIED, FIGHT, TIRED

OWN_WEAK, OWN_VULNERABLE, OWN_POISON = range(STATUSES)  # State.own


@rule
def begin_encounter(data, state):
    """Restore all hit points, shuffle the deck and draw the first hand."""
    state.asked = FIGHT
    state.health = data.health
    state.turn = 0
    state.played = 0
    foes = data.foes[state.encounter]
    for place in range(MAX_ENEMIES):
        state.enemies[place] = foes.health[place] if place < foes.size else 0
    for kind in range(MAX_KINDS):
        state.hand[kind] = 0
        state.discard[kind] = data.cards[kind].copies if kind < data.kinds else 0
    if data.extended:
        _begin_extended_encounter(data, state)
    new_pile(data, state)
    _begin_turn(data, state)


@rule(inline=True)
def full_health(data, state):
    """Return the player's hit points at the beginning of an encounter."""
    return data.health + state.rule_bonus[HIT_POINTS_RULE]


@rule
def _begin_turn(data, state):
    state.turn += 1
    state.turns += 1
    state.energy = data.energy
    state.mana = data.mana
    if data.extended:
        _begin_extended_turn(data, state)
    else:
        draw_cards(data, state, HAND)


@rule(inline=True)
def playable(data, state, kind):
    """Return whether a card of this kind is in hand and affordable."""
    if state.hand[kind] == 0:
        return False
    card = data.cards[kind]
    return card.cost <= (state.mana if card.resource == MANA else state.energy)


@rule(inline=True)
def thesis_damage(data, state, kind):
    """Return the damage of a card of this kind by the rules of the thesis: its printed value plus that of the nodes."""
    return data.cards[kind].damage + state.bonus[data.cards[kind].group]


@rule
def card_damage(data, state, kind):
    """Return the current damage of a card of this kind, with everything that raises or lowers it."""
    damage = thesis_damage(data, state, kind)
    if data.extended:
        damage = _extended_damage(data, state, kind, damage)
    return damage


@rule(inline=True)
def pay_for_card(data, state, kind):
    """Take a card of this kind from the hand and pay its cost; it is not yet discarded."""
    state.hand[kind] -= 1
    state.played += 1
    if data.cards[kind].resource == MANA:
        state.mana -= data.cards[kind].cost
    else:
        state.energy -= data.cards[kind].cost


@rule
def play_card(data, state, kind, place):
    """Pay for a card of this kind and deal its damage."""
    pay_for_card(data, state, kind)
    if data.extended:
        _finish_extended_card(data, state, kind, place)
        return
    state.discard[kind] += 1
    damage = thesis_damage(data, state, kind)
    if data.cards[kind].category == TARGETED:
        state.enemies[place] = max(0, state.enemies[place] - damage)
    else:
        for enemy in range(data.foes[state.encounter].size):
            state.enemies[enemy] = max(0, state.enemies[enemy] - damage)


@rule
def end_turn(data, state):
    """End the turn: living enemies strike, the hand is discarded, the next hand is drawn.

    If poison kills the last enemy, nothing else happens: the encounter is won.
    """
    foes = data.foes[state.encounter]
    if data.extended:
        if not _act_poison(data, state):
            return
        state.health -= max(0, incoming_damage(data, state) - state.block)
        _count_down(data, state)
    else:
        for place in range(foes.size):
            if state.enemies[place] > 0:
                state.health -= foes.attack[place]
    _discard_hand(data, state)
    if state.health <= 0:
        state.reason = DIED
    elif state.turn >= TURN_CAP:
        state.reason = TIRED
    else:
        _begin_turn(data, state)


@rule
def _discard_hand(data, state):
    for kind in range(data.kinds):
        state.discard[kind] += state.hand[kind]
        state.hand[kind] = 0


# Effects beyond the thesis


@rule
def _begin_extended_encounter(data, state):
    """Clear all statuses, and add the hit points and cards that nodes give."""
    state.health = full_health(data, state)
    for kind in range(data.kinds):
        state.discard[kind] += state.added[kind]
    for place in range(MAX_ENEMIES):
        _clear_enemy(state, place)
    for status in range(STATUSES):
        state.own[status] = 0
    state.strength = 0


@rule
def _begin_extended_turn(data, state):
    """Give what nodes give for a turn, and draw the hand."""
    state.turn_played = 0
    state.energy += state.rule_bonus[ENERGY_RULE]
    state.mana += state.rule_bonus[MANA_RULE]
    state.block = min(MAX_BLOCK, state.rule_bonus[BLOCK_RULE])
    state.health = min(full_health(data, state), state.health + state.rule_bonus[REGENERATION_RULE])
    draw_cards(data, state, data.hand + state.rule_bonus[HAND_RULE])


@rule
def _extended_damage(data, state, kind, damage):
    """Return the damage of an attack with strength and weakness of the player; 0 for a card that deals none."""
    if not data.effects[kind].deals_damage:
        return 0
    damage += state.strength
    return damage * 3 // 4 if state.own[OWN_WEAK] else damage


@rule(inline=True)
def damage_taken(data, state, place, damage):
    """Return what an attack takes from an enemy: half more if it is vulnerable."""
    return damage * 3 // 2 if data.extended and state.vulnerable[place] else damage


@rule(inline=True)
def effect_amount(data, state, kind, effect):
    """Return the current amount of an effect of a card: its printed value plus the bonus of the owned nodes."""
    printed = data.effects[kind].amount[effect]
    return printed + state.effect_bonus[effect] if printed else 0


@rule
def strike_of(data, state, place):
    """Return what a living enemy strikes for at the end of this turn."""
    attack = data.foes[state.encounter].attack[place] + 0
    if data.extended:
        if state.weak[place]:
            attack = attack * 3 // 4
        if state.own[OWN_VULNERABLE]:
            attack = attack * 3 // 2
    return attack


@rule
def incoming_damage(data, state):
    """Return what all living enemies together strike for, before block."""
    total = 0
    for place in range(data.foes[state.encounter].size):
        if state.enemies[place] > 0:
            total += strike_of(data, state, place)
    return total


@rule
def apply_effects(data, state, kind, place):
    """Apply everything that a paid card does, except that it draws cards."""
    card, damage = data.cards[kind], card_damage(data, state, kind)
    state.turn_played += 1
    if card.category == TARGETED:
        _hit(data, state, kind, place, damage)
    elif card.category != SKILL:
        for enemy in range(data.foes[state.encounter].size):
            if state.enemies[enemy] > 0:
                _hit(data, state, kind, enemy, damage)
    state.block = min(MAX_BLOCK, state.block + effect_amount(data, state, kind, BLOCK))
    state.health = min(full_health(data, state), state.health + effect_amount(data, state, kind, HEAL))
    state.strength = min(MAX_STATUS, state.strength + effect_amount(data, state, kind, STRENGTH))
    for status in range(STATUSES):
        state.own[status] = min(MAX_STATUS, state.own[status] + data.effects[kind].amount[SELF_WEAK + status])
    state.energy = min(MAX_RESOURCE, state.energy + effect_amount(data, state, kind, GAIN_ENERGY))
    state.mana = min(MAX_RESOURCE, state.mana + effect_amount(data, state, kind, GAIN_MANA))


@rule
def _hit(data, state, kind, enemy, damage):
    """Damage one living enemy, and apply the statuses of the card if it survives."""
    state.enemies[enemy] = max(0, state.enemies[enemy] - damage_taken(data, state, enemy, damage))
    if state.enemies[enemy] == 0:
        _clear_enemy(state, enemy)
        return
    state.weak[enemy] = min(MAX_STATUS, state.weak[enemy] + effect_amount(data, state, kind, WEAK))
    state.vulnerable[enemy] = min(MAX_STATUS, state.vulnerable[enemy] + effect_amount(data, state, kind, VULNERABLE))
    state.poison[enemy] = min(MAX_STATUS, state.poison[enemy] + effect_amount(data, state, kind, POISON))


@rule
def _finish_extended_card(data, state, kind, place):
    """Apply everything that a paid card does, then discard it."""
    apply_effects(data, state, kind, place)
    _draw_by_card(data, state, effect_amount(data, state, kind, DRAW))
    state.discard[kind] += 1
    if state.turn_played >= MAX_TURN_CARDS:
        _discard_hand(data, state)


@rule
def _draw_by_card(data, state, count):
    """Draw cards in the middle of a turn, as far as there is room in the hand."""
    room = MAX_HAND
    for kind in range(data.kinds):
        room -= state.hand[kind]
    draw_cards(data, state, min(count, room))


@rule
def _act_poison(data, state):
    """Poison acts on the enemies, then on the player; return False if no enemy is left, and nothing follows."""
    living = 0
    for place in range(data.foes[state.encounter].size):
        if state.enemies[place] > 0:
            state.enemies[place] = max(0, state.enemies[place] - state.poison[place])
            state.poison[place] = max(0, state.poison[place] - 1)
            if state.enemies[place] > 0:
                living += 1
            else:
                _clear_enemy(state, place)
    if living == 0:
        return False
    state.health -= state.own[OWN_POISON]
    state.own[OWN_POISON] = max(0, state.own[OWN_POISON] - 1)
    return True


@rule
def _count_down(data, state):
    """Let weak and vulnerable of enemies and player fall by one."""
    for place in range(data.foes[state.encounter].size):
        state.weak[place] = max(0, state.weak[place] - 1)
        state.vulnerable[place] = max(0, state.vulnerable[place] - 1)
    state.own[OWN_WEAK] = max(0, state.own[OWN_WEAK] - 1)
    state.own[OWN_VULNERABLE] = max(0, state.own[OWN_VULNERABLE] - 1)


@rule
def _clear_enemy(state, place):
    state.weak[place] = 0
    state.vulnerable[place] = 0
    state.poison[place] = 0


# Draw pile


@rule
def new_pile(data, state):
    """Shuffle all discarded cards into a new pile, with the random stream of this encounter."""
    state.stream = seed_stream(derived_seed(state.deal, state.encounter))
    _shuffle_discard(data, state)


@rule
def draw_cards(data, state, count):
    """Draw cards; if the pile is empty, the discarded cards are shuffled into a new one."""
    for _ in range(count):
        if state.pile_size == 0:
            _shuffle_discard(data, state)
        if state.pile_size == 0:
            return
        state.pile_size -= 1
        state.hand[state.pile[state.pile_size]] += 1
        state.pile[state.pile_size] = 0


@rule
def _shuffle_discard(data, state):
    """Make the discarded cards the new pile, in random order."""
    n = 0
    for kind in range(data.kinds):
        for _ in range(state.discard[kind]):
            state.pile[n] = kind
            n += 1
        state.discard[kind] = 0
    state.pile_size = n
    _shuffle(state)


@rule
def _shuffle(state):
    for i in range(state.pile_size - 1, 0, -1):
        j = random_below(state, i + 1)
        kind = state.pile[i]
        state.pile[i] = state.pile[j]
        state.pile[j] = kind


@rule
def reshuffle_unseen(data, state):
    """Shuffle the pile again; it is sorted first, so that the result does not depend on the old order."""
    for i in range(1, state.pile_size):
        kind = state.pile[i]
        j = i
        while j > 0 and state.pile[j - 1] > kind:
            state.pile[j] = state.pile[j - 1]
            j -= 1
        state.pile[j] = kind
    _shuffle(state)
