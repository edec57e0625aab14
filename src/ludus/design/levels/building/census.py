"""Success rate of the room solver: all exit configurations of a room size, and random rooms of many sizes.

exit_configurations(5, 5)           each with an exit at the left, right and top, and an opening in the bottom
unsolvable_configurations(4, 4)     those that no arrangement of pieces solves
measure_solver(11, 7, seed=1, count=10_000)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.building.exits import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    RoomExit,
    exits_conflict,
    exit_fits,
    possible_exits,
)
from ludus.design.levels.building.rooms import STEP_LIMIT, SEARCH_TRIES, RoomNotSolved, search_room, solve_room
from ludus.design.levels.dice import RandomStream

ALL_SIDES = (LEFT, RIGHT, TOP, BOTTOM)
RANDOM_DRAWS = 10_000


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
