"""Evaluation of a position at the end of the courtier's turn: an expected payoff, by its weights.

The stage of the game depends on the higher prestige of the two players: early at 0, middle at 16, late from 32 on. It
is computed once per decision, so that all lines of a search use the same weights. Before a game the courtier looks up
whose weights apply to each card, and which cards to play at once.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, local_ints, rule, uint8, uint64
from ludus.games.tribute.bots.courtier.weights import (
    AGENTS,
    AHEAD,
    COMBOS,
    DISCARDS,
    HEALTH,
    KNOWN,
    NEAR,
    NUMBERS,
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
    ROW,
    THREE,
    TWO,
    WEIGHT_SCALE,
    card_signature,
)
from ludus.games.tribute.bots.search_budget import TurnClock
from ludus.games.tribute.game_data_records import (
    ACQUIRE_CARD,
    CARDS,
    DESTROY_CARD,
    DONATE_CARDS,
    KNOCKOUT_ALL,
    LEVELS,
    NOTHING,
    PARTS,
    RECALL_AGENTS,
    RECALL_CARD,
    REPLACE_ROW,
    TOSS_CARDS,
)
from ludus.games.tribute.rules import payoff
from ludus.games.tribute.state import DECKS, RUNNING
from ludus.games.tribute.state import HEALTH as HEALTH_BITS
from ludus.games.tribute.turns import HAND_CARDS, MATCH_PRESTIGE

UNKNOWN_CARD = -1  # no card with weights has this signature
NEAR_PRESTIGE = 30  # prestige above which each further point may decide the game
TENTHS = 10
LATE = 32  # prestige
HALF = LATE // 2
PER_PRESTIGE = 100 * WEIGHT_SCALE
UNKNOWN_CARD_VALUE = 50 * WEIGHT_SCALE  # initial value of a card without weights, per coin of its cost
VALUE_SCALE = 1500.0 * WEIGHT_SCALE  # value difference (15 prestige) that is half the distance to a sure win


class Memory(Record):
    stream: uint64
    known_as: int64[CARDS]  # card whose weights apply to this one
    eager: uint8[CARDS]  # 1: play it as soon as possible
    iterations: int64  # iterations so far in this game
    clock: TurnClock


class StageWeights(Record):
    """Weights interpolated for the current stage."""

    cards: int64[CARDS]
    in_play: int64[CARDS]
    favour: int64[DECKS]
    general: int64[NUMBERS]


@rule
def study_cards(data, weights, memory):
    for card in range(data.card_count):
        memory.known_as[card] = find_known(data, weights, card)
        memory.eager[card] = is_eager(data, data.cards[card])


@rule
def find_known(data, weights, card):
    """Card whose weights apply: usually the one with the same number, otherwise one with the same effects."""
    card_hash = card_signature(data, card)
    if card < weights.count and weights.signatures[card] == card_hash:
        return card
    for other in range(weights.count):
        if weights.signatures[other] == card_hash:
            return other
    return UNKNOWN_CARD


@rule
def is_eager(data, facts):
    """Whether playing the card first loses nothing: it asks for no decision that may be better later."""
    for level in range(LEVELS):
        for part in range(PARTS):
            effect = data.effects[facts.effects[level, part]]
            if effect.other_op != NOTHING or depends_on_timing(effect.op):
                return False
    return True


@rule(inline=True)
def depends_on_timing(op):
    return op in (
        REPLACE_ROW,
        ACQUIRE_CARD,
        DESTROY_CARD,
        DONATE_CARDS,
        RECALL_CARD,
        RECALL_AGENTS,
        TOSS_CARDS,
        KNOCKOUT_ALL,
    )


@rule
def interpolate_weights(data, state, weights, memory, stage_weights):
    """Interpolate the weights for the current stage."""
    most = stage_of(state)
    first = 0 if most < HALF else 1
    part = most - HALF * first
    for card in range(data.card_count):
        known = memory.known_as[card]
        if known == UNKNOWN_CARD:
            stage_weights.cards[card] = UNKNOWN_CARD_VALUE * data.cards[card].cost * (LATE + HALF - most) // LATE
            stage_weights.in_play[card] = stage_weights.cards[card] if data.cards[card].health != 0 else 0
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
def interpolate(one, other, part):
    return (one * (HALF - part) + other * part) // HALF


@rule(inline=True)
def stage_of(state):
    """Stage of the game, from 0 to LATE."""
    return min(max(state.players[0].prestige, state.players[1].prestige), LATE)


@rule
def win_estimate(data, state, seat, stage_weights, before):
    """Expected payoff after the end of a turn; `before` is the value computed before it."""
    if state.reason != RUNNING:
        return payoff(state, seat)
    numbers = local_ints(NUMBERS)
    write_public_numbers(state, seat, numbers)
    write_deck_numbers(data, state, seat, numbers)
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
def value_before_turn_end(data, state, me, stage_weights):
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
        value += stage_weights.general[DISCARDS] * data.effects[state.coming[k]].n
    return value


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
def write_deck_numbers(data, state, seat, numbers):
    me, rival = state.players[seat], state.players[1 - seat]
    numbers[OWNED], numbers[COMBOS] = deck_of(data, state, me)
    numbers[RIVAL_OWNED], numbers[RIVAL_COMBOS] = deck_of(data, state, rival)


@rule
def health_of(player):
    total = 0
    for k in range(player.agent_count):
        total += player.health[k] & HEALTH_BITS
    return total


@rule
def deck_of(data, state, player):
    """Number of cards a player has between turns, and the expected number of same-deck pairs in a hand, in tenths."""
    counts = local_ints(DECKS)
    for k in range(player.hand_size):
        counts[data.cards[state.card_of[player.hand[k]]].deck] += 1
    for k in range(player.pile_size):
        counts[data.cards[state.card_of[player.pile[k]]].deck] += 1
    for k in range(player.cooldown_size):
        counts[data.cards[state.card_of[player.cooldown[k]]].deck] += 1
    for k in range(player.agent_count):
        counts[data.cards[state.card_of[player.agents[k]]].deck] += 1
    n, pairs = 0, 0
    for deck in range(DECKS):
        n += counts[deck]
        if deck != data.treasury:
            pairs += counts[deck] * (counts[deck] - 1)
    return n, TENTHS * HAND_CARDS * (HAND_CARDS - 1) * pairs // max(1, n * (n - 1))
