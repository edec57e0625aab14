"""Order-independent hash of the turn state."""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.core.random import advance
from ludus.games.tribute.state import DECKS

HAND, PLAYED, COOLDOWN, MINE, THEIRS, ROW, DECK, REST = range(8)


@rule
def likeness(state):
    me, rival = state.players[state.active], state.players[1 - state.active]
    total = spread(REST, me.coins | me.power << 10 | me.prestige << 20)
    total += spread(REST, 1 << 30 | me.calls | rival.prestige << 10)
    total += spread(REST, 2 << 30 | state.asked | state.effect << 8 | state.queue_size << 16 | state.picked << 24)
    total += zone(HAND, me.hand, me.hand_size)
    total += zone(PLAYED, state.played, state.played_size)
    total += zone(COOLDOWN, me.cooldown, me.cooldown_size)
    total += zone(ROW, state.row, state.row_size)
    for k in range(me.agent_count):
        total += spread(MINE, me.agents[k] | me.health[k] << 8)
    for k in range(rival.agent_count):
        total += spread(THEIRS, rival.agents[k] | rival.health[k] << 8)
    for k in range(DECKS):
        total += spread(DECK, k | state.plays[k] << 8)
    for k in range(state.patron_count):
        total += spread(REST, 3 << 30 | k | state.favour[k] << 8)
    return total


@rule(inline=True)
def zone(which, pieces, n):
    total = 0
    for k in range(n):
        total += spread(which, pieces[k])
    return total


@rule(inline=True)
def spread(which, number):
    """Mix up to 40 bits into 54: sums fit 64 bits, and different sets almost surely have different sums."""
    return np.int64(advance(advance(np.uint64((number | which << 36) * 4_194_301 + 1))) >> np.uint64(10))
