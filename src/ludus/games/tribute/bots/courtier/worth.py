"""Evaluation of a position at the end of the courtier's turn: an expected payoff, by its weights.

The stage of the game depends on the higher prestige of the two players: early at 0, middle at 16, late from 32 on. It
is computed once per decision, so that all lines of a search use the same weights.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, local_ints, rule
from ludus.games.tribute.bots.courtier.kinds import UNKNOWN_CARD
from ludus.games.tribute.bots.courtier.numbers import write_deck_numbers, write_public_numbers
from ludus.games.tribute.bots.courtier.weights import DISCARDS, KNOWN, NUMBERS, WEIGHT_SCALE, ROW
from ludus.games.tribute.rules import payoff
from ludus.games.tribute.state import DECKS, RUNNING
from ludus.games.tribute.table import CARDS
from ludus.games.tribute.turns import HAND_CARDS

LATE = 32  # prestige
HALF = LATE // 2
PER_PRESTIGE = 100 * WEIGHT_SCALE
UNKNOWN_CARD_VALUE = 50 * WEIGHT_SCALE  # initial value of a card without weights, per coin of its cost
VALUE_SCALE = 1500.0 * WEIGHT_SCALE  # value difference (15 prestige) that is half the distance to a sure win


class StageWeights(Record):
    """Weights interpolated for the current stage."""

    cards: int64[CARDS]
    in_play: int64[CARDS]
    favour: int64[DECKS]
    general: int64[NUMBERS]


@rule
def interpolate_weights(table, state, weights, memory, stage_weights):
    """Interpolate the weights for the current stage."""
    most = stage_of(state)
    first = 0 if most < HALF else 1
    part = most - HALF * first
    for card in range(table.card_count):
        known = memory.known_as[card]
        if known == UNKNOWN_CARD:
            stage_weights.cards[card] = UNKNOWN_CARD_VALUE * table.cards[card].cost * (LATE + HALF - most) // LATE
            stage_weights.in_play[card] = stage_weights.cards[card] if table.cards[card].health != 0 else 0
        else:
            stage_weights.cards[card] = interpolate(weights.cards[first, known], weights.cards[first + 1, known], part)
            stage_weights.in_play[card] = interpolate(
                weights.in_play[first, known], weights.in_play[first + 1, known], part
            )
    for number in range(DECKS):
        stage_weights.favour[number] = interpolate(
            weights.favour[first, number], weights.favour[first + 1, number], part
        )
    for k in range(NUMBERS):
        stage_weights.general[k] = interpolate(weights.general[first, k], weights.general[first + 1, k], part)


@rule(inline=True)
def stage_of(state):
    """Stage of the game, from 0 to LATE."""
    return min(max(state.players[0].prestige, state.players[1].prestige), LATE)


@rule(inline=True)
def interpolate(one, other, part):
    return (one * (HALF - part) + other * part) // HALF


@rule
def value_before_turn_end(table, state, me, stage_weights):
    """Value visible only before the turn ends: known next draws, and discards that the rival must make."""
    value = 0
    if me.known != 0:
        total = 0
        for k in range(me.pile_size):
            total += stage_weights.cards[state.card_of[me.pile[k]]]
        for k in range(min(me.known, HAND_CARDS)):
            above = stage_weights.cards[state.card_of[me.pile[me.pile_size - 1 - k]]] - total // me.pile_size
            value += stage_weights.general[KNOWN] * above // PER_PRESTIGE
    for k in range(state.coming_size):
        value += stage_weights.general[DISCARDS] * table.effects[state.coming[k]].n
    return value


@rule
def win_estimate(table, state, seat, stage_weights, before):
    """Expected payoff after the end of a turn; `before` is the value computed before it."""
    if state.reason != RUNNING:
        return payoff(state, seat)
    numbers = local_ints(NUMBERS)
    write_public_numbers(state, seat, numbers)
    write_deck_numbers(table, state, seat, numbers)
    for k in range(state.row_size):
        numbers[ROW] += max(0, stage_weights.cards[state.card_of[state.row[k]]])
    numbers[ROW] //= PER_PRESTIGE
    value = (
        before
        + value_of_cards(state, state.players[seat], stage_weights)
        - value_of_cards(state, state.players[1 - seat], stage_weights)
    )
    for k in range(NUMBERS):
        value += stage_weights.general[k] * numbers[k]
    for k in range(state.patron_count):
        if state.favour[k] != 0:
            favour = stage_weights.favour[state.patrons[k]]
            value += favour if state.favour[k] == seat + 1 else -favour
    x = float(value) / VALUE_SCALE
    return 0.5 + 0.5 * x / (1.0 + abs(x))


@rule
def value_of_cards(state, player, stage_weights):
    """Value of all cards of a player between turns, plus that of the agents in play."""
    value = 0
    for k in range(player.hand_size):
        value += stage_weights.cards[state.card_of[player.hand[k]]]
    for k in range(player.pile_size):
        value += stage_weights.cards[state.card_of[player.pile[k]]]
    for k in range(player.cooldown_size):
        value += stage_weights.cards[state.card_of[player.cooldown[k]]]
    for k in range(player.agent_count):
        card = state.card_of[player.agents[k]]
        value += stage_weights.cards[card] + stage_weights.in_play[card]
    return value
