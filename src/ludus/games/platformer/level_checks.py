"""Validation of levels: positions of start, exits, traps and decoration."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from ludus.core.errors import ContentError
from ludus.games.platformer import table as t
from ludus.games.platformer.body import MAX_COLUMNS, MAX_ROWS
from ludus.games.platformer.level import (
    CELL_CHARACTERS,
    SPIKE_CELL,
    IN_SOLID,
    MOVING_TRAP_CELL,
    ORNAMENTS,
    PERIOD_RANGE,
    Cell,
    Level,
    LevelTrap,
)


@dataclass
class LineNumbers:
    """Line numbers in a level file, for error messages; empty for a level without a file."""

    cells: int | None = None  # the first row of cells
    markers: dict[tuple[str, Cell], int] = field(default_factory=dict)  # by word and cell
    traps: list[int] = field(default_factory=list)


def check_level(level: Level, file: str | Path | None = None, lines: LineNumbers | None = None) -> None:
    """Check that a level is valid. Whether the exits can be reached is not checked.

    Raises:
        ContentError: the level is invalid; the message names file and line if known.
    """
    _LevelChecker(level, file, lines or LineNumbers()).check()


class _LevelChecker:
    def __init__(self, level: Level, file: str | Path | None, lines: LineNumbers) -> None:
        self.level, self.file, self.lines = level, file, lines

    def check(self) -> None:
        level = self.level
        self.check_cells()
        if not level.exits:
            self.fail("there is no exit: a line 'exit X Y' for each, at least one")
        if len(level.exits) > t.MAX_EXITS:
            self.fail(f"there are {len(level.exits)} exits; at most {t.MAX_EXITS}")
        self.check_marker("start", level.start)
        for cell in level.exits:
            self.check_marker("exit", cell)
        if level.start in level.exits:
            self.fail("the start is an exit", self.lines.markers.get(("exit", level.start)))
        for cell in level.safe:
            self.check_marker("safe", cell)
        if len(level.traps) > t.MAX_TRAPS:
            self.fail(f"there are {len(level.traps)} traps; at most {t.MAX_TRAPS}")
        if (mines := sum(trap.kind == t.MINE for trap in level.traps)) > t.MAX_MINES:
            self.fail(f"there are {mines} mines; at most {t.MAX_MINES}")
        self.check_traps()
        self.check_ornaments()

    def check_cells(self) -> None:
        rows = self.level.rows
        if not rows or not rows[0]:
            self.fail("there are no cells")
        if len(rows) > MAX_ROWS or len(rows[0]) > MAX_COLUMNS:
            self.fail(f"a level has at most {MAX_COLUMNS} x {MAX_ROWS} cells")
        for number, row in enumerate(rows):
            line = None if self.lines.cells is None else self.lines.cells + number
            if len(row) != len(rows[0]):
                self.fail(f"this row has {len(row)} cells, the first one {len(rows[0])}", line)
            if unknown := set(row) - set(CELL_CHARACTERS):
                self.fail(f"there is no cell {min(unknown)!r}; cells are {' '.join(CELL_CHARACTERS)}", line)

    def check_marker(self, word: str, cell: Cell) -> None:
        level, (x, y) = self.level, cell
        line = self.lines.markers.get((word, cell))
        if not (x < level.width and y < level.height):
            self.fail(f"{word} {x} {y} is outside: the level has {level.width} x {level.height} cells", line)
        if level.solid(x, y):
            self.fail(f"{word} {x} {y} is in a solid cell", line)
        if level.cell(x, y) in (MOVING_TRAP_CELL, SPIKE_CELL):
            self.fail(f"{word} {x} {y} is in a trap", line)
        if word != "exit" and not level.can_stand(x, y):
            self.fail(f"{word} {x} {y}: a body cannot stand here, the cell below is open", line)

    def check_ornaments(self) -> None:
        level = self.level
        taken = {level.start: "the start"} | dict.fromkeys(level.exits, "an exit")
        for ornament in level.ornaments:
            (x, y), name = ornament.cell, f"{ornament.kind} {ornament.x} {ornament.y}"
            line = self.lines.markers.get((ornament.kind, ornament.cell))
            if ornament.kind not in ORNAMENTS:
                self.fail(f"{name}: unknown decoration; there are {', '.join(ORNAMENTS)}", line)
            if not (0 <= x < level.width and 0 <= y < level.height):
                self.fail(f"{name} is outside: the level has {level.width} x {level.height} cells", line)
            if ornament.cell in taken:
                self.fail(f"{name}: {taken[ornament.cell]} is in this cell", line)
            taken[ornament.cell] = name
            if level.solid(x, y) != (ornament.kind in IN_SOLID):
                self.fail(f"{name} needs {'a solid' if ornament.kind in IN_SOLID else 'an open'} cell", line)
            if level.cell(x, y) in (MOVING_TRAP_CELL, SPIKE_CELL):
                self.fail(f"{name} is in a trap", line)
            if ornament.kind == "vine" and not level.solid(x, y + 1):
                self.fail(f"{name} needs a solid cell at {x} {y + 1}", line)

    def check_traps(self) -> None:
        taken: dict[Cell, LevelTrap] = {}
        for number, trap in enumerate(self.level.traps):
            line = self.lines.traps[number] if number < len(self.lines.traps) else None
            for cell in trap.cells:
                if cell in taken:
                    self.fail(f"{trap.name} and {taken[cell].name} are both in cell {cell[0]} {cell[1]}", line)
                taken[cell] = trap
            self.check_trap(trap, line)
        for y in range(self.level.height):
            for x in range(self.level.width):
                if self.level.cell(x, y) in (MOVING_TRAP_CELL, SPIKE_CELL) and (x, y) not in taken:
                    line = None if self.lines.cells is None else self.lines.cells + self.level.height - 1 - y
                    self.fail(f"cell {x} {y} is {self.level.cell(x, y)}, but no line says which trap is there", line)

    def check_trap(self, trap: LevelTrap, line: int | None) -> None:
        level, required = self.level, SPIKE_CELL if trap.kind == t.SPIKES else MOVING_TRAP_CELL
        for x, y in trap.cells:
            if not (0 <= x < level.width and 0 <= y < level.height):
                size = f"the level has {level.width} x {level.height} cells"
                self.fail(f"{trap.name} is outside, in cell {x} {y}: {size}", line)
            if level.cell(x, y) != required:
                self.fail(f"{trap.name}: cell {x} {y} must be {required}, not {level.cell(x, y)}", line)
        for x, y in _supporting_cells(trap):
            if not level.solid(x, y):
                self.fail(f"{trap.name} needs a solid cell at {x} {y}", line)
        if trap.kind not in t.TRAPS_WITHOUT_PERIOD:
            if not PERIOD_RANGE[0] <= trap.period <= PERIOD_RANGE[1]:
                self.fail(
                    f"{trap.name}: a period has {PERIOD_RANGE[0]} to {PERIOD_RANGE[1]} ticks, not {trap.period}", line
                )
            if not 0 <= trap.phase < trap.period:
                self.fail(f"{trap.name}: a phase must be below the period ({trap.period}), not {trap.phase}", line)

    def fail(self, what: str, line: int | None = None) -> NoReturn:
        raise ContentError(what, self.file, line)


def _supporting_cells(trap: LevelTrap) -> list[Cell]:
    """Return the cells that must be solid to hold a trap."""
    x, y = trap.x, trap.y
    if trap.kind in (t.WALL_SPIKES, t.SPIKES):
        return {
            t.POINT_LEFT: [(x + 1, y)],
            t.POINT_RIGHT: [(x - 1, y)],
            t.POINT_UP: [(x, y - 1)],
            t.POINT_DOWN: [(x, y + 1)],
        }[trap.facing]
    if trap.kind == t.JAWS:
        return [(x - 1, y), (x + 1, y)]
    floor = [(cell_x, y - 1) for cell_x, _ in trap.cells]
    if trap.kind == t.SQUEEZE:
        return [*floor, (x, y + 1)]
    if trap.kind == t.SAW_SQUEEZE:
        return [*floor, (x + 1, y + 1)]
    return floor
