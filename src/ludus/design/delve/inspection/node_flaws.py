"""Flaws of the nodes of a tree: out of reach, never useful, dominated, redundant or obvious.

Flaws are measured over every deck and every choice. That one node dominates another can also be proven from the two
nodes alone, and then the report says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludus.design.delve.builds.random_pick_probabilities import BuildProbabilities
from ludus.design.delve.inspection.pick_values import EQUAL_VALUE_GAP, PickChoice
from ludus.games.delve.skill_tree import SkillTree

FlawKind = Literal["out of reach", "never useful", "dominated", "redundant", "obvious"]
NEVER_USEFUL_SHARE = 0.005  # never useful: the best pick in a smaller share of the choices that matter
OBVIOUS_BEST_SHARE, OBVIOUS_LEAD = 0.9, 0.05  # obvious: best in this share, with this mean lead
DOMINATED_LOSS = 0.01  # mean loss of a dominated node
REDUNDANT_SHARE = 0.1  # redundant: share of choices between two nodes in which the pick matters


@dataclass(frozen=True)
class Flaw:
    """A flaw of a node."""

    kind: FlawKind
    node: int
    others: tuple[int, ...]  # nodes that dominate it, or are equally good
    number: float  # its size; see `what`
    proven: bool  # by the nodes alone; else by measurement
    what: str


def find_flaws(builds: BuildProbabilities, offers: list[PickChoice], picked: list[float]) -> list[Flaw]:
    """Return all flaws of a tree, the worst kinds first."""
    pairs = _NodeComparison(builds, offers)
    flaws = [
        *_out_of_reach(builds),
        *_never_useful(builds.tree, offers, picked),
        *_dominated(builds.tree, pairs),
    ]
    return [*flaws, *_redundant(builds.tree, pairs), *_obvious(builds.tree, offers)]


def is_proven_better(tree: SkillTree, better: int, worse: int) -> bool:
    """Return whether two nodes alone show that one is never worse.

    It gives as much to each class of cards and more to some, leads wherever the other does, costs no more, and is
    available whenever the other is. Added cards prove nothing: more cards in a deck may be worse.
    """
    one, other = tree.nodes[better], tree.nodes[worse]
    if one.card is not None or other.card is not None:
        return False
    gives, gets = (np.concatenate([tree.bonuses[node], tree.gains[node]]) for node in (better, worse))
    available = not one.parents or (bool(other.parents) and set(other.parents) <= set(one.parents))
    available = available and one.gate <= other.gate and not tree.unlockers[worse]
    leads = set(tree.children[worse]) <= set(tree.children[better]) and set(other.unlocks) <= set(one.unlocks)
    return bool((gives >= gets).all() and (gives > gets).any() and one.price <= other.price and leads and available)


class _NodeComparison:
    """Comparison of two nodes wherever both are available: the row's value minus the column's."""

    def __init__(self, builds: BuildProbabilities, offers: list[PickChoice]) -> None:
        n = len(builds.tree)
        self.least, self.most = np.full((n, n), np.inf), np.full((n, n), -np.inf)
        total, self.weight = np.zeros((n, n)), np.zeros((n, n))
        self.matters = np.zeros((n, n))  # probability of choices between them, times the decks for which it matters
        offered, met = np.zeros(n), np.zeros((n, n))
        for offer in offers:
            positions = [k for k, node in enumerate(offer.nodes) if node >= 0]
            nodes = np.array([offer.nodes[k] for k in positions])
            held = np.array([offer.build >> node & 1 for node in range(n)], bool)
            held[nodes] = True
            offered[nodes] += 1
            met[nodes] += held
            gap = offer.values[positions][:, None] - offer.values[positions][None]  # by row, column and deck
            at = np.ix_(nodes, nodes)
            self.least[at] = np.minimum(self.least[at], gap.min(axis=2))
            self.most[at] = np.maximum(self.most[at], gap.max(axis=2))
            total[at] += offer.chance * gap.mean(axis=2)
            self.weight[at] += offer.chance
            self.matters[at] += offer.chance * float(offer.matters.mean())
        with np.errstate(invalid="ignore"):
            self.mean = np.where(self.weight > 0, total / self.weight, 0.0)
        self.always_there = met == offered[:, None]  # wherever the row is available, the column is available or owned


def _out_of_reach(builds: BuildProbabilities) -> list[Flaw]:
    tree, picks = builds.tree, builds.points
    return [
        Flaw("out of reach", node, (), depth, True, f"it takes {depth} picks to have it, and there are {picks}")
        for node, depth in enumerate(tree.depths)
        if depth > picks
    ]


def _never_useful(tree: SkillTree, offers: list[PickChoice], picked: list[float]) -> list[Flaw]:
    flaws = []
    for node in range(len(tree)):
        choices = [(offer, offer.nodes.index(node)) for offer in offers if node in offer.nodes]
        weight = sum(offer.chance * float(offer.matters.sum()) for offer, _ in choices)
        if weight and picked[node] < NEVER_USEFUL_SHARE:
            cost = sum(offer.chance * float(offer.costs[at][offer.matters].sum()) for offer, at in choices) / weight
            what = f"the best pick in {100 * picked[node]:.1f} % of the choices that matter; it costs {_points(cost)}"
            flaws.append(Flaw("never useful", node, (), cost, False, what))
    return flaws


def _dominated(tree: SkillTree, pairs: _NodeComparison) -> list[Flaw]:
    flaws = []
    for node in range(len(tree)):
        others = [
            other
            for other in range(len(tree))
            if other != node
            and pairs.weight[node, other] > 0
            and pairs.always_there[node, other]
            and (
                is_proven_better(tree, other, node)
                or (pairs.most[node, other] <= EQUAL_VALUE_GAP and pairs.mean[node, other] <= -DOMINATED_LOSS)
            )
        ]
        if others:
            best = min(
                others, key=lambda other: (not is_proven_better(tree, other, node), pairs.mean[node, other], other)
            )
            loss, proven = -float(pairs.mean[node, best]), is_proven_better(tree, best, node)
            name = tree.nodes[best].name
            what = f"{name} is never worse where both are on offer, and better by {_points(loss)} on average"
            flaws.append(Flaw("dominated", node, (best,), loss, proven, what))
    return flaws


def _redundant(tree: SkillTree, pairs: _NodeComparison) -> list[Flaw]:
    """Nodes that are equally good for every deck wherever they are available together."""
    remaining, flaws = list(range(len(tree))), []
    while remaining:
        node = remaining.pop(0)
        same = [
            other
            for other in remaining
            if pairs.matters[node, other] >= REDUNDANT_SHARE * pairs.weight[node, other] > 0
            and max(pairs.most[node, other], -pairs.least[node, other]) <= EQUAL_VALUE_GAP
        ]
        remaining = [other for other in remaining if other not in same]
        if same:
            gap = max(float(max(pairs.most[node, other], -pairs.least[node, other])) for other in same)
            names = " and ".join(tree.nodes[other].name for other in same)
            what = f"it makes no difference for any deck whether it or {names} is picked"
            flaws.append(Flaw("redundant", node, tuple(same), gap, False, what))
    return flaws


def _obvious(tree: SkillTree, offers: list[PickChoice]) -> list[Flaw]:
    flaws = []
    for node in range(len(tree)):
        best = lead = weight = 0.0
        for offer in offers:
            if node in offer.nodes and offer.matters.any():
                at, matters = offer.nodes.index(node), offer.chance * offer.matters
                others = np.delete(offer.values, at, axis=0).max(axis=0)
                weight += float(matters.sum())
                best += float(matters[offer.costs[at] <= EQUAL_VALUE_GAP].sum())
                lead += float((matters * (offer.values[at] - others)).sum())
        if weight and best >= OBVIOUS_BEST_SHARE * weight and lead >= OBVIOUS_LEAD * weight:
            what = f"no other is better in {100 * best / weight:.0f} % of the choices that matter; its lead is "
            flaws.append(Flaw("obvious", node, (), lead / weight, False, what + _points(lead / weight)))
    return flaws


def _points(share: float) -> str:
    return f"{100 * share:.1f} % of the encounters to come"
