"""Does a model of challenges tell in which levels, and at which challenges, players die?

    python tools/who_dies_where.py --sessions 24 --players planner

Sessions of the thesis's schedule are played by one synthetic player each. Models are fitted to the attempts of the
first half of the sessions and judged on the other half: the AUC of dying in a level, and the AUC of failing an attempt,
with intervals over the sessions of the second half.

    thesis      success by t_cycle, t_timing and j; the level by its easiest path
    usual path  the same model; the level by the path that players usually take
    features    also the kind of trap, mines, cells of the trap, open cells around it, falls and climbs into it, hangs
    as one      only the success of the passage as one challenge, by passage_measures.py, which is not fitted to play
    measures    features, and all measures of the passage
    and skill   measures, the skill of the player, and the success of the passage for this skill: who dies, and where
    level       no challenges: the share of other players of the same kind that died in the level. It is a ceiling: no
                model of levels can know more, except about the player
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenge_models import fit_logistic
from ludus.design.platformer.difficulty.challenges import NO_TRAP, Challenge, ChallengeGraph, find_challenges
from ludus.design.platformer.difficulty.failure_model import usual_passages
from ludus.design.platformer.difficulty.passage_measures import (
    FEATURE_NAMES,
    challenge_features,
    measures_of_challenge,
)
from ludus.design.platformer.difficulty.prediction_metrics import auc
from ludus.design.platformer.difficulty.rating import rate_by_chances
from ludus.design.platformer.players.player_kinds import PLAYER_KINDS, Stage, player_kind
from ludus.design.platformer.players.synthetic_player import draw_skill
from ludus.design.platformer.recordings.challenge_traces import find_traces
from ludus.design.platformer.recordings.thesis_study_levels import schedule
from ludus.games.platformer.game_data_records import COMPOSITE_TRAPS, TRAP_KINDS
from ludus.games.platformer.level import Level

CEILING_PLAYERS = 20  # other players whose deaths tell how hard a level is
NEIGHBOURHOOD = 2  # cells around a trap that count as free space
RIDGE = 1.0
DRAWS = 400
COMPOSITE_NAMES = {TRAP_KINDS[kind] for kind in COMPOSITE_TRAPS}
Features = Callable[[ChallengeGraph, Challenge, float], list[float]]  # of a challenge, for a player of some skill
Path = Callable[[ChallengeGraph, Sequence[float]], list[Challenge]]


@dataclass(frozen=True)
class PlayedLevel:
    """One level of a session, played by the player of the session and by others."""

    session: int
    skill: float  # of the player of the session
    graph: ChallengeGraph
    died: bool
    attempts: list[tuple[Challenge, bool]]  # challenge, success
    others: float  # share of other players that died


def main() -> None:
    """Play, fit, judge, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sessions", type=int, default=24)
    parser.add_argument("--levels", type=int, default=10, help="levels of a session")
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--players", choices=[*PLAYER_KINDS], default="planner")
    options = parser.parse_args()
    played = [
        play_level(options.players, task.make().level, task.session, derive(options.seed, "level", number))
        for number, task in enumerate(schedule(options.seed, options.sessions, options.levels))
    ]
    half = options.sessions // 2
    learned, judged = ([level for level in played if (level.session < half) == first] for first in (True, False))
    attempts = sum(len(level.attempts) for level in judged)
    print(
        f"{options.players}s: {len(judged)} levels and {attempts} attempts of {options.sessions - half} sessions judged"
    )
    for name, features, path in (
        ("thesis", thesis_features, easiest_challenges),
        ("usual path", thesis_features, usual_challenges),
        ("features", all_features, usual_challenges),
        ("as one", whole_features, usual_challenges),
        ("measures", measured_features, usual_challenges),
        ("and skill", skilled_features, usual_challenges),
    ):
        constants = fit(learned, features)
        level_scores = [level_difficulty(level, constants, features, path) for level in judged]
        attempt_scores = [
            [1 - success(level, challenge, constants, features) for challenge, _ in level.attempts] for level in judged
        ]
        if name == "thesis":
            first = level_scores, attempt_scores
        print(f"{name:12s} dying in a level {level_auc(judged, level_scores)}, more than the thesis "
              f"{level_auc(judged, level_scores, first[0])}; failing an attempt {attempt_auc(judged, attempt_scores)}, "
              f"more than the thesis {attempt_auc(judged, attempt_scores, first[1])}", flush=True)  # fmt: skip
    others = [level.others for level in judged]
    print(f"{'level':12s} dying in a level {level_auc(judged, others)}, more than the thesis "
          f"{level_auc(judged, others, first[0])}")  # fmt: skip


def play_level(kind: str, level: Level, session: int, seed: int) -> PlayedLevel:
    """Let the player of a session and others play a level."""
    players, graph = player_kind(kind), find_challenges(level)
    stage: Stage = players.prepare(graph.level, "checkpoint")
    calibration = players.load_calibration()
    skill = draw_skill(session, 0)
    result = stage.play(players.player(skill, calibration), seed)
    attempts = []
    for trace in find_traces(result.events, graph.level):
        challenge = None if trace.encounter is None else graph.challenge_of(trace.start, trace.encounter)
        if challenge is not None:
            attempts.append((challenge, trace.success))
    others = [
        stage.play(player, derive(seed, "other", k)).deaths > 0
        for k, player in enumerate(players.draw_players(CEILING_PLAYERS, derive(seed, "others")))
    ]
    return PlayedLevel(session, skill, graph, result.deaths > 0, attempts, sum(others) / len(others))


def thesis_features(graph: ChallengeGraph, challenge: Challenge, skill: float) -> list[float]:
    """Constant, t_cycle, t_timing, j."""
    return [1.0, *map(float, challenge.parameters)]


def all_features(graph: ChallengeGraph, challenge: Challenge, skill: float) -> list[float]:
    """Those of the thesis, and what else a player sees of a challenge."""
    level, nodes = graph.level, graph.trap_graph.nodes
    trap = level.traps[challenge.trap]
    (from_kind, _, low), (to_kind, _, high) = nodes[challenge.source], nodes[challenge.end]
    around = {
        (x + dx, y + dy)
        for x, y in trap.cells
        for dx in range(-NEIGHBOURHOOD, NEIGHBOURHOOD + 1)
        for dy in range(-NEIGHBOURHOOD, NEIGHBOURHOOD + 1)
    } - {*trap.cells}
    return [
        *thesis_features(graph, challenge, skill),
        *(float(challenge.kind == kind) for kind in ("wall-spikes", "squeeze")),
        float(challenge.kind in COMPOSITE_NAMES),
        *(float(challenge.mines), float(len([*trap.cells]))),
        sum(not level.solid(x, y) for x, y in around) / len(around),
        *(float(high < low), float(high > low)),
        *(float(from_kind != 0), float(to_kind != 0)),
        *(float(challenge.kind == kind) * challenge.t_cycle for kind in ("wall-spikes", "squeeze")),
    ]


def whole_features(graph: ChallengeGraph, challenge: Challenge, skill: float) -> list[float]:
    """Constant, and the chance of success of the passage as one challenge, in logits; whether it is known."""
    named = dict(zip(FEATURE_NAMES, _measures(graph, challenge), strict=True))
    return [1.0, named["as_one"], named["not_measured"]]


def measured_features(graph: ChallengeGraph, challenge: Challenge, skill: float) -> list[float]:
    """All features, and all measures of the passage."""
    return [*all_features(graph, challenge, skill), *_measures(graph, challenge)]


def skilled_features(graph: ChallengeGraph, challenge: Challenge, skill: float) -> list[float]:
    """All measures, the skill of the player, and the success of the passage as one challenge for this skill."""
    measures = measures_of_challenge(graph, challenge)
    chance = 0.5 if measures is None else min(max(measures.success(skill=skill), 0.01), 0.99)
    return [*measured_features(graph, challenge, skill), skill, math.log(chance / (1 - chance))]


def _measures(graph: ChallengeGraph, challenge: Challenge) -> list[float]:
    """Measures of the passage of a challenge, computed once."""
    key = id(graph), challenge.number
    if key not in _known_measures:
        _known_measures[key] = challenge_features(graph, challenge)
    return _known_measures[key]


_known_measures: dict[tuple[int, int], list[float]] = {}  # by graph, which the played levels keep, and challenge


def fit(levels: Sequence[PlayedLevel], features: Features) -> np.ndarray:
    """Logistic model of the success of attempts."""
    rows = [(features(level.graph, challenge, level.skill), ok) for level in levels for challenge, ok in level.attempts]
    x, y = np.array([row for row, _ in rows]), np.array([ok for _, ok in rows], float)
    return fit_logistic(x, y, np.ones(len(y)), RIDGE)


def success(level: PlayedLevel, challenge: Challenge, constants: np.ndarray, features: Features) -> float:
    """Chance of success by a model."""
    return float(1 / (1 + np.exp(-(np.array(features(level.graph, challenge, level.skill)) @ constants))))


def easiest_challenges(graph: ChallengeGraph, chances: Sequence[float]) -> list[Challenge]:
    """Challenges on the path that is easiest by these chances."""
    return list(rate_by_chances(graph, list(chances)).path)


def usual_challenges(graph: ChallengeGraph, chances: Sequence[float]) -> list[Challenge]:
    """Challenges on the path that players usually take."""
    found = []
    for passage in usual_passages(graph):
        traps = [node for node in passage.nodes if graph.trap_graph.trap_at_node[node] != NO_TRAP]
        challenge = graph.challenge_of(passage.nodes[0], traps[0]) if traps else None
        found += [] if challenge is None else [challenge]
    return found


def level_difficulty(level: PlayedLevel, constants: np.ndarray, features: Features, path: Path) -> float:
    """1 minus the product of success on a path."""
    graph = level.graph
    chances = [success(level, challenge, constants, features) for challenge in graph.challenges]
    return 1 - math.prod(chances[challenge.number] for challenge in path(graph, chances))


def level_auc(levels: Sequence[PlayedLevel], scores: Sequence[float], other: Sequence[float] | None = None) -> str:
    """AUC of dying in a level, with its interval; with other scores, the difference."""
    rows = [(level.session, level.died) for level in levels]
    return _with_interval(rows, scores, other)


def attempt_auc(
    levels: Sequence[PlayedLevel], scores: Sequence[Sequence[float]], other: Sequence[Sequence[float]] | None = None
) -> str:
    """AUC of failing an attempt, with its interval; with other scores, the difference."""
    rows = [(level.session, not ok) for level in levels for _, ok in level.attempts]
    flat = [score for row in scores for score in row]
    return _with_interval(rows, flat, None if other is None else [score for row in other for score in row])


def _with_interval(
    rows: Sequence[tuple[int, bool]], scores: Sequence[float], other: Sequence[float] | None = None
) -> str:
    """AUC, or the difference of two, with a 95 % interval by drawing sessions again."""
    sessions, yes = (np.array(column) for column in zip(*rows, strict=True))
    names, random = np.unique(sessions), np.random.default_rng(1)
    places = {name: np.flatnonzero(sessions == name) for name in names}

    def statistic(drawn: np.ndarray) -> float:
        value = auc(np.array(scores)[drawn], yes[drawn])
        return value if other is None else value - auc(np.array(other)[drawn], yes[drawn])

    draws = [
        statistic(np.concatenate([places[name] for name in random.choice(names, len(names))])) for _ in range(DRAWS)
    ]
    low, high = np.nanquantile(draws, [0.025, 0.975])
    form = ".3f" if other is None else "+.3f"
    return f"{statistic(np.arange(len(yes))):{form}} [{low:{form}}, {high:{form}}]"


if __name__ == "__main__":
    main()
