"""Measurement of a tree: fights of several bots, and the value of every node to one of them.

look = look_at("bad", tree, frame, order)
look.of("greedy-card").wins
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.core.random import derive
from ludus.design.contract import DesignRequest
from ludus.design.trees.explaining.asks import InspectionSettings
from ludus.design.trees.explaining.picks import ChoiceAnalysis, analyse_choices
from ludus.design.trees.picking.ways import BuildProbabilities, sampled_probabilities, build_probabilities
from ludus.design.trees.playing.fights import FightResults, count_fights, play_encounters
from ludus.design.trees.playing.power import TreePower, measure_power
from ludus.design.trees.playing.validation import CARD_ORDERS, BotResult, summarise_bots
from ludus.games.delve.tree import SkillTree

MAX_LADDER_FIGHTS = 100_000  # per bot except the main one; beyond, picks are sampled
LADDER_WALKS = 200


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
        frame: bots, decks and encounters.
        order: the request.
        through: the builds of the tree, if already known.
    """
    orders, place, seed = request.game_count(CARD_ORDERS), request.backend, request.seed
    builds = builds or build_probabilities(tree, len(settings.encounters), seed=seed)
    ladder = _ladder_builds(builds, settings, orders, seed)
    others = [player for player in settings.bots if player != settings.main_bot]
    total = count_fights(builds, 1, settings.decks, orders) + count_fights(ladder, len(others), settings.decks, orders)
    with request.progress(name, total) as advance:
        played = play_encounters(
            builds, [settings.main_bot], settings.decks, orders, seed, place, advance, settings.encounters
        )
        others_played = play_encounters(
            ladder, others, settings.decks, orders, seed, place, advance, settings.encounters
        )
    by_bot = {result.bot: result for result in (*summarise_bots(played), *summarise_bots(others_played))}
    power = measure_power(builds, settings.decks)
    return TreeMeasurement(
        name, tree, played, analyse_choices(played), [by_bot[player] for player in settings.bots], power
    )


def _ladder_builds(
    builds: BuildProbabilities, settings: InspectionSettings, orders: int, seed: int
) -> BuildProbabilities:
    if count_fights(builds, 1, settings.decks, orders) <= MAX_LADDER_FIGHTS:
        return builds
    return sampled_probabilities(builds.tree, len(settings.encounters), LADDER_WALKS, derive(seed, "ladder"))
