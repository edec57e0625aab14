"""Extra analyses: trees for requested win rates, simulation against play, MAP-Elites archives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ludus.compute import Backend
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.design.contract import DesignRequest
from ludus.design.trees.making.asks import DelveMakeOptions
from ludus.design.trees.making.setting import make_tree_space
from ludus.design.trees.making.workshop import make
from ludus.design.trees.playing.agreement import measure_agreement, random_trees
from ludus.design.trees.playing.skill import deck_set
from ludus.design.trees.rating.ratings import WEIGHTS
from ludus.design.trees.searching.atlas import TreeArchive
from ludus.design.trees.searching.kinds_of_trees import find_descriptors
from ludus.studies.delve_trees.config import GAME, DelveTreesConfig
from ludus.studies.delve_trees.making import TreeMaker

MIN_NODES = 5  # minimum nodes of random trees for the comparison
AGREEMENT_ORDERS = 10  # orders of cards in the comparison

OnProgress = Callable[[int], None]


def dial_seed(settings: DelveTreesConfig, target: float, number: int) -> int:
    """Seed of a tree, as `ludus make delve --seed` takes it."""
    return derive(settings.seed, "dial", f"{target:g}", number) >> 32


def make_dial_tree(
    settings: DelveTreesConfig, target: float, number: int, backend: Backend, on_progress: OnProgress
) -> dict[str, Any]:
    """Make a tree as `ludus make delve` does, and measure the win rate of GreedyBot on held-out decks."""

    @contextmanager
    def progress(what: str, count: int, thing: str = "game", /) -> Iterator[OnProgress]:
        yield on_progress

    asks = DelveMakeOptions(
        nodes=settings.nodes, target_win=target, method=settings.dial_method, generations=settings.generations
    )
    seed = dial_seed(settings, target, number)
    made_tree = make(asks, DesignRequest(load_game(GAME), {}, None, seed, backend, None, progress))
    sheet = next(sheet for sheet in made_tree.tables if sheet.name == "trees")
    row = dict(zip((column.name for column in sheet.columns), sheet.rows[0], strict=True))
    wins = row["wins"]
    return {
        "wins": [wins.value, wins.low, wins.high],
        "turns": row["win_turns"].value,
        "nodes": row["nodes"],
        "total": row["total"],
        "tree": made_tree.files["tree.toml"],
    }


def compare_simulation(
    settings: DelveTreesConfig, bot: str, backend: Backend, on_progress: OnProgress
) -> dict[str, Any]:
    """Win rates and turns of random trees in the simulation and in real play, one row per tree."""
    trees = random_trees(settings.judged_trees, settings.seed, (min(MIN_NODES, settings.nodes), settings.nodes))
    foes = TreeMaker(settings, backend).setting.encounters
    comparison = measure_agreement(
        trees,
        deck_set("reference"),
        foes,
        derive(settings.seed, "agreement"),
        backend,
        bot,
        AGREEMENT_ORDERS,
        on_progress,
    )
    return {name: comparison.rows[name] for name in ("wins", "turns", "cells")}


def run_map_elites(
    settings: DelveTreesConfig, name: str, number: int, backend: Backend, on_progress: OnProgress
) -> dict[str, Any]:
    """Run MAP-Elites: the best tree in every cell, and how the archive filled up."""
    shop = TreeMaker(settings, backend)
    kind = find_descriptors(name, settings.nodes)
    # An archive by size holds trees of every size, so no size is preferred.
    weights = {**WEIGHTS, "NodeCount": 0.0} if name == "size" else WEIGHTS
    seed = derive(settings.seed, "map", name, number)
    atlas = TreeArchive(shop.rater(), make_tree_space(shop.make_options(), shop.setting), kind, seed, weights)
    course = []
    for _ in range(settings.batches):
        course.append([atlas.step(backend), max(elite.score for elite in atlas.elites)])
        on_progress(1)
    elites = atlas.elites
    return {
        "cells": np.array([elite.cell for elite in elites]),
        "scores": np.array([elite.score for elite in elites]),
        "course": np.array(course, float),
        "trees": [shop.space.to_data(elite.genome) for elite in elites],
    }
