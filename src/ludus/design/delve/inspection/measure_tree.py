"""Measurement of a tree: fights of several bots, the value of every node to one of them, and replays of typical fights.

measured = measure_tree("bad", tree, settings, request)
measured.bot_result("greedy-card").wins
replay_commands(measured, settings, request)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.arena.match_spec import Match
from ludus.bots import load_compiled_bot
from ludus.core.game import Game
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.report_parts import replay_command
from ludus.design.delve.builds.random_pick_probabilities import (
    BuildProbabilities,
    build_nodes,
    build_probabilities,
    sampled_probabilities,
)
from ludus.design.delve.inspection.pick_values import ChoiceAnalysis, analyse_choices
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.bot_win_rates import CARD_ORDERS, BotResult, summarise_bots
from ludus.design.delve.playtest.fights import FightResults, count_fights, first_game_number, play_encounters
from ludus.design.delve.playtest.flow_zone import TreePower, measure_power
from ludus.games.delve.skill_tree import SkillTree

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
        settings: bots, decks and encounters.
        request: the request.
        builds: the builds of the tree, if already known.
    """
    orders, backend, seed = request.game_count(CARD_ORDERS), request.backend, request.seed
    builds = builds or build_probabilities(tree, len(settings.encounters), seed=seed)
    ladder = _ladder_builds(builds, settings, orders, seed)
    others = [player for player in settings.bots if player != settings.main_bot]
    total = count_fights(builds, 1, settings.decks, orders) + count_fights(ladder, len(others), settings.decks, orders)
    with request.progress(name, total) as advance:
        played = play_encounters(
            builds, [settings.main_bot], settings.decks, orders, seed, backend, advance, settings.encounters
        )
        others_played = play_encounters(
            ladder, others, settings.decks, orders, seed, backend, advance, settings.encounters
        )
    by_bot = {result.bot: result for result in (*summarise_bots(played), *summarise_bots(others_played))}
    power = measure_power(builds, settings.decks)
    return TreeMeasurement(
        name, tree, played, analyse_choices(played), [by_bot[player] for player in settings.bots], power
    )


@dataclass(frozen=True, order=True)
class FightExample:
    """A typical fight; a smaller measure is a better example."""

    measure: float
    encounter: int  # from 0
    deck: int
    build: int
    order: int


def replay_commands(measured: TreeMeasurement, settings: InspectionSettings, request: DesignRequest) -> dict[str, str]:
    """Return replay commands of typical fights, over all encounters."""
    best: dict[str, FightExample] = {}
    for encounter in range(len(settings.encounters)):
        for what, example in typical_fights(measured.played, encounter).items():
            best[what] = min(example, best.get(what, example))
    return {what: _command(example, measured, settings, request) for what, example in best.items()}


def typical_fights(played: FightResults, encounter: int) -> dict[str, FightExample]:
    """Return typical fights of an encounter, by description."""
    fought = played.fight_rows(0, encounter)
    won, left = fought["won"] > 0, fought["enemies"].sum(axis=-1)
    typical = {}
    for what, among, measure in (
        ("the closest win", won, fought["health"]),
        ("the closest loss", ~won, left),
        ("the quickest win", won, fought["turns"]),
    ):
        if among.any():
            position = int(np.where(among, measure.astype(np.int64), np.iinfo(np.int64).max).argmin())
            deck, build, number = (int(k) for k in np.unravel_index(position, among.shape))
            typical[what] = FightExample(float(measure[deck, build, number]), encounter, deck, build, number)
    return typical


def fight_match(
    game: Game,
    tree: str,
    deck: str,
    encounter: int,
    nodes: Sequence[str],
    player: str,
    seed: int,
    options: Mapping[str, str] | None = None,
) -> Match:
    """Return the match whose games are the fights of an encounter (from 0) with a deck and these nodes."""
    chosen = {"deck": deck, "tree": tree, "nodes": ",".join(nodes)}
    chosen |= {"first": str(encounter + 1), "last": str(encounter + 1), "points": "0"} | dict(options or {})
    return Match(game, game.content(**chosen), [load_compiled_bot(game, player)], seed)


def owned_node_names(played: FightResults, example: FightExample) -> list[str]:
    """Return the nodes that the player has in a fight."""
    tree = played.builds.tree
    return [tree.nodes[k].name for k in build_nodes(played.builds.by_encounter[example.encounter][example.build])]


def game_number(example: FightExample) -> int:
    """Return the number of a fight in its match."""
    return first_game_number(example.deck) + example.order


def _ladder_builds(
    builds: BuildProbabilities, settings: InspectionSettings, orders: int, seed: int
) -> BuildProbabilities:
    if count_fights(builds, 1, settings.decks, orders) <= MAX_LADDER_FIGHTS:
        return builds
    return sampled_probabilities(builds.tree, len(settings.encounters), LADDER_WALKS, derive(seed, "ladder"))


def _command(
    example: FightExample, measured: TreeMeasurement, settings: InspectionSettings, request: DesignRequest
) -> str:
    deck, names = settings.deck_names[example.deck], owned_node_names(measured.played, example)
    match = fight_match(
        *(
            request.game,
            measured.name,
            deck,
            example.encounter,
            names,
            settings.main_bot,
            measured.played.seed,
            request.options,
        )
    )
    return replay_command(match, [settings.main_bot], game_number(example))
