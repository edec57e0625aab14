"""Level files: reading and validation. Errors name file and line; level.py describes the format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.game_data_records import (
    FACINGS,
    POINT_LEFT,
    POINT_RIGHT,
    POINT_UP,
    SPIKES,
    TRAP_KINDS,
    TRAPS_WITHOUT_PERIOD,
    WALL_SPIKES,
)
from ludus.games.platformer.level import (
    CELL_CHARACTERS,
    IN_SOLID,
    MOVING_TRAP_CELL,
    ORNAMENTS,
    PERIOD_RANGE,
    SPIKE_CELL,
    Cell,
    Level,
    LevelTrap,
    Ornament,
)
from ludus.games.platformer.movement import (
    MAX_NAME_LENGTH,
    RANGES,
    THESIS,
    Movement,
    Physics,
    PhysicsError,
    PieceShape,
    piece_fault,
)
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS
from ludus.util.errors import ContentError, UnknownName
from ludus.util.files import missing_file
from ludus.util.text import did_you_mean
from ludus.util.tracked_files import read_tracked

MAX_CHARACTERS = 100_000  # characters of a level file
FOREIGN_SUFFIXES = (".tmx", ".tmj", ".ldtk", ".tscn", ".csv")  # of levels in files of other tools
LINE_WORDS = ("level", "cells", "start", "exit", "safe", "physics", "piece", *TRAP_KINDS, *ORNAMENTS)


class LevelError(ContentError):
    """A fault of a level, with the cells where it is; none if it has no place."""

    def __init__(
        self, what: str, file: str | Path | None = None, line: int | None = None, cells: Sequence[Cell] = ()
    ) -> None:
        super().__init__(what, file, line)
        self.cells = tuple(cells)


@dataclass
class LineNumbers:
    """Line numbers in a level file, for error messages; empty for a level without a file."""

    cells: int | None = None  # the first row of cells
    markers: dict[tuple[str, Cell], int] = field(default_factory=dict)  # by word and cell
    traps: list[int] = field(default_factory=list)


def load_level(file: str | Path) -> Level:
    """Read and check the level in a file; raise ContentError if it is invalid or cannot be read."""
    try:
        text = read_tracked(file).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except FileNotFoundError:
        raise ContentError(missing_file(file, "level file"), file) from None
    except (OSError, ValueError) as error:
        raise ContentError(f"this level cannot be read: {error}", file) from None
    if (suffix := Path(file).suffix.lower()) in FOREIGN_SUFFIXES:
        raise ContentError(f"{suffix} is a format of another tool; `ludus import platformer` makes a level of it", file)
    return read_level(text, file)


def read_level(text: str, file: str | Path | None = None) -> Level:
    """Parse and check the text of a level file.

    Args:
        text: the content of the file.
        file: its path, used in error messages only.

    Raises:
        ContentError: the level is invalid.
    """
    if len(text) > MAX_CHARACTERS:
        raise ContentError(f"this is too long for a level ({len(text):,} characters; at most {MAX_CHARACTERS:,})", file)
    return _LevelParser(file).read(text)


def find_faults(text: str) -> tuple[Level | None, list[ContentError]]:
    """Parse a text that may be wrong, and find all faults of its level instead of the first one.

    Args:
        text: the content of a level file.

    Returns:
        The level, None if the text cannot be parsed; and its faults. A text that cannot be parsed has one.
    """
    parser = _LevelParser(None)
    try:
        if len(text) > MAX_CHARACTERS:
            parser.fail(f"this is too long for a level ({len(text):,} characters; at most {MAX_CHARACTERS:,})")
        level = parser.parse(text)
    except ContentError as error:
        return None, [error]
    return level, [*_LevelChecker(level, None, parser.lines).faults()]


def read_movement_lines(lines: Sequence[str]) -> Movement:
    """Parse the lines of a level file that say its physics and its building pieces.

    Raises:
        ContentError: a line is wrong, or is no such line.
    """
    parser = _LevelParser(None)
    for line in lines:
        words = line.split()
        if words[:1] not in (["physics"], ["piece"]):
            parser.fail(f"expected a line of a physics or of a piece, not {line!r:.40}")
        parser.read_line(words)
    return parser.movement()


def check_level(level: Level, file: str | Path | None = None, lines: LineNumbers | None = None) -> None:
    """Check that a level is valid. Whether the exits can be reached is not checked.

    Raises:
        ContentError: the level is invalid; the message names file and line if known.
    """
    _LevelChecker(level, file, lines or LineNumbers()).check()


class _LevelParser:
    """State of the parser: the parts read so far, and the current line."""

    def __init__(self, file: str | Path | None) -> None:
        self.file, self.line = file, 0
        self.name = ""
        self.rows: list[str] = []
        self.lines = LineNumbers()
        self.starts: list[Cell] = []
        self.exits: list[Cell] = []
        self.safe: list[Cell] = []
        self.traps: list[LevelTrap] = []
        self.ornaments: list[Ornament] = []
        self.physics: dict[str, int] = {}
        self.physics_name: str | None = None
        self.pieces: list[PieceShape] = []

    def read(self, text: str) -> Level:
        level = self.parse(text)
        check_level(level, self.file, self.lines)
        return level

    def parse(self, text: str) -> Level:
        """Read a level without checking it."""
        in_cells = False
        for number, line in enumerate(text.splitlines(), 1):
            self.line = number
            if in_cells:
                in_cells = bool(line.strip())
                if in_cells:
                    self.read_row(line.rstrip())
            elif line.strip() == "cells":
                if self.rows:
                    self.fail("there are two blocks of cells; a level has one, without empty lines")
                in_cells, self.lines.cells = True, number + 1
            elif line.strip() and not line.lstrip().startswith(";"):
                self.read_line(line.split())
        self.line = 0
        return self.finish()

    def read_row(self, line: str) -> None:
        for column, character in enumerate(line):
            if character not in CELL_CHARACTERS:
                known = "# and = (solid), o and . (open), t (a trap that moves), d (spikes)"
                self.fail(f"there is no cell {character!r} (column {column}); cells are {known}")
        if self.rows and len(line) != len(self.rows[0]):
            self.fail(f"this row has {len(line)} cells, those above it {len(self.rows[0])}")
        self.rows.append(line)
        if len(line) > MAX_COLUMNS or len(self.rows) > MAX_ROWS:
            self.fail(f"a level has at most {MAX_COLUMNS} x {MAX_ROWS} cells")

    def read_line(self, words: list[str]) -> None:
        word = words[0]
        if word == "level":
            if self.name:
                self.fail("the level has its name already")
            self.name = " ".join(words[1:])
            if not 1 <= len(self.name) <= MAX_NAME_LENGTH:
                self.fail(f"the name of a level has 1 to {MAX_NAME_LENGTH} characters")
            if not self.name.isprintable():
                self.fail("the name of a level contains unprintable characters")
        elif word in ("start", "exit", "safe"):
            places = {"start": self.starts, "exit": self.exits, "safe": self.safe}[word]
            places.append(self.read_cell(word, words))
        elif word in ORNAMENTS:
            self.ornaments.append(Ornament(word, *self.read_cell(word, words)))
        elif word == "physics":
            self.read_physics(words)
        elif word == "piece":
            self.read_piece(words)
        elif word in TRAP_KINDS:
            self.read_trap(TRAP_KINDS.index(word), words)
        else:
            hint = did_you_mean(word, LINE_WORDS, f"; the words are {', '.join(LINE_WORDS)}")
            self.fail(f"no line of a level begins with {word!r:.40}{hint}")

    def read_cell(self, word: str, words: list[str]) -> Cell:
        """Read the cell of a line `word X Y`; the same line twice is an error."""
        if len(words) != 3:
            self.fail(f"write '{word} X Y'")
        cell = self.read_number(words[1], MAX_COLUMNS), self.read_number(words[2], MAX_ROWS)
        if (word, cell) in self.lines.markers:
            self.fail(f"{word} {cell[0]} {cell[1]} occurs twice")
        self.lines.markers[word, cell] = self.line
        return cell

    def read_trap(self, kind: int, words: list[str]) -> None:
        facings = {WALL_SPIKES: (POINT_LEFT, POINT_RIGHT), SPIKES: range(len(FACINGS))}.get(kind, ())
        form = [TRAP_KINDS[kind], "X", "Y"]
        form += ["|".join(FACINGS[k] for k in facings)] if facings else []
        form += [] if kind in TRAPS_WITHOUT_PERIOD else ["period", "P", "phase", "F"]
        times = words[4:] if facings else words[3:]
        well_formed = len(words) == len(form) and (
            kind in TRAPS_WITHOUT_PERIOD or (times[0], times[2]) == ("period", "phase")
        )
        if not well_formed or (facings and words[3] not in [FACINGS[k] for k in facings]):
            self.fail(f"write '{' '.join(form)}'")
        x, y = self.read_number(words[1], MAX_COLUMNS), self.read_number(words[2], MAX_ROWS)
        facing = FACINGS.index(words[3]) if facings else POINT_UP
        period = phase = 0
        if kind not in TRAPS_WITHOUT_PERIOD:
            period, phase = self.read_number(times[1], PERIOD_RANGE[1] + 1), self.read_number(times[3], PERIOD_RANGE[1])
            if period < PERIOD_RANGE[0]:
                self.fail(f"a period has {PERIOD_RANGE[0]} to {PERIOD_RANGE[1]} ticks, not {period}")
            if phase >= period:
                self.fail(f"a phase must be below the period ({period}), not {phase}")
        self.traps.append(LevelTrap(kind, x, y, facing, period, phase))
        self.lines.traps.append(self.line)

    def read_physics(self, words: list[str]) -> None:
        """Read a line `physics name TEXT` or `physics KEY N`."""
        if len(words) >= 3 and words[1] == "name":
            if self.physics_name is not None:
                self.fail("the physics has its name already")
            self.physics_name = " ".join(words[2:])
            if len(self.physics_name) > MAX_NAME_LENGTH or not self.physics_name.isprintable():
                self.fail(f"the name of a physics has 1 to {MAX_NAME_LENGTH} printable characters")
            return
        if len(words) != 3:
            self.fail("write 'physics name TEXT' or 'physics KEY N'")
        key = words[1]
        if key not in RANGES:
            raise ContentError(str(UnknownName("number of a physics", key, [*RANGES])), self.file, self.line)
        if key in self.physics:
            self.fail(f"physics {key} occurs twice")
        low, high = RANGES[key]
        number = self.read_number(words[2], high + 1)
        if number < low:
            self.fail(f"physics {key} is a whole number from {low} to {high}, not {number}")
        self.physics[key] = number

    def read_piece(self, words: list[str]) -> None:
        """Read a line `piece connect X Y X Y open X Y .. solid X Y .. name TEXT`."""
        order = ["connect", "open", "solid", "name"]
        at = [words.index(word) if word in words else -1 for word in order]
        if at[0] != 1 or sorted(at) != at or len(words) == at[3] + 1:
            self.fail("write 'piece connect X Y X Y open X Y .. solid X Y .. name TEXT'")
        parts = [words[begin + 1 : end] for begin, end in pairwise(at)]
        shape = PieceShape(" ".join(words[at[3] + 1 :]), *(self.read_offsets(part) for part in parts))
        if fault := piece_fault(shape):
            self.fail(f"piece {shape.name}, {fault[0]}: {fault[1]}")
        if shape.name in [other.name for other in self.pieces]:
            self.fail(f"two pieces are named {shape.name!r}")
        self.pieces.append(shape)

    def read_offsets(self, words: list[str]) -> tuple[Cell, ...]:
        numbers = []
        for word in words:
            digits = word.removeprefix("-")
            if not (digits.isascii() and digits.isdigit() and len(digits) <= 3):
                self.fail(f"expected a whole number, not {word!r}")
            numbers.append(int(word))
        if len(numbers) % 2:
            self.fail("cells of a piece are pairs of numbers")
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))

    def movement(self) -> Movement:
        """Movement of the lines read."""
        if self.physics_name is None and not self.physics and not self.pieces:
            return THESIS
        if (self.physics_name is None) != (not self.physics):
            self.fail("a physics has a line 'physics name TEXT' and a line 'physics KEY N' for each of its numbers")
        try:
            physics = Physics(self.physics_name, **self.physics) if self.physics_name else Physics()
        except PhysicsError as error:
            self.fail(str(error))
        return Movement(physics, tuple(self.pieces) or None, str(self.file) if self.file and self.pieces else None)

    def finish(self) -> Level:
        if not self.rows:
            self.fail("there are no cells: a line 'cells', then the rows from the top down")
        if not self.name:
            self.fail("the level has no name: write 'level NAME'")
        if len(self.starts) != 1:
            self.fail(f"there are {len(self.starts)} starts; one line 'start X Y'")
        exits, safe = tuple(self.exits), tuple(self.safe)
        level = Level(self.name, tuple(self.rows), self.starts[0], exits, tuple(self.traps), safe)
        level = replace(level, ornaments=tuple(self.ornaments), movement=self.movement())
        return self.with_plain_spikes(level)

    def with_plain_spikes(self, level: Level) -> Level:
        """Add spikes that point up to every cell d without a line of its own."""
        occupied = {cell for trap in level.traps for cell in trap.cells}
        cells = [(x, y) for y in range(level.height) for x in range(level.width) if level.cell(x, y) == SPIKE_CELL]
        spikes = [LevelTrap(SPIKES, *cell) for cell in cells if cell not in occupied]
        return replace(level, traps=(*level.traps, *spikes))

    def read_number(self, word: str, end: int) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= 5 and int(word) < end):
            self.fail(f"expected a whole number from 0 to {end - 1}, not {word!r}")
        return int(word)

    def fail(self, what: str) -> NoReturn:
        raise ContentError(what, self.file, self.line or None)


class _LevelChecker:
    def __init__(self, level: Level, file: str | Path | None, lines: LineNumbers) -> None:
        self.level, self.file, self.lines = level, file, lines

    def check(self) -> None:
        for check in self.checks():
            check()

    def faults(self) -> Iterator[ContentError]:
        """Yield the fault of every check that fails."""
        for check in self.checks():
            try:
                check()
            except ContentError as error:
                yield error

    def checks(self) -> Iterator[Callable[[], None]]:
        """Yield all checks, to be made in this order."""
        level, lines = self.level, self.lines
        yield self.check_cells
        yield self.check_counts
        yield partial(self.check_marker, "start", level.start)
        for cell in level.exits:
            yield partial(self.check_marker, "exit", cell)
        yield self.check_start
        for cell in level.safe:
            yield partial(self.check_marker, "safe", cell)
        yield self.check_trap_counts
        taken: dict[Cell, LevelTrap] = {}
        for number, trap in enumerate(level.traps):
            line = lines.traps[number] if number < len(lines.traps) else None
            yield partial(self.check_trap_cells, trap, line, taken)
            yield partial(self.check_trap, trap, line)
        yield partial(self.check_trap_letters, taken)
        places = {level.start: "the start"} | dict.fromkeys(level.exits, "an exit")
        for ornament in level.ornaments:
            yield partial(self.check_ornament, ornament, places)

    def check_counts(self) -> None:
        if not self.level.exits:
            self.fail("there is no exit: a line 'exit X Y' for each, at least one")
        if len(self.level.exits) > t.MAX_EXITS:
            self.fail(f"there are {len(self.level.exits)} exits; at most {t.MAX_EXITS}")

    def check_start(self) -> None:
        if (start := self.level.start) in self.level.exits:
            self.fail("the start is an exit", self.lines.markers.get(("exit", start)), start)

    def check_trap_counts(self) -> None:
        traps = self.level.traps
        if len(traps) > t.MAX_TRAPS:
            self.fail(f"there are {len(traps)} traps; at most {t.MAX_TRAPS}")
        if (mines := sum(trap.kind == t.MINE for trap in traps)) > t.MAX_MINES:
            self.fail(f"there are {mines} mines; at most {t.MAX_MINES}")

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
            self.fail(f"{word} {x} {y} is outside: the level has {level.width} x {level.height} cells", line, cell)
        if level.solid(x, y):
            self.fail(f"{word} {x} {y} is in a solid cell", line, cell)
        if level.cell(x, y) in (MOVING_TRAP_CELL, SPIKE_CELL):
            self.fail(f"{word} {x} {y} is in a trap", line, cell)
        if word != "exit" and not level.can_stand(x, y):
            self.fail(f"{word} {x} {y}: a body cannot stand here, the cell below is open", line, cell)

    def check_ornament(self, ornament: Ornament, taken: dict[Cell, str]) -> None:
        level, cell = self.level, ornament.cell
        (x, y), name = cell, f"{ornament.kind} {ornament.x} {ornament.y}"
        line = self.lines.markers.get((ornament.kind, cell))
        if ornament.kind not in ORNAMENTS:
            self.fail(f"{name}: unknown decoration; there are {', '.join(ORNAMENTS)}", line, cell)
        if not (0 <= x < level.width and 0 <= y < level.height):
            self.fail(f"{name} is outside: the level has {level.width} x {level.height} cells", line, cell)
        if cell in taken:
            self.fail(f"{name}: {taken[cell]} is in this cell", line, cell)
        taken[cell] = name
        if level.solid(x, y) != (ornament.kind in IN_SOLID):
            self.fail(f"{name} needs {'a solid' if ornament.kind in IN_SOLID else 'an open'} cell", line, cell)
        if level.cell(x, y) in (MOVING_TRAP_CELL, SPIKE_CELL):
            self.fail(f"{name} is in a trap", line, cell)
        if ornament.kind == "vine" and not level.solid(x, y + 1):
            self.fail(f"{name} needs a solid cell at {x} {y + 1}", line, cell)

    def check_trap_cells(self, trap: LevelTrap, line: int | None, taken: dict[Cell, LevelTrap]) -> None:
        """Check that a trap shares no cell with an earlier one; its cells are added to `taken`."""
        for cell in trap.cells:
            if cell in taken:
                message = f"{trap.name} and {taken[cell].name} are both in cell {cell[0]} {cell[1]}"
                self.fail(message, line, *trap.cells)
            taken[cell] = trap

    def check_trap_letters(self, taken: dict[Cell, LevelTrap]) -> None:
        """Check that every cell with the letter of a trap has one."""
        for y in range(self.level.height):
            for x in range(self.level.width):
                if self.level.cell(x, y) in (MOVING_TRAP_CELL, SPIKE_CELL) and (x, y) not in taken:
                    line = None if self.lines.cells is None else self.lines.cells + self.level.height - 1 - y
                    message = f"cell {x} {y} is {self.level.cell(x, y)}, but no line says which trap is there"
                    self.fail(message, line, (x, y))

    def check_trap(self, trap: LevelTrap, line: int | None) -> None:
        level, required = self.level, SPIKE_CELL if trap.kind == t.SPIKES else MOVING_TRAP_CELL
        for x, y in trap.cells:
            if not (0 <= x < level.width and 0 <= y < level.height):
                size = f"the level has {level.width} x {level.height} cells"
                self.fail(f"{trap.name} is outside, in cell {x} {y}: {size}", line, *trap.cells)
            if level.cell(x, y) != required:
                self.fail(f"{trap.name}: cell {x} {y} must be {required}, not {level.cell(x, y)}", line, *trap.cells)
        for x, y in _supporting_cells(trap):
            if not level.solid(x, y):
                self.fail(f"{trap.name} needs a solid cell at {x} {y}", line, *trap.cells)
        if trap.kind not in t.TRAPS_WITHOUT_PERIOD:
            if not PERIOD_RANGE[0] <= trap.period <= PERIOD_RANGE[1]:
                period_range = f"{PERIOD_RANGE[0]} to {PERIOD_RANGE[1]} ticks"
                self.fail(f"{trap.name}: a period has {period_range}, not {trap.period}", line, *trap.cells)
            if not 0 <= trap.phase < trap.period:
                message = f"{trap.name}: a phase must be below the period ({trap.period}), not {trap.phase}"
                self.fail(message, line, *trap.cells)

    def fail(self, what: str, line: int | None = None, *cells: Cell) -> NoReturn:
        raise LevelError(what, self.file, line, cells)


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
