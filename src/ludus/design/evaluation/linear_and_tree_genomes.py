"""Genome spaces that an optimiser searches (draw, mutate, cross, to_data, from_data, describe); conversion to trees.

Trees are initialized by ramped half-and-half (Koza, "Genetic Programming"): a depth from 2 to 5; one half are full
trees of that depth, in the other half branches may end earlier. A third of the leaves are constants, from -1 to 1.
No tree has more than 64 nodes: a new tree that is too large is drawn again one level less deep; a mutation that makes
the tree too large is dropped; crossover tries other subtrees a few times and then returns the first parent.

`as_tree` converts a genome to the tree of the same function, and so of the same moves in every game. A linear genome
becomes a sum of products of a constant and a feature (Miernik, section 5.4). A binary tree becomes the n-ary tree with
the same operations; a difference becomes a sum with a negated operand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from ludus.core.features import STANDARD, FeatureSet
from ludus.core.game import Game
from ludus.design.evaluation.explain_evaluation import describe
from ludus.search.evaluation_genome_packing import (
    KINDS,
    BinaryTree,
    Genome,
    LinearWeights,
    NaryTree,
    genome_from_data,
    genome_to_data,
    operators_of,
)
from ludus.search.expression import (
    ANY_ARITY,
    Constant,
    Expression,
    Feature,
    Operation,
    iter_nodes,
    round_constant,
    size,
)
from ludus.search.templates.expression_vm import MOST_NODES
from ludus.util.errors import ContentError, OptionError, UnknownName

MIN_DEPTH, MAX_DEPTH = 2, 5
MAX_MUTATION_DEPTH = 2  # depth of a subtree that a mutation inserts, at most
CONSTANT_LEAF_RATE = 1 / 3  # share of leaves that are constants
EARLY_LEAF_RATE = 1 / 3  # chance of a branch to end at a node, in trees that are not full
MIN_OPERANDS, MAX_OPERANDS = 2, 3  # operands of an n-ary operation
STEP_DEVIATION = 0.25  # standard deviation of a mutation step of a constant or weight
CROSSOVER_TRIES = 8
T = TypeVar("T", BinaryTree, NaryTree)


@dataclass(frozen=True)
class TreeGrammar:
    """Features and operators that trees are made of."""

    features: Sequence[str]
    operators: Mapping[str, int]

    def draw(self, rng: np.random.Generator) -> Expression:
        """Draw a tree by ramped half-and-half; the constant 0 if there are no features."""
        if not self.features:
            return Constant(0.0)
        depth, full = int(rng.integers(MIN_DEPTH, MAX_DEPTH + 1)), bool(rng.random() < 0.5)
        while size(tree := self.grow(depth, full, rng)) > MOST_NODES:
            depth -= 1
        return tree

    def grow(self, deep: int, full: bool, rng: np.random.Generator, root: bool = True) -> Expression:
        """Grow a tree of at most this depth; if `full`, all leaves are at this depth."""
        if deep == 0 or not (full or root or rng.random() >= EARLY_LEAF_RATE):
            return self.leaf(rng)
        operator = _pick(list(self.operators), rng)
        parts = self.operators[operator]
        if parts == ANY_ARITY:
            parts = int(rng.integers(MIN_OPERANDS, MAX_OPERANDS + 1))
        return Operation(operator, tuple(self.grow(deep - 1, full, rng, root=False) for _ in range(parts)))

    def leaf(self, rng: np.random.Generator) -> Expression:
        return draw_constant(rng) if rng.random() < CONSTANT_LEAF_RATE else Feature(_pick(self.features, rng))

    def mutate(self, tree: Expression, rng: np.random.Generator, rate: float) -> Expression:
        """Mutate each node with chance `rate`."""
        if not self.features:
            return tree
        changed = self._mutate(tree, rng, rate)
        return changed if size(changed) <= MOST_NODES else tree

    def _mutate(self, node: Expression, rng: np.random.Generator, rate: float) -> Expression:
        mutates = rng.random() < rate
        if mutates and rng.random() < 0.5:  # replace the subtree; a leaf mostly by a leaf
            depth = (
                int(rng.integers(1, MAX_MUTATION_DEPTH + 1))
                if isinstance(node, Operation) or rng.random() < 0.25
                else 0
            )
            return self.grow(depth, False, rng)
        if isinstance(node, Operation):
            operator = self._other_operator(node, rng) if mutates else node.operator
            return Operation(operator, tuple(self._mutate(part, rng, rate) for part in node.parts))
        if not mutates:
            return node
        return perturb_constant(node, rng) if isinstance(node, Constant) else self.leaf(rng)

    def _other_operator(self, node: Operation, rng: np.random.Generator) -> str:
        """Another operator with the same number of operands."""
        candidates = [
            operator
            for operator, parts in self.operators.items()
            if parts in (ANY_ARITY, len(node.parts)) and operator != node.operator
        ]
        return _pick(candidates, rng) if candidates else node.operator

    def cross(self, one: Expression, other: Expression, rng: np.random.Generator) -> Expression:
        """Replace a random subtree of the first parent by one of the second."""
        if not self.features:
            return one
        for _ in range(CROSSOVER_TRIES):
            child = _replace_node(one, int(rng.integers(size(one))), _nth_node(other, int(rng.integers(size(other)))))
            if size(child) <= MOST_NODES:
                return child
        return one


def draw_constant(rng: np.random.Generator) -> Constant:
    return Constant(round_constant(rng.uniform(-1.0, 1.0)))


def perturb_constant(constant: Constant, rng: np.random.Generator) -> Constant:
    """Constant near this one."""
    return Constant(round_constant(constant.value + STEP_DEVIATION * rng.standard_normal()))


def _pick(things: Sequence[str], rng: np.random.Generator) -> str:
    return things[int(rng.integers(len(things)))]


def _nth_node(tree: Expression, index: int) -> Expression:
    return next(node for number, node in enumerate(iter_nodes(tree)) if number == index)


def _replace_node(tree: Expression, number: int, piece: Expression) -> Expression:
    """Replace node number `place`; nodes are numbered from the root, each before its operands."""
    if number == 0:
        return piece
    assert isinstance(tree, Operation)
    number -= 1
    parts = list(tree.parts)
    for k, part in enumerate(parts):
        if number < (part_size := size(part)):
            parts[k] = _replace_node(part, number, piece)
            break
        number -= part_size
    return Operation(tree.operator, tuple(parts))


def as_tree(game: Game, genome: Genome) -> NaryTree:
    """Convert a genome to the Tree that gives every position the same value.

    Args:
        game: the game that names the features.
        genome: a Linear or a BinaryTree; a Tree is returned unchanged.

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


@dataclass(frozen=True)
class LinearSpace:
    """Weight vectors, drawn from -1 to 1. A mutation steps or redraws a weight; crossover is uniform."""

    stored_name: ClassVar[str] = "LinearSpace"  # in checkpoints

    game: Game
    features: str = STANDARD

    @cached_property
    def feature_set(self) -> FeatureSet:
        return self.game.feature_set(self.features)

    def draw(self, rng: np.random.Generator) -> LinearWeights:
        return LinearWeights(tuple(draw_constant(rng).value for _ in self.feature_set.names), self.features)

    def mutate(self, genome: LinearWeights, rng: np.random.Generator, rate: float) -> LinearWeights:
        return LinearWeights(tuple(_mutate_weight(weight, rng, rate) for weight in genome.weights), self.features)

    def cross(self, a: LinearWeights, b: LinearWeights, rng: np.random.Generator) -> LinearWeights:
        first = rng.random(len(a.weights)) < 0.5
        weights = zip(a.weights, b.weights, first, strict=True)
        return LinearWeights(tuple(one if keep else other for one, other, keep in weights), self.features)

    def to_data(self, genome: LinearWeights) -> Any:
        return genome_to_data(self.game, genome)

    def from_data(self, data: Any) -> LinearWeights:
        genome: LinearWeights = _check_genome(self.game, data, LinearWeights, self.features)
        return genome

    def describe(self, genome: LinearWeights) -> str:
        return describe(self.game, genome)


@dataclass(frozen=True)
class ExpressionTreeSpace(Generic[T]):
    """Pairs of trees of either kind; the position tree and the piece tree never exchange subtrees."""

    stored_name: ClassVar[str] = "TreeSpace"  # in checkpoints

    game: Game
    kind: type[T]
    features: str = STANDARD

    @cached_property
    def feature_set(self) -> FeatureSet:
        return self.game.feature_set(self.features)

    @cached_property
    def _state(self) -> TreeGrammar:
        return TreeGrammar(self.feature_set.state_names, operators_of(self.kind, self.feature_set))

    @cached_property
    def _card(self) -> TreeGrammar:
        return TreeGrammar(self.feature_set.piece_names, operators_of(self.kind, self.feature_set))

    def draw(self, rng: np.random.Generator) -> T:
        return self.kind(self._state.draw(rng), self._card.draw(rng), self.features)

    def mutate(self, genome: T, rng: np.random.Generator, rate: float) -> T:
        state, card = self._state.mutate(genome.state, rng, rate), self._card.mutate(genome.card, rng, rate)
        return self.kind(state, card, self.features)

    def cross(self, a: T, b: T, rng: np.random.Generator) -> T:
        state, card = self._state.cross(a.state, b.state, rng), self._card.cross(a.card, b.card, rng)
        return self.kind(state, card, self.features)

    def to_data(self, genome: T) -> Any:
        return genome_to_data(self.game, genome)

    def from_data(self, data: Any) -> T:
        genome: T = _check_genome(self.game, data, self.kind, self.features)
        return genome

    def describe(self, genome: T) -> str:
        return describe(self.game, genome)


def genome_space(game: Game, kind: str, features: str = STANDARD) -> Any:
    """Make the space of a kind of genome.

    Args:
        game: the game that names the features.
        kind: linear, binary or tree.
        features: name of the feature set.

    Returns:
        A space for the optimisers of `ludus.evolve`.

    Raises:
        UnknownName: there is no such kind or feature set.
    """
    if kind not in KINDS:
        raise UnknownName("kind of evaluation", kind, list(KINDS))
    game.feature_set(features)  # raises if there is no such set
    if kind == LinearWeights.kind:
        return LinearSpace(game, features)
    if kind == NaryTree.kind:
        return ExpressionTreeSpace(game, NaryTree, features)
    return ExpressionTreeSpace(game, BinaryTree, features)


def _mutate_weight(weight: float, rng: np.random.Generator, rate: float) -> float:
    if rng.random() >= rate:
        return weight
    if rng.random() < 0.5:
        return draw_constant(rng).value
    return round_constant(weight + STEP_DEVIATION * rng.standard_normal())


def _check_genome(game: Game, data: Any, kind: type[Any], features: str) -> Any:
    genome: Genome = genome_from_data(game, data)
    if not isinstance(genome, kind) or genome.features != features:
        raise ContentError(
            f"this is a genome of kind {genome.kind!r} on {genome.features!r} features, not of kind {kind.kind!r} on "
            f"{features!r} ones"
        )
    return genome
