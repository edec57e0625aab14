"""Template: information set Monte Carlo tree search.

One tree serves all resampled states. Each iteration descends through the moves that are legal in its state, adds one
node, plays random moves and backs up the rewards, to every seat its own. The scope is the whole game, or the own turn,
whose end is evaluated. Free names: apply, end_reason, current_player, payoff, resample_hidden, evaluate, seats,
distinct, play_on, same_turn, fresh_seed.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import random_below, seed_stream
from ludus.search.mcts_tree import NONE, ROOT, best_move, grow, learn, look_up, most_promising, plant


def begin(data, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)
    memory.iterations = 0


def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    if distinct(data, state, moves) == 1:
        return moves[0]
    for k in range(max(params.redeals, 1)):
        scratch.deals[k] = state
        resample_hidden(data, scratch.deals[k], seat, fresh_seed(memory))
    if params.turn_only != 0 or params.depth > 0:
        set_scale(data, scratch.deals[0], seat, params, scratch)
    plant(scratch)
    for i in range(params.iterations):
        if params.redeals > 0:
            scratch.position = scratch.deals[i % params.redeals]
        else:
            scratch.position = state
            resample_hidden(data, scratch.position, seat, fresh_seed(memory))
        length = descend(data, scratch.position, seat, params, memory, scratch)
        play_on(data, scratch.position, seat, params.depth, params.turn_only, memory, scratch)
        for player in range(seats(data)):
            if player == seat or params.turn_only == 0:
                scratch.rewards[player] = reward(data, scratch.position, player, params, scratch)
        learn(scratch, length, params.keep_best)
    memory.iterations += params.iterations
    return best_move(scratch, params.keep_best)


def descend(data, state, seat, params, memory, scratch):
    """Descend the tree to a new node, or as far as possible; return the length of the path."""
    moves = ints_in(scratch.moves)
    scratch.path[0] = ROOT
    length = 1
    grown = False
    while not grown and length < PATH and within(state, seat, params):
        n = distinct(data, state, moves)
        parent = scratch.path[length - 1]
        missing = look_up(scratch, parent, moves, n)
        if missing > 0 and scratch.count < params.nodes:
            k = nth_missing(scratch, random_below(memory, missing))
            child = grow(scratch, parent, moves[k], current_player(state))
            grown = True
        else:
            k = most_promising(scratch, n, params.exploration, params.keep_best)
            if k < 0:
                break  # the pool is full and none of these moves has a node
            child = scratch.found[k]
        scratch.path[length] = child
        length += 1
        apply(data, state, moves[k])
    return length


def within(state, seat, params):
    """Return whether the state is within the scope of the search."""
    return same_turn(state, seat) if params.turn_only != 0 else end_reason(state) == 0


def nth_missing(scratch, nth):
    """Return the index of the nth move without a node."""
    k = 0
    while scratch.found[k] != NONE or nth > 0:
        if scratch.found[k] == NONE:
            nth -= 1
        k += 1
    return k


def reward(data, state, seat, params, scratch):
    """Return the payoff of a finished game, or an estimate strictly between 0 and 1."""
    if end_reason(state) != 0:
        return payoff(state, seat)
    gain = (evaluate(data, state, seat, params.evaluation, scratch) - scratch.centre[seat]) / scratch.spread
    return 0.5 + 0.5 * gain / (1.0 + abs(gain))


def set_scale(data, state, seat, params, scratch):
    """Set the scale of rewards: no gain is 1/2, the largest gain by one move is 3/4."""
    moves = ints_in(scratch.moves)
    for player in range(seats(data)):
        scratch.centre[player] = evaluate(data, state, player, params.evaluation, scratch)
    spread = 0.0
    for k in range(distinct(data, state, moves)):
        scratch.position = state
        apply(data, scratch.position, moves[k])
        if end_reason(scratch.position) == 0:
            gain = evaluate(data, scratch.position, seat, params.evaluation, scratch) - scratch.centre[seat]
            spread = max(spread, abs(gain))
    scratch.spread = spread if spread > 0.0 else 1.0
