"""Rooms in styles: halls, shafts and caves with floors to run on, steps to climb and slabs to pass above or below.

    exits = styled_exits(maze, seed, 11, 7, "ruins")
    open_ = build_styled_room(exits[0], 11, 7, "ruins", RandomStream(seed, "room", 0))

A room has walls; neighbours are connected by doors of one cell, and by openings in the floor that are climbed by a
ledge (maze.py). Inside, the floor is a profile: a height for every column. It passes the doors and changes by two cells
at most, so that it can be walked both ways with the building pieces. What is higher is reached over platforms, each two
cells above the last. The style says where the floor rises, how high the ceiling is, and what stands in the room:

    cave    rough floor and ceiling, stalactites
    tower   level floors, narrow corridors, shafts with platforms between doors at different heights
    ruins   rectangular chambers with flat floors, steps of two cells, broken walls between

A slab is a piece of ceiling one cell above the floor that can also be crossed on top: the place for a choice of ways.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ludus.design.platformer.generator.maze import (
    BOTTOM,
    INSIDE,
    LEFT,
    MAX_ROOM,
    RIGHT,
    TOP,
    Maze,
    RoomExit,
)
from ludus.design.platformer.random_stream import RandomStream
from ludus.util.errors import LudusError, OptionError

STYLES = ("cave", "tower", "ruins")
MIN_STYLED_ROOM = (9, 7)  # smallest room with doors, steps and platforms
MAX_STEP = 2  # cells that the floor rises from column to column
SLAB_LENGTHS = (2, 3)  # cells of a slab, shortest and longest
OPENING_DISTANCE = 4  # columns between openings in floor and ceiling: platforms need space
EXIT_TRIES = 100


class StyledRoomFailed(LudusError):
    """The exits of a room are too close to each other for a floor between them."""


def styled_exits(maze: Maze, seed: int, width: int, height: int, style: str) -> list[list[RoomExit]]:
    """Place the exits of all rooms of a maze; all rooms have the same size.

    Returns:
        The exits of each room, those inside the room last. If start and end share a room, the start comes first.

    Raises:
        OptionError: rooms are too small or too large.
    """
    if width < MIN_STYLED_ROOM[0] or height < MIN_STYLED_ROOM[1]:
        smallest = f"{MIN_STYLED_ROOM[0]} x {MIN_STYLED_ROOM[1]}"
        raise OptionError(
            f"rooms in styles have at least {smallest} cells, not {width} x {height}; --setup thesis makes smaller ones"
        )
    if width > MAX_ROOM[0] or height > MAX_ROOM[1]:
        raise OptionError(f"a room has at most {MAX_ROOM[0]} x {MAX_ROOM[1]} cells, not {width} x {height}")
    for number in range(EXIT_TRIES):
        dice = RandomStream(seed, "styled exits", number)
        if rooms := _try_exits(maze, dice, width, height, style):
            return rooms
    raise StyledRoomFailed(f"no exits that fit together were found for rooms of {width} x {height} cells")


def _try_exits(maze: Maze, dice: RandomStream, width: int, height: int, style: str) -> list[list[RoomExit]] | None:
    rooms: list[list[RoomExit]] = [[] for _ in range(maze.columns * maze.rows)]
    for one, other in maze.links:
        if other == one + 1 and maze.columns > 1:
            y = _door_height(dice, height, style, maze, one)
            pair = RoomExit(RIGHT, width - 1, y), RoomExit(LEFT, 0, y)
        else:
            taken = _openings(rooms[one]) + _openings(rooms[other])
            free = [x for x in range(2, width - 2) if all(abs(x - column) >= OPENING_DISTANCE for column in taken)]
            if not free:
                return None
            opening = dice.pick(free)
            pair = RoomExit(TOP, opening, height - 1), RoomExit(BOTTOM, opening + 1, 1, opening)
        rooms[one].append(pair[0])
        rooms[other].append(pair[1])
    for one, other in maze.links:
        if other != one + 1 or maze.columns == 1:
            _turn_ledge(rooms[one], rooms[other], width)
    for room in (maze.start, maze.end):
        rooms[room].append(_inner_exit(rooms[room], dice, width))
    return rooms


def _turn_ledge(below: list[RoomExit], above: list[RoomExit], width: int) -> None:
    """Put the ledge of an opening opposite to the platforms below it, so that its wall is two cells high."""
    top = next(exit_ for exit_ in below if exit_.side == TOP)
    number = next(k for k, exit_ in enumerate(above) if exit_.side == BOTTOM)
    side = climbing_side(below, top.x, width)
    above[number] = RoomExit(BOTTOM, top.x - side, 1, top.x)


def climbing_side(exits: Sequence[RoomExit], x: int, width: int) -> int:
    """Side on which platforms lead to a top exit: the one farther from the wall and from the pit."""
    space = {side: (width - 2 - x if side > 0 else x - 1) for side in (-1, 1)}
    for pit in (exit_.opening for exit_ in exits if exit_.side == BOTTOM):
        side = 1 if pit > x else -1
        space[side] = min(space[side], abs(pit - x) - 2)
    return max((-1, 1), key=lambda side: (space[side], side))


def _openings(room: Sequence[RoomExit]) -> list[int]:
    """Columns of the openings in floor and ceiling."""
    return [exit_.x if exit_.side == TOP else exit_.opening for exit_ in room if exit_.side in (TOP, BOTTOM)]


def _door_height(dice: RandomStream, height: int, style: str, maze: Maze, room: int) -> int:
    """Height of a door: towers alternate between low and high ones, the others stay near the ground."""
    if style == "tower":
        high = (room % maze.columns + dice.below(2)) % 2
        return height - 3 - dice.below(2) if high else 1
    return 1 + dice.below(max(2, height - 4))


def _inner_exit(room: Sequence[RoomExit], dice: RandomStream, width: int) -> RoomExit:
    """Column of the start or the exit of the level; its height is that of the floor, found when the room is built."""
    taken = {exit_.x for exit_ in room} | {exit_.opening for exit_ in room}
    sides = {exit_.side for exit_ in room}
    ends = [x for x in (2, width - 3) if (LEFT if x == 2 else RIGHT) not in sides]
    free = [x for x in range(2, width - 2) if not {x - 1, x, x + 1} & taken]
    return RoomExit(INSIDE, dice.pick([x for x in ends if x in free] or free or [width // 2]), 1)


@dataclass(frozen=True)
class StyledRoom:
    """Cells of a room, rows from the lowest up, true where open; its exits, with the heights that they have."""

    open: np.ndarray
    exits: tuple[RoomExit, ...]


def build_styled_room(
    exits: Sequence[RoomExit], width: int, height: int, style: str, dice: RandomStream, slab: bool = True
) -> StyledRoom:
    """Build a room that connects its exits.

    Args:
        exits: exits as `styled_exits` places them.
        width: columns of the room.
        height: rows of the room.
        style: one of STYLES.
        dice: random choices of the room.
        slab: whether to add a slab to pass above or below, where there is space.

    Raises:
        StyledRoomFailed: the exits are too close to each other.
    """
    return _RoomBuilder(exits, width, height, style, dice).build(slab)


class _RoomBuilder:
    """Floor, ceiling, platforms and ornaments of stone of one room."""

    def __init__(self, exits: Sequence[RoomExit], width: int, height: int, style: str, dice: RandomStream) -> None:
        self.exits, self.width, self.height, self.style, self.dice = exits, width, height, style, dice
        self.floor = [1] * width
        self.top = [0] * width  # highest open row of each column
        self.blocks: set[tuple[int, int]] = set()  # solid cells above the floor
        self.cleared: set[tuple[int, int]] = set()  # open cells above the ceiling
        self.fixed: set[int] = set()  # columns whose floor must not change
        self.shafts: set[int] = set()  # columns with platforms

    def build(self, slab: bool) -> StyledRoom:
        self._anchor_floor()
        for exit_ in self.exits:
            if exit_.side in (LEFT, RIGHT) and self.style == "tower" and exit_.y > 2:
                inner, away = (1, 1) if exit_.side == LEFT else (self.width - 2, -1)
                self._climb(inner, exit_.y, away)
            elif exit_.side == TOP:
                self._climb(exit_.x, exit_.y, climbing_side(self.exits, exit_.x, self.width))
        self._add_step()
        self._raise_ceiling()
        if slab:
            self._add_slab()
        return self._carve()

    def _anchor_floor(self) -> None:
        """Floor through the doors, with a pit under the opening of a bottom exit."""
        anchors: dict[int, int] = {}
        for exit_ in self.exits:
            if exit_.side == BOTTOM:
                for x in (exit_.opening - 1, exit_.opening, exit_.opening + 1):
                    anchors[x] = 1
                    self.fixed.add(x)
        for exit_ in self.exits:
            if exit_.side in (LEFT, RIGHT):
                high = self.style == "tower" and exit_.y > 2
                next_to = 1 if exit_.side == LEFT else self.width - 2
                level = 1 if high else exit_.y
                anchors.setdefault(next_to, level)
                anchors[exit_.x] = exit_.y
                self.fixed |= {next_to, exit_.x}
        inner = sorted(x for x in anchors if 0 < x < self.width - 1) or [1]
        for x in range(1, inner[0]):
            anchors.setdefault(x, anchors.get(inner[0], 1))
        for one, other in pairwise(inner):
            self._join(one, anchors[one], other, anchors[other])
        first, last = inner[0], inner[-1]
        low = anchors.get(first, self._free_level())
        for x in range(1, first + 1):
            self.floor[x] = low
        low = anchors.get(last, low)
        for x in range(last, self.width - 1):
            self.floor[x] = low
        for exit_ in self.exits:
            if exit_.side in (LEFT, RIGHT):
                self.floor[exit_.x] = exit_.y

    def _free_level(self) -> int:
        return 1 + self.dice.below(2)

    def _join(self, x: int, level: int, end: int, end_level: int) -> None:
        """Floor from one column to another: steps at random columns, as few as the style allows."""
        rise, columns = end_level - level, end - x
        sign = 1 if rise > 0 else -1
        steps: list[int] = []
        size = 1 if self.style == "cave" and abs(rise) <= columns - 1 else MAX_STEP
        while rise:
            step = sign * min(size, abs(rise))
            steps.append(step)
            rise -= step
        if len(steps) > columns:
            raise StyledRoomFailed(f"no floor from height {level} to {end_level} within {columns} cells")
        places = sorted(self.dice.shuffled(range(1, columns + 1))[: len(steps)])
        self.floor[x] = level
        for column in range(1, columns + 1):
            if column in places:
                level += steps.pop(0)
            self.floor[x + column] = level

    def _climb(self, x: int, level: int, side: int) -> None:
        """Platforms up to a place to stand: each two cells lower than the last, in two columns by turns."""
        self.blocks.add((x, level - 1))
        self.cleared.add((x, level))
        column, other = x, x + side
        self.shafts |= {column, other}
        while True:
            column, other = other, column
            self.cleared |= {(column, level), (column, level - 1)}
            level -= 2
            self.cleared.add((column, level))
            floor = self.floor[column]
            if level <= floor:
                return
            if level == floor + 1:
                self.floor[column] = level
                self.fixed.add(column)
                return
            self.blocks.add((column, level - 1))

    def _add_step(self) -> None:
        """A step of two cells in the longest flat part: up, or up and down again."""
        first, length = self._longest_flat(lambda x: x not in self.fixed and x not in self.shafts)
        if length < 6:
            self._roughen()
            return
        wide = 2 + self.dice.below(max(1, min(3, length - 5)))
        if self.style == "tower":
            wide = 1 + self.dice.below(2)
        space = length - wide - 2
        begin = first + 1 + (0 if self.dice.chance(0.5) else space)
        level = self.floor[begin]
        if level + MAX_STEP <= self.height - 4:
            change = MAX_STEP
        elif level - MAX_STEP >= 1:
            change = -MAX_STEP
        else:
            return
        for x in range(begin, begin + wide):
            self.floor[x] = level + change
        self._roughen()

    def _longest_flat(self, usable: Callable[[int], bool]) -> tuple[int, int]:
        """First column and length of the longest flat floor over columns that are usable."""
        best, first = (1, 0), 1
        for x in range(1, self.width):
            in_use = x < self.width - 1 and usable(x)
            if not (in_use and (x == first or self.floor[x] == self.floor[first])):
                if x - first > best[1]:
                    best = first, x - first
                first = x if in_use else x + 1
        return best

    def _roughen(self) -> None:
        """Bumps of one cell on the floor of a cave."""
        if self.style != "cave":
            return
        for x in range(2, self.width - 2):
            near = (self.floor[x - 1], self.floor[x + 1])
            if x in self.fixed or x in self.shafts or not self.dice.chance(0.2):
                continue
            level = self.floor[x] + 1 - 2 * self.dice.below(2)
            if 1 <= level <= self.height - 4 and all(abs(level - other) <= 1 for other in near):
                self.floor[x] = level

    def _needed_top(self, x: int) -> int:
        """Row that must be open in a column so that the floor beside it can be climbed."""
        return max(self.floor[max(x - 1, 1)], self.floor[x], self.floor[min(x + 1, self.width - 2)])

    def _raise_ceiling(self) -> None:
        highest = self.height - 2
        if self.style == "ruins":
            self._chambers(highest)
        elif self.style == "tower":
            for x in range(1, self.width - 1):
                near = any(column in self.shafts for column in (x - 1, x, x + 1))
                self.top[x] = highest if near else self.floor[x] + 1
        else:
            level = self.floor[1] + 2 + self.dice.below(2)
            for x in range(1, self.width - 1):
                level += self.dice.below(3) - 1
                level = min(highest, max(level, self.floor[x] + 1))
                self.top[x] = level - (1 if self.dice.chance(0.15) else 0)
        for x in range(1, self.width - 1):
            self.top[x] = min(highest, max(self.top[x], self._needed_top(x)))
        self._close_chimneys()

    def _close_chimneys(self) -> None:
        """Lower the ceiling of single columns that are higher than both neighbours, unless players need them."""
        for x in range(1, self.width - 1):
            beside = max(self.top[near] for near in (x - 1, x + 1) if 0 < near < self.width - 1)
            self.top[x] = max(min(self.top[x], beside), self._needed_top(x))

    def _chambers(self, highest: int) -> None:
        """One or two chambers with flat ceilings; a broken wall between them hangs down to a doorway."""
        walls = [
            x
            for x in range(4, self.width - 4)
            if x not in self.shafts and self.floor[x - 1] == self.floor[x] == self.floor[x + 1]
        ]
        wall = self.dice.pick(walls) if walls and self.dice.chance(0.7) else self.width
        for first, last in ((1, min(wall, self.width - 1)), (wall + 1, self.width - 1)):
            if first < last:
                level = max(self._needed_top(x) for x in range(first, last)) + 1 + self.dice.below(2)
                for x in range(first, last):
                    self.top[x] = min(level, highest)
        if wall < self.width:
            self.top[wall] = self.floor[wall] + self.dice.below(2)

    def _add_slab(self) -> None:
        """A slab above a flat floor, one cell high, that can be crossed below or on top."""
        first, length = self._longest_flat(self._may_have_slab)
        longest = min(SLAB_LENGTHS[1], length - 2)
        if longest < SLAB_LENGTHS[0]:
            return
        wide = SLAB_LENGTHS[0] + self.dice.below(longest - SLAB_LENGTHS[0] + 1)
        begin = first + 1 + self.dice.below(length - wide - 1)
        level = self.floor[begin]
        self.blocks |= {(x, level + 1) for x in range(begin, begin + wide)}
        for x in range(begin - 1, begin + wide + 1):
            self.top[x] = max(self.top[x], level + 2)

    def _may_have_slab(self, x: int) -> bool:
        """Whether a slab above this column leaves space to stand on it."""
        is_pit = any(exit_.side == BOTTOM and exit_.opening == x for exit_ in self.exits)
        return x not in self.shafts and self.floor[x] + 2 <= self.height - 2 and not is_pit

    def _carve(self) -> StyledRoom:
        open_ = np.zeros((self.height, self.width), bool)
        for x in range(1, self.width - 1):
            open_[self.floor[x] : self.top[x] + 1, x] = True
        for x, y in self.cleared:
            if 0 < x < self.width - 1:
                open_[y, x] = True
        for x, y in self.blocks:
            open_[y, x] = False
        exits = []
        for exit_ in self.exits:
            if exit_.side == INSIDE:
                exit_ = RoomExit(INSIDE, exit_.x, self.floor[exit_.x])
            for x, y in exit_.open:
                open_[y, x] = True
            open_[exit_.solid[1], exit_.solid[0]] = False
            exits.append(exit_)
        return StyledRoom(open_, tuple(exits))
