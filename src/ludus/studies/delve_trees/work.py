"""Experiment: every run is stored separately, so that a stopped study resumes there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.trees.searching.tuning import GENERATIONS as TUNING
from ludus.lab import Desk
from ludus.players import find_compiled
from ludus.studies.delve_trees.beside import dial, draw_map, judge_simulation
from ludus.studies.delve_trees.config import GAME, HAND_MADE, RANDOM, Settings, needs_trees
from ludus.studies.delve_trees.fights import fight, sample_rows, weigh_choices
from ludus.studies.delve_trees.making import Workshop, read_hand_made, weighted

SEARCHES, ABLATION, FIGHTS, HELD_OUT = "searches", "searches with other crossovers", "fights", "held-out decks"
DIAL, AGREEMENT, MAPS = "dial", "simulation and play", "maps"
ABLATED = ("none", "builds")
FIGHT = 10  # progress units of all fights with a tree


def work(settings: Settings, desk: Desk) -> None:
    """Run every chosen part, and the searches that it needs."""
    desk.plan(_plan(settings))
    shop = Workshop(settings, desk.place)
    if {"validation", "dial", "agreement"} & set(settings.parts):
        with first_use(find_game(GAME)):
            for text in (*settings.bots, *settings.judged):
                find_compiled(find_game(GAME), text)
    if needs_trees(settings):
        desk.stage(SEARCHES)
        for kind, number in made(settings):
            desk.keep(f"trees/{kind}/{number:03}", partial(shop.search, kind, "recursive", number, desk.advance))
        for number in range(settings.runs):
            desk.keep(f"trees/{RANDOM}/{number:03}", partial(shop.random, number))
        desk.keep(f"trees/{HAND_MADE}/000", shop.hand_made)
    if "crossover" in settings.parts:
        desk.stage(ABLATION)
        for name, kind, crossover, number in ablated(settings):
            desk.keep(name, partial(shop.search, kind, crossover, number, desk.advance))
    if "held-out" in settings.parts:
        desk.stage(HELD_OUT)
        for kind, number in made(settings):
            data = desk.kept(f"trees/{kind}/{number:03}")["tree"]
            _keep(desk, f"held-out/{kind}/{number:03}", 1, shop.beside_random, data, number)
    if "validation" in settings.parts:
        desk.stage(FIGHTS)
        _validate(settings, desk)
    _beside(settings, desk)


def made(settings: Settings) -> Iterator[tuple[str, int]]:
    """Method and number of every search."""
    for kind in settings.methods:
        for number in range(settings.runs):
            yield kind, number


def ablated(settings: Settings) -> Iterator[tuple[str, str, str, int]]:
    """Result name, method, crossover and number of every search with another crossover."""
    for kind in settings.crossed:
        for crossover in ABLATED:
            for number in range(settings.runs):
                yield f"crossover/{kind}-{crossover}/{number:03}", kind, crossover, number


def validated(settings: Settings) -> Iterator[tuple[str, int]]:
    """Kind and number of every tree that bots play with."""
    yield from made(settings)
    yield from ((RANDOM, number) for number in range(settings.runs))
    yield HAND_MADE, 0


def tree_of(settings: Settings, desk: Desk, kind: str, number: int) -> Any:
    """Load a tree of the study."""
    if kind == HAND_MADE:
        return read_hand_made()
    tree = Workshop(settings, desk.place).space.from_data(desk.kept(f"trees/{kind}/{number:03}")["tree"])
    return replace(tree, name=f"{kind} {number + 1}")


def best_of(settings: Settings, desk: Desk, kind: str) -> int:
    """Number of the tree with the highest weighted total of its kind."""
    runs = range(1 if kind == HAND_MADE else settings.runs)
    return max(runs, key=lambda number: weighted(desk.kept(f"trees/{kind}/{number:03}")["ratings"]))


def _validate(settings: Settings, desk: Desk) -> None:
    for kind, number in validated(settings):
        # Trees of the same number use the same orders of cards, for all methods.
        seed, tree = derive(settings.seed, "fights", number), tree_of(settings, desk, kind, number)
        name = f"{kind}/{number:03}"
        _keep(desk, f"fights/{name}", FIGHT, fight, tree, settings, seed, desk.place)
        _keep(desk, f"choices/{name}", 1, weigh_choices, tree, settings, seed, desk.place)
    kind = settings.methods[0]
    best = tree_of(settings, desk, kind, best_of(settings, desk, kind))
    _keep(desk, "rows", 1, sample_rows, best, settings, settings.seed, desk.place)


def _beside(settings: Settings, desk: Desk) -> None:
    if "dial" in settings.parts:
        desk.stage(DIAL)
        for target in settings.targets:
            for number in range(settings.dial_runs):
                name = f"dial/{target:g}/{number:03}"
                desk.keep(name, partial(dial, settings, target, number, desk.place, desk.advance))
    if "agreement" in settings.parts:
        desk.stage(AGREEMENT)
        for k, bot in enumerate(settings.judged):
            desk.keep(f"agreement/{k}", partial(judge_simulation, settings, bot, desk.place, desk.advance))
    if "maps" in settings.parts:
        desk.stage(MAPS)
        for name in settings.maps:
            for number in range(settings.map_runs):
                desk.keep(
                    f"maps/{name}/{number:03}", partial(draw_map, settings, name, number, desk.place, desk.advance)
                )


def _keep(desk: Desk, name: str, counts: int, make: Callable[..., Any], *args: Any) -> None:
    """Cache a step that does not report progress; it counts as `counts` units."""

    def whole() -> Any:
        result = make(*args)
        desk.advance(counts)
        return result

    desk.keep(name, whole)


def _plan(settings: Settings) -> dict[str, int]:
    """Stages with their units of work: generations, and other steps that take about as long."""
    searches = len(settings.methods) * settings.runs
    stages = {SEARCHES: searches * settings.generations} if needs_trees(settings) else {}
    counts = {
        "crossover": (ABLATION, settings.generations * sum(1 for _ in ablated(settings))),
        "held-out": (HELD_OUT, searches),
        "validation": (FIGHTS, 1 + (FIGHT + 1) * sum(1 for _ in validated(settings))),
        "dial": (DIAL, len(settings.targets) * settings.dial_runs * (settings.generations + TUNING + 1)),
        "agreement": (AGREEMENT, len(settings.judged) * settings.judged_trees),
        "maps": (MAPS, len(settings.maps) * settings.map_runs * settings.batches),
    }
    return stages | {title: count for part, (title, count) in counts.items() if part in settings.parts}
