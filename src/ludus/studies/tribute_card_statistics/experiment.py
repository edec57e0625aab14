"""Experiment: play and count all match-ups, in batches that are stored one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludus.core.game import Content
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.tribute.card_stats import TributeSurvey, survey_games
from ludus.lab import RunContext
from ludus.report.file_and_column_names import file_slug
from ludus.studies.tribute_card_statistics.config import GAME, TributeCardsConfig, game_options

COUNT_STAGE = "counted games"


def run_experiment(settings: TributeCardsConfig, context: RunContext) -> None:
    """Play and count."""
    pairs = bot_pairs(settings)
    context.plan_stages({COUNT_STAGE: len(pairs) * settings.games})
    context.begin_stage(COUNT_STAGE)
    for pair in pairs:
        for name, games, seed in game_batches(settings, pair):

            def play(pair: tuple[str, str] = pair, games: int = games, seed: int = seed) -> dict[str, Any]:
                content = game_content(settings)
                return survey_games(
                    load_game(GAME), content, pair, games, seed, context.backend, context.advance
                ).to_data()

            context.cached(name, play)


def bot_pairs(settings: TributeCardsConfig) -> list[tuple[str, str]]:
    """Every player against itself, and every pair."""
    names = settings.players
    return [(one, other) for k, one in enumerate(names) for other in names[k:]]


def game_batches(settings: TributeCardsConfig, pair: tuple[str, str]) -> Iterator[tuple[str, int, int]]:
    """Batches of a match-up: result name, games and seed."""
    for number, at in enumerate(range(0, settings.games, settings.part)):
        name = f"games/{file_slug(pair[0])} {file_slug(pair[1])}/{number:04}"
        games = min(settings.part, settings.games - at)
        yield name, games, derive(settings.seed, "count", *pair, number)


def load_surveys(settings: TributeCardsConfig, context: RunContext) -> list[TributeSurvey]:
    """Stored counts, one survey for each match-up."""
    all_surveys = []
    for pair in bot_pairs(settings):
        parts = [TributeSurvey.from_data(context.result(name)) for name, _, _ in game_batches(settings, pair)]
        survey = parts[0]
        for part in parts[1:]:
            survey = survey + part
        all_surveys.append(survey)
    return all_surveys


def game_content(settings: TributeCardsConfig) -> Content:
    return load_game(GAME).content(**game_options(settings))
