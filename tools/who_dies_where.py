"""Does a model of challenges tell who dies where?

    python tools/who_dies_where.py --players planner --to auc.csv

Sessions of the thesis's schedule are played by synthetic players: the players of a session play all its levels. Models
are fitted to the attempts of the first half of the sessions and judged on the other half, by the AUC: the chance that
the play with a death has the higher prediction.

    play        of all pairs of plays, one with a death and one without
    where       of such pairs of one player: in which of its levels does a player die?
    who         of such pairs at one level: which of its players die? A model of levels alone has 0.5
    attempt     of pairs of attempts at challenges, one that fails and one that succeeds

Models:

    thesis      success by t_cycle, t_timing and j; the level by its easiest path
    usual path  the same; the level by the path that players usually take
    features    also the kind of trap, mines, cells of the trap, open cells around it, falls and climbs into it, hangs
    as one      only the success of the passage as one challenge, by passage_measures.py, which is not fitted to play
    measures    features, and all measures of the passage
    and skill   measures, the true skill of the player, and the success of the passage for this skill
    level       the share of other players that died in the level: about the best that a model of levels can do
    player      the share of the player's other levels in which it died, however hard they were

Intervals are over sessions: these have their own players and their own levels, so plays of different sessions have
neither in common. They do not contain the uncertainty of the fit. `more` is the difference from the model of the
thesis, on the same plays.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

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
from ludus.design.platformer.difficulty.rating import rate_by_chances
from ludus.design.platformer.players.player_kinds import PLAYER_KINDS, player_kind
from ludus.design.platformer.recordings.challenge_traces import find_traces
from ludus.design.platformer.recordings.thesis_study_levels import schedule
from ludus.games.platformer.game_data_records import COMPOSITE_TRAPS, TRAP_KINDS
from ludus.games.platformer.level import Level

PLAYERS = 20  # of a session
OTHER_PLAYERS = 100  # whose deaths tell how hard a level is
NEIGHBOURHOOD = 2  # cells around a trap that count as free space
RIDGE = 1.0
DRAWS = 400
# Kinds of pairs, if others than all plays and those of a player: without the player, all of a level are alike; the
# deaths of a player elsewhere are fewer where it died here, so they can be compared at one level only.
PAIRS_OF_MODEL = {"and skill": ("play", "where", "who"), "player": ("who",)}
COMPOSITE_NAMES = {TRAP_KINDS[kind] for kind in COMPOSITE_TRAPS}
Features = Callable[[ChallengeGraph, Challenge, float], list[float]]  # of a challenge, for a player of some skill
Estimate = tuple[float, float, float]  # value and 95 % interval
PathChoice = Callable[[ChallengeGraph, Sequence[float]], list[Challenge]]


@dataclass(frozen=True)
class PlayedLevel:
    """One level of a session, played by the players of the session and by others."""

    session: int
    graph: ChallengeGraph
    skills: list[float]  # of its players
    died: list[bool]  # by player
    attempts: list[tuple[int, Challenge, bool]]  # player, challenge, success
    others: float  # share of other players that died


def main() -> None:
    """Play, fit, judge, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sessions", type=int, default=53)
    parser.add_argument("--levels", type=int, default=10, help="levels of a session")
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--players", choices=[*PLAYER_KINDS], default="planner")
    parser.add_argument("--to", type=Path, help="file for the table (CSV)")
    options = parser.parse_args()
    half = options.sessions // 2
    played = [
        play_level(options.players, task.make().level, task.session, options.seed, number, task.session >= half)
        for number, task in enumerate(schedule(options.seed, options.sessions, options.levels))
    ]
    learned, judged = ([level for level in played if (level.session < half) == first] for first in (True, False))
    print(
        f"{options.players}s: {len(judged)} levels of {options.sessions - half} sessions judged, "
        f"{sum(len(level.died) for level in judged)} plays, {sum(len(level.attempts) for level in judged)} attempts"
    )
    results = judge(learned, judged)
    rows = [
        [options.players, model, pairs, *(f"{value:.4f}" for value in (*estimate, *more))]
        for model, pairs, estimate, more in results
    ]
    for model, pairs, (value, low, high), (more, least, most) in results:
        print(f"{model:12s} {pairs:8s} {value:.3f} [{low:.3f}, {high:.3f}]  {more:+.3f} [{least:+.3f}, {most:+.3f}]")
    if options.to:
        with options.to.open("w", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(["players", "model", "pairs", "auc", "low", "high", "more", "more_low", "more_high"])
            table.writerows(rows)


def play_level(kind: str, level: Level, session: int, seed: int, number: int, judged: bool) -> PlayedLevel:
    """Let the players of a session play a level; at judged levels others play, too."""
    players, graph, seed_here = player_kind(kind), find_challenges(level), derive(seed, "level", number)
    stage = players.prepare(graph.level, "checkpoint")
    died, attempts = [], []
    people = players.draw_players(PLAYERS, derive(seed, "session", session))
    for k, player in enumerate(people):
        result = stage.play(player, derive(seed_here, "play", k))
        died.append(result.deaths > 0 or not result.reached_exit)
        for trace in find_traces(result.events, graph.level):
            challenge = None if trace.encounter is None else graph.challenge_of(trace.start, trace.encounter)
            if challenge is not None:
                attempts.append((k, challenge, trace.success))
    others = [
        stage.play(player, derive(seed_here, "other", k)).deaths > 0
        for k, player in enumerate(players.draw_players(OTHER_PLAYERS if judged else 0, derive(seed_here, "others")))
    ]
    share = sum(others) / len(others) if others else math.nan
    return PlayedLevel(session, graph, [player.skill for player in people], died, attempts, share)


def judge(learned: Sequence[PlayedLevel], judged: Sequence[PlayedLevel]) -> list[tuple[str, str, Estimate, Estimate]]:
    """Model, kind of pairs, AUC, and how much more it is than that of the thesis's model."""
    sessions = np.repeat([level.session for level in judged], PLAYERS)
    places = np.repeat(np.arange(len(judged)), PLAYERS)
    persons = sessions * PLAYERS + np.tile(np.arange(PLAYERS), len(judged))
    died = np.array([level.died for level in judged]).ravel()
    attempt_sessions = np.repeat([level.session for level in judged], [len(level.attempts) for level in judged])
    failed = np.array([not ok for level in judged for _, _, ok in level.attempts])
    scores: dict[tuple[str, str], np.ndarray] = {}
    for name, features, path in (
        ("thesis", thesis_features, easiest_challenges),
        ("usual path", thesis_features, usual_challenges),
        ("features", all_features, usual_challenges),
        ("as one", whole_features, usual_challenges),
        ("measures", measured_features, usual_challenges),
        ("and skill", skilled_features, usual_challenges),
    ):
        constants = fit(learned, features)
        chances = [success_chances(level, constants, features) for level in judged]
        scores[name, "play"] = np.array(
            [level_difficulty(level, row, path) for level, rows in zip(judged, chances, strict=True) for row in rows]
        )
        scores[name, "attempt"] = np.array(
            [1 - rows[k][c.number] for level, rows in zip(judged, chances, strict=True) for k, c, _ in level.attempts]
        )
    scores["level", "play"] = np.repeat([level.others for level in judged], PLAYERS)
    scores["player", "play"] = np.array([(died[persons == person].sum()) for person in persons]) - died
    found = []
    for (model, pairs), row in scores.items():
        first = scores["thesis", pairs]
        if pairs == "attempt":
            kinds = {"attempt": pair_counts(attempt_sessions, None, row, first, failed)}
        else:
            groups = {"play": None, "where": persons, "who": places}
            kinds = {
                kind: pair_counts(sessions, groups[kind], row, first, died)
                for kind in PAIRS_OF_MODEL.get(model, ("play", "where"))
            }
        found += [(model, kind, *with_intervals(counts)) for kind, counts in kinds.items()]
    return found


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
    x, y = [], []
    for level in levels:
        known: dict[tuple[int, int], list[float]] = {}
        for k, challenge, ok in level.attempts:
            if (k, challenge.number) not in known:
                known[k, challenge.number] = features(level.graph, challenge, level.skills[k])
            x.append(known[k, challenge.number])
            y.append(float(ok))
    return fit_logistic(np.array(x), np.array(y), np.ones(len(y)), RIDGE)


def success_chances(level: PlayedLevel, constants: np.ndarray, features: Features) -> list[list[float]]:
    """Chance of success by a model, by player and challenge."""
    rows = []
    for skill in level.skills if features is skilled_features else level.skills[:1]:
        x = np.array([features(level.graph, challenge, skill) for challenge in level.graph.challenges])
        rows.append((1 / (1 + np.exp(-(x.reshape(-1, len(constants)) @ constants)))).tolist())
    return rows if len(rows) == len(level.skills) else rows * len(level.skills)


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


def level_difficulty(level: PlayedLevel, chances: Sequence[float], path: PathChoice) -> float:
    """1 minus the product of success on a path."""
    return 1 - math.prod(chances[challenge.number] for challenge in path(level.graph, chances))


def pair_counts(
    sessions: np.ndarray, groups: np.ndarray | None, scores: np.ndarray, first: np.ndarray, yes: np.ndarray
) -> np.ndarray:
    """Pairs of a yes in one session (row) and a no in another (column): won by the scores, by the first, all.

    With groups, which lie within sessions, only pairs within a group count.
    """
    names = np.unique(sessions)
    counts = np.zeros((3, len(names), len(names)))
    for row, column in product(range(len(names)), repeat=2) if groups is None else ((k, k) for k in range(len(names))):
        one, other = (sessions == names[row]) & yes, (sessions == names[column]) & ~yes
        for group in (None,) if groups is None else np.unique(groups[sessions == names[row]]):
            high, low = (one, other) if groups is None else (one & (groups == group), other & (groups == group))
            for k, values in enumerate((scores, first)):
                losers = np.sort(values[low])
                counts[k, row, column] += sum(
                    np.searchsorted(losers, values[high], side).sum() / 2 for side in ("left", "right")
                )
            counts[2, row, column] += high.sum() * low.sum()
    return counts


def with_intervals(counts: np.ndarray) -> tuple[Estimate, Estimate]:
    """AUC, and the difference from the first one, with 95 % intervals by drawing sessions again."""
    size = counts.shape[1]
    apart = any(counts[2, row, column] for row, column in product(range(size), repeat=2) if row != column)
    drawn = np.random.default_rng(1).multinomial(size, np.full(size, 1 / size), DRAWS)
    aucs = []
    for weights in (np.ones(size), *drawn):
        pairs = np.outer(weights, weights) if apart else np.diag(weights)
        won, won_by_first, count = (counts * pairs).sum(axis=(1, 2))
        aucs.append((won / count, (won - won_by_first) / count))
    value, more = ((column[0], *np.quantile(column[1:], [0.025, 0.975])) for column in zip(*aucs, strict=True))
    return value, more


if __name__ == "__main__":
    main()
