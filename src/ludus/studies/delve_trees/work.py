"""Experiment: every run is stored separately, so that a stopped study resumes there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ludus.core.progress import report_compilation
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.design.trees.searching.tuning import GENERATIONS as TUNING
from ludus.lab import RunContext
from ludus.players import load_compiled_bot
from ludus.studies.delve_trees.beside import make_dial_tree, run_map_elites, compare_simulation
from ludus.studies.delve_trees.config import GAME, HAND_MADE, RANDOM, DelveTreesConfig, needs_trees
from ludus.studies.delve_trees.fights import fight_all, sample_rows, measure_choices
from ludus.studies.delve_trees.making import TreeMaker, read_hand_made, comparison_total

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
