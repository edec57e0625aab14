"""One representation as another: the same function, and so the same moves in every game.

A Linear becomes a sum over products of a constant and a feature (Miernik, section 5.4). A BinaryTree becomes the Tree
with the same operations; a difference is a sum with a negated part.
"""

from __future__ import annotations

from ludus.core.contract import Game
from ludus.core.errors import OptionError
from ludus.search.expression import Constant, Expression, Feature, Operation, size
from ludus.search.genome import Genome, Linear, Tree
from ludus.search.program import MOST_NODES


def as_tree(game: Game, genome: Genome) -> Tree:
    """The Tree that values every position as this genome does."""
    if isinstance(genome, Tree):
        return genome
    if isinstance(genome, Linear):
        seen = game.feature_set(genome.features)
        weighed = list(zip(seen.names, genome.weights, strict=True))
        state, card = _sum(weighed[: len(seen.state_names)]), _sum(weighed[len(seen.state_names) :])
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
