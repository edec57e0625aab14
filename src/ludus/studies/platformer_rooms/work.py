"""Experiment: rooms, sizes, arrangements of exits, levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ludus.compute.place import units
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.levels.building.census import configurations, random_exits
from ludus.design.levels.building.exits import Exit
from ludus.design.levels.building.rooms import NoRoom, search_room, solve_room
from ludus.design.levels.dice import Dice
from ludus.design.levels.levels import make_level
from ludus.design.levels.proving.played import proven
from ludus.design.levels.space.measures import NAMES, measure, table_of
from ludus.design.levels.space.spread import spread_of
from ludus.lab import Desk
from ludus.studies.platformer_rooms.config import KNOWN, Settings, Size, orders, sizes

ROOMS, SIZES, CENSUS, LEVELS, PAIRS = "rooms", "sizes", "arrangements of exits", "levels", "pairs of levels"
FEW, MANY, VERY_MANY = 10, 250, 2000  # levels, rooms and arrangements in one batch
STEPS = 5000  # steps of one long search, as in the thesis
UNSOLVED, IMPOSSIBLE = 0, -1  # values in place of a number of tries


def work(settings: Settings, desk: Desk) -> None:
    """Run all stages of the study."""
    tried = sizes(settings.smallest, settings.largest)
    counted = [KNOWN, *sizes(settings.census_from, settings.census_to)]
    arrangements = {size: sum(1 for _ in configurations(*size)) for size in counted}
    desk.plan(
        {
            ROOMS: 2 * settings.rooms,
            SIZES: settings.each * len(tried),
            CENSUS: sum(arrangements.values()),
            LEVELS: settings.levels,
            PAIRS: settings.compared * len(orders(settings)),
        }
    )
    with first_use(find_game("platformer")):
        make_level(settings.seed)  # compiles the rules
    desk.stage(ROOMS)
    desk.keep("rooms", lambda: _together(desk, partial(_rooms, settings.seed, settings.room), settings.rooms, MANY))
    desk.keep("long", lambda: _together(desk, partial(_long, settings.seed, settings.room), settings.rooms, MANY))
    desk.stage(SIZES)
    for size in tried:
        make = partial(_rooms, derive(settings.seed, "size", *size), size)
        desk.keep(f"sizes/{name_of(size)}", lambda make=make: _together(desk, make, settings.each, MANY))  # type: ignore[misc]
    desk.stage(CENSUS)
    for size in counted:
        total = arrangements[size]
        desk.keep(f"census/{name_of(size)}", lambda size=size, total=total: _census(desk, size, total))  # type: ignore[misc]
    desk.stage(LEVELS)
    desk.keep("levels", lambda: _together(desk, partial(_levels, settings), settings.levels, FEW))
    desk.stage(PAIRS)
    for kind in range(len(orders(settings))):
        desk.keep(f"pairs/{kind}", lambda kind=kind: _compare(settings, desk, kind))  # type: ignore[misc]


def name_of(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def _together(desk: Desk, make: Callable[[range], dict[str, Any]], total: int, part: int) -> dict[str, Any]:
    """Run all batches of a step in order: arrays are joined, counts added."""
    parts = []
    for batch in desk.place.run(make, units(total, part)):
        parts.append(batch)
        desk.advance(len(next(iter(batch.values()))))
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


def _rooms(seed: int, size: Size, part: range) -> dict[str, np.ndarray]:
    """Tries and pieces looked at for each room; 0 tries if the fallback was needed, -1 if nothing solved it."""
    rows = []
    for number in part:
        exits = random_exits(Dice(seed, "exits", number), *size)
        rows.append(_room(exits, size, derive(seed, "room", number)))
    table = np.array(rows, np.int32).reshape(-1, 2)
    return {"tries": table[:, 0], "looked": table[:, 1]}


def _long(seed: int, size: Size, part: range) -> dict[str, np.ndarray]:
    """Whether one long search solves the same rooms."""
    solved = []
    for number in part:
        exits = random_exits(Dice(seed, "exits", number), *size)
        try:
            room = search_room(exits, *size, derive(seed, "long", number), STEPS, 1)
        except NoRoom:
            room = None
        solved.append(room is not None)
    return {"solved": np.array(solved)}


def _room(exits: list[Exit], size: Size, seed: int) -> tuple[int, int]:
    try:
        room = search_room(exits, *size, seed)
    except NoRoom:
        room = None  # on this side of the opening in the bottom; the fallback may turn it
    if room is not None:
        return room.tries, room.looked
    try:
        return UNSOLVED, solve_room(exits, *size, seed).looked
    except NoRoom:
        return IMPOSSIBLE, 0


def _census(desk: Desk, size: Size, total: int) -> dict[str, int]:
    """Every arrangement of exits of one size: how many there are, and how many cannot be solved."""
    without = sum(desk.place.run(partial(_without, size), units(total, VERY_MANY)))
    desk.advance(total)
    return {"arrangements": total, "without": without}


def _without(size: Size, part: range) -> int:
    count = 0
    for number, exits in enumerate(configurations(*size)):
        if number in part:
            try:
                solve_room(exits, *size, derive(1, "census"))
            except NoRoom:
                count += 1
        elif number >= part.stop:
            break
    return count


def _levels(settings: Settings, part: range) -> dict[str, Any]:
    """Levels as `make` returns them, with the results of replaying the agent's walks in the game."""
    kinds = orders(settings)
    rows, shapes, rejected = [], [], Counter[str]()
    for number in part:
        made_level = make_level(derive(settings.seed, "level", number), kinds[number % len(kinds)])
        assert made_level.there is not None
        assert made_level.back is not None
        assert made_level.placed is not None
        rejected.update(made_level.rejected)
        walks = [len(made_level.there.moves), len(made_level.back.moves), made_level.there.tried, made_level.back.tried]
        rows.append(
            [
                *proven(made_level),
                *walks,
                len(made_level.level.traps),
                sum(made_level.rejected.values()),
                made_level.fallbacks,
            ]
        )
        shapes.append(measure(made_level.level))
    table = np.array(rows, np.int32)
    columns = ("there", "back", "ticks", "ticks_back", "tried", "tried_back", "traps", "rejected", "fallbacks")
    levels_data: dict[str, Any] = {name: table[:, k] for k, name in enumerate(columns)}
    values = table_of(shapes)
    return levels_data | {f"shape {name}": values[:, k] for k, name in enumerate(NAMES)} | {"reasons": dict(rejected)}


def _compare(settings: Settings, desk: Desk, kind: int) -> dict[str, Any]:
    """Differences between levels of one kind."""
    order = orders(settings)[kind]
    seeds = range(settings.compared)
    spread = spread_of([make_level(derive(settings.seed, "pair", kind, k), order).level for k in seeds])
    desk.advance(settings.compared)
    differ, moved = spread.pairs
    return {"differ": differ, "moved": moved, "nearest": spread.nearest, "repeated": spread.repeated}
