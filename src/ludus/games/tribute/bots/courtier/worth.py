"""Evaluation of a position at the end of the courtier's turn: an expected payoff, by its weights.

The stage of the game depends on the higher prestige of the two players: early at 0, middle at 16, late from 32 on. It
is computed once per decision, so that all lines of a search use the same weights.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, local_numbers, rule
from ludus.games.tribute.bots.courtier.kinds import STRANGE
from ludus.games.tribute.bots.courtier.numbers import note_decks, note_numbers
from ludus.games.tribute.bots.courtier.weights import DISCARDS, KNOWN, NUMBERS, ONE, ROW
from ludus.games.tribute.rules import share
from ludus.games.tribute.state import DECKS, RUNNING
from ludus.games.tribute.table import CARDS
from ludus.games.tribute.turns import HAND

LATE = 32  # prestige
HALF = LATE // 2
PER_PRESTIGE = 100 * ONE
STRANGERS = 50 * ONE  # initial value of a card without weights, per coin of its cost
WIDE = 1500.0 * ONE  # value difference (15 prestige) that is half the distance to a sure win


class Scales(Record):
    """Weights interpolated for the current stage."""

    cards: int64[CARDS]
    in_play: int64[CARDS]
    favour: int64[DECKS]
    general: int64[NUMBERS]


@rule
def weigh(table, state, weights, memory, scales):
    """Interpolate the weights for the current stage."""
    most = stage_of(state)
    first = 0 if most < HALF else 1
    part = most - HALF * first
    for card in range(table.card_count):
        known = memory.known_as[card]
        if known == STRANGE:
            scales.cards[card] = STRANGERS * table.cards[card].cost * (LATE + HALF - most) // LATE
            scales.in_play[card] = scales.cards[card] if table.cards[card].health != 0 else 0
        else:
            scales.cards[card] = between(weights.cards[first, known], weights.cards[first + 1, known], part)
            scales.in_play[card] = between(weights.in_play[first, known], weights.in_play[first + 1, known], part)
    for number in range(DECKS):
        scales.favour[number] = between(weights.favour[first, number], weights.favour[first + 1, number], part)
    for k in range(NUMBERS):
        scales.general[k] = between(weights.general[first, k], weights.general[first + 1, k], part)


@rule(inline=True)
def stage_of(state):
    """Stage of the game, from 0 to LATE."""
    return min(max(state.players[0].prestige, state.players[1].prestige), LATE)


@rule(inline=True)
def between(one, other, part):
    return (one * (HALF - part) + other * part) // HALF


@rule
def before_end(table, state, me, scales):
    """Value visible only before the turn ends: known next draws, and discards that the rival must make."""
    value = 0
    if me.known != 0:
        total = 0
        for k in range(me.pile_size):
            total += scales.cards[state.card_of[me.pile[k]]]
        for k in range(min(me.known, HAND)):
            above = scales.cards[state.card_of[me.pile[me.pile_size - 1 - k]]] - total // me.pile_size
            value += scales.general[KNOWN] * above // PER_PRESTIGE
    for k in range(state.coming_size):
        value += scales.general[DISCARDS] * table.effects[state.coming[k]].n
    return value


@rule
def prospects(table, state, seat, scales, before):
    """Expected payoff after the end of a turn; `before` is the value computed before it."""
    if state.reason != RUNNING:
        return share(state, seat)
    numbers = local_numbers(NUMBERS)
    note_numbers(state, seat, numbers)
    note_decks(table, state, seat, numbers)
    for k in range(state.row_size):
        numbers[ROW] += max(0, scales.cards[state.card_of[state.row[k]]])
    numbers[ROW] //= PER_PRESTIGE
    value = before + of_cards(state, state.players[seat], scales) - of_cards(state, state.players[1 - seat], scales)
    for k in range(NUMBERS):
        value += scales.general[k] * numbers[k]
    for k in range(state.patron_count):
        if state.favour[k] != 0:
            favour = scales.favour[state.patrons[k]]
            value += favour if state.favour[k] == seat + 1 else -favour
    x = float(value) / WIDE
    return 0.5 + 0.5 * x / (1.0 + abs(x))


@rule
def of_cards(state, player, scales):
    """Value of all cards of a player between turns, plus that of the agents in play."""
    value = 0
    for k in range(player.hand_size):
        value += scales.cards[state.card_of[player.hand[k]]]
    for k in range(player.pile_size):
        value += scales.cards[state.card_of[player.pile[k]]]
    for k in range(player.cooldown_size):
        value += scales.cards[state.card_of[player.cooldown[k]]]
    for k in range(player.agent_count):
        card = state.card_of[player.agents[k]]
        value += scales.cards[card] + scales.in_play[card]
    return value
