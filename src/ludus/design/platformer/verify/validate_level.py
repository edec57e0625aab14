"""Validation of levels: whether a level made by hand can be finished, and replay of an agent's run in the game.

    level, run = read_playable("my.level")      # raises LevelError with file and line

Reading a level checks the positions of start, exits and traps. This module checks more: every exit can be reached from
the start by moves of the level graph, falls included, and the agent reaches each exit with the traps running. If it
does not, traps are removed one by one until it does, to name the one that blocks the path. There need not be a way
back, and places from which a player cannot return are no error; `dead_ends` lists them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.design.platformer.generator.generate import GeneratedLevel
from ludus.design.platformer.level_graph.graph import LevelGraph, build_level_graph
from ludus.design.platformer.level_graph.piece_move_table import STAND, whole_piece_moves
from ludus.design.platformer.verify.agent import AgentFailed, AgentRun, reversed_level, walk_level
from ludus.games.platformer.game_data_records import TRAP_KINDS
from ludus.games.platformer.level import Cell, Level, LevelTrap
from ludus.games.platformer.level_files import LevelError
from ludus.games.platformer.options import (
    LEVEL_SUFFIX,
    LEVELS,
    Options,
    find_level,
    level_names,
    load_with_level,
    with_movement_files,
)
from ludus.games.platformer.room_building_pieces import movement_pieces

MAX_REMOVED_TRAPS = 12  # traps to remove in turn, the nearest first
AGENT = "the test agent, which plays without mistakes,"  # see `ludus.design.platformer.verify.agent`
REPLAY_SECONDS = 3600


def read_playable(name: str, physics: str | None = None, pieces: str | None = None) -> tuple[Level, AgentRun]:
    """Load a level of the game or a file and check that it can be finished; returns it with a run that proves it.

    Args:
        name: the level, by its name or the path of its file.
        physics: a physics by its name or file; None: that of the level.
        pieces: building pieces by their name or file; None: those of the level.

    Raises:
        ContentError: a file is invalid, an exit cannot be reached, or a piece cannot be walked in the physics.
        OptionError: the level is made for another physics or other pieces.
    """
    level = with_movement_files(find_level(name), physics, pieces)
    return level, check_playable(level, LEVELS / f"{name}{LEVEL_SUFFIX}" if name in level_names() else name)


def check_playable(level: Level, file: str | Path | None = None) -> AgentRun:
    """Check that every exit can be reached.

    Returns:
        A run to the first exit.

    Raises:
        LevelError: an exit cannot be reached; with the line if `file` is given.
    """
    with_falls, graph = (build_level_graph(level, falls) for falls in (True, False))
    by_falls, reached = with_falls.reachable(level.start), graph.reachable(level.start)
    for exit_ in level.exits:
        (x, y), start = exit_, f"{level.start[0]} {level.start[1]}"
        node = graph.stand_node(exit_)
        if node is None:
            _raise_at_line(
                f"exit {x} {y}: a player cannot stand here, the cell below is open", level, file, "exit", exit_
            )
        if node not in by_falls:
            near = _nearest_reached(with_falls, by_falls, exit_)
            nearest = f"the nearest one gets is {near[0]} {near[1]}"
            message = f"exit {x} {y} cannot be reached from the start at {start}: {nearest}"
            _raise_at_line(message, level, file, "exit", exit_, near)
        if node not in reached:
            message = f"exit {x} {y} is reached from {start} only by a fall without a way back"
            message = (
                f"{message}, {_describe_fall(with_falls, reached, exit_)}; such a level can be played, but not rated"
            )
            advice = f"steps of at most {_max_climb(level)} cells there make a way back"
            _raise_at_line(f"{message}: {advice}", level, file, "exit", exit_)
    first, *_ = [_walk_to(level, exit_, file) for exit_ in level.exits]
    return first


def dead_ends(level: Level) -> list[Cell]:
    """Cells without a trap where a player can stand, reached by moves and falls, from which no exit can be reached."""
    graph, traps = build_level_graph(level, falls=True), {cell for trap in level.traps for cell in trap.cells}
    good = set[int]().union(*(graph.reachable(exit_, backwards=True) for exit_ in level.exits))
    lost = (graph.nodes[node] for node in graph.reachable(level.start) - good)
    return sorted((x, y) for kind, x, y in lost if kind == STAND and (x, y) not in traps)


def _walk_to(level: Level, exit_: Cell, file: str | Path | None) -> AgentRun:
    try:
        return walk_level(level, exit_)
    except AgentFailed as error:
        _raise_blocked(level, exit_, error.stuck_at, file)


def _nearest_reached(graph: LevelGraph, reached: set[int], exit_: Cell) -> Cell:
    """Reached cell nearest to the exit: where to look for what is missing."""
    _, x, y = min((_squared_distance(graph.nodes[node][1:], exit_), *graph.nodes[node][1:]) for node in reached)
    return x, y


def _describe_fall(fallen: LevelGraph, reached: set[int], exit_: Cell) -> str:
    """First fall on the way to an exit that no piece leads to, as text; `reached` are the nodes before it."""
    onwards = fallen.reachable(exit_, backwards=True)
    down = [edge for edge in fallen.edges if edge.start in reached and edge.end in onwards - reached]
    (_, x, y), (_, to_x, to_y) = (fallen.nodes[node] for node in (down[0].start, down[0].end))
    return f"from {x} {y} down to {to_x} {to_y}"


def _max_climb(level: Level) -> int:
    """Cells that a building piece goes up at once, at most."""
    return max(abs(move.step[1]) for move in whole_piece_moves(movement_pieces(level.movement)))


def _raise_blocked(level: Level, exit_: Cell, stuck_at: Cell | None, file: str | Path | None) -> NoReturn:
    """Name the trap without which the agent gets through; `stuck_at` is where it was stuck, if known."""
    middle = level.start if stuck_at is None else stuck_at
    nearest_traps = sorted(
        level.traps, key=lambda trap: (min(_squared_distance(cell, middle) for cell in trap.cells), trap.x, trap.y)
    )
    where = "" if stuck_at is None else f" from {stuck_at[0]} {stuck_at[1]}"
    path = "every path" if len(level.exits) == 1 else f"every path to exit {exit_[0]} {exit_[1]}"
    for trap in nearest_traps[:MAX_REMOVED_TRAPS]:
        try:
            walk_level(_without_trap(level, trap), exit_)
        except AgentFailed:
            continue
        message = f"{trap.name} blocks {path}: {AGENT} does not get past it{where}"
        _raise_at_line(message, level, file, TRAP_KINDS[trap.kind], (trap.x, trap.y))
    names, first = ", ".join(trap.name for trap in nearest_traps[:3]), nearest_traps[0]
    message = f"traps block {path}: {AGENT} does not get on{where}, near {names}"
    _raise_at_line(message, level, file, TRAP_KINDS[first.kind], (first.x, first.y))


def _without_trap(level: Level, trap: LevelTrap) -> Level:
    rows = [list(row) for row in level.rows]
    for x, y in trap.cells:
        rows[level.height - 1 - y][x] = "o"
    others = tuple(other for other in level.traps if other != trap)
    return replace(level, rows=tuple("".join(row) for row in rows), traps=others)


def _squared_distance(one: Cell, other: Cell) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _raise_at_line(what: str, level: Level, file: str | Path | None, word: str, cell: Cell, *more: Cell) -> NoReturn:
    """Raise LevelError with its cells and the line that defines the thing, or the row of the first cell."""
    cells = [cell, *more]
    if file is None:
        raise LevelError(what, cells=cells)
    lines = [text.split() for text in Path(file).read_text(encoding="utf-8").splitlines()]
    wanted = [word, *map(str, cell)]
    row = lines.index(["cells"]) + 1 + level.height - cell[1]
    raise LevelError(what, file, next((k for k, line in enumerate(lines, 1) if line[:3] == wanted), row), cells)


def reaches_exit(level: Level, run: AgentRun) -> bool:
    """Whether a run ends in the exit without a death."""
    position = Position.start(load_game("platformer"), load_with_level(level, Options(seconds=REPLAY_SECONDS)), 1)
    for move in run.moves:
        if position.end_reason:
            return False
        position.play(move)
    return position.end_reason == "exit" and position.scores == (0,)


def both_runs_reach_exit(generated: GeneratedLevel) -> tuple[bool, bool]:
    """Whether both runs of a generated level, there and back, end in the exit without a death."""
    assert generated.run_to_exit is not None, "the agent did not play this level"
    assert generated.run_to_start is not None, "the agent did not play this level"
    return reaches_exit(generated.level, generated.run_to_exit), reaches_exit(
        reversed_level(generated.level), generated.run_to_start
    )
