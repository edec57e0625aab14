"""Mending: a few described changes of a tree that remove flaws: nodes moved, retargeted, merged, removed or revalued.

    changes = mend_tree(tree, rater, TreeLimits(nodes=15, depth=5))
    changes[-1].tree, [change.text for change in changes]

Each change is the best of all that concern the worst nodes: by the total of the ratings on the decks of the rater,
which plays, minus a penalty if the win ratio leaves its goal. The scale of the rater has this goal and the size of the
tree. Trees in which nodes have several parents keep their shape: only targets and values change, or nodes go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ludus.design.delve.rating.choice_measures import ChoiceMeasures
from ludus.design.delve.rating.choice_ratings import ChoiceRater
from ludus.design.delve.search.choice_tuning import WIN_PENALTY, counted_wins, fits
from ludus.design.delve.variation.mutable_tree import MAX_NODE_VALUE, TreeLimits
from ludus.design.delve.variation.post_processing import without_node
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.skill_tree import SkillTree

MAX_CHANGES = 8
MAX_WORST_NODES = 4  # nodes that a step tries to mend
MIN_TOTAL_GAIN = 0.002  # of a change
OUT_OF_REACH_COST = 0.01  # of a node that no player can have, in units of the total
WIN_TOLERANCE = 0.03  # win ratios that are no further from the goal cost nothing: the tree is as hard
VALUE_STEPS = (-4, -2, -1, 1, 2, 4)
FLAW_KINDS = ("out of reach", "dominated", "never useful", "redundant", "obvious")


@dataclass(frozen=True)
class TreeChange:
    """A change that was made."""

    text: str  # what was done
    tree: SkillTree  # after it
    total: float
    flaws: dict[str, int]  # left, on the decks of the rater


def mend_tree(
    tree: SkillTree,
    rater: ChoiceRater,
    limits: TreeLimits,
    max_changes: int = MAX_CHANGES,
    progress: Callable[[int], None] | None = None,
) -> list[TreeChange]:
    """Return up to `max_changes` changes, one after the other; fewer if no flaw is left or no change helps.

    Args:
        tree: the tree to mend.
        rater: measures trees by play.
        limits: largest depth of a tree.
        max_changes: largest number of changes.
        progress: called after every change.
    """
    changes: list[TreeChange] = []
    measures = rater.measure(tree)
    if measures is None:
        return []
    total = _score(tree, measures, rater, limits)
    while len(changes) < max_changes and any(count_flaws(tree, measures, limits).values()):
        best: tuple[float, str, SkillTree, ChoiceMeasures] | None = None
        for text, candidate in _candidates(tree, measures, limits):
            measured = rater.measure(candidate)
            if measured is None:
                continue
            score = _score(candidate, measured, rater, limits)
            if best is None or score > best[0]:
                best = score, text, candidate, measured
        if progress:
            progress(1)
        if best is None or best[0] < total + MIN_TOTAL_GAIN:
            break
        total, text, tree, measures = best
        changes.append(TreeChange(text, tree, total, count_flaws(tree, measures, limits)))
    return changes


def count_flaws(tree: SkillTree, measures: ChoiceMeasures, limits: TreeLimits) -> dict[str, int]:
    """Return the number of flaws by kind."""
    flags = (
        *(_out_of_reach(tree, limits), measures.dominated, measures.never_useful),
        *(measures.redundant, measures.obvious),
    )
    return {kind: int(values.sum()) for kind, values in zip(FLAW_KINDS, flags, strict=True)}


def describe_flaws(flaws: dict[str, int]) -> str:
    """Describe numbers of flaws, as text."""
    return ", ".join(f"{count} {kind}" for kind, count in flaws.items() if count) or "no flaws"


def _score(tree: SkillTree, measures: ChoiceMeasures, rater: ChoiceRater, limits: TreeLimits) -> float:
    cost = OUT_OF_REACH_COST * float(_out_of_reach(tree, limits).sum())
    cost += WIN_PENALTY * max(0.0, abs(counted_wins(rater, measures) - rater.goals.win) - WIN_TOLERANCE)
    return rater.scale.total(rater.ratings(tree, measures)) - cost


def _out_of_reach(tree: SkillTree, limits: TreeLimits) -> np.ndarray:
    return np.array([limits.depth is not None and depth > limits.depth for depth in tree.depths], bool)


def _candidates(tree: SkillTree, measures: ChoiceMeasures, limits: TreeLimits) -> Iterator[tuple[str, SkillTree]]:
    """All changes of the worst nodes, described."""
    flawed = measures.dominated | measures.never_useful | measures.redundant | measures.obvious
    flawed |= _out_of_reach(tree, limits)
    size = measures.expected_domination + measures.unused + measures.expected_redundancy + measures.obviousness
    worst = [int(k) for k in np.argsort(-(10.0 * flawed + size), kind="stable") if flawed[k]][:MAX_WORST_NODES]
    for k in worst:
        yield from _changed_effects(tree, k)
        if len(tree) > 1:
            yield f"{tree.nodes[k].name} is removed", without_node(tree, k)
        if tree.is_thesis_tree:
            yield from _changed_places(tree, k, limits)


def _changed_effects(tree: SkillTree, k: int) -> Iterator[tuple[str, SkillTree]]:
    """Other values, other targets, and the effects of other nodes."""
    node = tree.nodes[k]
    most = max(MAX_NODE_VALUE, node.value)
    for step in VALUE_STEPS:
        if 1 <= node.value + step <= most:
            changed = _with(tree, k, value=node.value + step)
            yield f"{node.name}: {node.value + step} instead of {node.value}", changed
    for target, name in enumerate(TARGETS):
        if target != node.target:
            text = f"{node.name}: +{node.value} {name} instead of {TARGETS[node.target]}"
            yield text, _with(tree, k, target=target)
    for other, entry in enumerate(tree.nodes):
        if (entry.target, entry.value) != (node.target, node.value):
            swapped = _with(_with(tree, k, target=entry.target, value=entry.value), other, target=node.target)
            yield f"{node.name} and {entry.name} swap their effects", _with(swapped, other, value=node.value)


def _changed_places(tree: SkillTree, k: int, limits: TreeLimits) -> Iterator[tuple[str, SkillTree]]:
    """Other parents, and merging with a sibling."""
    node = tree.nodes[k]
    for parent in range(-1, len(tree)):
        parents = () if parent < 0 else (parent,)
        nodes = list(tree.nodes)
        nodes[k] = replace(node, parents=parents)
        if parents != node.parents and fits(nodes, limits):
            place = "to the root" if parent < 0 else f"below {tree.nodes[parent].name}"
            yield f"{node.name} is moved {place}", SkillTree(tree.name, tuple(nodes))
    for other, entry in enumerate(tree.nodes):
        if other != k and entry.parents == node.parents:
            stronger = node if node.value >= entry.value else entry
            value = min(max(MAX_NODE_VALUE, stronger.value), node.value + entry.value)
            nodes = [replace(child, parents=(k,)) if child.parents == (other,) else child for child in tree.nodes]
            nodes[k] = replace(node, target=stronger.target, value=value)
            merged = without_node(SkillTree(tree.name, tuple(nodes)), other)
            yield f"{node.name} and {entry.name} are merged: +{value} {TARGETS[stronger.target]}", merged


def _with(tree: SkillTree, k: int, **changes: int) -> SkillTree:
    nodes = list(tree.nodes)
    nodes[k] = replace(nodes[k], **changes)  # type: ignore[arg-type]
    return SkillTree(tree.name, tuple(nodes))
