"""Experiment: searches, fights of bots with trees, and extra analyses; every run is stored separately.

Extra analyses are trees for requested win rates, simulation against play, and MAP-Elites archives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ludus.backends import Backend
from ludus.bots import load_compiled_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest, ProgressStep
from ludus.design.delve.builds.random_pick_probabilities import BuildProbabilities, build_probabilities
from ludus.design.delve.generation.make import make
from ludus.design.delve.generation.make_inputs import make_tree_space
from ludus.design.delve.inspection.measure_tree import analyse_choices
from ludus.design.delve.inspection.report import KINDS as FLAWS
from ludus.design.delve.options import DelveMakeOptions
from ludus.design.delve.playtest.approximation_vs_play import measure_agreement, random_trees
from ludus.design.delve.playtest.bot_fights import deck_set
from ludus.design.delve.playtest.bot_win_rates import GREEDY_BOT, summarise_bots
from ludus.design.delve.playtest.fights import FightResults, fight_csv_lines, play_encounters
from ludus.design.delve.rating.tree_ratings import WEIGHTS
from ludus.design.delve.search.tree_map_elites import TreeArchive, find_descriptors
from ludus.design.delve.search.tree_win_rate_tuning import GENERATIONS as TUNING
from ludus.evolve.checkpoint import numpy_generator
from ludus.lab import RunContext, Table
from ludus.studies.delve_trees.config import GAME, HAND_MADE, RANDOM, DelveTreesConfig, needs_trees
from ludus.studies.delve_trees.tree_maker import TreeMaker, comparison_total, read_hand_made

DECK_SETS = ("reference", "held-out")
SAMPLE_DECKS, SAMPLE_BUILDS, SAMPLE_ORDERS = 2, 3, 2  # size of the sample of rows
ENCOUNTERS = 6  # number of encounters
MIN_NODES = 5  # minimum nodes of random trees for the comparison
AGREEMENT_ORDERS = 10  # orders of cards in the comparison
SEARCH_STAGE, ABLATION_STAGE, FIGHTS_STAGE, HELD_OUT_STAGE = (
    "searches",
    "searches with other crossovers",
    "fights",
    "held-out decks",
)
DIAL_STAGE, AGREEMENT_STAGE, MAPS_STAGE = "dial", "simulation and play", "maps"
ABLATION_CROSSOVERS = ("none", "builds")
FIGHT_STEPS = 10  # progress units of all fights with a tree


def run_experiment(settings: DelveTreesConfig, context: RunContext) -> None:
    """Run every chosen part, and the searches that it needs."""
    context.plan_stages(_stage_plan(settings))
    shop = TreeMaker(settings, context.backend)
    if {"validation", "dial", "agreement"} & set(settings.parts):
        with report_compilation(load_game(GAME)):
            for text in (*settings.bots, *settings.judged):
                load_compiled_bot(load_game(GAME), text)
    if needs_trees(settings):
        context.begin_stage(SEARCH_STAGE)
        for kind, number in search_runs(settings):
            context.cached(
                f"trees/{kind}/{number:03}", partial(shop.search, kind, "recursive", number, context.advance)
            )
        for number in range(settings.runs):
            context.cached(f"trees/{RANDOM}/{number:03}", partial(shop.random_tree_record, number))
        context.cached(f"trees/{HAND_MADE}/000", shop.hand_made_tree)
    if "crossover" in settings.parts:
        context.begin_stage(ABLATION_STAGE)
        for name, kind, crossover, number in ablation_runs(settings):
            context.cached(name, partial(shop.search, kind, crossover, number, context.advance))
    if "held-out" in settings.parts:
        context.begin_stage(HELD_OUT_STAGE)
        for kind, number in search_runs(settings):
            data = context.result(f"trees/{kind}/{number:03}")["tree"]
            _cache_step(context, f"held-out/{kind}/{number:03}", 1, shop.compare_with_random, data, number)
    if "validation" in settings.parts:
        context.begin_stage(FIGHTS_STAGE)
        _validate(settings, context)
    _extra_analyses(settings, context)


def search_runs(settings: DelveTreesConfig) -> Iterator[tuple[str, int]]:
    """Method and number of every search."""
    for kind in settings.methods:
        for number in range(settings.runs):
            yield kind, number


def ablation_runs(settings: DelveTreesConfig) -> Iterator[tuple[str, str, str, int]]:
    """Result name, method, crossover and number of every search with another crossover."""
    for kind in settings.crossed:
        for crossover in ABLATION_CROSSOVERS:
            for number in range(settings.runs):
                yield f"crossover/{kind}-{crossover}/{number:03}", kind, crossover, number


def validated_trees(settings: DelveTreesConfig) -> Iterator[tuple[str, int]]:
    """Kind and number of every tree that bots play with."""
    yield from search_runs(settings)
    yield from ((RANDOM, number) for number in range(settings.runs))
    yield HAND_MADE, 0


def load_tree(settings: DelveTreesConfig, context: RunContext, kind: str, number: int) -> Any:
    """Load a tree of the study."""
    if kind == HAND_MADE:
        return read_hand_made()
    tree = TreeMaker(settings, context.backend).space.from_data(context.result(f"trees/{kind}/{number:03}")["tree"])
    return replace(tree, name=f"{kind} {number + 1}")


def best_tree_number(settings: DelveTreesConfig, context: RunContext, kind: str) -> int:
    """Number of the tree with the highest weighted total of its kind."""
    runs = range(1 if kind == HAND_MADE else settings.runs)
    return max(runs, key=lambda number: comparison_total(context.result(f"trees/{kind}/{number:03}")["ratings"]))


def _validate(settings: DelveTreesConfig, context: RunContext) -> None:
    for kind, number in validated_trees(settings):
        # Trees of the same number use the same orders of cards, for all methods.
        seed, tree = derive(settings.seed, "fights", number), load_tree(settings, context, kind, number)
        name = f"{kind}/{number:03}"
        _cache_step(context, f"fights/{name}", FIGHT_STEPS, fight_all, tree, settings, seed, context.backend)
        _cache_step(context, f"choices/{name}", 1, measure_choices, tree, settings, seed, context.backend)
    kind = settings.methods[0]
    best = load_tree(settings, context, kind, best_tree_number(settings, context, kind))
    _cache_step(context, "rows", 1, sample_rows, best, settings, settings.seed, context.backend)


def _extra_analyses(settings: DelveTreesConfig, context: RunContext) -> None:
    if "dial" in settings.parts:
        context.begin_stage(DIAL_STAGE)
        for target in settings.targets:
            for number in range(settings.dial_runs):
                name = f"dial/{target:g}/{number:03}"
                context.cached(
                    name, partial(make_dial_tree, settings, target, number, context.backend, context.advance)
                )
    if "agreement" in settings.parts:
        context.begin_stage(AGREEMENT_STAGE)
        for k, bot in enumerate(settings.judged):
            context.cached(
                f"agreement/{k}", partial(compare_simulation, settings, bot, context.backend, context.advance)
            )
    if "maps" in settings.parts:
        context.begin_stage(MAPS_STAGE)
        for name in settings.maps:
            for number in range(settings.map_runs):
                context.cached(
                    f"maps/{name}/{number:03}",
                    partial(run_map_elites, settings, name, number, context.backend, context.advance),
                )


def _cache_step(context: RunContext, name: str, counts: int, make: Callable[..., Any], *args: Any) -> None:
    """Cache a step that does not report progress; it counts as `counts` units."""

    def whole() -> Any:
        result = make(*args)
        context.advance(counts)
        return result

    context.cached(name, whole)


def _stage_plan(settings: DelveTreesConfig) -> dict[str, int]:
    """Stages with their units of work: generations, and other steps that take about as long."""
    searches = len(settings.methods) * settings.runs
    stages = {SEARCH_STAGE: searches * settings.generations} if needs_trees(settings) else {}
    counts = {
        "crossover": (ABLATION_STAGE, settings.generations * sum(1 for _ in ablation_runs(settings))),
        "held-out": (HELD_OUT_STAGE, searches),
        "validation": (FIGHTS_STAGE, 1 + (FIGHT_STEPS + 1) * sum(1 for _ in validated_trees(settings))),
        "dial": (DIAL_STAGE, len(settings.targets) * settings.dial_runs * (settings.generations + TUNING + 1)),
        "agreement": (AGREEMENT_STAGE, len(settings.judged) * settings.judged_trees),
        "maps": (MAPS_STAGE, len(settings.maps) * settings.map_runs * settings.batches),
    }
    return stages | {title: count for part, (title, count) in counts.items() if part in settings.parts}


def fight_all(tree: Any, settings: DelveTreesConfig, seed: int, backend: Backend) -> dict[str, Any]:
    """Play all bots with both sets of decks and sum over builds and orders of cards; every build has equal weight.

    Returns:
        By deck set: `wins` by bot, deck and encounter, as shares of the fights; `turns` and `squares` by bot and deck,
        sums over the `won` fights; `spread` by bot and deck, and for all bots together, is the standard deviation of
        the win rate over builds; `spread_over_decks` by bot is that of the mean over all decks, then without each deck.
    """
    through = sample_builds(build_probabilities(tree, ENCOUNTERS), settings.builds, derive(seed, "builds"))
    sums: dict[str, Any] = {"builds": [len(encounter_builds) for encounter_builds in through.by_encounter]}
    for lot in DECK_SETS:
        decks = deck_set(lot)  # type: ignore[arg-type]
        played = play_encounters(through, settings.bots, decks, settings.orders, derive(seed, lot), backend)
        sums[lot] = _fight_sums(played)
    return sums


def measure_choices(tree: Any, settings: DelveTreesConfig, seed: int, backend: Backend) -> dict[str, Any]:
    """GreedyBot with all builds and held-out decks: win rate with random picks, and statistics of the choices.

    Returns:
        Each measure with all decks, then without each deck.
    """
    through = build_probabilities(tree, ENCOUNTERS, seed=seed)
    decks = deck_set("held-out")
    played = play_encounters(through, [GREEDY_BOT], decks, settings.orders, derive(seed, "choices"), backend)
    rows = [_choice_measures(part) for part in (played, *map(played.without_deck, range(len(decks))))]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def _choice_measures(played: FightResults) -> dict[str, float]:
    explanation, nodes = analyse_choices(played), max(1, len(played.builds.tree))
    return {
        "wins": summarise_bots(played)[0].wins.value,
        "entropy": explanation.entropy,
        "forced": explanation.forced,
        "clear": explanation.clear,
        "alike": explanation.indifferent,
        **{kind: sum(flaw.kind == kind for flaw in explanation.flaws) / nodes for kind in FLAWS},
    }


def sample_rows(tree: Any, settings: DelveTreesConfig, seed: int, backend: Backend) -> str:
    """Some fights as rows of the thesis's Table 9."""
    through = sample_builds(build_probabilities(tree, ENCOUNTERS), SAMPLE_BUILDS, derive(seed, "builds"))
    decks = deck_set("held-out")[:SAMPLE_DECKS]
    played = play_encounters(through, settings.bots, decks, SAMPLE_ORDERS, derive(seed, "rows"), backend)
    return "".join(fight_csv_lines(played))


def sample_builds(through: BuildProbabilities, most: int, seed: int) -> BuildProbabilities:
    """Sample builds of each encounter uniformly; all of them if there are at most `most`."""
    rng = numpy_generator(seed, "sampled builds")
    builds: list[Sequence[int]] = []
    for encounter_builds in through.by_encounter:
        chosen = np.sort(rng.choice(len(encounter_builds), min(most, len(encounter_builds)), replace=False))
        builds.append(tuple(encounter_builds[k] for k in chosen))
    chances = tuple(np.full(len(encounter_builds), 1 / len(encounter_builds)) for encounter_builds in builds)
    return BuildProbabilities(through.tree, tuple(map(tuple, builds)), chances, ())


def _fight_sums(played: FightResults) -> dict[str, np.ndarray]:
    bots, decks = len(played.bots), len(played.decks)
    wins = np.zeros((bots, decks, ENCOUNTERS))
    won, turns, squares = (np.zeros((bots, decks), np.int64) for _ in range(3))
    ratios = []  # by bot, deck and build of any encounter
    for bot in range(bots):
        row = []
        for encounter in range(ENCOUNTERS):
            fought = played.fight_rows(bot, encounter)
            wins[bot, :, encounter] = fought["won"].mean(axis=(1, 2))
            lasted = fought["turns"].astype(np.int64) * fought["won"]
            won[bot] += fought["won"].sum(axis=(1, 2), dtype=np.int64)
            turns[bot] += lasted.sum(axis=(1, 2))
            squares[bot] += (lasted**2).sum(axis=(1, 2))
            row.append(fought["won"].mean(axis=2))
        ratios.append(np.concatenate(row, axis=1))
    all_ratios = np.array([*ratios, np.mean(ratios, axis=0)])
    without = [np.delete(all_ratios, deck, axis=1).mean(axis=1).std(axis=1) for deck in range(decks)]
    return {
        "wins": wins,
        "won": won,
        "turns": turns,
        "squares": squares,
        "spread": all_ratios.std(axis=2),
        "spread_over_decks": np.stack([all_ratios.mean(axis=1).std(axis=1), *without], axis=1),
    }


OnProgress = Callable[[int], None]


def dial_seed(settings: DelveTreesConfig, target: float, number: int) -> int:
    """Seed of a tree, as `ludus make delve --seed` takes it."""
    return derive(settings.seed, "dial", f"{target:g}", number) >> 32


def make_dial_tree(
    settings: DelveTreesConfig, target: float, number: int, backend: Backend, on_progress: OnProgress
) -> dict[str, Any]:
    """Make a tree as `ludus make delve` does, and measure the win rate of GreedyBot on held-out decks.

    Returns:
        The tree, and its numbers; `deck_wins` are the win rates with each deck, to three digits.
    """

    @contextmanager
    def progress(what: str, count: int, thing: str = "game", /) -> Iterator[ProgressStep]:
        # The plan of the stage has generations; the shorter steps beside them are not counted.
        yield lambda more, remark="", /: on_progress(more) if thing == "generation" else None

    asks = DelveMakeOptions(
        setup="thesis",
        nodes=settings.nodes,
        target_win=target,
        method=settings.dial_method,
        generations=settings.generations,
    )
    seed = dial_seed(settings, target, number)
    made_tree = make(asks, DesignRequest(load_game(GAME), {}, None, seed, backend, None, progress))
    tables = {table.name: table for table in made_tree.tables()}
    row, decks = _columns(tables["trees"], tables["trees"].rows[0]), tables["decks"]
    wins = row["wins"]
    return {
        "wins": [wins.value, wins.low, wins.high],
        "deck_wins": np.array([_columns(decks, cells)["all_wins"] for cells in decks.rows]),
        "turns": row["win_turns"].value,
        "nodes": row["nodes"],
        "total": row["total"],
        "tree": made_tree.text_files()["tree.toml"],
    }


def _columns(table: Table, row: Sequence[Any]) -> dict[str, Any]:
    return dict(zip((column.name for column in table.columns), row, strict=True))


def compare_simulation(
    settings: DelveTreesConfig, bot: str, backend: Backend, on_progress: OnProgress
) -> dict[str, Any]:
    """Win rates and turns of random trees in the simulation and in real play, one row per tree, and by deck."""
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
    return {**{name: comparison.rows[name] for name in ("wins", "turns", "cells")}, "by_deck": comparison.by_deck}


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
