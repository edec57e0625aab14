"""Rules of the skill tree during a game: which nodes can be picked, and their effect."""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.games.delve.constants import CLASSES
from ludus.games.delve.state import FIGHT, PICK


@rule(inline=True)
def in_set(bits, node):
    """Return whether a node is in a bit set."""
    return (bits[node >> 6] >> np.uint64(node & 63)) & np.uint64(1) != np.uint64(0)


@rule
def affordable(data, state, node):
    """Return whether a node can be picked now: it is unlocked and the points suffice."""
    return in_set(state.open, node) and data.tree[node].price <= state.points


@rule
def begin_picking(data, state):
    """Ask the player for a node if one can be picked, else continue with the fight."""
    state.asked = FIGHT
    for node in range(data.nodes):
        if affordable(data, state, node):
            state.asked = PICK
            return


@rule
def own_node(data, state, node):
    """Own a node: add its bonus and unlock its children."""
    bit = np.uint64(1) << np.uint64(node & 63)
    state.had[node >> 6] |= bit
    state.open[node >> 6] &= ~bit
    picked = data.tree[node]
    for group in range(CLASSES):
        state.bonus[group] += picked.bonus[group]
    for k in range(picked.first, picked.first + picked.children):
        child = data.children[k]
        if not in_set(state.had, child):
            state.open[child >> 6] |= np.uint64(1) << np.uint64(child & 63)
