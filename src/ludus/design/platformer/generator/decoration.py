"""Rewards and decoration of a finished level, in cells that its graph does not need.

    level = decorate(level, seed=3)
    level.ornaments
    decorate(level, seed=3, room=(11, 7))       # with landmarks in its rooms

Ornaments have no effect in the game, so a verified level stays valid. They are placed only in cells that no move of the
graph depends on, so that they would block no path even if they became solid. Coins and gems can be reached: they are
one and two cells above a place to stand, within a jump straight up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludus.design.platformer.level_graph.graph import FALL, STAND, LevelGraph, build_level_graph
from ludus.design.platformer.level_graph.movement_tables import packed_graph_moves
from ludus.design.platformer.random_stream import RandomStream
from ludus.games.platformer.constants import CELL
from ludus.games.platformer.level import MOVING_TRAP_CELL, Cell, Level, Ornament
from ludus.util.errors import OptionError

DEFAULT_SHARE = 0.5  # share of the possible places
MAX_COIN_ROW = 4  # coins in a row, at most
RELATIVE_RATES = {"vine": 0.4, "cloud": 0.3, "crystal": 0.1}  # rates relative to coins
LANDMARK_SHAPES = (  # cells of a landmark, the largest first
    ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)),
    ((0, 0), (1, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (0, 1)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (0, 2)),
)
FOSSIL_RATE = 0.3  # share of crystals that become fossils


def decorate(level: Level, seed: int, share: float = DEFAULT_SHARE, room: tuple[int, int] | None = None) -> Level:
    """Replace the ornaments of a level by new ones.

    Args:
        level: a finished level.
        seed: seed of the ornaments.
        share: share of the possible places that get an ornament, 0 to 1.
        room: columns and rows of a room, if rooms get landmarks: ornaments of one kind by which a place is recognised.

    Raises:
        OptionError: the share is out of range.
    """
    if not 0 <= share <= 1:
        raise OptionError(f"decoration is a share from 0 to 1, not {share}")
    graph, dice = build_level_graph(level, falls=True), RandomStream(seed, "decoration")
    free = _FreeCells(level, needed_cells(level, graph))
    coins, gems = (free.above_stands(graph, height) if _in_reach(level, height) else [] for height in (1, 2))
    ornaments = [Ornament("coin", *cell) for cell in _coin_rows(dice, coins, share)]
    ornaments += [Ornament("gem", *cell) for cell in gems if dice.chance(share / 2)]
    places = {"vine": free.ceilings(), "cloud": free.sky()}
    if room is None:
        places["crystal"] = free.rock()
    elif share > 0:
        ornaments += _landmarks(level, free, {item.cell for item in ornaments}, RandomStream(seed, "landmarks"), room)
    taken = {ornament.cell for ornament in ornaments}
    for kind, cells in places.items():
        for cell in cells:
            if cell not in taken and dice.chance(share * RELATIVE_RATES[kind]):
                fossil = kind == "crystal" and dice.chance(FOSSIL_RATE)
                ornaments.append(Ornament("fossil" if fossil else kind, *cell))
                taken |= {cell, (cell[0] + 1, cell[1])}  # never next to each other
    return replace(level, ornaments=tuple(sorted(ornaments)))


def _in_reach(level: Level, height: int) -> bool:
    """Whether a body that jumps straight up touches the cell so many cells above its feet."""
    physics = level.movement.physics
    return physics.reach + physics.height > height * CELL


def _landmarks(
    level: Level, free: _FreeCells, rewards: set[Cell], dice: RandomStream, room: tuple[int, int]
) -> list[Ornament]:
    """A group of ornaments for each room, of a kind that no room next to it has; inside rock if there is space."""
    rock, stone = {*free.rock()}, {*free.cells(True)}
    inside = {"crystal": rock, "fossil": rock, "vine": {*free.ceilings()} - rewards}
    anywhere = {"crystal": stone, "fossil": stone, "cloud": {*free.sky()} - rewards}
    chosen: dict[Cell, str] = {}
    landmarks: list[Ornament] = []
    for row in range(level.height // room[1]):
        for column in range(level.width // room[0]):
            around = {chosen.get((column - 1, row)), chosen.get((column, row - 1))}
            choices = [
                (kind, places[kind])
                for places in (inside, anywhere)
                for kind in dice.shuffled([*places])
                if kind not in around
            ]
            for kind, cells in choices:
                if group := _group_in_room(dice, cells, (column * room[0], row * room[1]), room):
                    chosen[column, row] = kind
                    landmarks += [Ornament(kind, *cell) for cell in group]
                    break
    return landmarks


def _group_in_room(dice: RandomStream, places: set[Cell], corner: Cell, room: tuple[int, int]) -> list[Cell]:
    """Cells of the largest landmark that fits inside a room; none if no one fits."""
    (left, low), (width, height) = corner, room
    for shape in LANDMARK_SHAPES:
        groups = [
            [(x + dx, y + dy) for dx, dy in shape]
            for y in range(low, low + height)
            for x in range(left, left + width)
            if all((x + dx, y + dy) in places and x + dx < left + width and y + dy < low + height for dx, dy in shape)
        ]
        if groups:
            return dice.pick(groups)
    return []


def needed_cells(level: Level, graph: LevelGraph) -> set[Cell]:
    """Cells that a node, move, trap, the start or an exit occupies or depends on."""
    rows = packed_graph_moves(level.movement)["rows"][0]
    offsets = [
        list(zip(row["x"][: row["cells"]].tolist(), row["y"][: row["cells"]].tolist(), strict=True)) for row in rows
    ]
    cells: set[Cell] = {level.start, *level.exits}
    for kind, x, y in graph.nodes:
        cells |= {(x, y), (x, y - 1) if kind == STAND else (x, y + 1)}
    for edge in graph.edges:
        _, x, y = graph.nodes[edge.start]
        if edge.move == FALL:
            _, end_x, end_y = graph.nodes[edge.end]
            cells |= {(end_x, row) for row in range(end_y - 1, y + 1)}
        else:
            cells |= {(x + dx, y + dy) for dx, dy in offsets[edge.move]}
    for trap in level.traps:
        cells |= {(x + dx, y + dy) for x, y in trap.cells for dx, dy in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))}
    return cells


class _FreeCells:
    """Cells where an ornament may be placed."""

    def __init__(self, level: Level, needed: set[Cell]) -> None:
        self.level, self.needed = level, needed

    def cells(self, solid: bool) -> Iterable[Cell]:
        level = self.level
        every = ((x, y) for y in range(level.height) for x in range(level.width))
        return (cell for cell in every if cell not in self.needed and level.solid(*cell) == solid)

    def above_stands(self, graph: LevelGraph, height: int) -> list[Cell]:
        """Cells `height` cells above a stand node, with no trap and nothing solid in between."""
        level, open_ = self.level, {*self.cells(False)}
        return [
            (x, y + height)
            for kind, x, y in graph.nodes
            if kind == STAND
            and (x, y + height) in open_
            and all(not level.solid(x, y + k) and level.cell(x, y + k) not in MOVING_TRAP_CELL for k in range(height))
        ]

    def ceilings(self) -> list[Cell]:
        return [(x, y) for x, y in self.cells(False) if self.level.solid(x, y + 1)]

    def sky(self) -> list[Cell]:
        """Open cells with no solid neighbour."""
        level = self.level
        around = ((-1, 0), (1, 0), (0, -1), (0, 1))
        return [(x, y) for x, y in self.cells(False) if not any(level.solid(x + dx, y + dy) for dx, dy in around)]

    def rock(self) -> list[Cell]:
        """Solid cells with only solid neighbours."""
        level = self.level
        around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return [(x, y) for x, y in self.cells(True) if all(level.solid(x + dx, y + dy) for dx, dy in around)]


def _coin_rows(dice: RandomStream, cells: list[Cell], share: float) -> list[Cell]:
    """Horizontal rows of at most MAX_COIN_ROW cells, with a gap between rows."""
    chosen: list[Cell] = []
    remaining = 0
    for cell in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        x, y = cell
        if chosen and chosen[-1] == (x - 1, y) and remaining > 0:
            remaining -= 1
            chosen.append(cell)
        elif not (chosen and chosen[-1] == (x - 1, y)) and dice.chance(share):
            remaining = dice.below(MAX_COIN_ROW)
            chosen.append(cell)
    return chosen
