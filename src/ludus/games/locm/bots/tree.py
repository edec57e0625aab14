"""A tree of the moves of one turn, in which a position is worth what the best move tried there leads to.

Within a turn nothing is drawn and the mover decides alone, so there is no chance to take a mean over. Nodes lie in a
row in a scratch record that has `nodes`, `used` (how many) and `moves`. `sign` is 1 where the searching seat decides,
-1 where the opponent does: values are always those of the searching seat.
"""

# mypy: ignore-errors

import math

from ludus.core import Record, float64, int32, rule
from ludus.core.memory import numbers_in
from ludus.games.locm.actions import ATTACK, FACE, PASS, SUMMON
from ludus.games.locm.bots.worth import battle_moves, gain, play, wide
from ludus.games.locm.rules import alike

MOST_NODES = 1 << 15  # a tree that has grown so large is searched on, but grows no further
EXPLORE = 3.0  # how much the search looks beyond what is best so far
DOUBT = 0.05  # by how much a move not yet tried is taken to be worse than the best one
WARMTH = 80.0  # a move that gains this much less than the best is tried a quarter as often
MOST_GAIN = 2000  # which a killing blow counts as


class Node(Record):
    """A move, and what is known of the position after it."""

    value: float64  # -1 lost to 1 won
    prior: float64  # the share of tries it deserves by what it gains at once
    visits: int32
    move: int32
    first: int32  # of its children, which stand in a row
    count: int32


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
def descend(table, state, params, scratch, root, sign, path):
    """Play from a node to where the tree ends, or a turn does; PASS is not played. The length of the path."""
    at, depth, last = root, 0, PASS
    while True:
        path[depth] = at
        depth += 1
        if (
            state.reason != 0
            or (depth > 1 and last == PASS)
            or not has_children(table, state, params, scratch, at, last)
        ):
            return depth
        at = promising_child(scratch, at, sign)
        last = wide(scratch.nodes[at].move)
        if last != PASS:
            play(table, state, last)


@rule
def promising_child(scratch, at, sign):
    """By PUCT (Silver and others: Mastering the game of Go without human knowledge)."""
    node = scratch.nodes[at]
    untried = sign * node.value - DOUBT
    zeal = EXPLORE * math.sqrt(node.visits + 1.0)
    best, choice = -2.0 - DOUBT, 0
    for k in range(node.first, node.first + node.count):
        child = scratch.nodes[k]
        value = sign * child.value if child.visits > 0 else untried
        value += zeal * child.prior / (1.0 + child.visits)
        if value > best:
            best, choice = value, k
    return choice


@rule
def has_children(table, state, params, scratch, at, last):
    """Whether a node has children, or gets them now that it comes up again."""
    node = scratch.nodes[at]
    if node.count == 0 and (node.visits > 0 or at == 0):
        moves = numbers_in(scratch.moves)
        n = battle_moves(table, state, moves)
        if scratch.used + n <= MOST_NODES:
            node.first = scratch.used
            for k in range(n):
                if not repeats(table, state, moves[k], last):
                    gained = min(gain(table, state, moves[k], params.worth), MOST_GAIN)
                    add_node(scratch, moves[k], float(gained))
            node.count = scratch.used - node.first
            weigh_priors(scratch, node)
    return node.count > 0


@rule
def repeats(table, state, move, last):
    """Whether another move, or the same two the other way around, comes to the same."""
    if alike(table, state, move) != move:
        return True
    summons = move & ~255 == SUMMON and last & ~255 == SUMMON
    strikes = move & ~0xF0 == ATTACK | FACE and last & ~0xF0 == ATTACK | FACE
    return (summons or strikes) and move & 0xF0 < last & 0xF0


@rule
def weigh_priors(scratch, node):
    """Gains into shares that add up to 1, without exponentials: libraries differ in their last digit."""
    top = 0.0
    for k in range(node.first, node.first + node.count):
        top = max(top, scratch.nodes[k].prior)
    total = 0.0
    for k in range(node.first, node.first + node.count):
        weight = WARMTH / (WARMTH + top - scratch.nodes[k].prior)
        scratch.nodes[k].prior = weight * weight
        total += weight * weight
    for k in range(node.first, node.first + node.count):
        scratch.nodes[k].prior /= total


@rule
def tell_those_above(scratch, path, depth, sign):
    scratch.nodes[path[depth - 1]].visits += 1
    for k in range(depth - 2, -1, -1):
        node = scratch.nodes[path[k]]
        node.visits += 1
        node.value = scratch.nodes[best_child(scratch, node, sign)].value


@rule
def best_child(scratch, node, sign):
    """Of those tried, the one with the best value for whoever decides; -1 where there is none."""
    best, choice = -2.0, -1
    for k in range(node.first, node.first + node.count):
        child = scratch.nodes[k]
        if child.visits > 0 and sign * child.value > best:
            best, choice = sign * child.value, k
    return choice
