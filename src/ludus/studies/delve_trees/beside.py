"""Extra analyses: trees for requested win rates, simulation against play, MAP-Elites archives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ludus.compute import Place
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.contract import Order
from ludus.design.trees.making.asks import MakeAsks
from ludus.design.trees.making.setting import space_for
from ludus.design.trees.making.workshop import make
from ludus.design.trees.playing.agreement import agree, random_trees
from ludus.design.trees.playing.skill import decks_of
from ludus.design.trees.rating.ratings import WEIGHTS
from ludus.design.trees.searching.atlas import Atlas
from ludus.design.trees.searching.kinds_of_trees import kind_of_map
from ludus.studies.delve_trees.config import GAME, Settings
from ludus.studies.delve_trees.making import Workshop

FEWEST = 5  # minimum nodes of random trees for the comparison
ORDERS = 10  # orders of cards in the comparison

Told = Callable[[int], None]


def dial_seed(settings: Settings, target: float, number: int) -> int:
    """Seed of a tree, as `ludus make delve --seed` takes it."""
    return derive(settings.seed, "dial", f"{target:g}", number) >> 32


def dial(settings: Settings, target: float, number: int, place: Place, told: Told) -> dict[str, Any]:
    """Make a tree as `ludus make delve` does, and measure the win rate of GreedyBot on held-out decks."""

    @contextmanager
    def progress(what: str, count: int, thing: str = "game", /) -> Iterator[Told]:
        yield told

    asks = MakeAsks(
        nodes=settings.nodes, target_win=target, method=settings.dial_method, generations=settings.generations
    )
    seed = dial_seed(settings, target, number)
    made_tree = make(asks, Order(find_game(GAME), {}, None, seed, place, None, progress))
    sheet = next(sheet for sheet in made_tree.sheets if sheet.name == "trees")
    row = dict(zip((column.name for column in sheet.columns), sheet.rows[0], strict=True))
    wins = row["wins"]
    return {
        "wins": [wins.value, wins.low, wins.high],
        "turns": row["win_turns"].value,
        "nodes": row["nodes"],
        "total": row["total"],
        "tree": made_tree.files["tree.toml"],
    }


def judge_simulation(settings: Settings, bot: str, place: Place, told: Told) -> dict[str, Any]:
    """Win rates and turns of random trees in the simulation and in real play, one row per tree."""
    trees = random_trees(settings.judged_trees, settings.seed, (min(FEWEST, settings.nodes), settings.nodes))
    foes = Workshop(settings, place).setting.foes
    comparison = agree(trees, decks_of("reference"), foes, derive(settings.seed, "agreement"), place, bot, ORDERS, told)
    return {name: comparison.rows[name] for name in ("wins", "turns", "cells")}


def draw_map(settings: Settings, name: str, number: int, place: Place, told: Told) -> dict[str, Any]:
    """Run MAP-Elites: the best tree in every cell, and how the archive filled up."""
    shop = Workshop(settings, place)
    kind = kind_of_map(name, settings.nodes)
    # An archive by size holds trees of every size, so no size is preferred.
    weights = {**WEIGHTS, "NodeCount": 0.0} if name == "size" else WEIGHTS
    seed = derive(settings.seed, "map", name, number)
    atlas = Atlas(shop.rater(), space_for(shop.asks(), shop.setting), kind, seed, weights)
    course = []
    for _ in range(settings.batches):
        course.append([atlas.step(place), max(elite.score for elite in atlas.elites)])
        told(1)
    elites = atlas.elites
    return {
        "cells": np.array([elite.cell for elite in elites]),
        "scores": np.array([elite.score for elite in elites]),
        "course": np.array(course, float),
        "trees": [shop.space.to_data(elite.genome) for elite in elites],
    }
