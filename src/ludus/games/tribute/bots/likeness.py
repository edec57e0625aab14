"""Order-independent hash of the turn state."""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.core.random import xorshift_step
from ludus.games.tribute.state import DECKS

HAND, PLAYED, COOLDOWN, MINE, THEIRS, ROW, DECK, REST = range(8)


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
        total += mix_bits(MINE, me.agents[k] | me.health[k] << 8)
    for k in range(rival.agent_count):
        total += mix_bits(THEIRS, rival.agents[k] | rival.health[k] << 8)
    for k in range(DECKS):
        total += mix_bits(DECK, k | state.plays[k] << 8)
    for k in range(state.patron_count):
        total += mix_bits(REST, 3 << 30 | k | state.favour[k] << 8)
    return total


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
