"""Conversion of genomes to trees: the same function, and so the same moves in every game.

A Linear becomes a sum of products of a constant and a feature (Miernik, section 5.4). A BinaryTree becomes the Tree
with the same operations; a difference becomes a sum with a negated operand.
"""

from __future__ import annotations

from ludus.core.contract import Game
from ludus.core.errors import OptionError
from ludus.search.expression import Constant, Expression, Feature, Operation, size
from ludus.search.genome import Genome, LinearWeights, NaryTree
from ludus.search.program import MOST_NODES


def as_tree(game: Game, genome: Genome) -> NaryTree:
    """Convert a genome to the Tree that gives every position the same value.

    Raises:
        OptionError: the tree would have more nodes than allowed.
    """
    if isinstance(genome, NaryTree):
        return genome
    if isinstance(genome, LinearWeights):
        feature_set = game.feature_set(genome.features)
        weighted = list(zip(feature_set.names, genome.weights, strict=True))
        state, card = (
            _weighted_sum(weighted[: len(feature_set.state_names)]),
            _weighted_sum(weighted[len(feature_set.state_names) :]),
        )
    else:
        state, card = _replace_differences(genome.state), _replace_differences(genome.card)
    for part in (state, card):
        if size(part) > MOST_NODES:
            raise OptionError(f"as a tree this has {size(part)} nodes, more than {MOST_NODES}")
    return NaryTree(state, card, genome.features)


def _weighted_sum(weighed: list[tuple[str, float]]) -> Expression:
    parts = tuple(Operation("mul", (Constant(weight), Feature(name))) for name, weight in weighed)
    return Operation("add", parts) if parts else Constant(0.0)


def _replace_differences(node: Expression) -> Expression:
    if not isinstance(node, Operation):
        return node
    parts = [_replace_differences(part) for part in node.parts]
    if node.operator == "sub":
        return Operation("add", (parts[0], Operation("neg", (parts[1],))))
    return Operation(node.operator, tuple(parts))
