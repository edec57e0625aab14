"""Typical fights of a measured tree (closest win, closest loss, quickest win), and the commands that replay them.

replay_commands(measured, settings, request)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.arena.match_spec import Match
from ludus.bots import load_compiled_bot
from ludus.core.game import Game
from ludus.design.base.designer import DesignRequest
from ludus.design.base.report_parts import replay_command
from ludus.design.delve.builds.random_pick_probabilities import build_nodes
from ludus.design.delve.inspection.measure_tree import TreeMeasurement
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.fights import FightResults, first_game_number


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
