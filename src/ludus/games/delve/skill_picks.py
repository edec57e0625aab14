"""Rules of the skill tree during a game: which nodes can be picked, and their effect."""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.games.delve.constants import (
    ADD_CARD_NODE,
    CLASSES,
    FIRST_EFFECT_NODE,
    FIRST_RULE_NODE,
    MAX_NODES,
)
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
    if data.extended:
        _gain_effect(data, state, node)
        _unlock_nodes(data, state, node)
    if data.gated:
        _open_gates(data, state)
    else:
        _open_children(data, state, node, MAX_NODES)


@rule
def _open_children(data, state, node, count):
    """Unlock the children of a node whose gates demand no more than `count` owned nodes."""
    picked = data.tree[node]
    for k in range(picked.first, picked.first + picked.children):
        child = data.children[k]
        if not in_set(state.had, child) and data.node_effects[child].gate <= count:
            _open(state, child)


@rule(inline=True)
def _open(state, node):
    state.open[node >> 6] |= np.uint64(1) << np.uint64(node & 63)


# Beyond the thesis


@rule
def _gain_effect(data, state, node):
    """Add the effect of a node: to effects of cards, to rules, or cards to the deck."""
    gained = data.node_effects[node]
    effect = gained.effect + 0
    if FIRST_EFFECT_NODE <= effect < FIRST_RULE_NODE:
        state.effect_bonus[effect - FIRST_EFFECT_NODE] += gained.value
    elif FIRST_RULE_NODE <= effect < ADD_CARD_NODE:
        state.rule_bonus[effect - FIRST_RULE_NODE] += gained.value
    elif effect == ADD_CARD_NODE:
        state.added[gained.card] += gained.value


@rule
def _unlock_nodes(data, state, node):
    for pair in range(data.unlock_pairs):
        if data.unlocks[2 * pair] == node and not in_set(state.had, data.unlocks[2 * pair + 1]):
            _open(state, data.unlocks[2 * pair + 1])


@rule
def _open_gates(data, state):
    """Unlock all nodes whose parents and gates allow it with the nodes owned now."""
    count = 0
    for node in range(data.nodes):
        count += in_set(state.had, node)
    for node in range(data.nodes):
        if in_set(state.had, node):
            _open_children(data, state, node, count)
        elif data.node_effects[node].root and data.node_effects[node].gate <= count:
            _open(state, node)
