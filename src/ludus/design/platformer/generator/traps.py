"""Trap placement: sequences along the routes of a level that has no traps (thesis 3.3).

placed = place_traps(grid, start, end, marks, seed=3)
placed.traps, placed.rejections         # the grid contains them now; rejections by constraint C0 .. C5
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from ludus.core.compile_once import load_rule
from ludus.core.random import as_int64, derive, seed_stream
from ludus.core.rule import plain
from ludus.design.platformer.generator.trap_bypass_check import BypassSearch, set_bypass_reach
from ludus.design.platformer.generator.trap_placement import DONE, NO_ROUTE, TOO_EASY, TRAP_FREE_LEFT, place_by_address
from ludus.design.platformer.generator.trap_placement_on_route import CONSTRAINT_COUNT, MAX_MARKS, TrapPlan
from ludus.design.platformer.generator.trap_placement_on_ways import (
    CURVE_POINTS,
    FAILURE_POINTS,
    NO_CHOICE,
    NO_SPACE,
    OFF_CURVE,
    WayPlan,
    place_on_ways_by_address,
)
from ludus.design.platformer.level_graph.graph_construction import GraphRecord, ReachRecord
from ludus.design.platformer.level_graph.movement_tables import move_controllers, packed_graph_moves
from ludus.design.platformer.level_graph.piece_move_table import MAX_MOVES
from ludus.design.platformer.level_graph.route_search import RouteSearch
from ludus.games.platformer.game_data_records import COMPOSITE_TRAPS, SAW, SQUEEZE, TRAP_KINDS, WALL_SPIKES
from ludus.games.platformer.level import PERIOD_RANGE, Cell, LevelTrap
from ludus.games.platformer.movement import THESIS, Movement
from ludus.util.errors import LudusError, OptionError, UnknownName

DEFAULT_DENSITY = 0.35
DEFAULT_PERIODS = (72, 120)  # ticks of a period: 1.2 to 2 seconds
TRAP_SETS = {  # sets of traps to place; mines come before them
    "simple": tuple(TRAP_KINDS[kind] for kind in (SAW, WALL_SPIKES, SQUEEZE)),
    "composites": tuple(TRAP_KINDS[kind] for kind in COMPOSITE_TRAPS),
}
PLACEABLE_TRAPS = tuple(kind for kinds in TRAP_SETS.values() for kind in kinds)
# Ticks of a period, and the share of attempts of synthetic players that fail with it, for each kind; a squeeze with a
# long period is the only trap at which they rarely fail
KIND_FAILURES = {
    "squeeze": ((900, 0.02), (480, 0.06), (300, 0.09), (180, 0.15), (90, 0.2), (52, 0.22), (36, 0.36)),
    "saw": ((130, 0.3), (84, 0.34), (60, 0.37), (52, 0.44), (44, 0.64), (36, 0.82)),
    "wall-spikes": ((150, 0.28), (96, 0.33), (72, 0.38), (60, 0.52), (52, 0.62), (44, 0.73), (36, 0.87)),
    "twin-saws": ((240, 0.45), (150, 0.55), (120, 0.78), (96, 0.87), (60, 0.92)),
    "saw-squeeze": ((240, 0.68), (150, 0.72), (120, 0.86), (72, 0.95)),
    "jaws": ((240, 0.36), (150, 0.42), (96, 0.5), (72, 0.7)),
}
HARD_FAILURE = 0.25  # share of attempts that fail at hard kinds at least
CALM_POWER = 1.4  # how slowly the share of attempts that fail rises with the intensity where a level is calm
WAY_PERIODS = (38, 900)  # ticks of periods on the ways of players, if nothing else is asked for
_first_state = plain(seed_stream)


class TrapFreeRouteLeft(LudusError):
    """A path through the level remains on which no trap fits."""


class TooFewChallenges(LudusError):
    """A path has too few challenges, and no more fit."""


class RoomsNotConnected(LudusError):
    """Some exits of rooms, or places to stand, cannot be reached from the start."""


class PacingNotMet(LudusError):
    """The traps that fit do not follow the pacing curve."""


class NoChoiceOfWays(LudusError):
    """No trap has a detour around it that some players take and others do not."""


FAILURES: dict[int, tuple[type[LudusError], str]] = {  # by answer of the rules
    NO_ROUTE: (RoomsNotConnected, "there is no way, or a room is not connected"),
    TRAP_FREE_LEFT: (TrapFreeRouteLeft, "there is a way without a trap"),
    TOO_EASY: (TooFewChallenges, "no more traps fit on a way with too few challenges"),
    NO_SPACE: (TooFewChallenges, "there is no space for enough challenges"),
    OFF_CURVE: (PacingNotMet, "traps do not follow the pacing curve"),
    NO_CHOICE: (NoChoiceOfWays, "no trap has a detour around it"),
}


@dataclass(frozen=True)
class WayParams:
    """How traps are placed on the ways of players."""

    spacing: float  # wanted cells of way per challenge
    pacing: tuple[float, ...]  # intensity along the way, 0 to 1
    bold: int  # half cells of detour for a move through a trap that bold players accept
    usual: int  # the same for usual players
    rest: int  # cells between two challenges
    most_cells: int  # cells of way per challenge, at most
    most_stretch: int  # cells of way without a challenge, at most
    risks: int  # traps that only bold players meet, at least one if more than 0
    all_kinds: bool  # whether every kind must be placed
    failures: tuple[float, float]  # share of attempts that should fail at a trap, at intensity 0 and 1
    agreement: float = 0.0  # least agreement of the traps with the curve, up to 1; 0: any
    hard_share: float = 1.0  # largest share of challenges that are not of the easiest kind


@dataclass(frozen=True)
class TrapParams:
    """Parameters of the trap placement.

    Raises:
        OptionError: a value is out of range.
        UnknownName: there is no such trap to place.
    """

    # Share of the nodes of a route that may be trapped; without `trap_free` more may be, where a path would otherwise
    # have no trap, or too few challenges. None here and below: left open, for the difficulty search or the default.
    density: float | None = None
    periods: tuple[int, int] | None = None  # ticks
    kinds: tuple[str, ...] = TRAP_SETS["simple"]  # or TRAP_SETS["composites"], or any of both
    mines: int = 2  # most mines before a trap
    doubles: bool = False  # whether two traps may follow each other in a sequence
    challenges: int | None = None  # least number of traps or sequences on the easiest path; only without `trap_free`
    trap_free: bool = False  # whether a path without traps is allowed

    def __post_init__(self) -> None:
        if self.density is not None and not 0 < self.density <= 1:
            raise OptionError(
                f"density is a share above 0, up to 1, not {self.density}; a level may have no traps at all"
            )
        low, high = self.periods or DEFAULT_PERIODS
        if not PERIOD_RANGE[0] <= low <= high <= PERIOD_RANGE[1]:
            raise OptionError(
                f"periods are two numbers of ticks, {PERIOD_RANGE[0]} to {PERIOD_RANGE[1]}, not {self.periods}"
            )
        if not 0 <= self.mines <= 2:
            raise OptionError(f"there are 0 to 2 mines before a trap, not {self.mines}")
        if (self.challenges or 0) < 0 or (self.challenges and self.trap_free):
            raise OptionError(f"a path without traps has no challenges, so {self.challenges} cannot be required")
        for kind in self.kinds:
            if kind not in PLACEABLE_TRAPS:
                raise UnknownName("trap to place", kind, [*PLACEABLE_TRAPS])
        if not self.kinds or len({*self.kinds}) < len(self.kinds):
            raise OptionError(
                f"traps to place are one kind or more, each once, not {', '.join(self.kinds) or 'nothing'}"
            )


@dataclass(frozen=True)
class PlacedTraps:
    """Placed traps; `sequences` has the sequence number of each trap."""

    traps: tuple[LevelTrap, ...]
    sequences: tuple[int, ...]
    trap_nodes: int
    rejections: tuple[int, ...]  # by constraint, C0 .. C5


def place_traps(
    grid: np.ndarray,
    start: Cell,
    end: Cell,
    marks: Iterable[Cell],
    seed: int,
    params: TrapParams = TrapParams(),  # noqa: B008
    ways: WayParams | None = None,
    compiled: bool = True,
    movement: Movement = THESIS,
) -> PlacedTraps:
    """Place traps in a grid; all marks, and all places to stand, stay connected with the start.

    Args:
        grid: the level; changed in place.
        start: cell of the start.
        end: cell of the exit.
        marks: cells that must stay connected, such as exits of rooms.
        seed: seed of the placement.
        params: what to place.
        ways: how to place it on the ways that players take, with rest between challenges; then `density` and `doubles`
            are not used, and `challenges` counts those on the usual way. None: along all routes, as the thesis does.
        compiled: whether to run compiled rules.
        movement: physics and pieces of the level.

    Raises:
        TrapFreeRouteLeft: a path without traps remains.
        TooFewChallenges: a path has too few challenges, or there is no space for enough.
        NoChoiceOfWays: no trap has a detour around it that only some players take.
        PacingNotMet: the traps do not follow the pacing curve.
        RoomsNotConnected: a mark, the end or a place to stand cannot be reached.
    """
    plan = _plan_record(start, end, [*marks], seed, params, movement)
    work = working_memory()
    moves, bypass = packed_graph_moves(movement), work.bypass_for(movement)
    records = [plan] if ways is None else [plan, _way_record(params, ways)]
    records += [grid, work.graph, moves, work.reach, work.routes, bypass]
    rule: Callable[..., int] = place_by_address if ways is None else place_on_ways_by_address
    answer = load_rule(rule, len(records) + 1, compiled)(
        *(record.ctypes.data for record in records), int(params.trap_free)
    )
    if answer in FAILURES:
        error, what = FAILURES[answer]
        raise error(f"between {start} and {end}, {what}")
    assert answer == DONE
    return _placed_traps(plan)


def _way_record(params: TrapParams, ways: WayParams) -> np.ndarray:
    array = WayPlan.zeros()
    plan = array[0]
    plan["cells_per_challenge"], plan["least"] = round(ways.spacing), params.challenges or int(not params.trap_free)
    plan["rest"], plan["most_cells"], plan["most_stretch"] = ways.rest, ways.most_cells, ways.most_stretch
    plan["bold"], plan["usual"], plan["risks"] = ways.bold, ways.usual, ways.risks
    plan["all_kinds"], plan["agreement"] = ways.all_kinds, round(1000 * ways.agreement)
    plan["shortest"], plan["longest"] = params.periods or WAY_PERIODS
    for number, kind in enumerate(params.kinds):
        periods, failures = _failure_table(kind, params.periods or WAY_PERIODS)
        plan["kind_periods"][number], plan["kind_failures"][number] = periods, failures
        plan["is_hard"][number] = KIND_FAILURES[kind][0][1] > HARD_FAILURE
    has_easy_kind = not plan["is_hard"][: len(params.kinds)].all()
    plan["hard_share"] = round(1000 * ways.hard_share) if has_easy_kind else 1000
    points = np.linspace(0, 1, CURVE_POINTS)
    curve = np.interp(points, np.linspace(0, 1, len(ways.pacing)), ways.pacing)
    least, most = ways.failures
    plan["failures"] = np.round(1000 * (least + (most - least) * curve**CALM_POWER)).astype(int)
    plan["risk_failure"] = round(1000 * most)
    plan["curve"], plan["contrast"] = np.round(1000 * curve).astype(int), round(1000 * (curve.max() - curve.min()))
    plan["most_mines"] = params.mines
    return array


@cache
def _failure_table(kind: str, bounds: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Periods of a kind within bounds, from the longest to the shortest, and thousandths of attempts that fail."""
    periods, failures = (np.array(column, float) for column in zip(*KIND_FAILURES[kind], strict=True))
    points = np.clip(np.geomspace(periods[0], periods[-1], FAILURE_POINTS), *bounds)
    shares = np.interp(-np.log(points), -np.log(periods), failures)
    return np.round(points).astype(int), np.round(1000 * shares).astype(int)


def _placed_traps(plan: np.ndarray) -> PlacedTraps:
    result = plan[0]
    rows = result["traps"][: int(result["placed"])]
    columns = (rows[name].tolist() for name in ("kind", "x", "y", "facing", "period", "phase"))
    return PlacedTraps(
        tuple(LevelTrap(*row) for row in zip(*columns, strict=True)),
        tuple(rows["sequence"].tolist()),
        int(result["trap_nodes"]),
        tuple(int(result["refused"][k]) for k in range(CONSTRAINT_COUNT)),
    )


class WorkingMemory:
    """Records used by the rules; each thread reuses its own."""

    def __init__(self) -> None:
        self.graph, self.reach, self.routes, self.bypass = (
            GraphRecord.zeros(),
            ReachRecord.zeros(),
            RouteSearch.zeros(),
            BypassSearch.zeros(),
        )
        self.bypass_movement: Movement | None = None

    def bypass_for(self, movement: Movement) -> np.ndarray:
        """Record of the bypass search, with the reach of a body of this movement."""
        if self.bypass_movement is not movement:
            set_bypass_reach(self.bypass, movement.physics)
            self.bypass_movement = movement
        return self.bypass


_local = threading.local()


def working_memory() -> WorkingMemory:
    if not hasattr(_local, "work"):
        _local.work = WorkingMemory()
    work: WorkingMemory = _local.work
    return work


def _plan_record(
    start: Cell, end: Cell, marks: list[Cell], seed: int, params: TrapParams, movement: Movement
) -> np.ndarray:
    if len(marks) > MAX_MARKS:
        raise OptionError(f"a level has at most {MAX_MARKS} exits of rooms, not {len(marks)}")
    array = TrapPlan.zeros()
    plan = array[0]
    plan["stream"] = int(_first_state(as_int64(derive(seed, "traps"))))
    plan["alpha"] = round((DEFAULT_DENSITY if params.density is None else params.density) * 1000)
    plan["fastest"], plan["slowest"] = params.periods or DEFAULT_PERIODS
    plan["most_mines"], plan["doubles"], plan["challenges"] = params.mines, params.doubles, params.challenges or 0
    numbers = [TRAP_KINDS.index(kind) for kind in params.kinds]
    plan["kinds"], plan["kind"][: len(numbers)] = len(numbers), numbers
    plan["start_x"], plan["start_y"] = start
    plan["end_x"], plan["end_y"] = end
    plan["marks"] = len(marks)
    if marks:
        plan["mark_x"][: len(marks)], plan["mark_y"][: len(marks)] = zip(*marks, strict=True)
    plan["travel"][:MAX_MOVES] = move_controllers(movement)["ticks"][0]
    return array
