"""A body in a grid without the game around it: for generators that must know what can be jumped, and how.

grid = make_grid(rows)                                   cells as in a level file, from the top row down
way = reach(grid, Node("stand", 1, 1), Node("stand", 4, 1))
way.ticks, write_presses(way.moves)                      None where there is no way
simulate(grid, resting(Node("stand", 1, 1)), way.moves)  where the body is after every tick
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from ludus.core.errors import LudusError
from ludus.core.memory import numbers_at, reader
from ludus.core.record import twin
from ludus.core.rule import compile_door, is_compiled, plain, rule
from ludus.games.platformer import body as b
from ludus.games.platformer import units as u
from ludus.games.platformer.body import Body, Grid, step
from ludus.games.platformer.packing import pack_grid, solid_cells
from ludus.games.platformer.wayfinding import FOUND, GAVE_UP, PLACES, Search, find_way

BUDGET = 20_000  # places that a search goes on from
KINDS = {"stand": u.GROUND, "left hang": u.HANG_LEFT, "right hang": u.HANG_RIGHT}


@dataclass(frozen=True, order=True)
class Node:
    """Where a body can stay: a stand, or a hang by a ledge on its left or right, in a cell."""

    kind: str
    x: int
    y: int

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise LudusError(f"a node is one of {', '.join(KINDS)}, not {self.kind!r}")


@dataclass(frozen=True)
class Way:
    """How a body gets somewhere: the buttons tick by tick, and the body at the end."""

    moves: tuple[int, ...]
    end: np.ndarray
    expanded: int  # places that the search went on from

    @property
    def ticks(self) -> int:
        return len(self.moves)


class GaveUp(LudusError):
    """The budget of a search was used up before it knew whether there is a way."""


def make_grid(rows: Iterable[str]) -> np.ndarray:
    """A grid from cells as in a level file, from the top row down."""
    grid = Grid.zeros()
    pack_grid(grid, solid_cells(tuple(rows)))
    return grid


def nodes(grid: np.ndarray) -> list[Node]:
    """All nodes of a grid, by their kind, column and row."""
    cells = grid["cells"][0]
    open_ = cells & b.SOLID == 0
    found = []
    stands = open_[1:] & ~open_[:-1]
    found += [Node("stand", int(x) - 1, int(y)) for y, x in np.argwhere(stands)]
    for kind, flag in (("left hang", b.LEDGE_LEFT), ("right hang", b.LEDGE_RIGHT)):
        found += [Node(kind, int(x) - 1, int(y) - 1) for y, x in np.argwhere(cells & flag != 0)]
    return sorted(found)


def is_node(grid: np.ndarray, node: Node) -> bool:
    """Whether a body can stay there."""
    cells = grid["cells"][0]
    if not (0 <= node.x < b.COLUMNS and 0 <= node.y < b.ROWS):
        return False
    here, below = int(cells[node.y + 1, node.x + 1]), int(cells[node.y, node.x + 1])
    if node.kind == "stand":
        return here & b.SOLID == 0 and below & b.SOLID != 0
    return here & (b.LEDGE_LEFT if node.kind == "left hang" else b.LEDGE_RIGHT) != 0


def resting(node: Node) -> np.ndarray:
    """A body at rest at a node: in the middle of its cell, or with its hands on the ledge."""
    array = Body.zeros()
    left = node.x * u.CELL
    array["stance"] = KINDS[node.kind]
    array["x"] = {
        "stand": left + u.HALF_CELL,
        "left hang": left + u.HALF_WIDTH,
        "right hang": left + u.CELL - u.HALF_WIDTH,
    }[node.kind]
    array["y"] = node.y * u.CELL + (0 if node.kind == "stand" else u.CELL - u.TALL)
    return array


def reach(
    grid: np.ndarray,
    start: Node | np.ndarray,
    goal: Node,
    budget: int = BUDGET,
    avoid: int = b.FORBIDDEN,
    compiled: bool = True,
) -> Way | None:
    """A way from a node at rest, or from a body as it is, to a node; None if the search finds none.

    `avoid` are flags of cells that the body must not touch. Raises GaveUp where the budget does not suffice to know.
    """
    for node in (start, goal):
        if isinstance(node, Node) and not is_node(grid, node):
            raise LudusError(f"nobody can stay at {node}: there is no such node in the grid")
    memory = _memory()
    search = Search.over(memory)
    search.goal_stance, search.goal_x, search.goal_y = KINDS[goal.kind], goal.x, goal.y
    search.avoid, search.budget = avoid, min(budget, PLACES)
    memory["trial"] = resting(start) if isinstance(start, Node) else start
    answer = _find(compiled)(grid.ctypes.data, memory.ctypes.data)
    if answer == GAVE_UP:
        if not _connected(grid, start if isinstance(start, Node) else _cell(start), goal):
            return None
        raise GaveUp(f"no way to {goal} was found from {search.expanded:,} places; there may be one")
    return _trace(memory, int(search.found), int(search.expanded)) if answer == FOUND else None


def simulate(grid: np.ndarray, body: np.ndarray, moves: Iterable[int], compiled: bool = True) -> np.ndarray:
    """The body after every tick; the one that is given stays as it is."""
    buttons = np.array([*moves], np.int64)
    bodies = Body.zeros(len(buttons) + 1)
    bodies[:1] = body
    if len(buttons):
        _walk(compiled)(grid.ctypes.data, bodies.ctypes.data, buttons.ctypes.data, len(buttons))
    return bodies[1:]


def _cell(body: np.ndarray) -> Node:
    """The cell that the feet of a body are in, as a node."""
    return Node("stand", int(body["x"][0]) // u.CELL, int(body["y"][0]) // u.CELL)


def _connected(grid: np.ndarray, start: Node, goal: Node) -> bool:
    """Whether open cells lead from one node to the other, side by side."""
    open_ = grid["cells"][0] & b.SOLID == 0
    seen, waiting = {(start.x, start.y)}, [(start.x, start.y)]
    while waiting:
        x, y = waiting.pop()
        for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if beside not in seen and open_[beside[1] + 1, beside[0] + 1]:
                seen.add(beside)
                waiting.append(beside)
    return (goal.x, goal.y) in seen


def _trace(memory: np.ndarray, at: int, expanded: int) -> Way:
    """The way that led to a place."""
    places: Any = memory["places"][0]
    moves: list[int] = []
    end = twin(places["body"][at : at + 1])
    buttons, holds, parents = places["buttons"], places["hold"], places["parent"]
    while at > 0:
        moves += [int(buttons[at])] * int(holds[at])
        at = int(parents[at])
    return Way(tuple(reversed(moves)), end, expanded)


_local = threading.local()


def _memory() -> np.ndarray:
    """This thread's record to search in."""
    if not hasattr(_local, "search"):
        _local.search = Search.zeros()
    return _local.search


BODY_BYTES = Body.nbytes
_grid_at, _search_at, _body_at = reader(Grid), reader(Search), reader(Body)


@rule(door=True)
def find_by_address(grid, search):
    return find_way(_grid_at(grid), _search_at(search))


@rule(door=True)
def walk_by_address(grid, bodies, moves, count):
    """Bodies one after another: each is the one before after a tick with these buttons."""
    cells, buttons = _grid_at(grid), numbers_at(moves, count)
    for k in range(count):
        body = _body_at(bodies + (k + 1) * BODY_BYTES)
        before = _body_at(bodies + k * BODY_BYTES)
        body.x, body.y, body.vx, body.vy = before.x, before.y, before.vx, before.vy
        body.stance, body.held, body.let_go = before.stance, before.held, before.let_go
        step(cells, body, buttons[k])
    return count


@cache
def _find(compiled: bool) -> Any:
    return _ready(find_by_address, 2, compiled)


@cache
def _walk(compiled: bool) -> Any:
    return _ready(walk_by_address, 4, compiled)


def _ready(entry: Any, count: int, compiled: bool) -> Any:
    if not compiled or not is_compiled(entry):
        return plain(entry)
    return compile_door(entry, (numba.int64,) * count)
