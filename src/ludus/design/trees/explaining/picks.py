"""Value of the choices in a tree, and the nodes that spoil them.

    explained = explain(played, bot=0)
    explained.nodes[3].picked         when node 3 is available, how often it is the best pick
    explained.flaws                   nodes that are never useful, dominated, redundant or obvious, with numbers

The value of a pick is the share of the remaining encounters that are won if all later picks are optimal, each encounter
counted independently. So weak nodes on the path to strong ones get credit. In a sampled tree the picks after the next
are unknown; there the value of a pick is the win rate in the next encounter.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import numpy as np

from ludus.design.trees.explaining.flaws import Flaw, PickChoice, find_flaws
from ludus.design.trees.playing.fights import FightResults
from ludus.stats import Estimate, mean, proportion_difference, pooled_proportion

MIN_PROBABILITY = 1e-9  # smaller probabilities count as 0


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


CLEAR_LEAD = 0.1


def analyse_choices(played: FightResults, bot: int = 0) -> ChoiceAnalysis:
    """Evaluate every choice of the tree for one bot."""
    offers, forced = _offers(played, bot)
    count = len(played.builds.tree)
    ratios = _with_and_without(played, bot)
    stories = tuple(_node_value(node, offers, len(played.decks), *ratios[node]) for node in range(count))
    total = sum(offer.chance for offer in offers)
    single = forced + total
    alike = sum(offer.chance * float((~offer.matters).mean()) for offer in offers)
    clear = sum(offer.chance * float((offer.lead >= CLEAR_LEAD).mean()) for offer in offers)
    return ChoiceAnalysis(
        played.bots[bot],
        stories,
        tuple(find_flaws(played.builds, offers, [story.picked for story in stories])),
        forced / single if single else 0.0,
        alike / total if total else 0.0,
        clear / total if total else 0.0,
        played.builds.is_complete,
    )


def _offers(played: FightResults, bot: int) -> tuple[list[PickChoice], float]:
    """Every choice between several picks, with the value of each to each deck; and the probability of forced picks."""
    through, last = played.builds, len(played.encounters) - 1
    worth = played.win_rates(bot, last)  # of the builds of an encounter: encounters won from it on, by deck and build
    offers: list[PickChoice] = []
    forced = 0.0
    for encounter in range(last - 1, -1, -1):
        wins_here, to_come = played.win_rates(bot, encounter), last - encounter if through.is_complete else 1
        best_ahead = np.zeros_like(wins_here)
        for at, group in groupby(through.choices[encounter], key=lambda choice: choice.build):
            picks = list(group)
            values = np.stack([worth[:, list(pick.leads)].max(axis=1) for pick in picks])  # by pick and deck
            best_ahead[:, at] = values.max(axis=0)
            chance = float(through.probabilities[encounter][at])
            if len(picks) == 1:
                forced += chance * (picks[0].node >= 0)
            else:
                nodes = tuple(pick.node for pick in picks)
                offers.append(PickChoice(encounter, through.builds[encounter][at], nodes, values / to_come, chance))
        worth = wins_here + best_ahead if through.is_complete else wins_here
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
    for encounter, chances in enumerate(played.builds.probabilities):
        has = played.builds.node_membership(encounter) * chances  # by node and build
        shares = has.sum(axis=1)
        won = played.won_fights(bot, encounter)
        overall = np.einsum("dbo,b->do", won, chances)
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
