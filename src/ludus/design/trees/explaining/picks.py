"""What the choices of a tree are worth, and which of its nodes spoil them.

    explained = explain(played, bot=0)
    explained.nodes[3].picked         when node 3 is on offer, how often it is the best pick
    explained.flaws                   nodes that are never useful, dominated, redundant or obvious, with numbers

A pick is worth the share of the encounters still to come that are won if all later picks are the best, each encounter
standing for itself. So weak nodes on the way to strong ones get what they lead to. In a tree that is sampled the picks
after the next are not known; there a pick is worth the share of wins in the next encounter.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import numpy as np

from ludus.design.trees.explaining.flaws import Flaw, Offer, find_flaws
from ludus.design.trees.playing.fights import Played
from ludus.stats import Estimate, mean, share_difference, share_over

ROUNDING = 1e-9  # a chance below this is none


@dataclass(frozen=True)
class NodeStory:
    """One node, over all choices that matter in which it is on offer, as often as random picks lead to them.

    A choice matters to a deck if not all nodes on offer are as good as each other.
    """

    offered: float  # such choices on a way through the tree, on average; 0: there are none
    picked: float  # of these, the share in which it is the best pick; ties are shared
    cost: Estimate  # what picking it costs against the best pick, in share of encounters won, over decks
    wins: Estimate  # win ratio of builds that have it
    lift: Estimate  # by how much that is more than of builds without it in the same encounters


@dataclass(frozen=True)
class Explained:
    """All of it for one bot."""

    bot: str
    nodes: tuple[NodeStory, ...]
    flaws: tuple[Flaw, ...]
    forced: float  # share of picks with only one node on offer
    alike: float  # share of choices in which all nodes are as good as each other
    clear: float  # share of choices in which one is better than all others by a tenth of the encounters or more
    whole: bool  # all picks to come are looked at; else only the next encounter

    @property
    def entropy(self) -> float:
        """How evenly the best picks are spread over nodes, 0 to 1."""
        weights = np.array([node.picked * node.offered for node in self.nodes])
        shares = weights[weights > 0] / max(weights.sum(), 1e-12)
        if len(self.nodes) < 2 or not len(shares):
            return 0.0
        return float(-(shares * np.log(shares)).sum() / np.log(len(self.nodes)))


CLEAR = 0.1


def explain(played: Played, bot: int = 0) -> Explained:
    """Look at every choice of the tree with the eyes of one bot."""
    offers, forced = _offers(played, bot)
    count = len(played.ways.tree)
    ratios = _with_and_without(played, bot)
    stories = tuple(_story(node, offers, len(played.decks), *ratios[node]) for node in range(count))
    total = sum(offer.chance for offer in offers)
    single = forced + total
    alike = sum(offer.chance * float((~offer.matters).mean()) for offer in offers)
    clear = sum(offer.chance * float((offer.lead >= CLEAR).mean()) for offer in offers)
    return Explained(
        played.bots[bot],
        stories,
        tuple(find_flaws(played.ways, offers, [story.picked for story in stories])),
        forced / single if single else 0.0,
        alike / total if total else 0.0,
        clear / total if total else 0.0,
        played.ways.whole,
    )


def _offers(played: Played, bot: int) -> tuple[list[Offer], float]:
    """Every choice between several picks, with what each is worth to each deck; and the chance of single ones."""
    through, last = played.ways, len(played.encounters) - 1
    worth = played.wins(bot, last)  # of the builds of an encounter: encounters won from it on, by deck and build
    offers: list[Offer] = []
    forced = 0.0
    for encounter in range(last - 1, -1, -1):
        here, to_come = played.wins(bot, encounter), last - encounter if through.whole else 1
        ahead = np.zeros_like(here)
        for at, group in groupby(through.choices[encounter], key=lambda choice: choice.build):
            picks = list(group)
            values = np.stack([worth[:, list(pick.leads)].max(axis=1) for pick in picks])  # by pick and deck
            ahead[:, at] = values.max(axis=0)
            chance = float(through.chances[encounter][at])
            if len(picks) == 1:
                forced += chance * (picks[0].node >= 0)
            else:
                nodes = tuple(pick.node for pick in picks)
                offers.append(Offer(encounter, through.builds[encounter][at], nodes, values / to_come, chance))
        worth = here + ahead if through.whole else here
    return offers[::-1], forced


def _story(node: int, offers: list[Offer], decks: int, wins: Estimate, lift: Estimate) -> NodeStory:
    weight, picked, cost = np.zeros(decks), np.zeros(decks), np.zeros(decks)
    for offer in offers:
        if node in offer.nodes:
            at, matters = offer.nodes.index(node), offer.chance * offer.matters
            weight += matters
            picked += matters * offer.best[at]
            cost += matters * offer.costs[at]
    total = weight.sum()
    if not total:
        return NodeStory(0.0, 0.0, Estimate(0.0, 0.0, 0.0, 0), wins, lift)
    known = weight > 0
    return NodeStory(total / decks, picked.sum() / total, mean(cost[known] / weight[known]), wins, lift)


def _with_and_without(played: Played, bot: int) -> list[tuple[Estimate, Estimate]]:
    """For each node, win ratios of builds with it, and how much more that is than without it, encounters alike."""
    count = len(played.ways.tree)
    having: list[list[np.ndarray]] = [[] for _ in range(count)]
    lacking: list[list[np.ndarray]] = [[] for _ in range(count)]
    for encounter, chances in enumerate(played.ways.chances):
        has = played.ways.holding(encounter) * chances  # by node and build
        shares = has.sum(axis=1)
        won = played.won(bot, encounter)
        all_of_them = np.einsum("dbo,b->do", won, chances)
        those = np.einsum("dbo,nb->ndo", won, has)
        for node in np.flatnonzero((shares > ROUNDING) & (shares < 1 - ROUNDING)):
            having[node].append(those[node] / shares[node])
            lacking[node].append((all_of_them - those[node]) / (1 - shares[node]))
    return [
        (share_over(list(np.mean(one, axis=0))), share_difference(_by_order(one), _by_order(other)))
        if one
        else (share_over([]), share_over([]))
        for one, other in zip(having, lacking, strict=True)
    ]


def _by_order(shares: list[np.ndarray]) -> np.ndarray:
    """The mean over encounters and decks."""
    found: np.ndarray = np.mean(shares, axis=(0, 1))
    return found
