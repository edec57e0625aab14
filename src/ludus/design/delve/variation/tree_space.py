"""Skill trees as genomes: the genome space of ludus.evolve, and the thesis's way to make a generation.

    space = TreeSpace(nodes=15, depth=5)
    tree = space.draw(rng)                 a random small tree: 5 to 10 nodes
    space.mutants(tree, rng)               results of the operators, each applied with its own probability
    space.cross(tree, other, rng)

With `crossover="builds"` the winning builds of a tree must be passed to `learn_winning_builds` before it is crossed; a
resumed run does this again for its survivors.

Genomes have a canonical order and canonical names, see `mutable_tree`; `space.to_genome(tree)` converts a tree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np

from ludus.design.delve.variation.mutable_tree import (
    MAX_NODE_VALUE,
    Formulas,
    MutableNode,
    TreeLimits,
    to_mutable,
    to_tree,
)
from ludus.design.delve.variation.operators import (
    OPERATORS,
    THESIS_OPERATORS,
    NodeSets,
    add_random_child,
    cross_builds,
    cross_nodes,
)
from ludus.evolve import GenomeError
from ludus.evolve.spaces import checked_float, checked_int
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import OptionError, UnknownName

Crossover = Literal["recursive", "builds"]
OPERATOR_RATES = {"strengthen": 0.5, "weaken": 0.5, "merge": 0.5, "split": 0.5, "add node": 0.8}  # thesis, table 5
# Splitting makes two nodes of one target, of which one is often dominated: it is rarer where choices count.
CHOICE_OPERATOR_RATES = OPERATOR_RATES | {"split": 0.2, "retarget": 0.5, "move": 0.5, "swap": 0.3}
SMALL_TREE_NODES = (5, 10)  # nodes of a random small tree


class TreeSpace:
    """Space of trees with a maximum number of nodes, each with one parent and price 1.

    Args:
        nodes: maximum number of nodes.
        depth: maximum depth, or None.
        crossover: "recursive" (node by node) or "builds" (keeps winning builds).
        formulas: "corrected", or "printed" as in the thesis; see Limits.
        chances: probability of each operator.

    Raises:
        OptionError: an unknown crossover, or a value out of range.
        UnknownName: an unknown operator.
    """

    stored_name: ClassVar[str] = "TreeSpace"  # in checkpoints

    def __init__(
        self,
        nodes: int = 15,
        depth: int | None = None,
        crossover: Crossover = "recursive",
        formulas: Formulas = "corrected",
        chances: Mapping[str, float] = OPERATOR_RATES,
    ) -> None:
        self.limits = TreeLimits(nodes, depth, formulas)
        if crossover not in ("recursive", "builds"):
            raise OptionError(f"crossover is 'recursive' or 'builds', not {crossover!r}")
        self.crossover = crossover
        # Winning builds as bits. All trees of a run are in here, so they are stored compactly.
        self._winning_builds: dict[bytes, tuple[int, ...]] = {}
        unknown = sorted(set(chances) - set(OPERATORS))
        if unknown:
            raise UnknownName("operator on trees", unknown[0], list(OPERATORS))
        # Other operators than those of the thesis draw no random numbers unless they are wanted.
        self.chances = {
            name: checked_float(chances.get(name, 0.0), f"the chance to {name}", 0.0, 1.0)
            for name in OPERATORS
            if name in THESIS_OPERATORS or chances.get(name)
        }

    @property
    def root_only(self) -> SkillTree:
        """The thesis's zero point, where hill climbing starts: the root alone."""
        return to_tree(MutableNode())

    def draw(self, rng: np.random.Generator) -> SkillTree:
        """Draw a random small tree, or a smaller one if the space has fewer nodes."""
        low, high = (min(size, self.limits.nodes) for size in SMALL_TREE_NODES)
        return self.random(rng, int(rng.integers(low, high, endpoint=True)))

    def random(self, rng: np.random.Generator, size: int) -> SkillTree:
        """Return a random tree of a given size: nodes are added one by one below uniformly drawn nodes."""
        checked_int(size, "the size of a random tree", 0, self.limits.nodes)
        root = MutableNode()
        nodes = [root]
        while len(nodes) <= size:
            parents = [node for node in nodes if self.limits.depth is None or node.depth < self.limits.depth]
            nodes.append(add_random_child(parents[int(rng.integers(len(parents)))], rng))
        return to_tree(root)

    def mutants(self, genome: SkillTree, rng: np.random.Generator) -> list[SkillTree]:
        """Apply each operator with its own probability; return the trees of those that changed something."""
        results = [
            OPERATORS[name](genome, rng, self.limits) for name, chance in self.chances.items() if rng.random() < chance
        ]
        return [tree for tree in results if tree is not None]

    def mutate(self, genome: SkillTree, rng: np.random.Generator, rate: float) -> SkillTree:
        """Apply all operators one after the other, each with probability `rate`."""
        for name in self.chances:
            if rng.random() < rate:
                genome = OPERATORS[name](genome, rng, self.limits) or genome
        return genome

    def cross(self, a: SkillTree, b: SkillTree, rng: np.random.Generator) -> SkillTree:
        """Return a child of two trees."""
        if self.crossover == "recursive":
            return cross_nodes(a, b, rng, self.limits)
        return cross_builds(a, b, self._builds(a), self._builds(b), rng, self.limits)

    def learn_winning_builds(self, genome: SkillTree, winning: NodeSets) -> None:
        """Record the sets of nodes with which a player wins all encounters, for the crossover "builds"."""
        if self.crossover == "builds":
            self._winning_builds[_key(genome)] = tuple(sum(1 << node for node in build) for build in winning)

    def to_genome(self, tree: SkillTree) -> SkillTree:
        """Return a tree as a genome of this space: canonical order and names."""
        return self.from_data(self.to_data(tree))

    def to_data(self, genome: SkillTree) -> list[list[int]]:
        """Return target, value and parent of every node; parents come first, and -1 is the root."""
        tree = to_tree(to_mutable(genome))
        return [[node.target, node.value, node.parents[0] if node.parents else -1] for node in tree.nodes]

    def from_data(self, data: Any) -> SkillTree:
        if not isinstance(data, list | tuple) or len(data) > self.limits.nodes:
            raise GenomeError(f"a tree here is a list of at most {self.limits.nodes} nodes, not {data!r:.80}")
        root = MutableNode()
        mutable_nodes: list[MutableNode] = []
        for i, row in enumerate(data):
            target, value, parent = self._row(i, row)
            mutable_nodes.append((mutable_nodes[parent] if parent >= 0 else root).add(MutableNode(target, value)))
            if self.limits.depth is not None and mutable_nodes[i].depth > self.limits.depth:
                raise GenomeError(
                    f"node {i + 1}: {mutable_nodes[i].depth} deep; trees here have at most {self.limits.depth}"
                )
        return to_tree(root)

    def describe(self, genome: SkillTree) -> str:
        """Describe a tree as values and targets, children in brackets: `+3 area (+2 mana, +5 area mana)`."""
        return ", ".join(map(_describe_branch, to_mutable(genome).children)) or "no nodes"

    def _builds(self, genome: SkillTree) -> list[list[int]]:
        won = self._winning_builds.get(_key(genome))
        if won is None:
            raise OptionError("crossover by builds: `learn` which builds of a tree win before it is crossed")
        return [[node for node in range(len(genome)) if bits >> node & 1] for bits in won]

    def _row(self, i: int, row: Any) -> tuple[int, int, int]:
        whole_numbers = isinstance(row, list | tuple) and all(type(entry) is int for entry in row)
        if not whole_numbers or len(row) != 3:
            raise GenomeError(f"node {i + 1} is a target, a value and a parent in whole numbers, not {row!r:.80}")
        target, value, parent = row
        if not 0 <= target < len(TARGETS):
            raise GenomeError(f"node {i + 1}: target {target}; targets are 0 to {len(TARGETS) - 1}")
        if not -1 <= parent < i:
            raise GenomeError(f"node {i + 1}: parent {parent}; it is -1, the root, or an earlier node, 0 to {i - 1}")
        if not self.limits.min_value <= value <= MAX_NODE_VALUE:
            raise GenomeError(
                f"node {i + 1}: value {value}; values here are {self.limits.min_value} to {MAX_NODE_VALUE}"
            )
        return target, value, parent


def _key(genome: SkillTree) -> bytes:
    rows = [(node.target, node.value, node.parents[0] if node.parents else -1) for node in genome.nodes]
    return np.array(rows, np.int16).tobytes()


def _describe_branch(sprout: MutableNode) -> str:
    below = f" ({', '.join(map(_describe_branch, sprout.children))})" if sprout.children else ""
    return f"+{sprout.value} {TARGETS[sprout.target]}{below}"
