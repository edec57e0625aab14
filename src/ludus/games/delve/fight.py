"""Combat rules: the turns of an encounter and the effects of cards."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.delve.kinds import MAX_ENEMIES, HAND, MAX_KINDS, MANA, TARGETED, TURN_CAP
from ludus.games.delve.piles import draw_hand, new_pile
from ludus.games.delve.state import DIED, FIGHT, TIRED


@rule
def begin_encounter(table, state):
    """Restore all hit points, shuffle the deck and draw the first hand."""
    state.asked = FIGHT
    state.health = table.health
    state.turn = 0
    state.played = 0
    foes = table.foes[state.encounter]
    for place in range(MAX_ENEMIES):
        state.enemies[place] = foes.health[place] if place < foes.size else 0
    for kind in range(MAX_KINDS):
        state.hand[kind] = 0
        state.discard[kind] = table.cards[kind].copies if kind < table.kinds else 0
    new_pile(table, state)
    _begin_turn(table, state)


@rule
def _begin_turn(table, state):
    state.turn += 1
    state.turns += 1
    state.energy = table.energy
    state.mana = table.mana
    draw_hand(table, state)


@rule(inline=True)
def playable(table, state, kind):
    """Return whether a card of this kind is in hand and affordable."""
    if state.hand[kind] == 0:
        return False
    card = table.cards[kind]
    return card.cost <= (state.mana if card.resource == MANA else state.energy)


@rule(inline=True)
def card_damage(table, state, kind):
    """Return the current damage of a card of this kind: its printed value plus the bonus of the owned nodes."""
    return table.cards[kind].damage + state.bonus[table.cards[kind].group]


@rule
def play_card(table, state, kind, place):
    """Pay for a card of this kind and deal its damage."""
    card = table.cards[kind]
    state.hand[kind] -= 1
    state.discard[kind] += 1
    state.played += 1
    if card.resource == MANA:
        state.mana -= card.cost
    else:
        state.energy -= card.cost
    damage = card_damage(table, state, kind)
    if card.category == TARGETED:
        state.enemies[place] = max(0, state.enemies[place] - damage)
    else:
        for enemy in range(table.foes[state.encounter].size):
            state.enemies[enemy] = max(0, state.enemies[enemy] - damage)


@rule
def end_turn(table, state):
    """End the turn: living enemies strike, the hand is discarded, the next hand is drawn."""
    foes = table.foes[state.encounter]
    for place in range(foes.size):
        if state.enemies[place] > 0:
            state.health -= foes.attack[place]
    for kind in range(table.kinds):
        state.discard[kind] += state.hand[kind]
        state.hand[kind] = 0
    if state.health <= 0:
        state.reason = DIED
    elif state.turn >= TURN_CAP:
        state.reason = TIRED
    else:
        _begin_turn(table, state)


assert HAND * 3 == MAX_KINDS
