"""Search tree over the moves of one turn; the value of a node is that of the best move tried there.

Within a turn there is no chance event and only one player decides, so values are maxima, not means. Nodes are stored in
an array of a scratch record that has `nodes`, `used` (their number) and `moves`. `sign` is 1 if the searching seat
decides, -1 if the opponent does; values are always those of the searching seat.
"""

# mypy: ignore-errors

import math

from ludus.core import Record, float64, int32, rule
from ludus.core.compile.intrinsics import ints_in
from ludus.games.locm.action_effects import ATTACK, FACE, PASS, SUMMON
from ludus.games.locm.bots.evaluation import as_int64, battle_moves, gain, play
from ludus.games.locm.rules import canonical_move

MAX_NODES = 1 << 15  # a tree of this size is still searched, but does not grow
EXPLORATION = 3.0  # exploration constant of PUCT
UNTRIED_PENALTY = 0.05  # an untried move is assumed to be worse than the best one by this value
PRIOR_SCALE = 80.0  # a move that gains this much less than the best one has a quarter of its prior
MAX_GAIN = 2000  # gains are clipped at this value, e.g. that of a killing blow


class TurnTreeNode(Record):
    """A move, and the statistics of the position after it."""

    value: float64  # from -1 (lost) to 1 (won)
    prior: float64  # prior probability, from its immediate gain
    visits: int32
    move: int32
    first: int32  # index of its first child; children are consecutive
    count: int32  # number of children


@rule
def add_node(scratch, move, prior):
    node = scratch.nodes[scratch.used]
    node.move = move
    node.prior = prior
    node.visits = 0
    node.value = 0.0
    node.first = 0
    node.count = 0
    scratch.used += 1


@rule
def descend(data, state, params, scratch, root, sign, path):
    """Select a path from a node to a leaf or the end of the turn, playing its moves except PASS; return its length."""
    at, depth, last = root, 0, PASS
    while True:
        path[depth] = at
        depth += 1
        if (
            state.reason != 0
            or (depth > 1 and last == PASS)
            or not has_children(data, state, params, scratch, at, last)
        ):
            return depth
        at = select_child(scratch, at, sign)
        last = as_int64(scratch.nodes[at].move)
        if last != PASS:
            play(data, state, last)


@rule
def select_child(scratch, at, sign):
    """Select a child by PUCT (Silver et al.: Mastering the game of Go without human knowledge)."""
    node = scratch.nodes[at]
    untried = sign * node.value - UNTRIED_PENALTY
    exploration = EXPLORATION * math.sqrt(node.visits + 1.0)
    best, choice = -2.0 - UNTRIED_PENALTY, 0
    for k in range(node.first, node.first + node.count):
        child = scratch.nodes[k]
        value = sign * child.value if child.visits > 0 else untried
        value += exploration * child.prior / (1.0 + child.visits)
        if value > best:
            best, choice = value, k
    return choice


@rule
def has_children(data, state, params, scratch, at, last):
    """Return whether a node has children; a node that is visited again is expanded."""
    node = scratch.nodes[at]
    if node.count == 0 and (node.visits > 0 or at == 0):
        moves = ints_in(scratch.moves)
        n = battle_moves(data, state, moves)
        if scratch.used + n <= MAX_NODES:
            node.first = scratch.used
            for k in range(n):
                if not is_redundant(data, state, moves[k], last):
                    gained = min(gain(data, state, moves[k], params.worth), MAX_GAIN)
                    add_node(scratch, moves[k], float(gained))
            node.count = scratch.used - node.first
            normalise_priors(scratch, node)
    return node.count > 0


@rule
def is_redundant(data, state, move, last):
    """Return whether another move, or the same two moves in the other order, have the same result."""
    if canonical_move(data, state, move) != move:
        return True
    summons = move & ~255 == SUMMON and last & ~255 == SUMMON
    strikes = move & ~0xF0 == ATTACK | FACE and last & ~0xF0 == ATTACK | FACE
    return (summons or strikes) and move & 0xF0 < last & 0xF0


@rule
def normalise_priors(scratch, node):
    """Turn gains into priors that sum to 1, without exponentials, since libraries differ in their last digit."""
    top = 0.0
    for k in range(node.first, node.first + node.count):
        top = max(top, scratch.nodes[k].prior)
    total = 0.0
    for k in range(node.first, node.first + node.count):
        weight = PRIOR_SCALE / (PRIOR_SCALE + top - scratch.nodes[k].prior)
        scratch.nodes[k].prior = weight * weight
        total += weight * weight
    for k in range(node.first, node.first + node.count):
        scratch.nodes[k].prior /= total


@rule
def backpropagate(scratch, path, depth, sign):
    scratch.nodes[path[depth - 1]].visits += 1
    for k in range(depth - 2, -1, -1):
        node = scratch.nodes[path[k]]
        node.visits += 1
        node.value = scratch.nodes[best_child(scratch, node, sign)].value


@rule
def best_child(scratch, node, sign):
    """Return the visited child with the best value for the deciding player; -1 if there is none."""
    best, choice = -2.0, -1
    for k in range(node.first, node.first + node.count):
        child = scratch.nodes[k]
        if child.visits > 0 and sign * child.value > best:
            best, choice = sign * child.value, k
    return choice
