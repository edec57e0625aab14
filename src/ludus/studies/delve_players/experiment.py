"""Experiment: all fights and runs, tree by tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.bots import load_compiled_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.delve.playtest.bot_fights import (
    count_walk_fights,
    deck_set,
    play_runs,
    play_walks,
    random_playable_tree,
)
from ludus.lab import RunContext
from ludus.studies.delve_players.config import GAME, DelvePlayersConfig, fighters, runner_texts

FIGHTS_STAGE, RUNS_STAGE = "single fights", "whole runs"


def run_experiment(settings: DelvePlayersConfig, context: RunContext) -> None:
    """Play all bots on all trees."""
    players, decks = fighters(settings), deck_set(settings.decks)
    numbers = range(settings.trees)
    counts = [
        count_walk_fights(
            numbered_tree(settings, k), len(players), decks, settings.walks, settings.orders, seed_of(settings, k)
        )
        for k in numbers
    ]
    runs = settings.trees * len(runner_texts(settings)) * settings.runs * len(decks)
    context.plan_stages({FIGHTS_STAGE: sum(counts), RUNS_STAGE: runs})
    with report_compilation(load_game(GAME)):
        for text in (*players, *runner_texts(settings)):
            load_compiled_bot(load_game(GAME), text)
    context.begin_stage(FIGHTS_STAGE)
    for k in numbers:
        context.cached(f"fights/{k:04}", lambda k=k: _fight(settings, context, k))  # type: ignore[misc]
    context.begin_stage(RUNS_STAGE)
    for k in numbers:
        context.cached(f"runs/{k:04}", lambda k=k: _run(settings, context, k))  # type: ignore[misc]


def numbered_tree(settings: DelvePlayersConfig, number: int) -> Any:
    """Random tree with the given number."""
    return random_playable_tree(settings.nodes, number, settings.seed)


def seed_of(settings: DelvePlayersConfig, number: int) -> int:
    """Seed of everything that is played with a tree."""
    return derive(settings.seed, "played", number)


def fight_results(settings: DelvePlayersConfig, context: RunContext, what: str) -> np.ndarray:
    """Stored results of the fights on all trees, by tree first; see `bot_fights.play_walks`."""
    return np.array([context.result(f"fights/{k:04}")[what] for k in range(settings.trees)])


def run_results(settings: DelvePlayersConfig, context: RunContext, what: str) -> np.ndarray:
    """Stored results of the whole runs on all trees, by tree first."""
    return np.array([context.result(f"runs/{k:04}")[what] for k in range(settings.trees)])


def _fight(settings: DelvePlayersConfig, context: RunContext, k: int) -> dict[str, np.ndarray]:
    return play_walks(
        numbered_tree(settings, k),
        fighters(settings),
        deck_set(settings.decks),
        settings.walks,
        settings.orders,
        seed_of(settings, k),
        context.backend,
        context.advance,
    )


def _run(settings: DelvePlayersConfig, context: RunContext, k: int) -> dict[str, np.ndarray]:
    return play_runs(
        numbered_tree(settings, k),
        runner_texts(settings),
        deck_set(settings.decks),
        settings.runs,
        seed_of(settings, k),
        context.backend,
        context.advance,
    )
