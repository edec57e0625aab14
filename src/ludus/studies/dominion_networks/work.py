"""Experiment: train progress, train buy and state in turns, validate the player."""

from __future__ import annotations

from typing import Any

from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.lab import RunContext
from ludus.lab.names import file_slug
from ludus.players import load_compiled_bot
from ludus.search.network_files import NetworkSpec
from ludus.studies.champions import example_replays
from ludus.studies.dominion_networks.config import GAME, BOT_NAME, NetworksConfig
from ludus.studies.dominion_networks.evolution import (
    SELECTION_STAGE,
    EVOLVE_STAGE,
    choose_best,
    evolve_stage,
    stage_generations,
    training_stages,
    stage_title,
)
from ludus.studies.dominion_networks.lessons import LEARN_STAGE, learn_progress
from ludus.studies.dominion_networks.nets import COIN_STATE_NETWORK, plans_from_data, bot_with_networks, network_bot

VALIDATION_STAGE = "measure the player"


def run_experiment(settings: NetworksConfig, context: RunContext) -> None:
    """Run all stages; stored results are not computed again."""
    anchors = len(settings.anchors)
    evolved = sum(stage_generations(settings, stage) for stage in training_stages(settings))
    context.plan_stages(
        {
            LEARN_STAGE: settings.lessons,
            EVOLVE_STAGE: 2 * evolved * settings.population * settings.room * settings.deals,
            SELECTION_STAGE: 2 * len(training_stages(settings)) * settings.finalists * anchors * settings.final_deals,
            VALIDATION_STAGE: len(settings.rivals) * len(settings.editions) * settings.validation_games,
        }
    )
    networks: dict[str, NetworkSpec] = {"progress": learn_progress(settings, context)}
    for stage in training_stages(settings):
        before = {"state": COIN_STATE_NETWORK, **networks}
        evolve_stage(settings, context, stage, before)
        networks = plans_from_data(choose_best(settings, context, stage, before)["networks"])
    for edition in settings.editions:
        for rival in settings.rivals:
            validate(settings, context, rival, edition)
    example_games(settings, context)


def final_networks(settings: NetworksConfig, context: RunContext) -> dict[str, NetworkSpec]:
    """Networks of the finished player."""
    plans = plans_from_data(context.result(f"best of {stage_title(training_stages(settings)[-1])}")["networks"])
    return {name: plans[name] for name in network_bot().shapes}


def validate(settings: NetworksConfig, context: RunContext, rival: str, edition: str) -> dict[str, Any]:
    """Payoffs of every game against one rival, on unseen kingdoms."""

    def play() -> dict[str, Any]:
        context.begin_stage(VALIDATION_STAGE)
        match = _validation_match(settings, context, rival, edition)
        outcomes = match.play(settings.validation_games, context.backend, context.advance)
        return {"shares": match.by_player(outcomes)}

    return context.cached(f"against {file_slug(rival)} {edition}", play)  # type: ignore[no-any-return]


def example_games(settings: NetworksConfig, context: RunContext) -> dict[str, Any]:
    """Replays of a won and a lost game against every rival."""

    def play() -> dict[str, Any]:
        replays: dict[str, Any] = {}
        for rival in settings.rivals:
            match = _validation_match(settings, context, rival, settings.editions[0])
            replays |= example_replays(match, BOT_NAME, rival, 40, context.backend)
        return replays

    return context.cached("replays", play)  # type: ignore[no-any-return]


def validation_seed(settings: NetworksConfig) -> int:
    return derive(settings.seed, "validation")


def _validation_match(settings: NetworksConfig, context: RunContext, rival: str, edition: str) -> Match:
    game = load_game(GAME)
    content = game.content(**settings.game_options(edition))
    player = bot_with_networks(settings, final_networks(settings, context), training=False)
    return Match(game, content, [player, load_compiled_bot(game, rival)], validation_seed(settings))
