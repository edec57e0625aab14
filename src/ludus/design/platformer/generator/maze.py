"""Mazes of rooms: which neighbouring rooms are linked, and where the exits of each room are.

    maze = make_maze(seed=3, columns=4, rows=3, loops=0.3)
    maze.links, maze.start, maze.end
    rooms = place_exits(maze, seed=3, width=11, height=7)        # exits of each room, by its number

A maze grows as a tree from one room, by default as a recursive backtracker: from the newest room with an unvisited
neighbour. With `branching`, it sometimes continues from a random such room. Then a share of the dead ends, `loops`,
gets a second link. The thesis leaves this open (reading, G5).

A room has at most one exit on each side, aligned with that of its neighbour. Left, right and top exits are cells to
stand in at the edge. The bottom exit is climbed by a ledge: two cells above each other are open, and the player pulls
up on a solid cell next to the lower one; so the exit itself is one cell higher, next to the opening (thesis, figure
3.4). Together with the top exit below, this is the building piece that goes up two cells by a hang. Start, end and dead
ends have one more exit, inside the room.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from ludus.design.platformer.random_stream import RandomStream
from ludus.games.platformer.level import Cell
from ludus.util.errors import OptionError

DEFAULT_LOOPS = 0.25
Link = tuple[int, int]  # two room numbers, the lower one first
LEFT, RIGHT, TOP, BOTTOM, INSIDE = range(5)
SIDE_NAMES = ("left", "right", "top", "bottom", "inside")
MIN_ROOM = (4, 4)
MAX_ROOM = (32, 32)
MAZE_TRIES = 1000  # tries for all exits of a maze
EXIT_DRAWS = 64  # draws for one exit


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

    @cached_property
    def unavoidable_share(self) -> float:
        """Share of the links on a shortest path from start to end that every path takes; 1 if both are one room."""
        if len(self.links) == self.columns * self.rows - 1:  # a tree
            return 1.0
        path, room = list[Link](), self.end
        distances = self.distances(self.start)
        while room != self.start:
            before = next(other for other in self.neighbours[room] if distances[other] == distances[room] - 1)
            path.append(_link(before, room))
            room = before
        needed = 0
        for link in path:
            others = [[b for b in linked if _link(a, b) != link] for a, linked in enumerate(self.neighbours)]
            needed += _distances(others, self.start)[self.end] < 0
        return needed / len(path) if path else 1.0

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


def _distances(neighbours: Sequence[Sequence[int]], room: int) -> list[int]:
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
