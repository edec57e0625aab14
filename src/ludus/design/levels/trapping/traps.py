"""Trap placement: sequences along the routes of a level that has no traps (thesis 3.3).

placed = place_traps(grid, start, end, marks, seed=3)
placed.traps, placed.rejections         # the grid contains them now; rejections by constraint C0 .. C5
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ludus.core.errors import LudusError, OptionError, UnknownName
from ludus.core.random import as_int64, derive, seeded
from ludus.core.rule import plain
from ludus.design.levels.doors import ready
from ludus.design.levels.proving.manners import manners
from ludus.design.levels.trapping.closing import DONE, NO_ROUTE, TOO_EASY, TRAP_FREE, place_by_address
from ludus.design.levels.trapping.escapes import Escape
from ludus.design.levels.trapping.sequences import CONSTRAINTS, MARKS, Plan
from ludus.design.levels.ways.detours import Routes
from ludus.design.levels.ways.flood import Flood
from ludus.design.levels.ways.moves import MOVES, half_moves
from ludus.design.levels.ways.network import Graph
from ludus.games.platformer.level import PERIODS, Cell, TrapLine
from ludus.games.platformer.table import COMPOSITES, KINDS, SAW, SQUEEZE, WALL_SPIKES

ALPHA = 0.35
CYCLE = (72, 120)  # ticks of a period: 1.2 to 2 seconds
SETS = {  # sets of traps to place; mines come before them
    "simple": tuple(KINDS[kind] for kind in (SAW, WALL_SPIKES, SQUEEZE)),
    "composites": tuple(KINDS[kind] for kind in COMPOSITES),
}
PLACEABLE = tuple(kind for kinds in SETS.values() for kind in kinds)
_first = plain(seeded)


class TrapFree(LudusError):
    """A path through the level remains on which no trap fits."""


class TooEasy(LudusError):
    """A path has too few challenges, and no more fit."""


@dataclass(frozen=True)
class TrapOrder:
    """Parameters of the trap placement.

    Raises:
        OptionError: a value is out of range.
        UnknownName: there is no such trap to place.
    """

    # Share of the nodes of a route that may be trapped; without `trap_free` more may be, where a path would otherwise
    # have no trap, or too few challenges.
    alpha: float = ALPHA
    cycle: tuple[int, int] = CYCLE  # ticks
    kinds: tuple[str, ...] = SETS["simple"]  # or TRAP_SETS["composites"], or any of both
    mines: int = 2  # most mines before a trap
    doubles: bool = False  # whether two traps may follow each other in a sequence
    challenges: int = 0  # least number of traps or sequences on the easiest path; only without `trap_free`
    trap_free: bool = False  # whether a path without traps is allowed

    def __post_init__(self) -> None:
        if not 0 < self.alpha <= 1:
            raise OptionError(f"alpha is a share above 0, up to 1, not {self.alpha}; a level may have no traps at all")
        low, high = self.cycle
        if not PERIODS[0] <= low <= high <= PERIODS[1]:
            raise OptionError(f"a cycle is two numbers of ticks, {PERIODS[0]} to {PERIODS[1]}, not {self.cycle}")
        if not 0 <= self.mines <= 2:
            raise OptionError(f"there are 0 to 2 mines before a trap, not {self.mines}")
        if self.challenges < 0 or (self.challenges and self.trap_free):
            raise OptionError(f"a path without traps has no challenges, so {self.challenges} cannot be required")
        for kind in self.kinds:
            if kind not in PLACEABLE:
                raise UnknownName("trap to place", kind, [*PLACEABLE])
        if not self.kinds or len({*self.kinds}) < len(self.kinds):
            raise OptionError(
                f"traps to place are one kind or more, each once, not {', '.join(self.kinds) or 'nothing'}"
            )


@dataclass(frozen=True)
class PlacedTraps:
    """Placed traps; `sequences` has the sequence number of each trap."""

    traps: tuple[TrapLine, ...]
    sequences: tuple[int, ...]
    trap_nodes: int
    refused: tuple[int, ...]  # by constraint, C0 .. C5


def place_traps(
    sheet: np.ndarray,
    start: Cell,
    end: Cell,
    marks: Iterable[Cell],
    seed: int,
    order: TrapOrder = TrapOrder(),  # noqa: B008
    compiled: bool = True,
) -> PlacedTraps:
    """Place traps in a grid; all marks, and all places to stand, stay connected with the start.

    Args:
        grid: the level; changed in place.
        start: cell of the start.
        end: cell of the exit.
        marks: cells that must stay connected, such as exits of rooms.
        seed: seed of the placement.
        params: what to place.
        compiled: whether to run compiled rules.

    Raises:
        TrapFreeRouteLeft: a path without traps remains.
        TooFewChallenges: a path has too few challenges.
        LudusError: there is no path from start to end.
    """
    plan = _written(start, end, [*marks], seed, order)
    work = working_memory()
    records = (plan, sheet, work.graph, half_moves(), work.flood, work.routes, work.ways)
    answer = ready(place_by_address, 8, compiled)(*(record.ctypes.data for record in records), int(order.trap_free))
    if answer == NO_ROUTE:
        raise LudusError(f"there is no way from {start} to {end}")
    if answer == TRAP_FREE:
        raise TrapFree(f"there is a way from {start} to {end} that no trap fits")
    if answer == TOO_EASY:
        raise TooEasy(f"no more traps fit on a way from {start} to {end} with less than {order.challenges} challenges")
    assert answer == DONE
    result = plan[0]
    rows = result["traps"][: int(result["placed"])]
    columns = (rows[name].tolist() for name in ("kind", "x", "y", "facing", "period", "phase"))
    return PlacedTraps(
        tuple(TrapLine(*row) for row in zip(*columns, strict=True)),
        tuple(rows["sequence"].tolist()),
        int(result["trap_nodes"]),
        tuple(int(result["refused"][k]) for k in range(CONSTRAINTS)),
    )


class Work:
    """Records used by the rules; each thread reuses its own."""

    def __init__(self) -> None:
        self.graph, self.flood, self.routes, self.ways = Graph.zeros(), Flood.zeros(), Routes.zeros(), Escape.zeros()


_local = threading.local()


def working_memory() -> Work:
    if not hasattr(_local, "work"):
        _local.work = Work()
    work: Work = _local.work
    return work


def _written(start: Cell, end: Cell, marks: list[Cell], seed: int, order: TrapOrder) -> np.ndarray:
    if len(marks) > MARKS:
        raise OptionError(f"a level has at most {MARKS} exits of rooms, not {len(marks)}")
    array = Plan.zeros()
    plan = array[0]
    plan["stream"] = int(_first(as_int64(derive(seed, "traps"))))
    plan["alpha"] = round(order.alpha * 1000)
    plan["fastest"], plan["slowest"] = order.cycle
    plan["most_mines"], plan["doubles"], plan["challenges"] = order.mines, order.doubles, order.challenges
    numbers = [KINDS.index(kind) for kind in order.kinds]
    plan["kinds"], plan["kind"][: len(numbers)] = len(numbers), numbers
    plan["start_x"], plan["start_y"] = start
    plan["end_x"], plan["end_y"] = end
    plan["marks"] = len(marks)
    if marks:
        plan["mark_x"][: len(marks)], plan["mark_y"][: len(marks)] = zip(*marks, strict=True)
    plan["travel"][:MOVES] = manners()["ticks"][0]
    return array
