"""Failure model: predicts the share of players that die at least once between start and exit, for `--difficulty`.

    FailureModel.load().failure(level)              # in a few milliseconds
    predict(find_challenges(level))                 # failure rate, deaths per player, failures at the hardest passage
    usual_passages(challenge_graph)                 # passages on the path that players usually take
    training_example(seed, players=40)              # features of a random level, and how many players died

Koens' difficulty multiplies the mean success of all players over the challenges. But a player who passes the first
challenge is probably a good one and passes the next as well. So here players have a skill z, normally distributed; the
success at a passage is logistic in its features and z, the product is taken for each z, and then the mean over z. The
constants are fitted to synthetic players on random levels and stored in dial.toml, which names the command. Deaths and
the hardest passage use the same success chances, averaged over three skills (Gauss-Hermite quadrature).

The easiest path requires to know all success chances. Players rather take the shortest path, with small detours around
traps. A passage is the part between two nodes where a player can wait: mines, traps, or jumps through traps.
"""

from __future__ import annotations

import heapq
import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenge_models import LINEAR_MODEL
from ludus.design.platformer.difficulty.challenges import NO_TRAP, ChallengeGraph, find_challenges
from ludus.design.platformer.difficulty.move_durations import is_walking_move, move_seconds
from ludus.design.platformer.difficulty.rating import NoPath, rate_level, start_and_exits
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.traps import DEFAULT_PERIODS, TrapParams
from ludus.design.platformer.players.motor_rules import TRAP_DETOUR
from ludus.design.platformer.players.player_kinds import PLANNER, player_kind
from ludus.design.platformer.recordings import Respawn
from ludus.design.platformer.spec import LevelSpec
from ludus.evolve.checkpoint import numpy_generator
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.game_data_records import MINE, TRAP_KINDS
from ludus.games.platformer.level import Level
from ludus.util.errors import LudusError
from ludus.util.extras import require_extra

CONSTANTS_FILE = "dial.toml"
FIT_COMMAND = "ludus run platformer-difficulty --set 'parts=[\"dial\"]'"
SKILL_POINTS = 9  # quadrature points of skill
TRAINED_KINDS = ("saw", "wall-spikes", "squeeze", "mine")
NUMERIC_FEATURES = ("t_cycle", "t_timing", "inside", "jumps", "mines", "more_traps")
FEATURE_NAMES = tuple(f"{kind}" for kind in TRAINED_KINDS) + NUMERIC_FEATURES
PRIOR_WEIGHT = 0.5  # strength of the prior that constants are near zero, in levels
PREDICTION_SKILLS = ((-math.sqrt(3), 1 / 6), (0.0, 2 / 3), (math.sqrt(3), 1 / 6))
MAX_LEVEL_ATTEMPTS = 20  # parameters to try for one level


@dataclass(frozen=True)
class Passage:
    """Part of a path between two nodes where a player can wait; times in seconds."""

    nodes: tuple[int, ...]  # both ends and all nodes between
    kind: str  # kind of the first trap; mine only if there is no other trap
    traps: int  # number of traps without mines
    t_cycle: float  # shortest period; 2 s for mines alone
    t_timing: float  # from the start to the first trap
    inside: float  # from the first trap to the end
    jumps: int
    mines: int


def usual_passages(challenge_graph: ChallengeGraph, detour: int = TRAP_DETOUR) -> list[Passage]:
    """Passages on the usual path of players who accept this detour, in order."""
    nodes, moves = usual_path(challenge_graph, detour)
    trap_graph, passages, first = challenge_graph.trap_graph, [], 0
    for k in range(1, len(nodes)):
        is_safe = not trap_graph.is_mine[nodes[k]] and trap_graph.trap_at_node[nodes[k]] == NO_TRAP
        if not is_safe:
            continue
        if k - first > 1 or trap_graph.traps_crossed(nodes[k - 1], moves[k - 1]):
            passages.append(_make_passage(challenge_graph, nodes[first : k + 1], moves[first:k]))
        first = k
    return passages


def _make_passage(challenge_graph: ChallengeGraph, nodes: list[int], moves: list[int]) -> Passage:
    trap_graph, level = challenge_graph.trap_graph, challenge_graph.level
    seconds, walked = move_seconds(level.movement), is_walking_move(level.movement)
    traps: dict[int, None] = {}
    before = after = 0.0
    for k, move in enumerate(moves):
        if traps:
            after += seconds[move]
        else:
            before += seconds[move]
        for trap in sorted(trap_graph.traps_crossed(nodes[k], move)):
            traps[trap] = None
    lines = [level.traps[trap] for trap in traps]
    return Passage(
        tuple(nodes),
        TRAP_KINDS[lines[0].kind if lines else MINE],
        len(lines),
        min((line.period for line in lines), default=2 * TICKS_PER_SECOND) / TICKS_PER_SECOND,
        before,
        after,
        sum(not walked[move] for move in moves),
        sum(trap_graph.is_mine[node] for node in nodes),
    )


def usual_path(challenge_graph: ChallengeGraph, detour: int = TRAP_DETOUR) -> tuple[list[int], list[int]]:
    """Nodes of the usual path, and the moves between them.

    Args:
        challenge_graph: the challenges of the level.
        detour: half cells of detour that a player accepts to avoid one move through a trap.
    """
    trap_graph = challenge_graph.trap_graph
    start, exits = start_and_exits(challenge_graph)
    best, previous = {start: 0}, {start: (start, 0)}
    queue, visited, entry = [(0, 0, start)], set(), 0
    while queue:
        length, _, node = heapq.heappop(queue)
        if node in visited:
            continue
        visited.add(node)
        if node in exits:
            nodes, moves = [node], []
            while node != start:
                node, move = previous[node]
                nodes.append(node)
                moves.append(move)
            return nodes[::-1], moves[::-1]
        for end, move, weight, trapped in trap_graph.edges[node]:
            total = length + weight + (detour if trapped or trap_graph.trap_at_node[end] != NO_TRAP else 0)
            if end not in visited and total < best.get(end, 1 << 30):
                best[end], previous[end] = total, (node, move)
                entry += 1
                heapq.heappush(queue, (total, entry, end))
    raise NoPath("the graph of the level has no way from the start to an exit")


@dataclass(frozen=True)
class FailureModel:
    """Constants of all features, and the effect of one unit of skill, in logits."""

    constants: tuple[float, ...]
    skill: float

    @classmethod
    def load(cls) -> FailureModel:
        """Model that comes with the package."""
        return _load_model()

    @classmethod
    def read(cls, text: str, name: str = CONSTANTS_FILE) -> FailureModel:
        """Parse the text of a model file.

        Raises:
            LudusError: the text is no valid model.
        """
        try:
            data = tomllib.loads(text)
            named = data["constants"]
            return cls(tuple(float(named[feature]) for feature in FEATURE_NAMES), float(data["skill"]))
        except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
            wanted = ", ".join(FEATURE_NAMES)
            raise LudusError(f"{name}: {error}; there must be `skill` and, under [constants], {wanted}") from None

    def write(self, command: str = FIT_COMMAND) -> str:
        """Text of a model file, with the command that makes it."""
        lines = [
            "# How likely players are to get through a passage, in logits; skill is for one standard deviation of it.",
            f"# Made by: {command}",
            f"skill = {self.skill:.6f}",
            "",
            "[constants]",
        ]
        lines += [f"{name} = {value:.6f}" for name, value in zip(FEATURE_NAMES, self.constants, strict=True)]
        return "\n".join([*lines, ""])

    def failure(self, level: Level | ChallengeGraph) -> float:
        """Share of players that die at least once in a level."""
        challenge_graph = level if isinstance(level, ChallengeGraph) else find_challenges(level)
        return self.failure_of_passages(usual_passages(challenge_graph))

    def failure_of_passages(self, passages: Sequence[Passage]) -> float:
        """The same from the passages of a level."""
        return self.failure_of_features(passage_features(passages))

    def failure_of_features(self, rows: np.ndarray) -> float:
        """The same from the features of passages."""
        index = rows @ np.array(self.constants)
        return float(_failure_rates(index, np.zeros(len(index), int), 1, self.skill)[0])

    def success_chances(self, passages: Sequence[Passage], z: float = 0.0) -> list[float]:
        """Success chance at each passage for a player of skill z."""
        index = passage_features(passages) @ np.array(self.constants)
        chances: list[float] = (1 / (1 + np.exp(-(index + self.skill * z)))).tolist()
        return chances


def passage_features(passages: Sequence[Passage]) -> np.ndarray:
    """Feature rows of passages. An untrained trap kind counts as the hardest trained one: wall spikes."""
    rows = []
    for passage in passages:
        kind = passage.kind if passage.kind in TRAINED_KINDS else "wall-spikes"
        numbers = (
            passage.t_cycle - 1.6,
            passage.t_timing,
            passage.inside,
            passage.jumps,
            passage.mines,
            max(passage.traps - 1, 0),
        )
        rows.append([*(float(kind == name) for name in TRAINED_KINDS), *map(float, numbers)])
    return np.array(rows).reshape(-1, len(FEATURE_NAMES))


def fit_failure_model(rows: Sequence[np.ndarray], died: np.ndarray, plays: np.ndarray) -> FailureModel:
    """Fit the model by maximum likelihood.

    Args:
        rows: features of the passages, by level.
        died: plays with a death, by level.
        plays: plays, by level.
    """
    require_extra("studies", "fitting a failure model", "scipy")
    from scipy.optimize import minimize

    lengths = [len(level_rows) for level_rows in rows]
    x = np.concatenate(rows) if rows else np.zeros((0, len(FEATURE_NAMES)))
    owner = np.repeat(np.arange(len(rows)), lengths)

    def loss(guess: np.ndarray) -> tuple[float, np.ndarray]:
        skill = math.exp(guess[-1])
        failed, by_index, by_skill = _failure_gradients(x @ guess[:-1], owner, len(rows), skill)
        failed = np.clip(failed, 1e-9, 1 - 1e-9)
        likelihood = died * np.log(failed) + (plays - died) * np.log1p(-failed)
        pull = died / failed - (plays - died) / (1 - failed)
        down = np.append(-x.T @ (by_index * pull[owner]), -skill * float(by_skill @ pull)) + 2 * PRIOR_WEIGHT * guess
        return float(-likelihood.sum() + PRIOR_WEIGHT * (guess @ guess)), down

    start = np.array([1.5] * len(TRAINED_KINDS) + [0.0] * len(NUMERIC_FEATURES) + [math.log(0.7)])
    best = minimize(loss, start, method="L-BFGS-B", jac=True, options={"maxiter": 400}).x
    rounded = [float(f"{value:.6f}") for value in (*best[:-1], math.exp(best[-1]))]
    return FailureModel(tuple(rounded[:-1]), rounded[-1])


def _failure_rates(index: np.ndarray, owner: np.ndarray, count: int, skill: float) -> np.ndarray:
    """Failure rate of each owner of passages: one minus the product for each skill, averaged over skills."""
    z, weight = _skill_quadrature()
    rates = np.zeros(count)
    for point, part in zip(z, weight, strict=True):
        lost = np.logaddexp(0, -(index + skill * point))  # -log of success
        rates += part * -np.expm1(-np.bincount(owner, lost, minlength=count))
    return rates


def _failure_gradients(
    index: np.ndarray, owner: np.ndarray, count: int, skill: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Failure rates and their derivatives by the index of each passage and by the effect of skill."""
    rates, by_index, by_skill = np.zeros(count), np.zeros(len(index)), np.zeros(count)
    for point, part in zip(*_skill_quadrature(), strict=True):
        at = index + skill * point
        alive = np.exp(-np.bincount(owner, np.logaddexp(0, -at), minlength=count))
        failing = 1 / (1 + np.exp(at))
        rates += part * (1 - alive)
        by_index -= part * alive[owner] * failing
        by_skill -= part * point * alive * np.bincount(owner, failing, minlength=count)
    return rates, by_index, by_skill


@cache
def _skill_quadrature() -> tuple[list[float], list[float]]:
    """Points and weights of a normal distribution (Gauss-Hermite quadrature)."""
    points, weights = np.polynomial.hermite_e.hermegauss(SKILL_POINTS)
    return points.tolist(), (weights / weights.sum()).tolist()


@cache
def _load_model() -> FailureModel:
    return FailureModel.read(resources.files(__package__).joinpath(CONSTANTS_FILE).read_text(encoding="utf-8"))


assert set(TRAINED_KINDS) <= set(TRAP_KINDS)


@dataclass(frozen=True)
class Prediction:
    """The three difficulty numbers."""

    failure: float  # share of players that die at least once
    deaths: float  # deaths per player
    hardest: float  # share of attempts that fail at the hardest passage; 0 without traps


def predict(challenge_graph: ChallengeGraph, respawn: Respawn = "checkpoint") -> Prediction:
    """Predict for players who respawn before the passage, or at the start."""
    model, passages = FailureModel.load(), usual_passages(challenge_graph)
    deaths, hardest = [], []
    for skill, weight in PREDICTION_SKILLS:
        chances = model.success_chances(passages, skill)
        if respawn == "start":
            deaths.append(weight * (1 / math.prod(chances) - 1))
        else:
            deaths.append(weight * math.fsum(1 / chance - 1 for chance in chances))
        hardest.append(weight * (1 - min(chances, default=1.0)))
    return Prediction(model.failure_of_passages(passages), math.fsum(deaths), math.fsum(hardest))


def training_example(seed: int, players: int, kind: str = PLANNER) -> dict[str, Any]:
    """Random level, and how many players of a kind die in it or give up."""
    level, drawn = random_level(seed), player_kind(kind)
    challenge_graph, stage = find_challenges(level), drawn.prepare(level, "checkpoint")
    died = 0
    for number in range(players):
        (player,) = drawn.draw_players(1, derive(seed, "player", number))
        played = stage.play(player, derive(seed, "play", number))
        died += played.deaths > 0 or not played.reached_exit
    return {
        "features": passage_features(usual_passages(challenge_graph)),
        "died": died,
        "linear": rate_level(challenge_graph, LINEAR_MODEL).difficulty,
    }


def random_level(seed: int) -> Level:
    """Generate a level of random size, with few or many, slow or fast traps."""
    for attempt in range(MAX_LEVEL_ATTEMPTS):
        rng = numpy_generator(seed, "order", attempt)
        strip = rng.random() < 0.7
        rooms = (int(rng.integers(1, 7)), 1) if strip else (int(rng.integers(2, 5)), int(rng.integers(2, 4)))
        fast = int(rng.integers(DEFAULT_PERIODS[0], DEFAULT_PERIODS[1] + 1))
        traps = TrapParams(
            density=round(float(rng.uniform(0.05, 0.5)), 3),
            periods=(fast, int(rng.integers(fast, DEFAULT_PERIODS[1] + 1))),
            mines=int(rng.integers(0, 3)),
            challenges=int(rng.integers(0, 6)),
        )
        try:
            return generate_level(
                derive(seed, "level", attempt), LevelSpec(setup="thesis", rooms=rooms, traps=traps)
            ).level
        except LudusError:
            continue  # more challenges than so few rooms can have
    raise LudusError(f"no training level could be generated in {MAX_LEVEL_ATTEMPTS} attempts")
