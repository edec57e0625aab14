"""Monte Carlo tree search over fair redeals.

One tree for all redeals: each iteration goes down through what is legal in its redeal, adds one node, plays on at
random and carries the rewards back, to every seat its own. The scope is the whole game, or the own turn, whose end
is evaluated. Free names: apply, ended, decider, share, hide, evaluate, seats, distinct, play_on, same_turn,
fresh_seed.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.memory import numbers_in
from ludus.core.random import draw, seeded
from ludus.search.tree import NONE, ROOT, best_move, grow, learn, look_up, most_promising, plant


def begin(table, state, seed, params, memory, scratch):
    memory.stream = seeded(seed)
    memory.iterations = 0


def choose(table, state, seat, params, memory, scratch):
    moves = numbers_in(scratch.moves)
    if distinct(table, state, moves) == 1:
        return moves[0]
    for k in range(max(params.redeals, 1)):
        scratch.deals[k] = state
        hide(table, scratch.deals[k], seat, fresh_seed(memory))
    if params.turn_only != 0 or params.depth > 0:
        set_scale(table, scratch.deals[0], seat, params, scratch)
    plant(scratch)
    for i in range(params.iterations):
        if params.redeals > 0:
            scratch.here = scratch.deals[i % params.redeals]
        else:
            scratch.here = state
            hide(table, scratch.here, seat, fresh_seed(memory))
        length = descend(table, scratch.here, seat, params, memory, scratch)
        play_on(table, scratch.here, seat, params.depth, params.turn_only, memory, scratch)
        for player in range(seats(table)):
            if player == seat or params.turn_only == 0:
                scratch.rewards[player] = reward(table, scratch.here, player, params, scratch)
        learn(scratch, length, params.keep_best)
    memory.iterations += params.iterations
    return best_move(scratch, params.keep_best)


def descend(table, here, seat, params, memory, scratch):
    """Down the tree to a node that is new, or as far as it goes; the length of the path."""
    moves = numbers_in(scratch.moves)
    scratch.path[0] = ROOT
    length = 1
    grown = False
    while not grown and length < PATH and within(here, seat, params):
        n = distinct(table, here, moves)
        parent = scratch.path[length - 1]
        missing = look_up(scratch, parent, moves, n)
        if missing > 0 and scratch.count < params.nodes:
            k = nth_missing(scratch, draw(memory, missing))
            child = grow(scratch, parent, moves[k], decider(here))
            grown = True
        else:
            k = most_promising(scratch, n, params.exploration, params.keep_best)
            if k < 0:
                break  # the pool is full and none of these moves is in it
            child = scratch.found[k]
        scratch.path[length] = child
        length += 1
        apply(table, here, moves[k])
    return length


def within(state, seat, params):
    """Whether the search goes on here."""
    return same_turn(state, seat) if params.turn_only != 0 else ended(state) == 0


def nth_missing(scratch, nth):
    """The place of a move that has no node yet."""
    k = 0
    while scratch.found[k] != NONE or nth > 0:
        if scratch.found[k] == NONE:
            nth -= 1
        k += 1
    return k


def reward(table, state, seat, params, scratch):
    """A share of the win: the real one, or for an unfinished game a guess strictly between 0 and 1."""
    if ended(state) != 0:
        return share(state, seat)
    gain = (evaluate(table, state, seat, params.evaluation, scratch) - scratch.centre[seat]) / scratch.spread
    return 0.5 + 0.5 * gain / (1.0 + abs(gain))


def set_scale(table, state, seat, params, scratch):
    """What an evaluation means: nothing gained is half a win, and the best that one move can do three quarters."""
    moves = numbers_in(scratch.moves)
    for player in range(seats(table)):
        scratch.centre[player] = evaluate(table, state, player, params.evaluation, scratch)
    spread = 0.0
    for k in range(distinct(table, state, moves)):
        scratch.here = state
        apply(table, scratch.here, moves[k])
        if ended(scratch.here) == 0:
            gain = evaluate(table, scratch.here, seat, params.evaluation, scratch) - scratch.centre[seat]
            spread = max(spread, abs(gain))
    scratch.spread = spread if spread > 0.0 else 1.0
