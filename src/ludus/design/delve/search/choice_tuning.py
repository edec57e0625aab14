"""Tuning of choices by play: simulated annealing of one tree on the total that trees are judged by.

    tuned = tune_choices(tree, rater, calibration, limits, seed=7)
    tuned.tree, tuned.total, tuned.measures

`rater` plays: see ChoiceRater. A step changes one node or two: another value, another target, another parent, swapped
effects, a point shifted from one to the other. The tree keeps its size; a smaller one is filled up first.

The win ratio of few decks differs from that of many. So now and then the tree is played with the many decks of
`calibration`, and the difference corrects the target. The number of evaluations is fixed, and so is the largest number
of fights: results do not depend on the speed of the machine or the number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ludus.design.delve.rating.choice_measures import ChoiceMeasures
from ludus.design.delve.rating.choice_ratings import ChoiceRater, deck_weights
from ludus.design.delve.variation.mutable_tree import MAX_NODE_VALUE, TreeLimits, to_mutable, to_tree
from ludus.design.delve.variation.operators import add_random_child
from ludus.evolve.checkpoint import numpy_generator
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.skill_tree import SkillNode, SkillTree

EVALUATIONS = 1800  # trees
MAX_TUNING_FIGHTS = 2_500_000
BUILDS_PER_NODE = 40  # trees with more builds are not tried
TEMPERATURES = (0.0033, 0.00017)  # in units of the total: at the beginning, at the end
# Parts of the evaluations; often at the end, so that the last tree has the win ratio.
CALIBRATION_TIMES = (0.0, 0.2, 0.4, 0.6, 0.75, 0.85, 0.92, 0.97)
# Per unit of win ratio away from the target; more for targets nearer to 0 or 1 than this.
WIN_PENALTY, USUAL_ROOM = 0.5, 0.3
MAX_FEW_WIN = 0.98  # the highest target of the few decks, and 1 minus it the lowest

# Moves with their chances.
MOVE_CHANCES = {"value": 0.35, "retarget": 0.25, "move": 0.2, "swap": 0.1, "shift": 0.1}


@dataclass(frozen=True)
class TunedChoices:
    """The best tree of an annealing."""

    tree: SkillTree
    measures: ChoiceMeasures
    ratings: np.ndarray
    total: float
    score: float  # the total, minus the penalty for the win ratio
    evaluations: int


def tune_choices(
    tree: SkillTree,
    rater: ChoiceRater,
    calibration: ChoiceRater,
    limits: TreeLimits,
    seed: int,
    progress: Callable[[int], None] | None = None,
    evaluations: int = EVALUATIONS,
    max_fights: int = MAX_TUNING_FIGHTS,
) -> TunedChoices | None:
    """Anneal a tree, and return the best one that was tried.

    Args:
        tree: the tree to begin with.
        rater: measures trees by play.
        calibration: plays with many decks, for the win ratio.
        limits: largest size and depth of a tree.
        seed: seed of the steps.
        progress: called after every evaluation.
        evaluations: number of trees to try.
        max_fights: largest number of fights.

    Returns:
        The tuned tree, or None if the first one has too many builds to play with all.
    """
    rng = numpy_generator(seed, "annealing")
    most_builds = BUILDS_PER_NODE * limits.nodes
    tree = fill_up(tree, rater, limits, rng, most_builds)
    measures = rater.measure(tree)
    if measures is None:
        return None
    aim, times = WinAim(rater, calibration), list(CALIBRATION_TIMES)
    current = best = _evaluated(tree, rater, measures, aim, 0)
    first_fights, done = rater.memo.fights, 0.0
    count = 0
    while count < evaluations and done < 1.0:
        if times and done >= times[0]:
            times.pop(0)
            aim.calibrate(best.tree)
            current, best = (_evaluated(entry.tree, rater, entry.measures, aim, count) for entry in (current, best))
        changed = change_randomly(current.tree, limits, rng)
        count += 1
        if progress:
            progress(1)
        done = max(count / evaluations, (rater.memo.fights - first_fights) / max_fights)
        if changed is None:
            continue
        measures = rater.measure(changed)
        if measures is None or measures.builds > max(most_builds, current.measures.builds):
            continue
        candidate = _evaluated(changed, rater, measures, aim, count)
        temperature = TEMPERATURES[0] * (TEMPERATURES[1] / TEMPERATURES[0]) ** done
        gain = candidate.score - current.score
        if gain >= 0 or rng.random() < math.exp(gain / temperature):
            current = candidate
            if candidate.score > best.score:
                best = candidate
    return replace(best, tree=to_tree(to_mutable(best.tree)), evaluations=count)


class WinAim:
    """The win ratio that a few decks should have, so that many decks have the target."""

    def __init__(self, rater: ChoiceRater, calibration: ChoiceRater) -> None:
        self.rater, self.calibration = rater, calibration
        self.offset = 0.0  # of the many decks against the few
        self.scale = rater.scale  # with the target of the few decks

    def calibrate(self, tree: SkillTree) -> None:
        """Compare the decks with a tree."""
        few, many = self.rater.measure(tree), self.calibration.measure(tree)
        if few is not None and many is not None:
            self.offset = counted_wins(self.calibration, many) - counted_wins(self.rater, few)
            goals = self.rater.goals
            few_win = min(MAX_FEW_WIN, max(1.0 - MAX_FEW_WIN, goals.win - self.offset))
            self.scale = replace(self.rater.scale, goals=replace(goals, win=few_win))

    def penalty(self, measures: ChoiceMeasures) -> float:
        """Return the penalty for the distance of the win ratio from the target, in encounters that nodes affect."""
        goal = self.rater.goals.win
        scale = max(1.0, USUAL_ROOM / max(1.0 - MAX_FEW_WIN, min(goal, 1.0 - goal)))
        return WIN_PENALTY * scale * abs(counted_wins(self.rater, measures) + self.offset - goal)


def counted_wins(rater: ChoiceRater, measures: ChoiceMeasures) -> float:
    """Return the win ratio over the encounters that nodes can affect, with the groups of decks in their proportion."""
    encounters = rater.counted.any(axis=0)
    weights = deck_weights(rater.groups, len(rater.decks))
    return float(weights @ measures.win_rates[:, encounters].mean(axis=1)) if encounters.any() else measures.wins


def fill_up(
    tree: SkillTree, rater: ChoiceRater, limits: TreeLimits, rng: np.random.Generator, most_builds: int
) -> SkillTree:
    """Add random nodes until the tree has the largest size, or too many builds."""
    while len(tree) < limits.nodes:
        root = to_mutable(tree)
        parents = [node for node in (root, *root.descendants()) if limits.depth is None or node.depth < limits.depth]
        add_random_child(parents[int(rng.integers(len(parents)))], rng)
        larger = to_tree(root)
        measures = rater.measure(larger)
        if measures is None or (measures.builds > most_builds and len(tree)):
            break
        tree = larger
    return tree


def change_randomly(tree: SkillTree, limits: TreeLimits, rng: np.random.Generator) -> SkillTree | None:
    """Return the tree with a random change, or None if the change is not possible."""
    nodes = list(tree.nodes)
    if not nodes:
        return None
    kinds = list(MOVE_CHANCES)
    kind = kinds[int(np.searchsorted(np.cumsum(list(MOVE_CHANCES.values())), rng.random(), side="right")) % len(kinds)]
    k, other = int(rng.integers(len(nodes))), int(rng.integers(len(nodes)))
    node, low = nodes[k], limits.min_value
    if kind == "value":
        nodes[k] = replace(node, value=_bounded(node.value + int(rng.choice((-2, -1, -1, 1, 1, 2))), low))
    elif kind == "retarget":
        change = int(rng.integers(-1, 2)) if rng.random() < 0.5 else 0
        nodes[k] = replace(node, target=int(rng.integers(len(TARGETS))), value=_bounded(node.value + change, low))
    elif kind == "move":
        parent = int(rng.integers(-1, len(nodes)))
        nodes[k] = replace(node, parents=() if parent < 0 else (parent,))
    elif kind == "swap":
        nodes[k] = replace(node, target=nodes[other].target, value=nodes[other].value)
        nodes[other] = replace(nodes[other], target=node.target, value=node.value)
    elif k != other and node.value > low and nodes[other].value < MAX_NODE_VALUE:
        nodes[k] = replace(node, value=node.value - 1)
        nodes[other] = replace(nodes[other], value=nodes[other].value + 1)
    if nodes == list(tree.nodes) or (kind == "move" and not fits(nodes, limits)):
        return None
    return SkillTree(tree.name, tuple(nodes))


def fits(nodes: list[SkillNode], limits: TreeLimits) -> bool:
    """Return whether nodes with one parent at most form a tree that is not too deep."""
    for k in range(len(nodes)):
        depth, parents = 1, nodes[k].parents
        while parents:
            depth += 1
            if depth > len(nodes):  # a cycle
                return False
            parents = nodes[parents[0]].parents
        if limits.depth is not None and depth > limits.depth:
            return False
    return True


def _evaluated(
    tree: SkillTree, rater: ChoiceRater, measures: ChoiceMeasures, aim: WinAim, evaluations: int
) -> TunedChoices:
    ratings = aim.scale.ratings(tree, measures, rater.counted)
    total = aim.scale.total(ratings)
    return TunedChoices(tree, measures, ratings, total, total - aim.penalty(measures), evaluations)


def _bounded(value: int, low: int) -> int:
    return min(MAX_NODE_VALUE, max(low, value))
