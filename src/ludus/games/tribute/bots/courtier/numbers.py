"""General numbers of a position at the end of a turn, see GENERAL in weights.py."""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.games.tribute.bots.courtier.weights import (
    AGENTS,
    AHEAD,
    COMBOS,
    HEALTH,
    NEAR,
    OVER,
    OWNED,
    PRESTIGE,
    RIVAL_AGENTS,
    RIVAL_COMBOS,
    RIVAL_HEALTH,
    RIVAL_NEAR,
    RIVAL_OWNED,
    RIVAL_PRESTIGE,
    RIVAL_THREE,
    RIVAL_TWO,
    THREE,
    TWO,
)
from ludus.games.tribute.state import DECKS
from ludus.games.tribute.state import HEALTH as HEALTH_BITS
from ludus.games.tribute.turns import HAND_CARDS, MATCH_PRESTIGE

NEAR_PRESTIGE = 30  # prestige above which each further point may decide the game
TENTHS = 10


@rule
def write_public_numbers(state, seat, numbers):
    """Write the numbers that do not depend on the decks; the others stay unchanged."""
    me, rival = state.players[seat], state.players[1 - seat]
    numbers[PRESTIGE] = me.prestige
    numbers[RIVAL_PRESTIGE] = rival.prestige
    numbers[NEAR] = max(0, me.prestige - NEAR_PRESTIGE)
    numbers[RIVAL_NEAR] = max(0, rival.prestige - NEAR_PRESTIGE)
    if me.prestige >= MATCH_PRESTIGE:
        numbers[OVER] = 1
        numbers[AHEAD] = me.prestige - rival.prestige
    mine, others = 0, 0
    for k in range(state.patron_count):
        if state.favour[k] == seat + 1:
            mine += 1
        elif state.favour[k] != 0:
            others += 1
    numbers[TWO], numbers[THREE] = mine == 2, mine == 3
    numbers[RIVAL_TWO], numbers[RIVAL_THREE] = others == 2, others == 3
    numbers[AGENTS], numbers[RIVAL_AGENTS] = me.agent_count, rival.agent_count
    numbers[HEALTH], numbers[RIVAL_HEALTH] = health_of(me), health_of(rival)


@rule
def write_deck_numbers(table, state, seat, numbers):
    me, rival = state.players[seat], state.players[1 - seat]
    numbers[OWNED], numbers[COMBOS] = deck_of(table, state, me)
    numbers[RIVAL_OWNED], numbers[RIVAL_COMBOS] = deck_of(table, state, rival)


@rule
def health_of(player):
    total = 0
    for k in range(player.agent_count):
        total += player.health[k] & HEALTH_BITS
    return total


@rule
def deck_of(table, state, player):
    """Number of cards a player has between turns, and the expected number of same-deck pairs in a hand, in tenths."""
    counts = local_ints(DECKS)
    for k in range(player.hand_size):
        counts[table.cards[state.card_of[player.hand[k]]].deck] += 1
    for k in range(player.pile_size):
        counts[table.cards[state.card_of[player.pile[k]]].deck] += 1
    for k in range(player.cooldown_size):
        counts[table.cards[state.card_of[player.cooldown[k]]].deck] += 1
    for k in range(player.agent_count):
        counts[table.cards[state.card_of[player.agents[k]]].deck] += 1
    n, pairs = 0, 0
    for deck in range(DECKS):
        n += counts[deck]
        if deck != table.treasury:
            pairs += counts[deck] * (counts[deck] - 1)
    return n, TENTHS * HAND_CARDS * (HAND_CARDS - 1) * pairs // max(1, n * (n - 1))
