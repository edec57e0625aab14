"""Measurement of a tree: fights of several bots, and the value and flaws of its nodes for one of them.

measured = measure_tree("bad", tree, settings, request)
measured.bot_result("greedy-card").wins
analyse_choices(played).flaws       # nodes that are never useful, dominated, redundant or obvious, with numbers
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.delve.builds.random_pick_probabilities import (
    BuildProbabilities,
    build_probabilities,
    sampled_probabilities,
)
from ludus.design.delve.inspection.node_flaws import Flaw, find_flaws
from ludus.design.delve.inspection.pick_values import NodeValue, node_values, pick_choices
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.bot_win_rates import CARD_ORDERS, BotResult, summarise_bots
from ludus.design.delve.playtest.fights import FightResults, count_fights, play_encounters
from ludus.design.delve.playtest.flow_zone import TreePower, measure_power
from ludus.games.delve.skill_tree import SkillTree

MAX_LADDER_FIGHTS = 100_000  # per bot except the main one; beyond, picks are sampled
LADDER_WALKS = 200
CLEAR_LEAD = 0.1  # lead of a clearly best pick, in share of the encounters to come


@dataclass(frozen=True)
class TreeMeasurement:
    """Measurements of one tree."""

    name: str
    tree: SkillTree
    played: FightResults  # fights of the bot that determines the value of picks
    explained: ChoiceAnalysis
    players: Sequence[BotResult]  # in the order of the frame
    power: Sequence[TreePower]

    def bot_result(self, player: str) -> BotResult:
        return next(played for played in self.players if played.bot == player)


def measure_tree(
    name: str,
    tree: SkillTree,
    settings: InspectionSettings,
    request: DesignRequest,
    builds: BuildProbabilities | None = None,
) -> TreeMeasurement:
    """Play fights of every bot; the main one plays with all builds.

    Args:
        name: name of the tree for the progress display.
        tree: the tree.
        settings: bots, decks and encounters.
        request: the request.
        builds: the builds of the tree, if already known.
    """
    orders, backend, seed = request.game_count(CARD_ORDERS), request.backend, request.seed
    builds = builds or build_probabilities(tree, settings.encounters, seed=seed)
    ladder = _ladder_builds(builds, settings, orders, seed)
    others = [player for player in settings.bots if player != settings.main_bot]
    total = count_fights(builds, 1, settings.decks, orders) + count_fights(ladder, len(others), settings.decks, orders)
    with request.progress(name, total) as advance:
        played = play_encounters(
            *(builds, [settings.main_bot], settings.decks, orders, seed, backend, advance),
            *(settings.encounters, settings.rules),
        )
        others_played = play_encounters(
            *(ladder, others, settings.decks, orders, seed, backend, advance),
            *(settings.encounters, settings.rules),
        )
    by_bot = {result.bot: result for result in (*summarise_bots(played), *summarise_bots(others_played))}
    power = measure_power(builds, settings.decks)
    return TreeMeasurement(
        name, tree, played, analyse_choices(played), [by_bot[player] for player in settings.bots], power
    )


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
    offers, forced = pick_choices(played, bot)
    values = node_values(played, offers, bot)
    total = sum(offer.chance for offer in offers)
    single = forced + total
    indifferent = sum(offer.chance * float((~offer.matters).mean()) for offer in offers)
    clear = sum(offer.chance * float((offer.lead >= CLEAR_LEAD).mean()) for offer in offers)
    return ChoiceAnalysis(
        played.bots[bot],
        values,
        tuple(find_flaws(played.builds, offers, [value.picked for value in values])),
        forced / single if single else 0.0,
        indifferent / total if total else 0.0,
        clear / total if total else 0.0,
        played.builds.is_complete,
    )


def _ladder_builds(
    builds: BuildProbabilities, settings: InspectionSettings, orders: int, seed: int
) -> BuildProbabilities:
    if count_fights(builds, 1, settings.decks, orders) <= MAX_LADDER_FIGHTS:
        return builds
    return sampled_probabilities(builds.tree, settings.encounters, LADDER_WALKS, derive(seed, "ladder"))
