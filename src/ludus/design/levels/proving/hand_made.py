"""Levels made by hand: whether they can be played to the end, told with file and line where they cannot.

    level = read_playable("my.level")       raises ContentError

Reading a level asks whether start, exits and traps stand where they can. Here we ask for more: every exit is reached
from the start by moves that the level graph knows, falls among them, and the agent gets to each of them with the traps
running. Where it does not, traps are taken away one by one until it does, to name the one that is in the way. Nobody
walks back, and a place that one falls into for good is no error; `dead_ends` has these.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from ludus.core.errors import ContentError
from ludus.design.levels.proving.agent import NotWalked, Walked, walk_level
from ludus.design.levels.ways.graph import LevelGraph, build_graph
from ludus.design.levels.ways.moves import STAND, whole
from ludus.design.levels.ways.sheets import sheet_of
from ludus.games.platformer.level import Cell, Level, TrapLine
from ludus.games.platformer.options import ENDING, LEVELS, find_level, level_names
from ludus.games.platformer.pieces import load_pieces
from ludus.games.platformer.table import KINDS

TAKEN_AWAY = 12  # traps that are tried, the nearest first


def read_playable(name: str) -> tuple[Level, Walked]:
    """A level of the game or in a file that can be played to its end, and a run that proves it."""
    level = find_level(name)
    return level, check_playable(level, LEVELS / f"{name}{ENDING}" if name in level_names() else name)


def check_playable(level: Level, file: str | Path | None = None) -> Walked:
    """Raise ContentError, with the line if there is a file, unless every exit can be reached; a run to the first."""
    fallen, graph = (build_graph(sheet_of(level), falls=falls) for falls in (True, False))
    by_falls, reached = fallen.reached(level.start), graph.reached(level.start)
    for exit_ in level.exits:
        (x, y), start = exit_, f"{level.start[0]} {level.start[1]}"
        node = graph.stand(exit_)
        if node is None:
            _wrong(f"exit {x} {y}: nobody can stand here, the cell below is open", level, file, "exit", exit_)
        if node not in by_falls:
            near = _nearest(fallen, by_falls, exit_)
            told = f"exit {x} {y} cannot be reached from the start at {start}: the nearest one gets is {near}"
            _wrong(told, level, file, "exit", exit_)
        if node not in reached:
            told = f"exit {x} {y} is reached from {start} only by a fall from which nobody comes back"
            told = f"{told}, {_fall(fallen, reached, exit_)}; such a level can be played, but not rated"
            mend = f"steps of at most {_highest()} cells there make a way back"
            _wrong(f"{told}: {mend}", level, file, "exit", exit_)
    first, *_ = [_walked(level, exit_, file) for exit_ in level.exits]
    return first


def dead_ends(level: Level) -> list[Cell]:
    """Cells without a trap that one can stand in, having come there by moves and falls, and from which no exit is
    reached any more."""
    graph, traps = build_graph(sheet_of(level), falls=True), {cell for trap in level.traps for cell in trap.cells}
    good = set[int]().union(*(graph.reached(exit_, backwards=True) for exit_ in level.exits))
    lost = (graph.nodes[node] for node in graph.reached(level.start) - good)
    return sorted((x, y) for kind, x, y in lost if kind == STAND and (x, y) not in traps)


def _walked(level: Level, exit_: Cell, file: str | Path | None) -> Walked:
    try:
        return walk_level(level, exit_)
    except NotWalked as error:
        _blocked(level, exit_, error.at, file)


def _nearest(graph: LevelGraph, reached: set[int], exit_: Cell) -> str:
    """How near one comes is where to look for what is missing."""
    _, x, y = min((_away(graph.nodes[node][1:], exit_), *graph.nodes[node][1:]) for node in reached)
    return f"{x} {y}"


def _fall(fallen: LevelGraph, reached: set[int], exit_: Cell) -> str:
    """The first fall on the way to an exit that no piece leads to; `reached` are the nodes before it."""
    onwards = fallen.reached(exit_, backwards=True)
    down = [edge for edge in fallen.edges if edge.start in reached and edge.end in onwards - reached]
    (_, x, y), (_, to_x, to_y) = (fallen.nodes[node] for node in (down[0].start, down[0].end))
    return f"from {x} {y} down to {to_x} {to_y}"


def _highest() -> int:
    """Cells that one can go up at once, by the building pieces."""
    return max(abs(move.step[1]) for move in whole(load_pieces()))


def _blocked(level: Level, exit_: Cell, at: Cell | None, file: str | Path | None) -> NoReturn:
    """Name the trap without which the agent gets through; `at` is where it was stuck, if it knows."""
    middle = level.start if at is None else at
    near = sorted(level.traps, key=lambda trap: (min(_away(cell, middle) for cell in trap.cells), trap.x, trap.y))
    where = "" if at is None else f" from {at[0]} {at[1]}"
    path = "every path" if len(level.exits) == 1 else f"every path to exit {exit_[0]} {exit_[1]}"
    for trap in near[:TAKEN_AWAY]:
        try:
            walk_level(_without(level, trap), exit_)
        except NotWalked:
            continue
        told = f"{trap.name} blocks {path}: nobody gets past it{where}"
        _wrong(told, level, file, KINDS[trap.kind], (trap.x, trap.y))
    names, first = ", ".join(trap.name for trap in near[:3]), near[0]
    told = f"traps block {path}: nobody gets on{where}, near {names}"
    _wrong(told, level, file, KINDS[first.kind], (first.x, first.y))


def _without(level: Level, trap: TrapLine) -> Level:
    rows = [list(row) for row in level.rows]
    for x, y in trap.cells:
        rows[level.height - 1 - y][x] = "o"
    others = tuple(each for each in level.traps if each != trap)
    return replace(level, rows=tuple("".join(row) for row in rows), traps=others)


def _away(one: Cell, other: Cell) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _wrong(what: str, level: Level, file: str | Path | None, word: str, cell: Cell) -> NoReturn:
    """With the line that says so, or the row of the cell where there is no such line."""
    if file is None:
        raise ContentError(what)
    lines = [text.split() for text in Path(file).read_text(encoding="utf-8").splitlines()]
    wanted = [word, *map(str, cell)]
    row = lines.index(["cells"]) + 1 + level.height - cell[1]
    raise ContentError(what, file, next((k for k, line in enumerate(lines, 1) if line[:3] == wanted), row))
