"""Mazes of rooms: which rooms there are side by side, and which of them have a way between them.

    maze = make_maze(seed=3, columns=4, rows=3, loops=0.3)
    maze.links, maze.start, maze.end

A maze grows like a tree from one room, by default as a recursive backtracker does: from the newest room that still has
an unvisited neighbour. With `branching` it goes on from any such room now and then. Afterwards a share of the dead
ends, `loops`, gets a second way. The thesis leaves all of this open (reading, G5).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

from ludus.core.errors import OptionError
from ludus.design.levels.dice import Dice

LOOPS = 0.25
Link = tuple[int, int]  # two rooms by their numbers, the lower one first


@dataclass(frozen=True)
class Maze:
    """Rooms in columns and rows, numbered from the lower left one, row by row; links are in order."""

    columns: int
    rows: int
    links: tuple[Link, ...]
    start: int
    end: int

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each room those that it is linked with, in order."""
        found: list[list[int]] = [[] for _ in range(self.columns * self.rows)]
        for one, other in self.links:
            found[one].append(other)
            found[other].append(one)
        return tuple(tuple(sorted(each)) for each in found)

    @property
    def dead_ends(self) -> tuple[int, ...]:
        return tuple(room for room, others in enumerate(self.neighbours) if len(others) == 1)

    def distances(self, room: int) -> list[int]:
        """Rooms to go through from one to each of them; -1 where there is no way."""
        return _distances(self.neighbours, room)


def make_maze(
    seed: int,
    columns: int,
    rows: int = 1,
    loops: float = LOOPS,
    branching: float = 0.0,
    start: int | None = None,
    end: int | None = None,
) -> Maze:
    """A maze with all rooms linked. Start and end are the two rooms farthest apart, unless they are given."""
    if columns < 1 or rows < 1:
        raise OptionError(f"a maze has at least one room, not {columns} x {rows}")
    for name, share in (("loops", loops), ("branching", branching)):
        if not 0 <= share <= 1:
            raise OptionError(f"{name} is a share from 0 to 1, not {share}")
    for name, room in (("start", start), ("end", end)):
        if room is not None and not 0 <= room < columns * rows:
            raise OptionError(f"{name} is a room from 0 to {columns * rows - 1}, not {room}")
    beside = _beside(columns, rows)
    dice = Dice(seed, "maze")
    links = _grow(dice, beside, branching)
    _braid(dice, beside, links, loops)
    maze = Maze(columns, rows, tuple(sorted(links)), 0, 0)
    return Maze(columns, rows, maze.links, *_ends(maze, start, end))


def _beside(columns: int, rows: int) -> list[list[int]]:
    """For each room those that touch it."""
    rooms = []
    for room in range(columns * rows):
        x, y = room % columns, room // columns
        around = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
        rooms.append([b * columns + a for a, b in around if 0 <= a < columns and 0 <= b < rows])
    return rooms


def _grow(dice: Dice, beside: list[list[int]], branching: float) -> set[Link]:
    links: set[Link] = set()
    active = [dice.below(len(beside))]
    seen = set(active)
    while active:
        at = dice.below(len(active)) if dice.chance(branching) else len(active) - 1
        fresh = [room for room in beside[active[at]] if room not in seen]
        if not fresh:
            del active[at]
            continue
        room = dice.pick(fresh)
        links.add(_link(active[at], room))
        seen.add(room)
        active.append(room)
    return links


def _braid(dice: Dice, beside: list[list[int]], links: set[Link], loops: float) -> None:
    """Link a share of the dead ends once more, best with another dead end."""

    def ends() -> list[int]:
        return [room for room in range(len(beside)) if sum(room in link for link in links) == 1]

    wanted = int(len(ends()) * loops + 0.5)
    for room in dice.shuffled(ends()):
        if wanted == 0:
            break
        others = [other for other in beside[room] if _link(room, other) not in links]
        if room in (dead := ends()) and others:
            links.add(_link(room, dice.pick([other for other in others if other in dead] or others)))
            wanted -= len(dead) - len(ends())
            wanted = max(wanted, 0)


def _ends(maze: Maze, start: int | None, end: int | None) -> Link:
    """What is given, and for what is not the room that is farthest off; of equals the first."""
    rooms = range(maze.columns * maze.rows)
    starts, ends = rooms if start is None else (start,), rooms if end is None else (end,)
    best, found = -1, (0, 0)
    for one in starts:
        away = maze.distances(one)
        for other in ends:
            if away[other] > best:
                best, found = away[other], (one, other)
    return found


def _link(one: int, other: int) -> Link:
    return (one, other) if one < other else (other, one)


def _distances(neighbours: tuple[tuple[int, ...], ...], room: int) -> list[int]:
    away = [-1] * len(neighbours)
    away[room] = 0
    queue = deque([room])
    while queue:
        here = queue.popleft()
        for other in neighbours[here]:
            if away[other] < 0:
                away[other] = away[here] + 1
                queue.append(other)
    return away
