"""Room construction: building pieces are put together until all exits of a room are connected, both ways.

    solved = solve_room(exits, 11, 7, seed)
    solved.cells, solved.exits          # cells that the pieces need open or solid, the others are free; the exits

A randomised depth-first search adds pieces (thesis, algorithm 1), with a small limit on its steps, and restarts if the
limit is reached (reading, G3). If all restarts fail, a fallback searches with seeds that depend only on the exits, so
that rooms with the same exits always get the same solution. Only the fallback may mirror the bottom exit to the other
side of its opening.

The success rate of the solver is measured on all exit configurations of a room size, and on random rooms:

    exit_configurations(5, 5)           # each with an exit at the left, right and top, and an opening in the bottom
    unsolvable_configurations(4, 4)     # those that no arrangement of pieces solves
    measure_solver(11, 7, seed=1, count=10_000)
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from ludus.core.compile_once import load_rule
from ludus.core.random import as_int64, derive
from ludus.design.platformer.generator.maze import (
    BOTTOM,
    LEFT,
    MAX_ROOM,
    RIGHT,
    SIDE_NAMES,
    TOP,
    RoomExit,
    exit_fits,
    exits_conflict,
    mirror_bottom_exit,
    possible_exits,
)
from ludus.design.platformer.generator.room_backtracking import (
    FREE,
    MAX_EXITS,
    OPEN,
    SOLID,
    SOLVED,
    SPAN,
    UNSOLVABLE,
    RoomSearch,
    solve_by_address,
)
from ludus.design.platformer.level_graph.movement_tables import packed_piece_moves
from ludus.design.platformer.random_stream import RandomStream
from ludus.games.platformer.movement import THESIS, Movement
from ludus.util.errors import LudusError, OptionError

__all__ = [
    "FREE",
    "OPEN",
    "SEARCH_TRIES",
    "SOLID",
    "STEP_LIMIT",
    "RoomNotSolved",
    "SolvedRoom",
    "search_room",
    "solve_room",
]


STEP_LIMIT, SEARCH_TRIES = 2000, 10  # pieces tried per search, and searches
FALLBACK_STEP_LIMIT, FALLBACK_TRIES = 5000, 1000  # the same for the fallback
ALL_SIDES = (LEFT, RIGHT, TOP, BOTTOM)
RANDOM_DRAWS = 10_000


class RoomNotSolved(LudusError):
    """No arrangement of pieces connects these exits, or none was found."""


@dataclass(frozen=True)
class SolvedRoom:
    """Cells of a room, rows from the lowest up: FREE, OPEN or SOLID."""

    cells: np.ndarray
    exits: tuple[RoomExit, ...]
    tries: int
    steps: int  # pieces tried in all searches
    fallback: bool = False


def solve_room(
    exits: Sequence[RoomExit],
    width: int,
    height: int,
    seed: int,
    compiled: bool = True,
    movement: Movement = THESIS,
) -> SolvedRoom:
    """Connect all exits of a room, by the fallback if SEARCH_TRIES searches fail.

    Raises:
        RoomNotSolved: the fallback found no solution.
    """
    try:
        moves = packed_piece_moves(movement)
        if solved := search_room(exits, width, height, seed, moves=moves, compiled=compiled):
            return solved
    except RoomNotSolved:
        pass  # on this side of the opening
    return _fallback(tuple(exits), width, height, compiled, movement)


def search_room(
    exits: Sequence[RoomExit],
    width: int,
    height: int,
    seed: int,
    step_limit: int = STEP_LIMIT,
    tries: int = SEARCH_TRIES,
    moves: np.ndarray | None = None,
    compiled: bool = True,
) -> SolvedRoom | None:
    """Connect all exits of a room, without the fallback.

    Returns:
        The solution, or None if none was found within the limits.

    Raises:
        RoomNotSolved: there is no solution.
    """
    room = _prepare_record(exits, width, height)
    moves = packed_piece_moves() if moves is None else moves
    answer = load_rule(solve_by_address, 5, compiled)(
        moves.ctypes.data, room.ctypes.data, as_int64(seed), step_limit, tries
    )
    if answer == UNSOLVABLE:
        raise RoomNotSolved(
            f"no arrangement of the pieces connects {_describe_exits(exits)} in a room of {width} x {height} cells"
        )
    if answer != SOLVED:
        return None
    grid = room["grid"][0, :height, :width]
    return SolvedRoom(grid.copy(), tuple(exits), int(room["tries"][0]), int(room["steps"][0]))


@lru_cache(maxsize=4096)
def _fallback(exits: tuple[RoomExit, ...], width: int, height: int, compiled: bool, movement: Movement) -> SolvedRoom:
    moves = packed_piece_moves(movement)
    variants = list(dict.fromkeys([exits, mirror_bottom_exit(exits, width)]))
    for number in range(FALLBACK_TRIES):
        for variant in [*variants]:
            try:
                solved = search_room(
                    variant, width, height, derive(number, "fallback"), FALLBACK_STEP_LIMIT, 1, moves, compiled
                )
            except RoomNotSolved:
                variants.remove(variant)
                if not variants:
                    raise
                continue
            if solved:
                return SolvedRoom(solved.cells, solved.exits, SEARCH_TRIES, solved.steps, True)
    tried = f"{FALLBACK_TRIES:,} searches of {FALLBACK_STEP_LIMIT:,} steps"
    raise RoomNotSolved(
        f"no way between {_describe_exits(exits)} was found in a room of {width} x {height} cells by {tried}"
    )


def _prepare_record(exits: Sequence[RoomExit], width: int, height: int) -> np.ndarray:
    """Record of this thread, with the exits of a room."""
    if width > MAX_ROOM[0] or height > MAX_ROOM[1]:
        raise OptionError(f"a room has at most {MAX_ROOM[0]} x {MAX_ROOM[1]} cells, not {width} x {height}")
    if not 1 <= len(exits) <= MAX_EXITS:
        raise OptionError(f"a room has 1 to {MAX_EXITS} exits, not {len(exits)}")
    if not hasattr(_local, "room"):
        _local.room = RoomSearch.zeros()
    array: np.ndarray = _local.room
    required: list[tuple[int, int]] = []
    for exit_ in exits:
        for (x, y), value in (*((cell, OPEN) for cell in exit_.open), (exit_.solid, SOLID)):
            if not (0 <= x < width and 0 <= y < height):
                raise OptionError(f"{_describe_exits([exit_])} is not inside a room of {width} x {height} cells")
            required.append((y * SPAN + x, value))
    room = array[0]
    room["width"], room["height"], room["exits"], room["required"] = width, height, len(exits), len(required)
    room["exit_at"][: len(exits)] = [exit_.y * SPAN + exit_.x for exit_ in exits]
    room["required_at"][: len(required)], room["required_as"][: len(required)] = zip(*required, strict=True)
    return array


def _describe_exits(exits: Sequence[RoomExit]) -> str:
    return ", ".join(f"the exit {SIDE_NAMES[exit_.side]} at {exit_.x} {exit_.y}" for exit_ in exits)


_local = threading.local()


@dataclass(frozen=True)
class SolverStats:
    """Results of the solver on random rooms of one size."""

    width: int
    height: int
    rooms: int
    solved: int  # within the allowed tries
    steps: int  # pieces tried in solved rooms


def exit_configurations(width: int, height: int) -> Iterator[tuple[RoomExit, ...]]:
    """Exit configurations with one exit on each of the four sides; the bottom exit varies by its opening."""
    bottoms = possible_exits(BOTTOM, width, height)
    for three in product(*(possible_exits(side, width, height) for side in (LEFT, RIGHT, TOP))):
        if any(exits_conflict(three[a], three[b]) for a, b in ((0, 1), (0, 2), (1, 2))):
            continue
        for opening in range(width):
            matching = [exit_ for exit_ in bottoms if exit_.opening == opening and exit_fits(three, exit_)]
            if matching:
                yield (*three, matching[0])


def unsolvable_configurations(width: int, height: int) -> list[tuple[RoomExit, ...]]:
    """Exit configurations that cannot be solved."""
    unsolved = []
    for exits in exit_configurations(width, height):
        try:
            solve_room(exits, width, height, derive(1, "census"))
        except RoomNotSolved:
            unsolved.append(exits)
    return unsolved


def random_exits(dice: RandomStream, width: int, height: int, sides: tuple[int, ...] = ALL_SIDES) -> list[RoomExit]:
    """Random exits, one on each of these sides, without conflicts."""
    for _ in range(RANDOM_DRAWS):
        exits: list[RoomExit] = []
        for side in sides:
            exit_ = dice.pick(possible_exits(side, width, height))
            if exit_fits(exits, exit_):
                exits.append(exit_)
        if len(exits) == len(sides):
            return exits
    raise LudusError(f"no exits that fit together were found for a room of {width} x {height} cells")


def measure_solver(
    width: int,
    height: int,
    seed: int,
    count: int,
    step_limit: int = STEP_LIMIT,
    tries: int = SEARCH_TRIES,
    first: int = 0,
) -> SolverStats:
    """Solve rooms number first .. first+count-1, with random exits on all four sides and without the fallback.

    Args:
        width: columns of a room.
        height: rows of a room.
        seed: seed of exits and searches.
        count: number of rooms.
        step_limit: pieces to try in one search.
        tries: searches per room.
        first: number of the first room.
    """
    solved = looked = 0
    for number in range(first, first + count):
        exits = random_exits(RandomStream(seed, "census", number), width, height)
        try:
            room = search_room(exits, width, height, derive(seed, "room", number), step_limit, tries)
        except RoomNotSolved:
            continue
        if room is not None:
            solved += 1
            looked += room.steps
    return SolverStats(width, height, count, solved, looked)
