"""Rewards and decoration for a finished level, in cells that its graph does not need.

    level = decorate(level, seed=3)
    level.ornaments

The game knows nothing of them, so a level stays what it was proven to be. Here they keep to cells that no move of the
graph asks anything of, so that whoever makes them real one day, as things to bump into, blocks no way either. Coins
and gems can be had: they hang one and two cells above a place to stand in, within a jump straight up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludus.core.errors import OptionError
from ludus.design.levels.dice import Dice
from ludus.design.levels.ways.graph import FALL, STAND, LevelGraph, build_graph
from ludus.design.levels.ways.moves import half_moves
from ludus.design.levels.ways.sheets import sheet_of
from ludus.games.platformer.level import MOVING, Cell, Level, Ornament

SHARE = 0.5  # of the places that suit them
LONGEST = 4  # coins side by side
RARER = {"vine": 0.4, "cloud": 0.3, "crystal": 0.1}  # than coins
FOSSILS = 0.3  # of all crystals are fossils


def decorate(level: Level, seed: int, share: float = SHARE) -> Level:
    """The level with new ornaments instead of those it has."""
    if not 0 <= share <= 1:
        raise OptionError(f"decoration is a share from 0 to 1, not {share}")
    graph, dice = build_graph(sheet_of(level), falls=True), Dice(seed, "decoration")
    free = _Free(level, needed_cells(level, graph))
    found = [Ornament("coin", *cell) for cell in _rows(dice, free.above_stands(graph, 1), share)]
    found += [Ornament("gem", *cell) for cell in free.above_stands(graph, 2) if dice.chance(share / 2)]
    taken = {each.cell for each in found}
    for kind, cells in (("vine", free.ceilings()), ("cloud", free.sky()), ("crystal", free.rock())):
        for cell in cells:
            if cell not in taken and dice.chance(share * RARER[kind]):
                fossil = kind == "crystal" and dice.chance(FOSSILS)
                found.append(Ornament("fossil" if fossil else kind, *cell))
                taken |= {cell, (cell[0] + 1, cell[1])}  # never side by side
    return replace(level, ornaments=tuple(sorted(found)))


def needed_cells(level: Level, graph: LevelGraph) -> set[Cell]:
    """All cells that a node, a move, a trap, the start or an exit is in or asks something of."""
    rows = half_moves()["rows"][0]
    offsets = [
        list(zip(row["x"][: row["cells"]].tolist(), row["y"][: row["cells"]].tolist(), strict=True)) for row in rows
    ]
    found: set[Cell] = {level.start, *level.exits}
    for kind, x, y in graph.nodes:
        found |= {(x, y), (x, y - 1) if kind == STAND else (x, y + 1)}
    for edge in graph.edges:
        _, x, y = graph.nodes[edge.start]
        if edge.move == FALL:
            _, end_x, end_y = graph.nodes[edge.end]
            found |= {(end_x, row) for row in range(end_y - 1, y + 1)}
        else:
            found |= {(x + dx, y + dy) for dx, dy in offsets[edge.move]}
    for trap in level.traps:
        found |= {(x + dx, y + dy) for x, y in trap.cells for dx, dy in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))}
    return found


class _Free:
    """Where something could be put."""

    def __init__(self, level: Level, needed: set[Cell]) -> None:
        self.level, self.needed = level, needed

    def cells(self, solid: bool) -> Iterable[Cell]:
        level = self.level
        every = ((x, y) for y in range(level.height) for x in range(level.width))
        return (cell for cell in every if cell not in self.needed and level.solid(*cell) == solid)

    def above_stands(self, graph: LevelGraph, high: int) -> list[Cell]:
        """Cells so high above a stand without a trap, and nothing in between."""
        level, open_ = self.level, {*self.cells(False)}
        return [
            (x, y + high)
            for kind, x, y in graph.nodes
            if kind == STAND
            and (x, y + high) in open_
            and all(not level.solid(x, y + k) and level.cell(x, y + k) not in MOVING for k in range(high))
        ]

    def ceilings(self) -> list[Cell]:
        return [(x, y) for x, y in self.cells(False) if self.level.solid(x, y + 1)]

    def sky(self) -> list[Cell]:
        """With air all around."""
        level = self.level
        around = ((-1, 0), (1, 0), (0, -1), (0, 1))
        return [(x, y) for x, y in self.cells(False) if not any(level.solid(x + dx, y + dy) for dx, dy in around)]

    def rock(self) -> list[Cell]:
        """Solid cells inside others."""
        level = self.level
        around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return [(x, y) for x, y in self.cells(True) if all(level.solid(x + dx, y + dy) for dx, dy in around)]


def _rows(dice: Dice, cells: list[Cell], share: float) -> list[Cell]:
    """Cells side by side, LONGEST together at most, with air between one row and the next."""
    found: list[Cell] = []
    room = 0
    for cell in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        x, y = cell
        if found and found[-1] == (x - 1, y) and room > 0:
            room -= 1
            found.append(cell)
        elif not (found and found[-1] == (x - 1, y)) and dice.chance(share):
            room = dice.below(LONGEST)
            found.append(cell)
    return found
