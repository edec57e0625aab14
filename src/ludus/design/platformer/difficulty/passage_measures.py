"""Measures of passages: one trap or several as one challenge, the time at risk, and the free space.

    trials = PassageTrials(level)
    measures = trials.measure(node, exit_node)        # from a place to wait, on the way to a node
    measures.window, measures.open_share              # when one may start
    measures.risk.enters_danger, measures.space       # finer than cells; free space around the traps
    measures.success(calibration, skill=0.5)          # of the whole passage, for a player of this skill
    usual_measures(challenge_graph)                   # of all passages on the usual way
    challenge_features(challenge_graph, challenge)    # as numbers for a model of challenges, named FEATURE_NAMES

A composite - a trap with several parts, or several traps without a place to wait between them - is one passage here.
The planner of the synthetic players finds moves through all of it, and the moves are tried from 400 start times, three
ticks apart. What a model by parts cannot know is measured: whether the openings of all parts come at the same time.

The chance of success follows from these start times and from the errors of a calibrated player, without any fit: a
player waits for a window of at least four fifths of the longest one, aims at its middle, and starts with a normally
distributed error. With the chance of a lapse they aim at a time that does not work, with the chance of haste they start
at any time. A start time that works only if every jump is held exactly as planned counts half.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ludus.core.compile_once import load_rule
from ludus.design.platformer.difficulty.challenges import NO_TRAP, Challenge, ChallengeGraph, find_challenges
from ludus.design.platformer.difficulty.danger_areas import TrackRisk, risk_of_track
from ludus.design.platformer.difficulty.failure_model import Passage, usual_passages
from ludus.design.platformer.difficulty.rating import start_and_exits
from ludus.design.platformer.difficulty.trial_rules import START_INTERVAL, PassageTrial, try_passage_by_address
from ludus.design.platformer.level_graph.graph import STAND, build_level_graph
from ludus.design.platformer.level_graph.route_search import RouteSearch
from ludus.design.platformer.players.motor_rules import TRAP_DETOUR, PlayRecord, Strategy, jump_styles
from ludus.design.platformer.players.synthetic_player import MAX_RATE, Calibration, load_calibration
from ludus.design.platformer.recordings.events import level_data
from ludus.design.platformer.verify.agent_search import WalkRecord
from ludus.games.platformer.constants import CELL, HALF_CELL, TICKS_PER_SECOND
from ludus.games.platformer.game_data_records import MINE
from ludus.games.platformer.level import Cell, Level

NEIGHBOURHOOD = 2  # cells around a trap that count as the space near it
MAX_HEADROOM, MAX_ROOM = 4, 4  # cells that are counted, at most
ENOUGH_RATIO = 0.8  # share of the longest window that a window must have to be used
MIN_CHANCE = 0.01  # chances are kept this far from 0 and 1 in logits
CACHED_LEVELS = 8


@dataclass(frozen=True)
class FreeSpace:
    """Space around the traps of a passage, and to wait and land, in cells."""

    share: float  # of open cells within two cells of the traps
    headroom: float  # open cells above a cell of the traps, at most 4; the mean
    waiting_room: int  # safe cells in a row on the floor where one waits, at most 4; 0 at a ledge
    landing_room: int  # the same where the passage ends


@dataclass(frozen=True)
class PassageMeasures:
    """Passage as one challenge; times in seconds."""

    node: int  # where one waits
    end: int  # the next place to wait
    traps: tuple[int, ...]  # traps but mines, in order
    works: np.ndarray  # for each start time, whether the moves lead through
    robust: np.ndarray  # and whether they still do with every jump held a little longer or shorter
    to_trap: float  # from the start to the first trap cell, by the planner
    presses: int  # jumps after the first move
    begins_with_jump: bool
    seconds: float
    risk: TrackRisk
    space: FreeSpace

    @property
    def open_share(self) -> float:
        """Share of start times that work."""
        return float(self.works.mean())

    @cached_property
    def _windows(self) -> list[tuple[int, int]]:
        """First start time and length of each window."""
        edges = np.flatnonzero(np.diff(np.concatenate([[0], self.works.astype(int), [0]])))
        return [(int(a), int(b - a)) for a, b in zip(edges[::2], edges[1::2], strict=True)]

    @property
    def window(self) -> float:
        """Longest window of start times that work."""
        return max((length for _, length in self._windows), default=0) * START_INTERVAL / TICKS_PER_SECOND

    def success(self, calibration: Calibration | None = None, skill: float = 0.0) -> float:
        """Chance that a player of this skill gets through in one attempt."""
        numbers = calibration or load_calibration()
        worse = math.exp(-numbers.spread * skill)
        lapse, haste = min(numbers.lapse * worse, MAX_RATE), min(numbers.haste * worse, MAX_RATE)
        chances = (self.works.astype(float) + self.robust) / 2
        blurred = _blur(chances, self._error(numbers, worse))
        wrong = ~self.works
        misread = float(blurred[wrong].mean()) if wrong.any() else 1.0
        timed = float(np.mean([blurred[place] for place in self._aims])) if self._aims else misread
        return haste * float(chances.mean()) + (1 - haste) * (lapse * misread + (1 - lapse) * timed)

    @cached_property
    def _aims(self) -> list[int]:
        """Start times that a player aims at: the middles of windows that are long enough."""
        longest = max((length for _, length in self._windows), default=0)
        enough = [window for window in self._windows if window[1] >= ENOUGH_RATIO * longest]
        inner = [(first, length) for first, length in enough if first > 0 and first + length < len(self.works)]
        return [first + (length - 1) // 2 for first, length in inner or enough]

    def _error(self, numbers: Calibration, worse: float) -> float:
        """Standard deviation of the time of a passage, in seconds: of its start and of later presses."""
        first = numbers.sigma**2 + (numbers.drift * (numbers.delay + self.to_trap)) ** 2
        first += numbers.sigma_jump**2 if self.begins_with_jump else 0.0
        later = self.presses * (numbers.sigma**2 + numbers.sigma_jump**2)
        return worse * math.sqrt(first + later)


def _blur(chances: np.ndarray, error: float) -> np.ndarray:
    """Chance of success if one starts at a time with a normally distributed error, by start time."""
    steps = max(error * TICKS_PER_SECOND / START_INTERVAL, 1e-6)
    reach = math.ceil(4 * steps)
    offsets = np.arange(-reach, reach + 1)
    weights = np.exp(-0.5 * (offsets / steps) ** 2)
    padded = np.pad(chances, reach, mode="reflect" if reach < len(chances) else "edge")
    blurred: np.ndarray = np.convolve(padded, weights / weights.sum(), mode="valid")
    return blurred


class PassageTrials:
    """Level prepared for trials of its passages."""

    def __init__(self, level: Level, compiled: bool = True) -> None:
        self.level, self.compiled = level, compiled
        self._data, self.graph = level_data(level), build_level_graph(level, compiled=compiled)
        self._strategies = Strategy.zeros(len(self.graph.nodes))
        self._add_detours()
        self._known: dict[tuple[int, int], PassageMeasures | None] = {}

    def measure(self, node: int, target: int) -> PassageMeasures | None:
        """Measure the passage from a safe node on the way to a target node; None if the planner finds none."""
        if (node, target) not in self._known:
            self._known[node, target] = self._measure(node, target)
        return self._known[node, target]

    def _add_detours(self) -> None:
        """Weigh moves through traps as the players do, so that ways are the same."""
        record, level = self.graph.record[0], self.level
        trapped_cells = {cell for trap in level.traps if trap.kind != MINE for cell in trap.cells}
        for number, edge in enumerate(self.graph.edges):
            if edge.trapped or self.graph.nodes[edge.end][1:] in trapped_cells:
                record["weight"][number] += TRAP_DETOUR

    def _measure(self, node: int, target: int) -> PassageMeasures | None:
        walk, routes, play, trial = _memory()
        self._strategies[node]["size"] = 0  # the way to another target may need another strategy
        styles = jump_styles(self.level.movement)
        records = (self._data, self.graph.record, styles, walk, routes, self._strategies, play, trial)
        rule = load_rule(try_passage_by_address, 10, self.compiled)
        if not rule(*(record.ctypes.data for record in records), node, target):
            return None
        result = trial[0]
        ticks = int(result["track"])
        xs, ys = result["x"][:ticks].copy(), result["y"][:ticks].copy()
        risk = risk_of_track(self.level, xs, ys)
        end = self._node_near(int(xs[-1]), int(ys[-1])) if ticks else node
        return PassageMeasures(
            node=node,
            end=end,
            traps=risk.traps,
            works=result["works"].astype(bool),
            robust=result["robust"].astype(bool),
            to_trap=int(result["ticks_to_trap"]) / TICKS_PER_SECOND,
            presses=int(result["presses"]),
            begins_with_jump=bool(result["begins_with_jump"]),
            seconds=ticks / TICKS_PER_SECOND,
            risk=risk,
            space=self._space(risk.traps, node, end),
        )

    def _node_near(self, x: int, y: int) -> int:
        """Node nearest to a place of the body."""
        nodes = enumerate(self.graph.nodes)
        return min((abs(x - nx * CELL - HALF_CELL) + abs(y - ny * CELL), k) for k, (_, nx, ny) in nodes)[1]

    def _space(self, traps: Sequence[int], node: int, end: int) -> FreeSpace:
        level = self.level
        cells = {cell for trap in traps for cell in level.traps[trap].cells}
        return FreeSpace(free_share(level, cells), headroom(level, cells), self._room(node), self._room(end))

    def _room(self, node: int) -> int:
        """Safe cells in a row around a stand node, at the same height."""
        kind, x, y = self.graph.nodes[node]
        if kind != STAND:
            return 0
        trapped = {cell for trap in self.level.traps for cell in trap.cells}
        count = 1
        for side in (-1, 1):
            far = x + side
            while count < MAX_ROOM and self.level.can_stand(far, y) and (far, y) not in trapped:
                count, far = count + 1, far + side
        return count


def free_share(level: Level, cells: set[Cell]) -> float:
    """Share of open cells among those within two cells of some cells; 1 without cells."""
    reach = range(-NEIGHBOURHOOD, NEIGHBOURHOOD + 1)
    around = {(x + dx, y + dy) for x, y in cells for dx in reach for dy in reach} - cells
    return sum(not level.solid(x, y) for x, y in around) / len(around) if around else 1.0


def headroom(level: Level, cells: set[Cell]) -> float:
    """Mean number of open cells straight above some cells, at most 4 each."""
    if not cells:
        return float(MAX_HEADROOM)
    total = 0
    for x, y in cells:
        up = 0
        while up < MAX_HEADROOM and not level.solid(x, y + up + 1):
            up += 1
        total += up
    return total / len(cells)


def usual_measures(challenge_graph: ChallengeGraph) -> list[tuple[Passage, PassageMeasures | None]]:
    """Passages on the way that players usually take, with their measures."""
    trials = level_trials(challenge_graph.level)
    _, exits = start_and_exits(challenge_graph)
    target = min(exits)
    return [(passage, trials.measure(passage.nodes[0], target)) for passage in usual_passages(challenge_graph)]


@lru_cache(maxsize=CACHED_LEVELS)
def level_trials(level: Level) -> PassageTrials:
    """Trials of a level; those of the last levels are kept."""
    return PassageTrials(level)


FEATURE_NAMES = (
    "window",
    "open_share",
    "robust_share",
    "enters_danger",
    "in_danger",
    "seconds",
    "presses",
    "traps",
    "free_share",
    "headroom",
    "waiting_room",
    "landing_room",
    "as_one",
    "not_measured",
)


def challenge_features(challenge_graph: ChallengeGraph, challenge: Challenge) -> list[float]:
    """Measures of the passage that a challenge belongs to, as numbers for a model; FEATURE_NAMES names them.

    The passage is the one from the beginning of the challenge towards an exit, or else towards the start, if it goes
    through the trap. Without such a passage only the space is measured, and `not_measured` is 1.
    """
    measures = measures_of_challenge(challenge_graph, challenge)
    if measures is None:
        level = challenge_graph.level
        cells = set(level.traps[challenge.trap].cells)
        known = {"enters_danger": challenge.t_timing, "traps": 1.0, "free_share": free_share(level, cells)}
        known["headroom"] = headroom(level, cells)
        return [{**known, "not_measured": 1.0}.get(name, 0.0) for name in FEATURE_NAMES]
    chance = min(max(measures.success(), MIN_CHANCE), 1 - MIN_CHANCE)
    space = measures.space
    return [
        *(min(measures.window, 2.0), measures.open_share, float(measures.robust.mean())),
        *(measures.risk.enters_danger, measures.risk.in_danger, measures.seconds, float(measures.presses)),
        *(float(len(measures.traps)), space.share, space.headroom),
        *(float(space.waiting_room), float(space.landing_room)),
        math.log(chance / (1 - chance)),
        0.0,
    ]


def measures_of_challenge(challenge_graph: ChallengeGraph, challenge: Challenge) -> PassageMeasures | None:
    """Measures of the passage through the trap of a challenge, from where it begins; None if there is none."""
    graph = challenge_graph.trap_graph
    if graph.trap_at_node[challenge.source] != NO_TRAP:
        return None
    trials = level_trials(challenge_graph.level)
    start, exits = start_and_exits(challenge_graph)
    for target in (min(exits), start):
        if target == challenge.source:
            continue
        measures = trials.measure(challenge.source, target)
        if measures is not None and challenge.trap in measures.traps:
            return measures
    return None


def measure_level(level: Level) -> list[tuple[Passage, PassageMeasures | None]]:
    """Measures of the passages on the usual way of a level."""
    return usual_measures(find_challenges(level))


_local = threading.local()


def _memory() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    if not hasattr(_local, "walk"):
        _local.walk, _local.routes = WalkRecord.zeros(), RouteSearch.zeros()
        _local.play, _local.trial = PlayRecord.zeros(), PassageTrial.zeros()
    _local.walk["budget"] = 1 << 40
    return _local.walk, _local.routes, _local.play, _local.trial
