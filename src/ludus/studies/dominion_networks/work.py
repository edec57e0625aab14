"""Experiment: train progress, train buy and state in turns, validate the player."""

from __future__ import annotations

from typing import Any

from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.players import find_compiled
from ludus.search.network_files import NetworkPlan
from ludus.studies.champions import won_and_lost
from ludus.studies.dominion_networks.config import GAME, PLAYER, Settings
from ludus.studies.dominion_networks.evolution import (
    CHOOSE,
    EVOLVE,
    choose_best,
    evolve_stage,
    generations_of,
    stages,
    title,
)
from ludus.studies.dominion_networks.lessons import LEARN, learn_progress
from ludus.studies.dominion_networks.nets import PLAIN_STATE, networks_from, player_of, the_bot

CHECK = "measure the player"


def work(settings: Settings, desk: Desk) -> None:
    """Run all stages; stored results are not computed again."""
    anchors = len(settings.anchors)
    evolved = sum(generations_of(settings, stage) for stage in stages(settings))
    desk.plan(
        {
            LEARN: settings.lessons,
            EVOLVE: 2 * evolved * settings.population * settings.room * settings.deals,
            CHOOSE: 2 * len(stages(settings)) * settings.finalists * anchors * settings.final_deals,
            CHECK: len(settings.rivals) * len(settings.editions) * settings.validation_games,
        }
    )
    networks: dict[str, NetworkPlan] = {"progress": learn_progress(settings, desk)}
    for stage in stages(settings):
        before = {"state": PLAIN_STATE, **networks}
        evolve_stage(settings, desk, stage, before)
        networks = networks_from(choose_best(settings, desk, stage, before)["networks"])
    for edition in settings.editions:
        for rival in settings.rivals:
            measure(settings, desk, rival, edition)
    show_games(settings, desk)


def final_networks(settings: Settings, desk: Desk) -> dict[str, NetworkPlan]:
    """Networks of the finished player."""
    plans = networks_from(desk.kept(f"best of {title(stages(settings)[-1])}")["networks"])
    return {name: plans[name] for name in the_bot().shapes}


def measure(settings: Settings, desk: Desk, rival: str, edition: str) -> dict[str, Any]:
    """Payoffs of every game against one rival, on unseen kingdoms."""

    def play() -> dict[str, Any]:
        desk.stage(CHECK)
        match = _match(settings, desk, rival, edition)
        outcomes = match.play(settings.validation_games, desk.place, desk.advance)
        return {"shares": match.by_player(outcomes)}

    return desk.keep(f"against {file_name(rival)} {edition}", play)  # type: ignore[no-any-return]


def show_games(settings: Settings, desk: Desk) -> dict[str, Any]:
    """Replays of a won and a lost game against every rival."""

    def play() -> dict[str, Any]:
        replays: dict[str, Any] = {}
        for rival in settings.rivals:
            match = _match(settings, desk, rival, settings.editions[0])
            replays |= won_and_lost(match, PLAYER, rival, 40, desk.place)
        return replays

    return desk.keep("replays", play)  # type: ignore[no-any-return]


def check_seed(settings: Settings) -> int:
    return derive(settings.seed, "validation")


def _match(settings: Settings, desk: Desk, rival: str, edition: str) -> Match:
    game = find_game(GAME)
    content = game.content(**settings.game_options(edition))
    player = player_of(settings, final_networks(settings, desk), training=False)
    return Match(game, content, [player, find_compiled(game, rival)], check_seed(settings))
