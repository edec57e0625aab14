"""Formulas at random: drawn whole, mutated, crossed.

Trees are drawn by ramped half-and-half (Koza, "Genetic Programming"): a depth from 2 to 5, and then, one half of them,
every branch of that depth, the other half ending earlier here and there. A third of the leaves are constants, from -1
to 1. Whatever would have more than 64 nodes is not made: a drawn tree is drawn again one level less deep; mutation
leaves the tree as it was; crossover tries other pieces a few times and then gives the first parent's tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.search.expression import ANY, Constant, Expression, Feature, Operation, nodes, on_grid, size
from ludus.search.program import MOST_NODES

SHALLOWEST, DEEPEST = 2, 5
FRESH = 2  # the deepest piece that a mutation puts in
CONSTANTS = 1 / 3  # of all leaves
EARLY_ENDS = 1 / 3  # of the branches of a tree that may end early
FEWEST_PARTS, MOST_PARTS = 2, 3  # of a drawn operation that takes any number
STEP = 0.25  # standard deviation of a step that a constant or weight takes
TRIES = 8


@dataclass(frozen=True)
class Garden:
    """What formulas may be made of."""

    names: Sequence[str]
    operators: Mapping[str, int]

    def draw(self, rng: np.random.Generator) -> Expression:
        """A tree by ramped half-and-half. Where there are no features, there is nothing to say: 0."""
        if not self.names:
            return Constant(0.0)
        deep, full = int(rng.integers(SHALLOWEST, DEEPEST + 1)), bool(rng.random() < 0.5)
        while size(tree := self.grow(deep, full, rng)) > MOST_NODES:
            deep -= 1
        return tree

    def grow(self, deep: int, full: bool, rng: np.random.Generator, root: bool = True) -> Expression:
        """A tree at most so deep; if it is to be full, all its leaves are."""
        if deep == 0 or not (full or root or rng.random() >= EARLY_ENDS):
            return self.leaf(rng)
        operator = _choice(list(self.operators), rng)
        parts = self.operators[operator]
        if parts == ANY:
            parts = int(rng.integers(FEWEST_PARTS, MOST_PARTS + 1))
        return Operation(operator, tuple(self.grow(deep - 1, full, rng, root=False) for _ in range(parts)))

    def leaf(self, rng: np.random.Generator) -> Expression:
        return draw_constant(rng) if rng.random() < CONSTANTS else Feature(_choice(self.names, rng))

    def mutate(self, tree: Expression, rng: np.random.Generator, rate: float) -> Expression:
        """Each node changes with this chance."""
        if not self.names:
            return tree
        changed = self._mutate(tree, rng, rate)
        return changed if size(changed) <= MOST_NODES else tree

    def _mutate(self, node: Expression, rng: np.random.Generator, rate: float) -> Expression:
        hit = rng.random() < rate
        if hit and rng.random() < 0.5:  # the whole piece is replaced: a leaf by a leaf or, rarely, by more
            deep = int(rng.integers(1, FRESH + 1)) if isinstance(node, Operation) or rng.random() < 0.25 else 0
            return self.grow(deep, False, rng)
        if isinstance(node, Operation):
            operator = self._other_operator(node, rng) if hit else node.operator
            return Operation(operator, tuple(self._mutate(part, rng, rate) for part in node.parts))
        if not hit:
            return node
        return step(node, rng) if isinstance(node, Constant) else self.leaf(rng)

    def _other_operator(self, node: Operation, rng: np.random.Generator) -> str:
        """Another operation that takes as many parts."""
        fitting = [
            operator
            for operator, parts in self.operators.items()
            if parts in (ANY, len(node.parts)) and operator != node.operator
        ]
        return _choice(fitting, rng) if fitting else node.operator

    def cross(self, one: Expression, other: Expression, rng: np.random.Generator) -> Expression:
        """A piece of the second parent in place of a piece of the first."""
        if not self.names:
            return one
        for _ in range(TRIES):
            child = _replaced(one, int(rng.integers(size(one))), _nth(other, int(rng.integers(size(other)))))
            if size(child) <= MOST_NODES:
                return child
        return one


def draw_constant(rng: np.random.Generator) -> Constant:
    return Constant(on_grid(rng.uniform(-1.0, 1.0)))


def step(constant: Constant, rng: np.random.Generator) -> Constant:
    """A constant near this one."""
    return Constant(on_grid(constant.value + STEP * rng.standard_normal()))


def _choice(things: Sequence[str], rng: np.random.Generator) -> str:
    return things[int(rng.integers(len(things)))]


def _nth(tree: Expression, place: int) -> Expression:
    return next(node for number, node in enumerate(nodes(tree)) if number == place)


def _replaced(tree: Expression, place: int, piece: Expression) -> Expression:
    """The tree with its node number `place` replaced; nodes are numbered from the root, each before its parts."""
    if place == 0:
        return piece
    assert isinstance(tree, Operation)
    place -= 1
    parts = list(tree.parts)
    for k, part in enumerate(parts):
        if place < (within := size(part)):
            parts[k] = _replaced(part, place, piece)
            break
        place -= within
    return Operation(tree.operator, tuple(parts))
