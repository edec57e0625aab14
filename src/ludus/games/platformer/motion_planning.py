"""Motion of a body in a grid without a game: path search and simulation, for level generators.

grid = make_grid(rows)                                     cells as in a level file, from the top row down
path = find_path(grid, GridNode("stand", 1, 1), GridNode("stand", 4, 1))
path.ticks, write_presses(path.moves)                      the path is None if there is none
simulate(grid, resting_body(GridNode("stand", 1, 1)), path.moves)  the body after every tick

All of them take another physics than the thesis's as `physics`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from ludus.core.compile.intrinsics import ints_at, record_reader
from ludus.core.rule import compile_exported, is_compiled, plain, rule
from ludus.core.structured_records import copy_record
from ludus.games.platformer import constants as u
from ludus.games.platformer import physics as b
from ludus.games.platformer.level import pack_grid, solid_cells
from ludus.games.platformer.movement import THESIS_PHYSICS, Physics, physics_record
from ludus.games.platformer.path_search import BUDGET_EXCEEDED, FOUND, MAX_PATH_NODES, PathSearch, search_path
from ludus.games.platformer.physics import Body, Grid, PhysicsRecord, step
from ludus.util.errors import LudusError

DEFAULT_BUDGET = 20_000  # search nodes that a path search may expand
NODE_STANCES = {"stand": u.GROUND, "left hang": u.HANG_LEFT, "right hang": u.HANG_RIGHT}


@dataclass(frozen=True, order=True)
class GridNode:
    """A resting place of a body in a cell: standing, or hanging by a ledge on its left or right."""

    kind: str
    x: int
    y: int

    def __post_init__(self) -> None:
        if self.kind not in NODE_STANCES:
            raise LudusError(f"a node must be one of {', '.join(NODE_STANCES)}, not {self.kind!r}")


@dataclass(frozen=True)
class MotionPath:
    """A path: the buttons of every tick, and the body at the end."""

    moves: tuple[int, ...]
    end: np.ndarray
    expanded: int  # search nodes expanded

    @property
    def ticks(self) -> int:
        return len(self.moves)


class SearchBudgetExceeded(LudusError):
    """The budget of a path search was used up before it could decide whether a path exists."""


def make_grid(rows: Iterable[str]) -> np.ndarray:
    """Build a grid from rows of cells as in a level file, from the top row down."""
    grid = Grid.zeros()
    pack_grid(grid, solid_cells(tuple(rows)))
    return grid


def list_nodes(grid: np.ndarray) -> list[GridNode]:
    """List all nodes of a grid, sorted by kind, column and row."""
    cells = grid["cells"][0]
    open_ = cells & b.SOLID == 0
    places = []
    stands = open_[1:] & ~open_[:-1]
    places += [GridNode("stand", int(x) - 1, int(y)) for y, x in np.argwhere(stands)]
    for kind, flag in (("left hang", b.LEDGE_LEFT), ("right hang", b.LEDGE_RIGHT)):
        places += [GridNode(kind, int(x) - 1, int(y) - 1) for y, x in np.argwhere(cells & flag != 0)]
    return sorted(places)


def is_node(grid: np.ndarray, node: GridNode) -> bool:
    """Return whether a node exists in a grid."""
    cells = grid["cells"][0]
    if not (0 <= node.x < b.MAX_COLUMNS and 0 <= node.y < b.MAX_ROWS):
        return False
    here, below = int(cells[node.y + 1, node.x + 1]), int(cells[node.y, node.x + 1])
    if node.kind == "stand":
        return here & b.SOLID == 0 and below & b.SOLID != 0
    return here & (b.LEDGE_LEFT if node.kind == "left hang" else b.LEDGE_RIGHT) != 0


def resting_body(node: GridNode, physics: Physics = THESIS_PHYSICS) -> np.ndarray:
    """Return a body at rest at a node: in the centre of its cell, or with its hands on the ledge."""
    array = Body.zeros()
    left = node.x * u.CELL
    array["stance"] = NODE_STANCES[node.kind]
    array["x"] = {
        "stand": left + u.HALF_CELL,
        "left hang": left + physics.half_width,
        "right hang": left + u.CELL - physics.half_width,
    }[node.kind]
    array["y"] = node.y * u.CELL + (0 if node.kind == "stand" else physics.hang_height)
    return array


def find_path(
    grid: np.ndarray,
    start: GridNode | np.ndarray,
    goal: GridNode,
    budget: int = DEFAULT_BUDGET,
    avoid: int = b.FORBIDDEN,
    compiled: bool = True,
    physics: Physics = THESIS_PHYSICS,
) -> MotionPath | None:
    """Search a path to a node.

    Args:
        grid: the grid.
        start: a node, at which the body is at rest, or a body.
        goal: the node to reach.
        budget: number of search nodes that may be expanded.
        avoid: flags of cells that the body must not touch.
        compiled: False runs the search in plain Python.
        physics: the physics of the body.

    Returns:
        The path, or None if the search finds none.

    Raises:
        SearchBudgetExceeded: the budget did not suffice to decide.
        LudusError: start or goal is not a node of the grid.
    """
    for node in (start, goal):
        if isinstance(node, GridNode) and not is_node(grid, node):
            raise LudusError(f"there is no node {node} in the grid")
    memory = _thread_search()
    search = PathSearch.over(memory)
    search.goal_stance, search.goal_x, search.goal_y = NODE_STANCES[goal.kind], goal.x, goal.y
    search.avoid, search.budget = avoid, min(budget, MAX_PATH_NODES)
    memory["physics"] = physics_record(physics)
    memory["trial"] = resting_body(start, physics) if isinstance(start, GridNode) else start
    outcome = _path_search(compiled)(grid.ctypes.data, memory.ctypes.data)
    if outcome == BUDGET_EXCEEDED:
        if not _connected(grid, start if isinstance(start, GridNode) else _feet_cell(start), goal):
            return None
        raise SearchBudgetExceeded(f"no way to {goal} was found after {search.expanded:,} expansions; there may be one")
    return _trace_path(memory, int(search.found), int(search.expanded)) if outcome == FOUND else None


def cells_of_last_search() -> set[tuple[int, int]]:
    """Return the cells in which the feet were at the nodes of this thread's last path search."""
    memory = _thread_search()
    bodies = memory["places"][0]["body"][: int(memory["count"][0])]
    return {(int(x) // u.CELL, int(y) // u.CELL) for x, y in zip(bodies["x"], bodies["y"], strict=True)}


def simulate(
    grid: np.ndarray,
    body: np.ndarray,
    moves: Iterable[int],
    compiled: bool = True,
    physics: Physics = THESIS_PHYSICS,
) -> np.ndarray:
    """Return the body after every tick; `body` itself is not changed."""
    buttons = np.array([*moves], np.int64)
    bodies = Body.zeros(len(buttons) + 1)
    bodies[:1] = body
    if len(buttons):
        records = (grid, physics_record(physics), bodies, buttons)
        _simulation(compiled)(*(record.ctypes.data for record in records), len(buttons))
    return bodies[1:]


def _feet_cell(body: np.ndarray) -> GridNode:
    """Return the cell of the body's feet, as a node."""
    return GridNode("stand", int(body["x"][0]) // u.CELL, int(body["y"][0]) // u.CELL)


def _connected(grid: np.ndarray, start: GridNode, goal: GridNode) -> bool:
    """Return whether adjacent open cells connect two nodes."""
    open_ = grid["cells"][0] & b.SOLID == 0
    seen, waiting = {(start.x, start.y)}, [(start.x, start.y)]
    while waiting:
        x, y = waiting.pop()
        for neighbour in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if neighbour not in seen and open_[neighbour[1] + 1, neighbour[0] + 1]:
                seen.add(neighbour)
                waiting.append(neighbour)
    return (goal.x, goal.y) in seen


def _trace_path(memory: np.ndarray, at: int, expanded: int) -> MotionPath:
    """Return the path to a search node."""
    places: Any = memory["places"][0]
    moves: list[int] = []
    end = copy_record(places["body"][at : at + 1])
    buttons, holds, parents = places["buttons"], places["hold"], places["parent"]
    while at > 0:
        moves += [int(buttons[at])] * int(holds[at])
        at = int(parents[at])
    return MotionPath(tuple(reversed(moves)), end, expanded)


_local = threading.local()


def _thread_search() -> np.ndarray:
    """Return this thread's search record."""
    if not hasattr(_local, "search"):
        _local.search = PathSearch.zeros()
    return _local.search


BODY_BYTES = Body.nbytes
_grid_at, _search_at, _body_at = record_reader(Grid), record_reader(PathSearch), record_reader(Body)
_physics_at = record_reader(PhysicsRecord)


@rule(export=True)
def find_by_address(grid, search):
    return search_path(_grid_at(grid), _search_at(search))


@rule(export=True)
def simulate_by_address(grid, physics, bodies, moves, count):
    """Fill an array of bodies: each is the previous one after a tick with its buttons."""
    cells, numbers, buttons = _grid_at(grid), _physics_at(physics), ints_at(moves, count)
    for k in range(count):
        body = _body_at(bodies + (k + 1) * BODY_BYTES)
        before = _body_at(bodies + k * BODY_BYTES)
        body.x, body.y, body.vx, body.vy = before.x, before.y, before.vx, before.vy
        body.stance, body.held, body.let_go = before.stance, before.held, before.let_go
        body.coyote, body.air_jumps, body.locked = before.coyote, before.air_jumps, before.locked
        step(cells, numbers, body, buttons[k])
    return count


@cache
def _path_search(compiled: bool) -> Any:
    return _entry(find_by_address, 2, compiled)


@cache
def _simulation(compiled: bool) -> Any:
    return _entry(simulate_by_address, 5, compiled)


def _entry(entry: Any, count: int, compiled: bool) -> Any:
    if not compiled or not is_compiled(entry):
        return plain(entry)
    return compile_exported(entry, (numba.int64,) * count)
