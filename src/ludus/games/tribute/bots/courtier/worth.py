"""What a position is worth to the courtier at the end of its turn: a share of the win, by its weights.

The stage of the game goes by the prestige of whoever has more: early at 0, middle at 16, late from 32 on. It is judged
once for every decision, so that all lines of a search are weighed alike.
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
STRANGERS = 50 * ONE  # what a card without weights is worth for each coin it costs, at first
WIDE = 1500.0 * ONE  # fifteen prestige ahead are half of what is missing to a win


class Scales(Record):
    """The weights of one stage, between two of the three."""

    cards: int64[CARDS]
    in_play: int64[CARDS]
    favour: int64[DECKS]
    general: int64[NUMBERS]


@rule
def weigh(table, state, weights, memory, scales):
    """The weights for the stage that the game is in."""
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
    """From 0 to LATE."""
    return min(max(state.players[0].prestige, state.players[1].prestige), LATE)


@rule(inline=True)
def between(one, other, part):
    return (one * (HALF - part) + other * part) // HALF


@rule
def before_end(table, state, me, scales):
    """What only shows before the turn ends: cards known to come next, and what the rival has to discard."""
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
    """The share of the win after the end of a turn; `before` is what showed before it."""
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
    """All cards of a player between turns, and the agents in play once more."""
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
