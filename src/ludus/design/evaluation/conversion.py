"""Conversion of genomes to trees: the same function, and so the same moves in every game.

A Linear becomes a sum of products of a constant and a feature (Miernik, section 5.4). A BinaryTree becomes the Tree
with the same operations; a difference becomes a sum with a negated operand.
"""

from __future__ import annotations

from ludus.core.contract import Game
from ludus.core.errors import OptionError
from ludus.search.expression import Constant, Expression, Feature, Operation, size
from ludus.search.genome import Genome, Linear, Tree
from ludus.search.program import MOST_NODES


def as_tree(game: Game, genome: Genome) -> Tree:
    """Convert a genome to the Tree that gives every position the same value.

    Raises:
        OptionError: the tree would have more nodes than allowed.
    """
    if isinstance(genome, Tree):
        return genome
    if isinstance(genome, Linear):
        feature_set = game.feature_set(genome.features)
        weighted = list(zip(feature_set.names, genome.weights, strict=True))
        state, card = _sum(weighted[: len(feature_set.state_names)]), _sum(weighted[len(feature_set.state_names) :])
    else:
        state, card = _without_differences(genome.state), _without_differences(genome.card)
    for part in (state, card):
        if size(part) > MOST_NODES:
            raise OptionError(f"as a tree this has {size(part)} nodes, more than {MOST_NODES}")
    return Tree(state, card, genome.features)


def _sum(weighed: list[tuple[str, float]]) -> Expression:
    parts = tuple(Operation("mul", (Constant(weight), Feature(name))) for name, weight in weighed)
    return Operation("add", parts) if parts else Constant(0.0)


def _without_differences(node: Expression) -> Expression:
    if not isinstance(node, Operation):
        return node
    parts = [_without_differences(part) for part in node.parts]
    if node.operator == "sub":
        return Operation("add", (parts[0], Operation("neg", (parts[1],))))
    return Operation(node.operator, tuple(parts))
