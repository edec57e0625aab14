"""Level generator: a maze of rooms, rooms built from pieces, traps along the routes.

    generated = generate_level(3, GeneratorParams(rooms=(5, 1)))
    generated.level, generated.rejected      # the level, and why earlier attempts were rejected

A level is returned only if it passes all checks (level_checks.py) and the agent has played it from the start to the
exit and back with its traps running (agent.py). A failed attempt is counted by its reason; the next attempt has its own
seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from ludus.core.errors import LudusError, OptionError, UnknownName
from ludus.core.random import derive
from ludus.design.levels.building.exits import INSIDE, Exit, place_exits
from ludus.design.levels.building.fills import STYLES, fill, fill_pits_by_address
from ludus.design.levels.building.mazes import LOOPS, Maze, make_maze
from ludus.design.levels.building.rooms import NoRoom, solve_room
from ludus.design.levels.doors import ready
from ludus.design.levels.proving.agent import NotWalked, Walked, backwards, walk_level
from ludus.design.levels.proving.checks import Broken, check_promises
from ludus.design.levels.trapping.traps import PlacedTraps, TooEasy, TrapFree, TrapOrder, place_traps, working_memory
from ludus.design.levels.ways.moves import half_moves
from ludus.design.levels.ways.sheets import make_sheet, rows_of
from ludus.games.platformer.body import COLUMNS, ROWS
from ludus.games.platformer.level import Cell, Level

ATTEMPTS = 200  # levels to try
HINTS = {  # advice by the most frequent reason
    "a way without traps": "; more rooms, other kinds of traps, another fill, or leave to have such a way may help",
    "a way with too few challenges": "; more or larger rooms have place for more challenges",
}


@dataclass(frozen=True)
class LevelOrder:
    """Parameters of the generator.

    Raises:
        OptionError: the level would be too large.
        UnknownName: there is no such fill style.
    """

    rooms: tuple[int, int] = (5, 1)
    room: tuple[int, int] = (11, 7)
    loops: float = LOOPS
    branching: float = 0.0
    start: int | None = None  # room number
    end: int | None = None
    fill: str = "airy"
    traps: TrapOrder | None = field(default_factory=TrapOrder)  # None: a level without traps
    walked: bool = True  # whether the agent must play it in both directions

    def __post_init__(self) -> None:
        (columns, rows), (width, height) = self.rooms, self.room
        if columns * width > COLUMNS or rows * height > ROWS:
            size = f"{columns} x {rows} rooms of {width} x {height} cells"
            raise OptionError(f"a level has at most {COLUMNS} x {ROWS} cells; {size} are too many")
        if self.fill not in STYLES:
            raise UnknownName("fill style", self.fill, [*STYLES])


@dataclass(frozen=True)
class Made:
    """Generated level and how it was made."""

    level: Level
    order: LevelOrder
    maze: Maze
    marks: tuple[Cell, ...]  # exits of all rooms, as cells of the level
    placed: PlacedTraps | None
    there: Walked | None  # the agent's runs; None without the agent check
    back: Walked | None
    rejected: Mapping[str, int]  # earlier attempts, by reason
    fallbacks: int  # rooms solved by the fallback search


class Rejected(LudusError):
    """An attempt failed; the message is the reason."""


class NoLevel(LudusError):
    """All attempts were rejected; perhaps no level can meet the parameters."""


def make_level(
    seed: int,
    order: LevelOrder = LevelOrder(),  # noqa: B008
    compiled: bool = True,
    attempts: int = ATTEMPTS,
) -> Made:
    """Generate a level.

    Args:
        seed: seed of the level.
        params: what the level is like.
        compiled: whether to run compiled rules.
        attempts: levels to try.

    Returns:
        The first level that passes all checks.

    Raises:
        GenerationFailed: all attempts were rejected; the message counts the reasons.
    """
    rejected: Counter[str] = Counter()
    for attempt in range(attempts):
        try:
            return _attempt(seed, attempt, order, rejected, compiled)
        except Rejected as reason:
            rejected[str(reason)] += 1
    reasons = ", ".join(f"{reason} ({count})" for reason, count in rejected.most_common())
    hint = HINTS.get(rejected.most_common(1)[0][0], "")
    raise NoLevel(f"no level was found in {attempts} attempts: {reasons}{hint}")


def _attempt(seed: int, attempt: int, order: LevelOrder, rejected: Mapping[str, int], compiled: bool) -> Made:
    attempt_seed = derive(seed, "level", attempt)
    maze = make_maze(attempt_seed, *order.rooms, order.loops, order.branching, order.start, order.end)
    exits = place_exits(maze, attempt_seed, *order.room)
    needed, marks, ends, fallbacks = _solved(maze, exits, attempt_seed, order, compiled)
    sheet = make_sheet(fill(needed, _shut(maze, needed, order), order.fill, attempt_seed))
    work = working_memory()
    records = (sheet, work.graph, half_moves(), work.flood)
    door = ready(fill_pits_by_address, 6, compiled)
    if not door(*(item.ctypes.data for item in records), *ends[0]):
        raise Rejected("a pit")
    placed = None
    if order.traps is not None:
        try:
            placed = place_traps(sheet, *ends, marks, attempt_seed, order.traps, compiled)
        except TrapFree:
            raise Rejected("a way without traps") from None
        except TooEasy:
            raise Rejected("a way with too few challenges") from None
    level = Level(f"Seed {seed}", rows_of(sheet), ends[0], (ends[1],), placed.traps if placed else ())
    try:
        check_promises(level, marks, order.traps is None or order.traps.trap_free, sheet, compiled)
    except Broken:
        raise Rejected("a promise that was not kept") from None
    there = back = None
    if order.walked:
        try:
            there, back = (walk_level(item, compiled=compiled) for item in (level, backwards(level)))
        except NotWalked:
            raise Rejected("traps that the agent did not get through") from None
    return Made(level, order, maze, tuple(marks), placed, there, back, dict(rejected), fallbacks)


def _solved(
    maze: Maze, exits: list[list[Exit]], seed: int, order: LevelOrder, compiled: bool
) -> tuple[np.ndarray, list[Cell], tuple[Cell, Cell], int]:
    """Cells needed by all rooms, exits of all rooms as cells of the level, start and end, number of fallbacks."""
    (columns, rows), (width, height) = order.rooms, order.room
    needed = np.zeros((rows * height, columns * width), np.uint8)
    marks, insides, fallbacks = [], {}, 0
    for number, room in enumerate(exits):
        try:
            solved = solve_room(room, width, height, derive(seed, "room", number), compiled)
        except NoRoom:
            raise Rejected("exits that no room can have") from None
        left, low = number % columns * width, number // columns * height
        needed[low : low + height, left : left + width] = solved.cells
        fallbacks += solved.fallback
        cells = [(left + exit_.x, low + exit_.y) for exit_ in solved.exits]
        marks += cells
        insides[number] = [cell for cell, exit_ in zip(cells, solved.exits, strict=True) if exit_.side == INSIDE]
    return needed, marks, (insides[maze.start][0], insides[maze.end][-1]), fallbacks


def _shut(maze: Maze, needed: np.ndarray, order: LevelOrder) -> np.ndarray:
    """Cells at the border of rooms towards neighbours without a link."""
    width, height = order.room
    closed = np.zeros(needed.shape, bool)
    for room in range(maze.columns * maze.rows):
        left, low = room % maze.columns * width, room // maze.columns * height
        if (room + 1) % maze.columns and room + 1 not in maze.neighbours[room]:
            closed[low : low + height, left + width - 1 : left + width + 1] = True
        if room + maze.columns < maze.columns * maze.rows and room + maze.columns not in maze.neighbours[room]:
            closed[low + height - 1 : low + height + 1, left : left + width] = True
    return closed
