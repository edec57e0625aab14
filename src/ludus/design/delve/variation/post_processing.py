"""Steps after a search, each with its name: the thesis's post-processing, and the removal of what nobody ever picks.

    tree, steps = post_process_in_steps(tree, reach=5)          thesis, 7.6
    tree, step = remove_unpicked(tree, rater)

The thesis's steps look at the nodes alone: nodes without an effect go, and a branch of one target that a player cannot
pick completely becomes a path, because its choices are obvious. The removal goes by play: a node that is the best pick
in hardly any choice that matters is taken out, and its children move up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ludus.design.delve.rating.choice_measures import ChoiceMeasures
from ludus.design.delve.variation.mutable_tree import post_process
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.text import plural

THESIS_STEP = "post-processing of the thesis: nodes without an effect, and branches of one target to paths"
UNPICKED_STEP = "removal of nodes that nobody picks"


@dataclass(frozen=True)
class PostProcessingStep:
    """One step: its name, and what it did to the tree."""

    name: str
    effect: str


def post_process_in_steps(tree: SkillTree, reach: int) -> tuple[SkillTree, PostProcessingStep]:
    """Apply the thesis's post-processing; `reach` is how many nodes a player can ever have."""
    done = post_process(tree, reach)
    zeros = sum(node.value == 0 for node in tree.nodes)
    changed = [[(node.target, node.value, node.parents) for node in entry.nodes] for entry in (tree, done)]
    cut = len(tree) - len(done) - zeros
    parts = [
        *([f"{plural(zeros, 'node')} without an effect removed"] if zeros else []),
        *([f"{plural(cut, 'node')} out of reach removed"] if cut else []),
        *(["branches of one target made paths"] if changed[0] != changed[1] and not zeros and not cut else []),
    ]
    return done, PostProcessingStep(THESIS_STEP, ", ".join(parts) or "nothing to do")


def remove_unpicked(
    tree: SkillTree, measure: Callable[[SkillTree], ChoiceMeasures | None]
) -> tuple[SkillTree, PostProcessingStep]:
    """Remove nodes that are never useful by the measures, the least picked first, until there is none."""
    removed: list[str] = []
    while len(tree) > 1 and (measures := measure(tree)) is not None and measures.never_useful.any():
        unpicked = measures.never_useful.nonzero()[0].tolist()
        worst = min(unpicked, key=lambda node: (measures.picked[node], -node))
        removed.append(tree.nodes[worst].name)
        tree = without_node(tree, worst)
    return tree, PostProcessingStep(UNPICKED_STEP, f"removed {', '.join(removed)}" if removed else "nothing to do")


def without_node(tree: SkillTree, node: int) -> SkillTree:
    """Return the tree without a node; its children become children of its parents."""
    above = tree.nodes[node].parents
    nodes = []
    for k, entry in enumerate(tree.nodes):
        if k == node:
            continue
        parents = [p for parent in entry.parents for p in ((parent,) if parent != node else above)]
        if node in entry.parents and not above:
            parents = []  # what a root unlocks is available from the beginning
        nodes.append(replace(entry, parents=tuple(dict.fromkeys(p - (p > node) for p in parents))))
    return SkillTree(tree.name, tuple(nodes))
