"""Experiment: all fights and runs, tree by tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.trees.playing.skill import decks_of, fight, fights_of, random_tree, run_through
from ludus.lab import Desk
from ludus.players import find_compiled
from ludus.studies.delve_players.config import GAME, Settings, fighters, runners

FIGHTS, RUNS = "single fights", "whole runs"


def work(settings: Settings, desk: Desk) -> None:
    """Play all bots on all trees."""
    players, decks = fighters(settings), decks_of(settings.decks)
    numbers = range(settings.trees)
    counts = [
        fights_of(tree_of(settings, k), len(players), decks, settings.walks, settings.orders, seed_of(settings, k))
        for k in numbers
    ]
    runs = settings.trees * len(runners(settings)) * settings.runs * len(decks)
    desk.plan({FIGHTS: sum(counts), RUNS: runs})
    with first_use(find_game(GAME)):
        for text in (*players, *runners(settings)):
            find_compiled(find_game(GAME), text)
    desk.stage(FIGHTS)
    for k in numbers:
        desk.keep(f"fights/{k:04}", lambda k=k: _fight(settings, desk, k))  # type: ignore[misc]
    desk.stage(RUNS)
    for k in numbers:
        desk.keep(f"runs/{k:04}", lambda k=k: _run(settings, desk, k))  # type: ignore[misc]


def tree_of(settings: Settings, number: int) -> Any:
    """Random tree with the given number."""
    return random_tree(settings.nodes, number, settings.seed)


def seed_of(settings: Settings, number: int) -> int:
    """Seed of everything that is played with a tree."""
    return derive(settings.seed, "played", number)


def fought(settings: Settings, desk: Desk, what: str) -> np.ndarray:
    """Stored results of the fights on all trees, by tree first; see `ludus.design.trees.playing.skill.fight`."""
    return np.array([desk.kept(f"fights/{k:04}")[what] for k in range(settings.trees)])


def ran(settings: Settings, desk: Desk, what: str) -> np.ndarray:
    """Stored results of the whole runs on all trees, by tree first."""
    return np.array([desk.kept(f"runs/{k:04}")[what] for k in range(settings.trees)])


def _fight(settings: Settings, desk: Desk, k: int) -> dict[str, np.ndarray]:
    return fight(
        tree_of(settings, k),
        fighters(settings),
        decks_of(settings.decks),
        settings.walks,
        settings.orders,
        seed_of(settings, k),
        desk.place,
        desk.advance,
    )


def _run(settings: Settings, desk: Desk, k: int) -> dict[str, np.ndarray]:
    return run_through(
        tree_of(settings, k),
        runners(settings),
        decks_of(settings.decks),
        settings.runs,
        seed_of(settings, k),
        desk.place,
        desk.advance,
    )
