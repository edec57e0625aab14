"""Exits of rooms: the cells to stand in when leaving a room on each side, placed so that rooms fit together.

    rooms = place_exits(maze, seed=3, width=11, height=7)        # exits of each room, by its number

A room has at most one exit on each side, aligned with that of its neighbour. Left, right and top exits are cells to
stand in at the edge. The bottom exit is climbed by a ledge: two cells above each other are open, and the player pulls
up on a solid cell next to the lower one; so the exit itself is one cell higher, next to the opening (thesis, figure
3.4). Together with the top exit below, this is the building piece that goes up two cells by a hang. Start, end and dead
ends have one more exit, inside the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ludus.core.errors import OptionError
from ludus.design.levels.building.mazes import Maze
from ludus.design.levels.dice import RandomStream
from ludus.games.platformer.level import Cell

LEFT, RIGHT, TOP, BOTTOM, INSIDE = range(5)
SIDE_NAMES = ("left", "right", "top", "bottom", "inside")
MIN_ROOM = (4, 4)
MAX_ROOM = (32, 32)
MAZE_TRIES = 1000  # tries for all exits of a maze
EXIT_DRAWS = 64  # draws for one exit


@dataclass(frozen=True, order=True)
class RoomExit:
    """Cell to stand in; for a bottom exit, `opening` is the column of the opening next to it."""

    side: int
    x: int
    y: int
    opening: int = -1

    @property
    def cell(self) -> Cell:
        return self.x, self.y

    @property
    def open(self) -> tuple[Cell, ...]:
        """Cells that must be open."""
        if self.side != BOTTOM:
            return (self.cell,)
        return self.cell, (self.opening, 0), (self.opening, 1)

    @property
    def solid(self) -> Cell:
        """Cell below, to stand on."""
        return self.x, self.y - 1


def exits_conflict(one: RoomExit, other: RoomExit) -> bool:
    """Whether two exits conflict: one stands on, or needs, a cell that is part of the other."""
    return one.solid in other.open or other.solid in one.open or one.cell in other.open or other.cell in one.open


def mirror_bottom_exit(exits: Sequence[RoomExit], width: int) -> tuple[RoomExit, ...]:
    """Mirror the bottom exit to the other side of its opening, if no other exit conflicts."""
    changed: list[RoomExit] = []
    for exit_ in exits:
        x = 2 * exit_.opening - exit_.x
        other = RoomExit(BOTTOM, x, exit_.y, exit_.opening)
        free = (
            exit_.side == BOTTOM
            and 0 <= x < width
            and exit_fits([another for another in exits if another != exit_], other)
        )
        changed.append(other if free else exit_)
    return tuple(changed)


def place_exits(maze: Maze, seed: int, width: int, height: int) -> list[list[RoomExit]]:
    """Place random exits for all rooms of a maze; all rooms have the same size.

    Returns:
        The exits of each room. Inner exits come last; if start and end share a room, the start comes first.

    Raises:
        OptionError: the room size is out of range, or no exits fit together.
    """
    if not (MIN_ROOM[0] <= width <= MAX_ROOM[0] and MIN_ROOM[1] <= height <= MAX_ROOM[1]):
        sizes = f"{MIN_ROOM[0]} x {MIN_ROOM[1]} to {MAX_ROOM[0]} x {MAX_ROOM[1]}"
        raise OptionError(f"a room has {sizes} cells, not {width} x {height}")
    for number in range(MAZE_TRIES):
        if rooms := _try_place_exits(maze, RandomStream(seed, "exits", number), width, height):
            return rooms
    raise OptionError(f"no exits that fit together were found for rooms of {width} x {height} cells")


@cache
def possible_exits(side: int, width: int, height: int) -> tuple[RoomExit, ...]:
    """All possible exits on a side of a room; for INSIDE, all inner exits."""
    if side in (LEFT, RIGHT):
        return tuple(RoomExit(side, 0 if side == LEFT else width - 1, y) for y in range(1, height))
    if side == TOP:
        return tuple(RoomExit(side, x, height - 1) for x in range(width))
    if side == BOTTOM:
        return tuple(RoomExit(side, x, 1, x + k) for x in range(width) for k in (-1, 1) if 0 <= x + k < width)
    return tuple(RoomExit(side, x, y) for y in range(1, height) for x in range(width))


def _try_place_exits(maze: Maze, dice: RandomStream, width: int, height: int) -> list[list[RoomExit]] | None:
    rooms: list[list[RoomExit]] = [[] for _ in range(maze.columns * maze.rows)]
    for one, other in maze.links:
        for _ in range(EXIT_DRAWS):
            if other == one + 1 and maze.columns > 1:
                first = dice.pick(possible_exits(RIGHT, width, height))
                second = RoomExit(LEFT, 0, first.y)
            else:
                second = dice.pick(possible_exits(BOTTOM, width, height))
                first = RoomExit(TOP, second.opening, height - 1)
            if exit_fits(rooms[one], first) and exit_fits(rooms[other], second):
                break
        else:
            return None
        rooms[one].append(first)
        rooms[other].append(second)
    inner = [maze.start, maze.end, *(room for room in maze.dead_ends if room not in (maze.start, maze.end))]
    for room in inner:
        for _ in range(EXIT_DRAWS):
            exit_ = dice.pick(possible_exits(INSIDE, width, height))
            if exit_fits(rooms[room], exit_):
                break
        else:
            return None
        rooms[room].append(exit_)
    return rooms


def exit_fits(room: Sequence[RoomExit], exit_: RoomExit) -> bool:
    """Whether an exit conflicts with none of the room's exits."""
    return not any(exits_conflict(exit_, other) for other in room)
