"""Combat rules: the turns of an encounter, the effects of cards, and the draw pile.

A shuffle depends on the seed and on its number in the encounter, not on the cards played.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import derived_seed, random_below, seed_stream
from ludus.games.delve.constants import HAND, MANA, MAX_ENEMIES, MAX_KINDS, TARGETED, TURN_CAP
from ludus.games.delve.state import DIED, FIGHT, TIRED

assert HAND * 3 == MAX_KINDS


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
    new_pile(data, state)
    _begin_turn(data, state)


@rule
def _begin_turn(data, state):
    state.turn += 1
    state.turns += 1
    state.energy = data.energy
    state.mana = data.mana
    draw_hand(data, state)


@rule(inline=True)
def playable(data, state, kind):
    """Return whether a card of this kind is in hand and affordable."""
    if state.hand[kind] == 0:
        return False
    card = data.cards[kind]
    return card.cost <= (state.mana if card.resource == MANA else state.energy)


@rule(inline=True)
def card_damage(data, state, kind):
    """Return the current damage of a card of this kind: its printed value plus the bonus of the owned nodes."""
    return data.cards[kind].damage + state.bonus[data.cards[kind].group]


@rule
def play_card(data, state, kind, place):
    """Pay for a card of this kind and deal its damage."""
    card = data.cards[kind]
    state.hand[kind] -= 1
    state.discard[kind] += 1
    state.played += 1
    if card.resource == MANA:
        state.mana -= card.cost
    else:
        state.energy -= card.cost
    damage = card_damage(data, state, kind)
    if card.category == TARGETED:
        state.enemies[place] = max(0, state.enemies[place] - damage)
    else:
        for enemy in range(data.foes[state.encounter].size):
            state.enemies[enemy] = max(0, state.enemies[enemy] - damage)


@rule
def end_turn(data, state):
    """End the turn: living enemies strike, the hand is discarded, the next hand is drawn."""
    foes = data.foes[state.encounter]
    for place in range(foes.size):
        if state.enemies[place] > 0:
            state.health -= foes.attack[place]
    for kind in range(data.kinds):
        state.discard[kind] += state.hand[kind]
        state.hand[kind] = 0
    if state.health <= 0:
        state.reason = DIED
    elif state.turn >= TURN_CAP:
        state.reason = TIRED
    else:
        _begin_turn(data, state)


# Draw pile


@rule
def new_pile(data, state):
    """Shuffle all discarded cards into a new pile, with the random stream of this encounter."""
    state.stream = seed_stream(derived_seed(state.deal, state.encounter))
    _shuffle_discard(data, state)


@rule
def draw_hand(data, state):
    """Draw five cards; if the pile is empty, the discarded cards are shuffled into a new one."""
    for _ in range(HAND):
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
