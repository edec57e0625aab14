"""Plan of a whole turn. There is no chance event within a turn, so the result of a search stays valid until its end.

The plan stores a hash of the position that each move is meant for; in any other position, for example after a move
was taken back, there is no plan.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import Record, int64, rule
from ludus.core.random import xorshift_step
from ludus.games.locm.state import LANE, READY

MAX_PLAN_MOVES = 64  # maximum moves of a turn, PASS included: 8 cards to play and at most 14 creatures to attack


class TurnPlan(Record):
    """Part of the memory of a bot; call `forget` when a game begins."""

    done: int64
    count: int64
    moves: int64[MAX_PLAN_MOVES]
    positions: int64[MAX_PLAN_MOVES]  # hash of the position that each move is meant for


@rule
def clear_plan(plan):
    plan.done = 0
    plan.count = 0


@rule
def add_move(plan, state, move):
    plan.moves[plan.count] = move
    plan.positions[plan.count] = position_hash(state, 1)
    plan.count += 1


@rule
def has_move(plan, state):
    """Return whether the next move of the plan is meant for this position."""
    return plan.done < plan.count and plan.positions[plan.done] == position_hash(state, 1)


@rule
def next_move(plan):
    plan.done += 1
    return plan.moves[plan.done - 1]


@rule
def position_hash(state, ordered):
    """Return a hash of what the mover sees; unless `ordered`, it is independent of the order of hand and boards."""
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    total = mix_bits(me.mana | me.next_draw << 8 | foe.next_draw << 16 | state.turn << 24)
    total += mix_bits(me.health & 0xFFFF | (foe.health & 0xFFFF) << 16 | 1 << 36)
    for k in range(me.hand_count):
        total += mix_bits(me.deck[me.hand[k]] | k * ordered << 32 | 2 << 36)
    for k in range(me.board_count):
        total += mix_bits(creature_key(me.board[k]) | k * ordered << 32 | 3 << 36)
    for k in range(foe.board_count):
        total += mix_bits(creature_key(foe.board[k]) | k * ordered << 32 | 4 << 36)
    return total


@rule(inline=True)
def creature_key(creature):
    status = creature.status & (LANE | READY)
    return creature.attack | creature.defense << 12 | creature.keywords << 24 | status << 30


@rule(inline=True)
def mix_bits(number):
    """Mix up to 40 bits into 58, so that different sets of numbers almost certainly have different sums."""
    return np.int64(xorshift_step(xorshift_step(np.uint64(number * 4_194_301 + 1))) >> np.uint64(6))
