"""Random expression trees: initialization, mutation, crossover.

Trees are initialized by ramped half-and-half (Koza, "Genetic Programming"): a depth from 2 to 5; one half are full
trees of that depth, in the other half branches may end earlier. A third of the leaves are constants, from -1 to 1.
No tree has more than 64 nodes: a new tree that is too large is drawn again one level less deep; a mutation that makes
the tree too large is dropped; crossover tries other subtrees a few times and then returns the first parent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

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
from ludus.search.program import MOST_NODES

MIN_DEPTH, MAX_DEPTH = 2, 5
MAX_MUTATION_DEPTH = 2  # depth of a subtree that a mutation inserts, at most
CONSTANT_LEAF_RATE = 1 / 3  # share of leaves that are constants
EARLY_LEAF_RATE = 1 / 3  # chance of a branch to end at a node, in trees that are not full
MIN_OPERANDS, MAX_OPERANDS = 2, 3  # operands of an n-ary operation
STEP_DEVIATION = 0.25  # standard deviation of a mutation step of a constant or weight
CROSSOVER_TRIES = 8


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


def _nth_node(tree: Expression, place: int) -> Expression:
    return next(node for number, node in enumerate(iter_nodes(tree)) if number == place)


def _replace_node(tree: Expression, place: int, piece: Expression) -> Expression:
    """Replace node number `place`; nodes are numbered from the root, each before its operands."""
    if place == 0:
        return piece
    assert isinstance(tree, Operation)
    place -= 1
    parts = list(tree.parts)
    for k, part in enumerate(parts):
        if place < (part_size := size(part)):
            parts[k] = _replace_node(part, place, piece)
            break
        place -= part_size
    return Operation(tree.operator, tuple(parts))
