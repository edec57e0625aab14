"""Mazes of rooms: which neighbouring rooms are linked.

    maze = make_maze(seed=3, columns=4, rows=3, loops=0.3)
    maze.links, maze.start, maze.end

A maze grows as a tree from one room, by default as a recursive backtracker: from the newest room with an unvisited
neighbour. With `branching`, it sometimes continues from a random such room. Then a share of the dead ends, `loops`,
gets a second link. The thesis leaves this open (reading, G5).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

from ludus.core.errors import OptionError
from ludus.design.levels.dice import RandomStream

DEFAULT_LOOPS = 0.25
Link = tuple[int, int]  # two room numbers, the lower one first


@dataclass(frozen=True)
class Maze:
    """Rooms in columns and rows, numbered row by row from the lower left; links are sorted."""

    columns: int
    rows: int
    links: tuple[Link, ...]
    start: int
    end: int

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Linked rooms of each room, sorted."""
        linked: list[list[int]] = [[] for _ in range(self.columns * self.rows)]
        for one, other in self.links:
            linked[one].append(other)
            linked[other].append(one)
        return tuple(tuple(sorted(rooms)) for rooms in linked)

    @property
    def dead_ends(self) -> tuple[int, ...]:
        return tuple(room for room, others in enumerate(self.neighbours) if len(others) == 1)

    def distances(self, room: int) -> list[int]:
        """Number of links from a room to each room; -1 if unreachable."""
        return _distances(self.neighbours, room)


def make_maze(
    seed: int,
    columns: int,
    rows: int = 1,
    loops: float = DEFAULT_LOOPS,
    branching: float = 0.0,
    start: int | None = None,
    end: int | None = None,
) -> Maze:
    """Make a maze with all rooms connected.

    Args:
        seed: seed of the maze.
        columns: rooms per row.
        rows: rows of rooms.
        loops: share of dead ends that get a second link.
        branching: how often the maze continues from a random room.
        start: room of the start.
        end: room of the exit. Rooms that are not given are chosen so that both are farthest apart.

    Raises:
        OptionError: a parameter is out of range.
    """
    if columns < 1 or rows < 1:
        raise OptionError(f"a maze has at least one room, not {columns} x {rows}")
    for name, share in (("loops", loops), ("branching", branching)):
        if not 0 <= share <= 1:
            raise OptionError(f"{name} is a share from 0 to 1, not {share}")
    for name, room in (("start", start), ("end", end)):
        if room is not None and not 0 <= room < columns * rows:
            raise OptionError(f"{name} is a room from 0 to {columns * rows - 1}, not {room}")
    adjacent = _adjacent_rooms(columns, rows)
    dice = RandomStream(seed, "maze")
    links = _grow_tree(dice, adjacent, branching)
    _link_dead_ends(dice, adjacent, links, loops)
    maze = Maze(columns, rows, tuple(sorted(links)), 0, 0)
    return Maze(columns, rows, maze.links, *_start_and_end(maze, start, end))


def _adjacent_rooms(columns: int, rows: int) -> list[list[int]]:
    """Adjacent rooms of each room."""
    rooms = []
    for room in range(columns * rows):
        x, y = room % columns, room // columns
        around = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
        rooms.append([b * columns + a for a, b in around if 0 <= a < columns and 0 <= b < rows])
    return rooms


def _grow_tree(dice: RandomStream, adjacent: list[list[int]], branching: float) -> set[Link]:
    links: set[Link] = set()
    active = [dice.below(len(adjacent))]
    seen = set(active)
    while active:
        at = dice.below(len(active)) if dice.chance(branching) else len(active) - 1
        unvisited = [room for room in adjacent[active[at]] if room not in seen]
        if not unvisited:
            del active[at]
            continue
        room = dice.pick(unvisited)
        links.add(_link(active[at], room))
        seen.add(room)
        active.append(room)
    return links


def _link_dead_ends(dice: RandomStream, adjacent: list[list[int]], links: set[Link], loops: float) -> None:
    """Link a share of the dead ends once more, preferably with another dead end."""

    def ends() -> list[int]:
        return [room for room in range(len(adjacent)) if sum(room in link for link in links) == 1]

    wanted = int(len(ends()) * loops + 0.5)
    for room in dice.shuffled(ends()):
        if wanted == 0:
            break
        others = [other for other in adjacent[room] if _link(room, other) not in links]
        if room in (dead := ends()) and others:
            links.add(_link(room, dice.pick([other for other in others if other in dead] or others)))
            wanted -= len(dead) - len(ends())
            wanted = max(wanted, 0)


def _start_and_end(maze: Maze, start: int | None, end: int | None) -> Link:
    """Start and end: the given rooms, otherwise the farthest pair; of several, the first."""
    rooms = range(maze.columns * maze.rows)
    starts, ends = rooms if start is None else (start,), rooms if end is None else (end,)
    best, pair = -1, (0, 0)
    for one in starts:
        distances = maze.distances(one)
        for other in ends:
            if distances[other] > best:
                best, pair = distances[other], (one, other)
    return pair


def _link(one: int, other: int) -> Link:
    return (one, other) if one < other else (other, one)


def _distances(neighbours: tuple[tuple[int, ...], ...], room: int) -> list[int]:
    distances = [-1] * len(neighbours)
    distances[room] = 0
    queue = deque([room])
    while queue:
        here = queue.popleft()
        for other in neighbours[here]:
            if distances[other] < 0:
                distances[other] = distances[here] + 1
                queue.append(other)
    return distances
