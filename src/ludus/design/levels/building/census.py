"""How well rooms are solved: all that can be asked of a room of one size, and random rooms of many sizes.

configurations(5, 5)        each with an exit on the left, the right and the top, and an opening in the bottom
without_solution(4, 4)      those that no arrangement of the pieces solves
count_solved(11, 7, seed=1, count=10_000)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.building.exits import BOTTOM, LEFT, RIGHT, TOP, Exit, conflict, fits, possible
from ludus.design.levels.building.rooms import CAP, TRIES, NoRoom, search_room, solve_room
from ludus.design.levels.dice import Dice

SIDES = (LEFT, RIGHT, TOP, BOTTOM)
DRAWS = 10_000


@dataclass(frozen=True)
class Solvings:
    """What became of random rooms of one size."""

    width: int
    height: int
    rooms: int
    solved: int  # within TRIES tries
    looked: int  # pieces looked at in those


def configurations(width: int, height: int) -> Iterator[tuple[Exit, ...]]:
    """One room for each place of the exits on all four sides, where that of the bottom is its opening."""
    bottoms = possible(BOTTOM, width, height)
    for three in product(*(possible(side, width, height) for side in (LEFT, RIGHT, TOP))):
        if any(conflict(three[a], three[b]) for a, b in ((0, 1), (0, 2), (1, 2))):
            continue
        for opening in range(width):
            here = [exit_ for exit_ in bottoms if exit_.opening == opening and fits(three, exit_)]
            if here:
                yield (*three, here[0])


def without_solution(width: int, height: int) -> list[tuple[Exit, ...]]:
    """The configurations that cannot be solved."""
    found = []
    for exits in configurations(width, height):
        try:
            solve_room(exits, width, height, derive(1, "census"))
        except NoRoom:
            found.append(exits)
    return found


def random_exits(dice: Dice, width: int, height: int, sides: tuple[int, ...] = SIDES) -> list[Exit]:
    """An exit on each of these sides, in nobody's way."""
    for _ in range(DRAWS):
        exits: list[Exit] = []
        for side in sides:
            exit_ = dice.pick(possible(side, width, height))
            if fits(exits, exit_):
                exits.append(exit_)
        if len(exits) == len(sides):
            return exits
    raise LudusError(f"no exits that fit together were found for a room of {width} x {height} cells")


def count_solved(
    width: int, height: int, seed: int, count: int, cap: int = CAP, tries: int = TRIES, first: int = 0
) -> Solvings:
    """Solve rooms number first .. first+count-1 with random exits on all four sides, without the fallback."""
    solved = looked = 0
    for number in range(first, first + count):
        exits = random_exits(Dice(seed, "census", number), width, height)
        try:
            room = search_room(exits, width, height, derive(seed, "room", number), cap, tries)
        except NoRoom:
            continue
        if room is not None:
            solved += 1
            looked += room.looked
    return Solvings(width, height, count, solved, looked)
