"""Exits of rooms: where one stands to leave a room on each of its sides, so that rooms fit together.

    rooms = place_exits(maze, seed=3, width=11, height=7)        the exits of each room, by its number

A room has one exit at most on each side, aligned with that of its neighbour. Left, right and top exits are cells to
stand in at the edge. Through the bottom one comes up by a ledge: two cells above each other are open, and one pulls
oneself up on a solid cell beside the lower one; so the exit itself is one cell higher, beside the opening (thesis,
figure 3.4). With the top exit below it that is exactly the building piece that goes up two cells by a hang. Start, end
and dead ends have one exit more, inside the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ludus.core.errors import OptionError
from ludus.design.levels.building.mazes import Maze
from ludus.design.levels.dice import Dice
from ludus.games.platformer.level import Cell

LEFT, RIGHT, TOP, BOTTOM, INSIDE = range(5)
SIDES = ("left", "right", "top", "bottom", "inside")
SMALLEST = (4, 4)
LARGEST = (32, 32)
TRIES = 1000  # for the exits of a whole maze
DRAWS = 64  # for one of them


@dataclass(frozen=True, order=True)
class Exit:
    """The cell in which one stands; of a bottom exit the opening is the column beside it."""

    side: int
    x: int
    y: int
    opening: int = -1

    @property
    def cell(self) -> Cell:
        return self.x, self.y

    @property
    def open(self) -> tuple[Cell, ...]:
        """All cells that must be open."""
        if self.side != BOTTOM:
            return (self.cell,)
        return self.cell, (self.opening, 0), (self.opening, 1)

    @property
    def solid(self) -> Cell:
        """The cell below, on which one stands."""
        return self.x, self.y - 1


def conflict(one: Exit, other: Exit) -> bool:
    """Whether two exits get in each other's way: one stands on, or needs, a cell that is part of the other."""
    return one.solid in other.open or other.solid in one.open or one.cell in other.open or other.cell in one.open


def turned(exits: Sequence[Exit], width: int) -> tuple[Exit, ...]:
    """The same exits with the bottom one on the other side of its opening, if there it gets in nobody's way."""
    changed: list[Exit] = []
    for exit_ in exits:
        x = 2 * exit_.opening - exit_.x
        other = Exit(BOTTOM, x, exit_.y, exit_.opening)
        free = exit_.side == BOTTOM and 0 <= x < width and fits([each for each in exits if each != exit_], other)
        changed.append(other if free else exit_)
    return tuple(changed)


def place_exits(maze: Maze, seed: int, width: int, height: int) -> list[list[Exit]]:
    """Random exits for all rooms, of one size, of a maze. An exit inside comes last; of two the start is the first."""
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        sizes = f"{SMALLEST[0]} x {SMALLEST[1]} to {LARGEST[0]} x {LARGEST[1]}"
        raise OptionError(f"a room has {sizes} cells, not {width} x {height}")
    for number in range(TRIES):
        if rooms := _try(maze, Dice(seed, "exits", number), width, height):
            return rooms
    raise OptionError(f"no exits that fit together were found for rooms of {width} x {height} cells")


@cache
def possible(side: int, width: int, height: int) -> tuple[Exit, ...]:
    """All exits that a side of a room can have; of those inside, all."""
    if side in (LEFT, RIGHT):
        return tuple(Exit(side, 0 if side == LEFT else width - 1, y) for y in range(1, height))
    if side == TOP:
        return tuple(Exit(side, x, height - 1) for x in range(width))
    if side == BOTTOM:
        return tuple(Exit(side, x, 1, x + k) for x in range(width) for k in (-1, 1) if 0 <= x + k < width)
    return tuple(Exit(side, x, y) for y in range(1, height) for x in range(width))


def _try(maze: Maze, dice: Dice, width: int, height: int) -> list[list[Exit]] | None:
    rooms: list[list[Exit]] = [[] for _ in range(maze.columns * maze.rows)]
    for one, other in maze.links:
        for _ in range(DRAWS):
            if other == one + 1 and maze.columns > 1:
                first = dice.pick(possible(RIGHT, width, height))
                second = Exit(LEFT, 0, first.y)
            else:
                second = dice.pick(possible(BOTTOM, width, height))
                first = Exit(TOP, second.opening, height - 1)
            if fits(rooms[one], first) and fits(rooms[other], second):
                break
        else:
            return None
        rooms[one].append(first)
        rooms[other].append(second)
    inner = [maze.start, maze.end, *(room for room in maze.dead_ends if room not in (maze.start, maze.end))]
    for room in inner:
        for _ in range(DRAWS):
            exit_ = dice.pick(possible(INSIDE, width, height))
            if fits(rooms[room], exit_):
                break
        else:
            return None
        rooms[room].append(exit_)
    return rooms


def fits(room: Sequence[Exit], exit_: Exit) -> bool:
    """Whether an exit gets in nobody's way."""
    return not any(conflict(exit_, other) for other in room)
