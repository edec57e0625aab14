"""Difficulty of jumps without traps, and of falls that must be steered (thesis, chapter 6).

    ratings = rate_jumps(challenge_graph)           # jumps on the usual way that touch no moving trap
    ratings[0].miss, ratings[0].deadly              # chances that it fails, and that it kills
    falls = find_falls(level)                       # directed: down from a ledge, with the steering that they need
    rate_level(add_falls(challenge_graph, falls))   # difficulty if players also let themselves fall

Synthetic players move without error where there is no trap, so play says nothing about such jumps. A jump is therefore
tried in the physics with all combinations of two errors, in whole ticks: the button is pressed early or late, and it is
held too long or too short. Each combination has the probability that the error model of the synthetic players gives it.
After a press that is too early the body jumps before it runs; after one that is too late it may already be over the
edge. The player chooses where to begin and how long to hold the button so that errors do least harm. Steering in the
air is without error, so the chances are rather too low. A missed jump costs the way back to
where it began. A jump over permanent spikes, which the models of the thesis do not count, is rated here, too.

A fall begins with a run over an edge, or by letting go. Its error is that steering begins late; it needs steering if
the body lands elsewhere without it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import NormalDist

from ludus.core.compile_once import load_rule
from ludus.design.platformer.difficulty.challenges import NO_TRAP, Challenge, ChallengeGraph
from ludus.design.platformer.difficulty.failure_model import usual_path
from ludus.design.platformer.difficulty.move_durations import is_walking_move, move_seconds
from ludus.design.platformer.difficulty.trial_rules import (
    ARRIVED,
    KILLED,
    MoveTrial,
    try_fall_by_address,
    try_move_by_address,
)
from ludus.design.platformer.level_graph.graph import STAND, build_level_graph
from ludus.design.platformer.players.motor_rules import EXTRA_HOLD_TICKS, SHORTEST_STYLE, jump_styles
from ludus.design.platformer.players.synthetic_player import Calibration, load_calibration
from ludus.design.platformer.recordings.events import level_data
from ludus.design.platformer.verify.move_controllers import NO_JUMP
from ludus.games.platformer.constants import HALF_CELL, TICKS_PER_SECOND
from ludus.games.platformer.game_data_records import TRAP_KINDS
from ludus.games.platformer.level import Level

Errors = list[tuple[int, float]]  # ticks and probability
RUNS = 4  # places from which a jump may begin: from the middle of the cell to its edge
MAX_ERROR = 3.0  # standard deviations that are tried
FALL_COLUMNS = 4  # columns beyond an edge that a fall may lead to, at most
MIN_FALL = 2  # rows that a fall leads down, at least: less can be jumped back
MAX_RISK = 0.05  # a fall with a greater chance to touch a trap by an error is no way
NO_STEERING = 60  # ticks: longer than any fall


@dataclass(frozen=True)
class JumpRating:
    """A jump, or a move that begins or ends at a ledge; chances are for one try."""

    start: int  # nodes
    end: int
    move: int
    miss: float  # chance that it does not end where it should
    deadly: float  # chance that permanent spikes kill the body
    in_trap: float  # chance to touch the cells of another trap, mines aside, after a miss
    seconds_lost: float  # for the way back after a miss without a death; the mean over all tries
    no_return: float  # chance to end where no known move leads back


@dataclass(frozen=True)
class FallRating:
    """A fall from an edge or a ledge to a lower place from which no jump leads straight back."""

    start: int
    end: int
    side: int  # -1 to the left, 1 to the right, 0 straight down from a hang
    seconds: float
    steered: bool  # whether it needs steering: without it the body lands elsewhere
    steering_saves: bool  # whether it touches a trap without steering, mines aside, and none with it
    miss: float  # chance to land elsewhere, because steering begins late
    risk: float  # chance to be killed by spikes, or to touch the cells of another trap, mines aside, after a miss
    trap: int  # trap whose cells it touches without errors, or NO_TRAP


def rate_jumps(
    challenge_graph: ChallengeGraph, calibration: Calibration | None = None, skill: float = 0.0
) -> list[JumpRating]:
    """Rate the jumps on the usual way that touch no trap, in order; permanent spikes may be below them.

    Args:
        challenge_graph: the challenges of the level.
        calibration: error model; by default that of the synthetic players.
        skill: skill of the player.
    """
    graph = challenge_graph.trap_graph
    nodes, moves = usual_path(challenge_graph)
    safe = [not graph.is_mine[node] and graph.trap_at_node[node] == NO_TRAP for node in range(len(graph.nodes))]
    trials = JumpTrials(challenge_graph.level, calibration, skill)
    walking = is_walking_move(challenge_graph.level.movement)
    return [
        trials.rate(start, end, move)
        for (start, end), move in zip(pairwise(nodes), moves, strict=True)
        if not walking[move] and safe[start] and safe[end] and not graph.traps_crossed(start, move)
    ]


def find_falls(level: Level, calibration: Calibration | None = None, skill: float = 0.0) -> list[FallRating]:
    """Find and rate the falls of a level; of several to the same place, the one that is missed least."""
    return JumpTrials(level, calibration, skill).find_falls()


def add_falls(challenge_graph: ChallengeGraph, falls: Sequence[FallRating]) -> ChallengeGraph:
    """Challenge graph in which players also let themselves fall, down only.

    A fall is a free move if it touches no trap and hardly risks to, and a challenge without jumps if it leads through a
    trap.
    """
    graph = challenge_graph.trap_graph
    challenges, free = [*challenge_graph.challenges], [[*moves] for moves in challenge_graph.free_moves]
    for fall in falls:
        if graph.trap_at_node[fall.start] != NO_TRAP or fall.risk > MAX_RISK:
            continue
        (_, x, y), (_, to_x, to_y) = graph.nodes[fall.start], graph.nodes[fall.end]
        if fall.trap == NO_TRAP:
            free[fall.start].append((fall.end, 2 * (abs(to_x - x) + abs(to_y - y))))
            continue
        trap = challenge_graph.level.traps[fall.trap]
        challenges.append(
            Challenge(
                *(len(challenges), fall.start, (fall.end,), fall.end, fall.trap, TRAP_KINDS[trap.kind], 0),
                t_cycle=trap.period / TICKS_PER_SECOND,
                t_timing=fall.seconds,
                j=0,
            )
        )
    return ChallengeGraph(graph, challenges, free)


class JumpTrials:
    """Level prepared for trials of jumps and falls by a player of some skill."""

    def __init__(
        self, level: Level, calibration: Calibration | None = None, skill: float = 0.0, compiled: bool = True
    ) -> None:
        numbers = calibration or load_calibration()
        worse = math.exp(-numbers.spread * skill) * TICKS_PER_SECOND
        self.level, self.compiled = level, compiled
        spreads = worse * math.hypot(numbers.sigma, numbers.sigma_jump), worse * numbers.sigma_jump
        self._all_errors = [_errors(spread) for spread in spreads]
        self._coarse_errors = [_errors(spread, max(round(spread), 1)) for spread in spreads]
        self.graph = build_level_graph(level, compiled=compiled)
        self._data, self._styles = level_data(level), jump_styles(level.movement)
        self._edges = {(edge.start, edge.end, edge.move): k for k, edge in enumerate(self.graph.edges)}
        self._seconds_to: dict[int, dict[int, float]] = {}
        self._trial = MoveTrial.zeros()

    def rate(self, start: int, end: int, move: int) -> JumpRating:
        """Rate a move between two nodes, by its number in the table of moves.

        The player chooses where to begin the jump and how long to hold the button.

        Raises:
            KeyError: the graph has no such move.
        """
        edge = self._edges[start, end, move]
        plan = min(self._plans(start, move), key=lambda plan: self._try(start, edge, plan, self._coarse_errors).miss)
        return replace(self._try(start, edge, plan, self._all_errors), end=end, move=move)

    def _plans(self, start: int, move: int) -> list[tuple[int, int]]:
        """Ticks of running and jump styles to choose from; one plan for a move without a jump."""
        if self._styles["controllers"][0, SHORTEST_STYLE]["rows"][move]["run_up"] == NO_JUMP:
            return [(0, SHORTEST_STYLE)]
        physics = self.level.movement.physics
        edge = (HALF_CELL + physics.half_width) // physics.run_speed  # ticks to the edge of the cell
        runs = sorted({edge * k // (RUNS - 1) for k in range(RUNS)}) if self.graph.nodes[start][0] == STAND else [0]
        return [(run, style) for run in runs for style in range(len(EXTRA_HOLD_TICKS))]

    def _try(self, start: int, edge: int, plan: tuple[int, int], errors: Sequence[Errors]) -> JumpRating:
        """Rate a move by a plan, with errors of the press and of the time for which the button is held."""
        trial = self._trial
        rule = load_rule(try_move_by_address, 7, self.compiled)
        addresses = [record.ctypes.data for record in (self._data, self.graph.record, self._styles, trial)]
        back = self._seconds_back(start)
        trial["run"], style = plan
        miss = deadly = in_trap = lost = gone = 0.0
        for late, by_press in errors[0]:
            for longer, by_hold in errors[1]:
                trial["late"], trial["longer"] = late, longer
                weight, answer = by_press * by_hold, rule(*addresses, start, edge, style)
                if answer == ARRIVED:
                    continue
                miss += weight
                result = trial[0]
                if answer == KILLED:
                    deadly += weight
                elif result["trap"]:
                    in_trap += weight
                elif int(result["node"]) in back:
                    lost += weight * (back[int(result["node"])] + int(result["ticks"]) / TICKS_PER_SECOND)
                else:
                    gone += weight
        return JumpRating(start, start, NO_JUMP, miss, deadly, in_trap, lost, gone)

    def find_falls(self) -> list[FallRating]:
        """Find and rate the falls of the level; see `find_falls`."""
        level, best = self.level, dict[tuple[int, int], FallRating]()
        for start, (kind, x, y) in enumerate(self.graph.nodes):
            for side in (-1, 1) if kind == STAND else (0,):
                if side and (level.solid(x + side, y) or level.solid(x + side, y - 1)):
                    continue
                for column in [x + k * side for k in range(FALL_COLUMNS + 1)] if side else [x]:
                    fall = self._rate_fall(start, side, column)
                    if fall is None:
                        continue
                    known = best.get((start, fall.end))
                    if known is None or (fall.miss, fall.seconds) < (known.miss, known.seconds):
                        best[start, fall.end] = fall
        return [best[key] for key in sorted(best)]

    def _rate_fall(self, start: int, side: int, column: int) -> FallRating | None:
        """Rate a fall to a column; None if it does not lead there, not far enough down, or into spikes."""
        answer, end, ticks, trap = self._fall(start, side, column, 0)
        if answer != ARRIVED or self.graph.nodes[start][2] - self.graph.nodes[end][2] < MIN_FALL:
            return None
        miss = risk = 0.0
        for late, weight in self._all_errors[0]:
            if late <= 0:
                continue  # to steer before the edge only costs time
            answer, node, _, met = self._fall(start, side, column, late)
            if node != end:
                miss += weight
                risk += weight if answer == KILLED or met not in (NO_TRAP, trap) else 0.0
        answer, node, _, met = self._fall(start, side, column, NO_STEERING)
        saved = trap == NO_TRAP and (answer == KILLED or met != NO_TRAP)
        return FallRating(start, end, side, ticks / TICKS_PER_SECOND, node != end, saved, miss, risk, trap)

    def _fall(self, start: int, side: int, column: int, late: int) -> tuple[int, int, int, int]:
        """Result of a fall with this delay, where it ends, its ticks, and the trap that it touches or NO_TRAP."""
        trial = self._trial
        trial["late"] = late
        rule = load_rule(try_fall_by_address, 6, self.compiled)
        addresses = [record.ctypes.data for record in (self._data, self.graph.record, trial)]
        answer, result = rule(*addresses, start, side, column), trial[0]
        return answer, int(result["node"]), int(result["ticks"]), int(result["trap"]) - 1

    def _seconds_back(self, goal: int) -> dict[int, float]:
        """Seconds of the quickest way to a node from every node that has one."""
        if goal in self._seconds_to:
            return self._seconds_to[goal]
        seconds = move_seconds(self.level.movement)
        incoming: dict[int, list[tuple[int, float]]] = {}
        for edge in self.graph.edges:
            incoming.setdefault(edge.end, []).append((edge.start, seconds[edge.move]))
        best, queue = dict[int, float](), [(0.0, goal)]
        while queue:
            time, node = heapq.heappop(queue)
            if node in best:
                continue
            best[node] = time
            for source, more in incoming.get(node, []):
                if source not in best:
                    heapq.heappush(queue, (time + more, source))
        self._seconds_to[goal] = best
        return best


def _errors(spread: float, step: int = 1) -> Errors:
    """Errors in ticks with their probabilities: a normal distribution, cut at three standard deviations."""
    reach = math.ceil(MAX_ERROR * spread / step)
    normal, ticks = NormalDist(0, spread), [step * k for k in range(-reach, reach + 1)]
    chances = [normal.cdf(tick + step / 2) - normal.cdf(tick - step / 2) for tick in ticks]
    total = math.fsum(chances)
    return [(tick, chance / total) for tick, chance in zip(ticks, chances, strict=True)]
