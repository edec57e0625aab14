"""Value of the choices in a tree, and flaws of its nodes.

    analysis = analyse_choices(played, bot=0)
    analysis.nodes[3].picked         when node 3 is available, how often it is the best pick
    analysis.flaws                   nodes that are never useful, dominated, redundant or obvious, with numbers

The value of a pick is the share of the remaining encounters that are won if all later picks are optimal, each encounter
counted independently. So weak nodes on the path to strong ones get credit. In a sampled tree the picks after the next
are unknown; there the value of a pick is the win rate in the next encounter.

Flaws are measured over every deck and every choice. That one node dominates another can also be proven from the two
nodes alone, and then the report says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

import numpy as np

from ludus.design.delve.builds.random_pick_probabilities import BuildBits, BuildProbabilities
from ludus.design.delve.playtest.fights import FightResults
from ludus.games.delve.skill_tree import SkillTree
from ludus.stats import Estimate, mean, pooled_proportion, proportion_difference

FlawKind = Literal["out of reach", "never useful", "dominated", "redundant", "obvious"]
EQUAL_VALUE_GAP = 0.005  # picks whose values differ by no more are equally good
NEVER_USEFUL_SHARE = 0.005  # never useful: the best pick in a smaller share of the choices that matter
OBVIOUS_BEST_SHARE, OBVIOUS_LEAD = 0.9, 0.05  # obvious: best in this share, with this mean lead
DOMINATED_LOSS = 0.01  # mean loss of a dominated node
REDUNDANT_SHARE = 0.1  # redundant: share of choices between two nodes in which the pick matters
MIN_PROBABILITY = 1e-9  # smaller probabilities count as 0
CLEAR_LEAD = 0.1


@dataclass(frozen=True)
class PickChoice:
    """A choice between picks: the value of each to each deck, and its probability under random picks."""

    encounter: int  # the one just won, from 0
    build: BuildBits
    nodes: tuple[int, ...]  # available nodes; SAVED among them where points can be saved
    values: np.ndarray  # by pick and deck
    chance: float

    @cached_property
    def spread(self) -> np.ndarray:
        """By deck, the value of the best pick minus that of the worst."""
        spread: np.ndarray = self.values.max(axis=0) - self.values.min(axis=0)
        return spread

    @cached_property
    def lead(self) -> np.ndarray:
        """By deck, the value of the best pick minus that of the second best."""
        ranked = np.sort(self.values, axis=0)
        lead: np.ndarray = ranked[-1] - ranked[-2]
        return lead

    @cached_property
    def costs(self) -> np.ndarray:
        """By pick and deck, the loss against the best pick."""
        costs: np.ndarray = self.values.max(axis=0) - self.values
        return costs

    @cached_property
    def matters(self) -> np.ndarray:
        """By deck, whether the pick makes a difference."""
        matters: np.ndarray = self.spread > EQUAL_VALUE_GAP
        return matters

    @cached_property
    def best(self) -> np.ndarray:
        """By pick and deck: 1 for the best one; equally good picks share it."""
        among = self.costs <= EQUAL_VALUE_GAP
        shares: np.ndarray = among / among.sum(axis=0)
        return shares


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
    available whenever the other is.
    """
    one, other = tree.nodes[better], tree.nodes[worse]
    gives, gets = tree.bonuses[better], tree.bonuses[worse]
    available = not one.parents or (bool(other.parents) and set(other.parents) <= set(one.parents))
    leads = set(tree.children[worse]) <= set(tree.children[better])
    return bool((gives >= gets).all() and (gives > gets).any() and one.price <= other.price and leads and available)


@dataclass(frozen=True)
class NodeValue:
    """One node, over all choices that matter in which it is available, weighted by random picks.

    A choice matters to a deck if not all available nodes are equally good.
    """

    offered: float  # such choices per playthrough, on average; 0: none
    picked: float  # of these, the share in which it is the best pick; ties are shared
    cost: Estimate  # loss against the best pick, in share of encounters won, over decks
    wins: Estimate  # win rate of builds with it
    lift: Estimate  # difference to builds without it in the same encounters


@dataclass(frozen=True)
class ChoiceAnalysis:
    """Value of all nodes and choices for one bot."""

    bot: str
    nodes: tuple[NodeValue, ...]
    flaws: tuple[Flaw, ...]
    forced: float  # share of picks with only one available node
    indifferent: float  # share of choices in which all nodes are equally good
    clear: float  # share of choices in which one is better than all others by a tenth of the encounters or more
    whole: bool  # all later picks are considered; else only the next encounter

    @property
    def entropy(self) -> float:
        """Evenness of the best picks over nodes, 0 to 1."""
        weights = np.array([node.picked * node.offered for node in self.nodes])
        shares = weights[weights > 0] / max(weights.sum(), 1e-12)
        if len(self.nodes) < 2 or not len(shares):
            return 0.0
        return float(-(shares * np.log(shares)).sum() / np.log(len(self.nodes)))


def analyse_choices(played: FightResults, bot: int = 0) -> ChoiceAnalysis:
    """Evaluate every choice of the tree for one bot."""
    offers, forced = _offers(played, bot)
    count = len(played.builds.tree)
    ratios = _with_and_without(played, bot)
    values = tuple(_node_value(node, offers, len(played.decks), *ratios[node]) for node in range(count))
    total = sum(offer.chance for offer in offers)
    single = forced + total
    alike = sum(offer.chance * float((~offer.matters).mean()) for offer in offers)
    clear = sum(offer.chance * float((offer.lead >= CLEAR_LEAD).mean()) for offer in offers)
    return ChoiceAnalysis(
        played.bots[bot],
        values,
        tuple(find_flaws(played.builds, offers, [value.picked for value in values])),
        forced / single if single else 0.0,
        alike / total if total else 0.0,
        clear / total if total else 0.0,
        played.builds.is_complete,
    )


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
    tree, picks = builds.tree, len(builds.by_encounter) - 1
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


def _offers(played: FightResults, bot: int) -> tuple[list[PickChoice], float]:
    """Every choice between several picks, with the value of each to each deck; and the probability of forced picks."""
    builds, last = played.builds, len(played.encounters) - 1
    worth = played.win_rates(bot, last)  # of the builds of an encounter: encounters won from it on, by deck and build
    offers: list[PickChoice] = []
    forced = 0.0
    for encounter in range(last - 1, -1, -1):
        wins_here, to_come = played.win_rates(bot, encounter), last - encounter if builds.is_complete else 1
        best_ahead = np.zeros_like(wins_here)
        for at, group in groupby(builds.choices[encounter], key=lambda choice: choice.build):
            picks = list(group)
            values = np.stack([worth[:, list(pick.leads)].max(axis=1) for pick in picks])  # by pick and deck
            best_ahead[:, at] = values.max(axis=0)
            probability = float(builds.probabilities[encounter][at])
            if len(picks) == 1:
                forced += probability * (picks[0].node >= 0)
            else:
                nodes = tuple(pick.node for pick in picks)
                offers.append(
                    PickChoice(encounter, builds.by_encounter[encounter][at], nodes, values / to_come, probability)
                )
        worth = wins_here + best_ahead if builds.is_complete else wins_here
    return offers[::-1], forced


def _node_value(node: int, offers: list[PickChoice], decks: int, wins: Estimate, lift: Estimate) -> NodeValue:
    weight, picked, cost = np.zeros(decks), np.zeros(decks), np.zeros(decks)
    for offer in offers:
        if node in offer.nodes:
            at, matters = offer.nodes.index(node), offer.chance * offer.matters
            weight += matters
            picked += matters * offer.best[at]
            cost += matters * offer.costs[at]
    total = weight.sum()
    if not total:
        return NodeValue(0.0, 0.0, Estimate(0.0, 0.0, 0.0, 0), wins, lift)
    known = weight > 0
    return NodeValue(total / decks, picked.sum() / total, mean(cost[known] / weight[known]), wins, lift)


def _with_and_without(played: FightResults, bot: int) -> list[tuple[Estimate, Estimate]]:
    """For each node, the win rate of builds with it, and the difference to builds without it, per encounter."""
    count = len(played.builds.tree)
    with_node: list[list[np.ndarray]] = [[] for _ in range(count)]
    without_node: list[list[np.ndarray]] = [[] for _ in range(count)]
    for encounter, probabilities in enumerate(played.builds.probabilities):
        has = played.builds.node_membership(encounter) * probabilities  # by node and build
        shares = has.sum(axis=1)
        won = played.won_fights(bot, encounter)
        overall = np.einsum("dbo,b->do", won, probabilities)
        with_sum = np.einsum("dbo,nb->ndo", won, has)
        for node in np.flatnonzero((shares > MIN_PROBABILITY) & (shares < 1 - MIN_PROBABILITY)):
            with_node[node].append(with_sum[node] / shares[node])
            without_node[node].append((overall - with_sum[node]) / (1 - shares[node]))
    return [
        (pooled_proportion(list(np.mean(one, axis=0))), proportion_difference(_by_order(one), _by_order(other)))
        if one
        else (pooled_proportion([]), pooled_proportion([]))
        for one, other in zip(with_node, without_node, strict=True)
    ]


def _by_order(shares: list[np.ndarray]) -> np.ndarray:
    """Mean over encounters and decks."""
    means: np.ndarray = np.mean(shares, axis=(0, 1))
    return means
