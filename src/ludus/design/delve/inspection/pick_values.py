"""Value of the picks in a tree: every choice between nodes, and the value of every node over all choices.

    choices, forced = pick_choices(played, bot=0)
    values = node_values(played, choices, bot=0)
    values[3].picked         when node 3 is available, how often it is the best pick

The value of a pick is the share of the remaining encounters that are won if all later picks are optimal, each encounter
counted independently. So weak nodes on the path to strong ones get credit. In a sampled tree the picks after the next
are unknown; there the value of a pick is the win rate in the next encounter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

import numpy as np

from ludus.design.delve.builds.random_pick_probabilities import BuildBits
from ludus.design.delve.playtest.deck_intervals import difference_over_decks, ratio_over_decks, wins_over_decks
from ludus.design.delve.playtest.fights import FightResults
from ludus.stats import Estimate, pooled_proportion
from ludus.stats.intervals import COUNT_BOUNDS

EQUAL_VALUE_GAP = 0.005  # picks whose values differ by no more are equally good
MIN_PROBABILITY = 1e-9  # smaller probabilities count as 0


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
class NodeValue:
    """One node, over all choices that matter in which it is available, weighted by random picks.

    A choice matters to a deck if not all available nodes are equally good.
    """

    offered: float  # such choices per playthrough, on average; 0: none
    picked: float  # of these, the share in which it is the best pick; ties are shared
    cost: Estimate  # loss against the best pick, in share of encounters won, over decks
    lead: Estimate  # value minus that of the best other pick, over decks; below 0: others are better
    wins: Estimate  # win rate of builds with it
    lift: Estimate  # difference to builds without it in the same encounters


def pick_choices(played: FightResults, bot: int) -> tuple[list[PickChoice], float]:
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


def node_values(played: FightResults, offers: list[PickChoice], bot: int) -> tuple[NodeValue, ...]:
    """The value of every node over the choices of `pick_choices`."""
    ratios = _with_and_without(played, bot)
    return tuple(_node_value(node, offers, len(played.decks), *ratio) for node, ratio in enumerate(ratios))


def _node_value(node: int, offers: list[PickChoice], decks: int, wins: Estimate, lift: Estimate) -> NodeValue:
    weight, picked, cost, lead = np.zeros((4, decks))
    for offer in offers:
        if node in offer.nodes:
            at, matters = offer.nodes.index(node), offer.chance * offer.matters
            weight += matters
            picked += matters * offer.best[at]
            cost += matters * offer.costs[at]
            lead += matters * (offer.values[at] - np.delete(offer.values, at, axis=0).max(axis=0))
    total = weight.sum()
    if not total:
        none = Estimate(0.0, 0.0, 0.0, 0)
        return NodeValue(0.0, 0.0, none, none, wins, lift)
    loss = ratio_over_decks(cost, weight)
    loss = replace(loss, low=max(0.0, loss.low), bounds=COUNT_BOUNDS) if math.isfinite(loss.low) else loss
    return NodeValue(total / decks, picked.sum() / total, loss, ratio_over_decks(lead, weight), wins, lift)


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
        (wins_over_decks(np.mean(one, axis=0)), difference_over_decks(np.mean(one, axis=0), np.mean(other, axis=0)))
        if one
        else (pooled_proportion([]), pooled_proportion([]))
        for one, other in zip(with_node, without_node, strict=True)
    ]
