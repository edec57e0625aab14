"""Level generator: a maze of rooms, rooms built from pieces, traps along the routes.

    generated = generate_level(3, LevelSpec(rooms=(5, 1)))
    generated.level, generated.rejected      # the level, and why earlier attempts were rejected

A level is returned only if it passes all checks (verify/two_way_and_trap_bypass_checks.py) and the agent has played it
from the start to the exit and back with its traps running (agent.py). A failed attempt is counted by its reason; the
next attempt has its own seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ludus.core.compile_once import load_rule
from ludus.core.random import derive
from ludus.design.platformer.generator.connect_room_exits import RoomNotSolved, solve_room
from ludus.design.platformer.generator.fill_unused_cells import fill_free_cells, fill_pits_by_address
from ludus.design.platformer.generator.maze import INSIDE, Maze, RoomExit, make_maze, place_exits
from ludus.design.platformer.generator.styled_rooms import STYLES, StyledRoomFailed, build_styled_room, styled_exits
from ludus.design.platformer.generator.traps import (
    NoChoiceOfWays,
    PacingNotMet,
    PlacedTraps,
    RoomsNotConnected,
    TooFewChallenges,
    TrapFreeRouteLeft,
    WayParams,
    place_traps,
    working_memory,
)
from ludus.design.platformer.level_graph.cell_grid import OPEN, SOLID, grid_rows, make_cell_grid
from ludus.design.platformer.level_graph.movement_tables import packed_graph_moves
from ludus.design.platformer.random_stream import RandomStream
from ludus.design.platformer.spec import (
    CAUTION_DETOURS,
    DEFAULT_FILL,
    DEFAULT_SPACING,
    MAX_CELLS_PER_CHALLENGE,
    MAX_STRETCH,
    MIN_REST,
    LevelSpec,
    default_failures,
)
from ludus.design.platformer.verify.agent import AgentFailed, AgentRun, reversed_level, walk_level
from ludus.design.platformer.verify.two_way_and_trap_bypass_checks import LevelCheckFailed, check_guarantees
from ludus.games.platformer.level import Cell, Level
from ludus.util.errors import LudusError

MAX_ATTEMPTS = 200  # levels to try
STRICT_ATTEMPTS = 30  # of them, levels that must have a choice of ways and all kinds of traps
LENIENT_ATTEMPTS = 100  # after them, also levels with long stretches without a challenge are taken
ANY_LENGTH = 1 << 20  # cells
PACING_ROOMS, MIN_AGREEMENT = 24, 0.6  # rooms of levels whose traps must follow the pacing curve, and how well
ROOMS_PER_RISK = 2  # a level has one risk for so many rooms, less one
MAZE_TRIES, MIN_UNAVOIDABLE = 5, 0.8  # mazes to try for this share of unavoidable doors on the way
SLAB_SHARE = 0.85  # share of rooms with a slab to pass above or below
TRAP_REJECTIONS: dict[type[LudusError], str] = {  # reasons to reject a level, by error of the trap placement
    RoomsNotConnected: "rooms that are not connected",
    PacingNotMet: "another pacing",
    NoChoiceOfWays: "no choice of ways",
    TrapFreeRouteLeft: "a way without traps",
    TooFewChallenges: "a way with too few challenges",
}
REJECTION_HINTS = {  # advice by the most frequent reason
    "a way without traps": "; more rooms, other kinds of traps, another fill, or leave to have such a way may help",
    "a way with too few challenges": "; more or larger rooms have place for more challenges",
}


@dataclass(frozen=True)
class GeneratedLevel:
    """Generated level and how it was made."""

    level: Level
    spec: LevelSpec
    maze: Maze
    marks: tuple[Cell, ...]  # exits of all rooms, as cells of the level
    placed_traps: PlacedTraps | None
    run_to_exit: AgentRun | None  # the agent's runs; None without the agent check
    run_to_start: AgentRun | None
    rejected: Mapping[str, int]  # earlier attempts, by reason
    fallbacks: int  # rooms solved by the fallback search


class LevelRejected(LudusError):
    """An attempt failed; the message is the reason."""


class GenerationFailed(LudusError):
    """All attempts were rejected; perhaps no level can meet the spec."""


def generate_level(
    seed: int,
    spec: LevelSpec = LevelSpec(),  # noqa: B008
    compiled: bool = True,
    attempts: int = MAX_ATTEMPTS,
) -> GeneratedLevel:
    """Generate a level.

    Args:
        seed: seed of the level.
        spec: what the level is like; difficulty targets are ignored.
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
            return _attempt(seed, attempt, spec, rejected, compiled)
        except LevelRejected as reason:
            rejected[str(reason)] += 1
    reasons = ", ".join(f"{reason} ({count})" for reason, count in rejected.most_common())
    hint = REJECTION_HINTS.get(rejected.most_common(1)[0][0], "")
    raise GenerationFailed(f"no level was found in {attempts} attempts: {reasons}{hint}")


def _attempt(seed: int, attempt: int, spec: LevelSpec, rejected: Mapping[str, int], compiled: bool) -> GeneratedLevel:
    attempt_seed = derive(seed, "level", attempt)
    maze = _make_maze(attempt_seed, spec)
    if spec.setup == "thesis":
        exits = place_exits(maze, attempt_seed, *spec.room)
        needed, marks, ends, fallbacks = _solve_rooms(maze, exits, attempt_seed, spec, compiled)
        fill = spec.fill or DEFAULT_FILL
        values = fill_free_cells(needed, _closed_edges(maze, needed, spec), fill, attempt_seed)
    else:
        (values, marks, ends), fallbacks = _build_styled_rooms(maze, seed, attempt_seed, spec), 0
    grid = make_cell_grid(values)
    memory = working_memory()
    records = (grid, memory.graph, packed_graph_moves(spec.movement), memory.reach)
    fill_pits_rule = load_rule(fill_pits_by_address, 6, compiled)
    if not fill_pits_rule(*(item.ctypes.data for item in records), *ends[0]):
        raise LevelRejected("a pit")
    placed = None
    if spec.traps is not None:
        try:
            placed = _place_traps(grid, marks, ends, attempt_seed, attempt, spec, compiled)
        except tuple(TRAP_REJECTIONS) as error:
            raise LevelRejected(TRAP_REJECTIONS[type(error)]) from None
    level = Level(
        f"Seed {seed}", grid_rows(grid), ends[0], (ends[1],), placed.traps if placed else (), movement=spec.movement
    )
    try:
        check_guarantees(level, marks, spec.traps is None or spec.traps.trap_free, grid, compiled)
    except LevelCheckFailed:
        raise LevelRejected("a promise that was not kept") from None
    there = back = None
    if spec.agent_check:
        try:
            there, back = (walk_level(item, compiled=compiled) for item in (level, reversed_level(level)))
        except AgentFailed:
            raise LevelRejected("traps that the agent did not get through") from None
    return GeneratedLevel(level, spec, maze, tuple(marks), placed, there, back, dict(rejected), fallbacks)


def _make_maze(seed: int, spec: LevelSpec) -> Maze:
    """Make the maze; in the set-up `designed`, one whose doors on the way can mostly not be avoided.

    Where two routes through other rooms are equally long, a trap on one of them sends all players to the other.
    """
    options = (*spec.rooms, spec.loops, spec.branching, spec.start, spec.end)
    if spec.setup == "thesis":
        return make_maze(seed, *options)
    best = make_maze(derive(seed, "maze", 0), *options)
    for number in range(1, MAZE_TRIES):
        if best.unavoidable_share >= MIN_UNAVOIDABLE:
            break
        best = max(best, make_maze(derive(seed, "maze", number), *options), key=lambda maze: maze.unavoidable_share)
    return best


def _place_traps(
    grid: np.ndarray,
    marks: list[Cell],
    ends: tuple[Cell, Cell],
    seed: int,
    attempt: int,
    spec: LevelSpec,
    compiled: bool,
) -> PlacedTraps:
    assert spec.traps is not None
    if spec.setup == "thesis":
        return place_traps(grid, *ends, marks, seed, spec.traps, None, compiled, spec.movement)
    strict, lenient = attempt < STRICT_ATTEMPTS, attempt >= LENIENT_ATTEMPTS
    rooms = spec.rooms[0] * spec.rooms[1]
    ways = WayParams(
        spacing=spec.spacing or DEFAULT_SPACING,
        pacing=spec.pacing,
        bold=CAUTION_DETOURS["bold"],
        usual=CAUTION_DETOURS["usual"],
        rest=MIN_REST,
        most_cells=ANY_LENGTH if lenient else MAX_CELLS_PER_CHALLENGE,
        most_stretch=ANY_LENGTH if lenient else MAX_STRETCH,
        risks=max(1, rooms // ROOMS_PER_RISK - 1) if strict else 0,
        all_kinds=strict,
        agreement=MIN_AGREEMENT if attempt * rooms < PACING_ROOMS else 0.0,
        failures=spec.failures or default_failures(rooms),
        hard_share=1 - spec.ease,
    )
    return place_traps(grid, *ends, marks, seed, spec.traps, ways, compiled, spec.movement)


def _build_styled_rooms(
    maze: Maze, seed: int, attempt_seed: int, spec: LevelSpec
) -> tuple[np.ndarray, list[Cell], tuple[Cell, Cell]]:
    """Values of all cells, exits of all rooms as cells of the level, start and end."""
    (columns, rows), (width, height) = spec.rooms, spec.room
    style = level_style(seed, spec)
    try:
        exits = styled_exits(maze, attempt_seed, width, height, style)
        dice = RandomStream(attempt_seed, "slabs")
        rooms = [
            build_styled_room(
                *(room, width, height, style, RandomStream(attempt_seed, "styled room", number)),
                dice.chance(SLAB_SHARE),
            )
            for number, room in enumerate(exits)
        ]
    except StyledRoomFailed:
        raise LevelRejected("exits that no room can have") from None
    values = np.full((rows * height, columns * width), SOLID, np.uint8)
    marks, insides = [], {}
    for number, room in enumerate(rooms):
        left, low = number % columns * width, number // columns * height
        values[low : low + height, left : left + width][room.open] = OPEN
        cells = [(left + exit_.x, low + exit_.y) for exit_ in room.exits]
        marks += cells
        insides[number] = [cell for cell, exit_ in zip(cells, room.exits, strict=True) if exit_.side == INSIDE]
    return values, marks, (insides[maze.start][0], insides[maze.end][-1])


def level_style(seed: int, spec: LevelSpec) -> str:
    """Style of the rooms of a level: the one of the spec, or drawn from the seed."""
    return spec.style or RandomStream(seed, "style").pick(STYLES)


def _solve_rooms(
    maze: Maze, exits: list[list[RoomExit]], seed: int, spec: LevelSpec, compiled: bool
) -> tuple[np.ndarray, list[Cell], tuple[Cell, Cell], int]:
    """Cells needed by all rooms, exits of all rooms as cells of the level, start and end, number of fallbacks."""
    (columns, rows), (width, height) = spec.rooms, spec.room
    needed = np.zeros((rows * height, columns * width), np.uint8)
    marks, insides, fallbacks = [], {}, 0
    for number, room in enumerate(exits):
        try:
            solved = solve_room(room, width, height, derive(seed, "room", number), compiled, spec.movement)
        except RoomNotSolved:
            raise LevelRejected("exits that no room can have") from None
        left, low = number % columns * width, number // columns * height
        needed[low : low + height, left : left + width] = solved.cells
        fallbacks += solved.fallback
        cells = [(left + exit_.x, low + exit_.y) for exit_ in solved.exits]
        marks += cells
        insides[number] = [cell for cell, exit_ in zip(cells, solved.exits, strict=True) if exit_.side == INSIDE]
    return needed, marks, (insides[maze.start][0], insides[maze.end][-1]), fallbacks


def _closed_edges(maze: Maze, needed: np.ndarray, spec: LevelSpec) -> np.ndarray:
    """Cells at the border of rooms towards neighbours without a link."""
    width, height = spec.room
    closed = np.zeros(needed.shape, bool)
    for room in range(maze.columns * maze.rows):
        left, low = room % maze.columns * width, room // maze.columns * height
        if (room + 1) % maze.columns and room + 1 not in maze.neighbours[room]:
            closed[low : low + height, left + width - 1 : left + width + 1] = True
        if room + maze.columns < maze.columns * maze.rows and room + maze.columns not in maze.neighbours[room]:
            closed[low + height - 1 : low + height + 1, left : left + width] = True
    return closed
