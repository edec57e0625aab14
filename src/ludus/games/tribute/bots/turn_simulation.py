"""Simulation of a bot's own turn: moves, random rollouts, the value of the turn if it ended here, and a hash of its
state.

The search bots of Scripts of Tribute evaluate the position before the turn ends, since what follows is hidden or the
rival's decision. The published bots do not notice that a turn wins or loses the game; the intended bots do.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import bind_template, rule
from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import random_below, xorshift_step
from ludus.games.tribute.bots.heuristic_evaluation import heuristic
from ludus.games.tribute.move_bits import PLAY, verb_of
from ludus.games.tribute.moves import canonical_move, legal_moves
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import DECKS, FREE, HEALTH, RUNNING
from ludus.games.tribute.turns import MATCH_PRESTIGE, WIN_PRESTIGE, has_all_favour
from ludus.search.templates import position_values_and_playouts

DECISIVE_VALUE = 1e9  # larger than every value of the heuristic
MAX_TURN_MOVES = 128  # longest turn in moves; each pick counts
distinct = bind_template(position_values_and_playouts, legal_moves=legal_moves, canonical_move=canonical_move).distinct
fresh_seed = bind_template(position_values_and_playouts).fresh_seed
HAND, PLAYED, COOLDOWN, MINE, THEIRS, ROW, DECK, REST = range(8)


@rule
def play_move(data, state, move):
    """Make a move within a turn; return how many cards it drew."""
    me = state.players[state.active]
    cards_before = me.hand_size - (1 if verb_of(move) == PLAY else 0)
    apply(data, state, move)
    return max(me.hand_size - cards_before, 0)


@rule
def play_random_turn(data, state, memory, scratch):
    """Play random moves until only the end of the turn is left; they are written to `line`.

    Returns:
        Number of moves, and number of cards drawn.
    """
    moves = ints_in(scratch.moves)
    n, drawn = 0, 0
    while n < MAX_TURN_MOVES - 1 and state.reason == RUNNING:
        choices = legal_moves(data, state, moves)
        if state.asked == FREE:
            choices -= 1  # the last is the end of the turn
            if choices == 0:
                break
        move = moves[random_below(memory, choices)]
        drawn += play_move(data, state, move)
        scratch.line[n] = move
        n += 1
    return n, drawn


@rule
def turn_value(data, state, weights, drawn):
    """Value of the turn for the active player, who drew `drawn` cards."""
    if state.reason != RUNNING:  # no player wins within a turn: the game ran out of room for cards
        return 0.0
    me, rival = state.players[state.active], state.players[1 - state.active]
    prestige = me.prestige + power_left(data, state, me, rival)
    value = heuristic(data, state, weights, drawn)
    if prestige >= WIN_PRESTIGE or has_all_favour(data, state, state.active):
        return value + DECISIVE_VALUE
    if rival.prestige >= MATCH_PRESTIGE and prestige < rival.prestige:
        return value - DECISIVE_VALUE
    return value


@rule
def power_left(data, state, me, rival):
    """Power that becomes prestige, after what agents with taunt absorb."""
    power = me.power + 0
    for k in range(rival.agent_count):
        if data.cards[state.card_of[rival.agents[k]]].taunt:
            power -= min(power, rival.health[k] & HEALTH)
    return power


@rule
def turn_state_hash(state):
    me, rival = state.players[state.active], state.players[1 - state.active]
    total = mix_bits(REST, me.coins | me.power << 10 | me.prestige << 20)
    total += mix_bits(REST, 1 << 30 | me.calls | rival.prestige << 10)
    total += mix_bits(REST, 2 << 30 | state.asked | state.effect << 8 | state.queue_size << 16 | state.picked << 24)
    total += hash_zone(HAND, me.hand, me.hand_size)
    total += hash_zone(PLAYED, state.played, state.played_size)
    total += hash_zone(COOLDOWN, me.cooldown, me.cooldown_size)
    total += hash_zone(ROW, state.row, state.row_size)
    for k in range(me.agent_count):
        total += mix_bits(MINE, hashed_agent(me, k))
    for k in range(rival.agent_count):
        total += mix_bits(THEIRS, hashed_agent(rival, k))
    for k in range(DECKS):
        total += mix_bits(DECK, k | state.plays[k] << 8)
    for k in range(state.patron_count):
        total += mix_bits(REST, 3 << 30 | k | state.favour[k] << 8)
    return total


@rule(inline=True)
def hashed_agent(owner, k):
    """Number and health of an agent as one number."""
    piece = owner.agents[k] + 0
    return piece & 255 | owner.health[k] << 8 | piece >> 8 << 16


@rule(inline=True)
def hash_zone(which, pieces, n):
    total = 0
    for k in range(n):
        total += mix_bits(which, pieces[k])
    return total


@rule(inline=True)
def mix_bits(which, number):
    """Mix up to 40 bits into 54: sums fit 64 bits, and different sets almost surely have different sums."""
    return np.int64(xorshift_step(xorshift_step(np.uint64((number | which << 36) * 4_194_301 + 1))) >> np.uint64(10))
