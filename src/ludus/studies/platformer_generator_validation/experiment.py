"""Experiment: rooms, sizes, arrangements of exits, levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ludus.backends.backend import split_range
from ludus.core.compile.progress import report_compilation
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.platformer.expressive_range import expressive_range
from ludus.design.platformer.generator.connect_room_exits import (
    RoomNotSolved,
    exit_configurations,
    random_exits,
    search_room,
    solve_room,
)
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.maze import RoomExit
from ludus.design.platformer.level_metrics import METRIC_NAMES, measure_level, metrics_array
from ludus.design.platformer.random_stream import RandomStream
from ludus.design.platformer.verify.validate_level import both_runs_reach_exit
from ludus.lab import RunContext
from ludus.studies.platformer_generator_validation.config import (
    SMALLEST_SIZE,
    RoomsConfig,
    RoomSize,
    level_specs,
    sizes_between,
)

ROOMS_STAGE, SIZES_STAGE, CENSUS_STAGE, LEVELS_STAGE, PAIRS_STAGE = (
    "rooms",
    "sizes",
    "arrangements of exits",
    "levels",
    "pairs of levels",
)
LEVELS_PER_BATCH, ROOMS_PER_BATCH, ARRANGEMENTS_PER_BATCH = 10, 250, 2000  # levels, rooms and arrangements in one batch
LONG_SEARCH_STEPS = 5000  # steps of one long search, as in the thesis
UNSOLVED, IMPOSSIBLE = 0, -1  # values in place of a number of tries


def run_experiment(settings: RoomsConfig, context: RunContext) -> None:
    """Run all stages of the study."""
    tried = sizes_between(settings.smallest, settings.largest)
    counted = [SMALLEST_SIZE, *sizes_between(settings.census_from, settings.census_to)]
    arrangements = {size: sum(1 for _ in exit_configurations(*size)) for size in counted}
    context.plan_stages(
        {
            ROOMS_STAGE: 2 * settings.rooms,
            SIZES_STAGE: settings.each * len(tried),
            CENSUS_STAGE: sum(arrangements.values()),
            LEVELS_STAGE: settings.levels,
            PAIRS_STAGE: settings.compared * len(level_specs(settings)),
        }
    )
    with report_compilation(load_game("platformer")):
        generate_level(settings.seed)  # compiles the rules
    context.begin_stage(ROOMS_STAGE)
    context.cached(
        "rooms",
        lambda: _run_batches(
            context, partial(_solve_rooms, settings.seed, settings.room), settings.rooms, ROOMS_PER_BATCH
        ),
    )
    context.cached(
        "long",
        lambda: _run_batches(
            context, partial(_long_searches, settings.seed, settings.room), settings.rooms, ROOMS_PER_BATCH
        ),
    )
    context.begin_stage(SIZES_STAGE)
    for size in tried:
        make = partial(_solve_rooms, derive(settings.seed, "size", *size), size)
        context.cached(f"sizes/{size_name(size)}", partial(_run_batches, context, make, settings.each, ROOMS_PER_BATCH))
    context.begin_stage(CENSUS_STAGE)
    for size in counted:
        context.cached(f"census/{size_name(size)}", partial(_count_arrangements, context, size, arrangements[size]))
    context.begin_stage(LEVELS_STAGE)
    context.cached(
        "levels", lambda: _run_batches(context, partial(_make_levels, settings), settings.levels, LEVELS_PER_BATCH)
    )
    context.begin_stage(PAIRS_STAGE)
    for kind in range(len(level_specs(settings))):
        context.cached(f"pairs/{kind}", lambda kind=kind: _compare_levels(settings, context, kind))  # type: ignore[misc]


def size_name(size: RoomSize) -> str:
    return f"{size[0]}x{size[1]}"


def _run_batches(context: RunContext, make: Callable[[range], dict[str, Any]], total: int, part: int) -> dict[str, Any]:
    """Run all batches of a step in order: arrays are joined, counts added."""
    parts = []
    for batch in context.backend.run(make, split_range(total, part)):
        parts.append(batch)
        context.advance(len(next(iter(batch.values()))))
    joined: dict[str, Any] = {}
    for key, first in parts[0].items():
        if isinstance(first, np.ndarray):
            joined[key] = np.concatenate([batch_result[key] for batch_result in parts])
        else:
            counts: Counter[str] = Counter()
            for batch_result in parts:
                counts.update(batch_result[key])
            joined[key] = dict(sorted(counts.items()))
    return joined


def _solve_rooms(seed: int, size: RoomSize, part: range) -> dict[str, np.ndarray]:
    """Tries and pieces looked at for each room; 0 tries if the fallback was needed, -1 if nothing solved it."""
    rows = []
    for number in part:
        exits = random_exits(RandomStream(seed, "exits", number), *size)
        rows.append(_solve_one(exits, size, derive(seed, "room", number)))
    table = np.array(rows, np.int32).reshape(-1, 2)
    return {"tries": table[:, 0], "looked": table[:, 1]}


def _long_searches(seed: int, size: RoomSize, part: range) -> dict[str, np.ndarray]:
    """Whether one long search solves the same rooms."""
    solved = []
    for number in part:
        exits = random_exits(RandomStream(seed, "exits", number), *size)
        try:
            room = search_room(exits, *size, derive(seed, "long", number), LONG_SEARCH_STEPS, 1)
        except RoomNotSolved:
            room = None
        solved.append(room is not None)
    return {"solved": np.array(solved)}


def _solve_one(exits: list[RoomExit], size: RoomSize, seed: int) -> tuple[int, int]:
    try:
        room = search_room(exits, *size, seed)
    except RoomNotSolved:
        room = None  # on this side of the opening in the bottom; the fallback may turn it
    if room is not None:
        return room.tries, room.steps
    try:
        return UNSOLVED, solve_room(exits, *size, seed).steps
    except RoomNotSolved:
        return IMPOSSIBLE, 0


def _count_arrangements(context: RunContext, size: RoomSize, total: int) -> dict[str, int]:
    """Every arrangement of exits of one size: how many there are, and how many cannot be solved."""
    without = sum(context.backend.run(partial(_count_unsolvable, size), split_range(total, ARRANGEMENTS_PER_BATCH)))
    context.advance(total)
    return {"arrangements": total, "without": without}


def _count_unsolvable(size: RoomSize, part: range) -> int:
    count = 0
    for number, exits in enumerate(exit_configurations(*size)):
        if number in part:
            try:
                solve_room(exits, *size, derive(1, "census"))
            except RoomNotSolved:
                count += 1
        elif number >= part.stop:
            break
    return count


def _make_levels(settings: RoomsConfig, part: range) -> dict[str, Any]:
    """Levels as `make` returns them, with the results of replaying the agent's walks in the game."""
    kinds = level_specs(settings)
    rows, shapes, rejected = [], [], Counter[str]()
    for number in part:
        made_level = generate_level(derive(settings.seed, "level", number), kinds[number % len(kinds)])
        assert made_level.run_to_exit is not None
        assert made_level.run_to_start is not None
        assert made_level.placed_traps is not None
        rejected.update(made_level.rejected)
        walks = [
            len(made_level.run_to_exit.moves),
            len(made_level.run_to_start.moves),
            made_level.run_to_exit.moves_tried,
            made_level.run_to_start.moves_tried,
        ]
        rows.append(
            [
                *both_runs_reach_exit(made_level),
                *walks,
                len(made_level.level.traps),
                sum(made_level.rejected.values()),
                made_level.fallbacks,
            ]
        )
        shapes.append(measure_level(made_level.level))
    table = np.array(rows, np.int32)
    columns = ("there", "back", "ticks", "ticks_back", "tried", "tried_back", "traps", "rejected", "fallbacks")
    levels_data: dict[str, Any] = {name: table[:, k] for k, name in enumerate(columns)}
    values = metrics_array(shapes)
    return (
        levels_data
        | {f"shape {name}": values[:, k] for k, name in enumerate(METRIC_NAMES)}
        | {"reasons": dict(rejected)}
    )


def _compare_levels(settings: RoomsConfig, context: RunContext, kind: int) -> dict[str, Any]:
    """Differences between levels of one kind."""
    spec = level_specs(settings)[kind]
    seeds = range(settings.compared)
    spread = expressive_range([generate_level(derive(settings.seed, "pair", kind, k), spec).level for k in seeds])
    context.advance(settings.compared)
    differ, moved = spread.pair_distances
    return {"differ": differ, "moved": moved, "nearest": spread.nearest_distances, "repeated": spread.duplicates}
