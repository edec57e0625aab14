"""Comparison with the statistics of another engine: do our games differ by more than chance?

Every line of a reference file gives, for one content, the means of many games. We play our own games with the same bots
and compare each mean by its z-score, the difference over its standard error. If both engines implement the same game,
the z-scores of a measure over all lines follow a standard normal distribution: their mean is near 0, their standard
deviation near 1, and none is extreme. Each measure must meet these three conditions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import GamesWithStats, MatchWithStats
from ludus.backends import Backend, Threads
from ludus.bots import load_compiled_bot
from ludus.core.game import Game
from ludus.core.random import derive
from ludus.core.reference_check_results import CheckReport, Progress, ReferenceSample, TraceDifference
from ludus.util.errors import OptionError
from ludus.util.text import plural

FULL_SIZE_LINES = 200  # files with this many lines have the narrowest bounds; fewer lines vary more
MAX_MEAN = 0.2
MAX_SPREAD_DEVIATION = 0.15  # deviation from 1
MAX_Z_SCORE = 4.0
DEFAULT_GAMES, DEFAULT_SEED = 10_000, 1


def check_reference(
    game: Game,
    files: Iterable[str | Path],
    games: int = DEFAULT_GAMES,
    seed: int = DEFAULT_SEED,
    backend: Backend | None = None,
    progress: Progress | None = None,
) -> CheckReport:
    """Play `games` for every line of every file; a condition that is not met is a difference."""
    assert game.references.statistics is not None
    if games < 2 or games % 2:
        raise OptionError(f"--games {games}: an even number, so that each player has each seat as often")
    report, backend = CheckReport(), backend or Threads()
    lines = [(str(file), row) for file in files for row in game.references.statistics(file)]
    scores: dict[tuple[str, str], list[tuple[float, ReferenceSample]]] = {}
    for done, (file, row) in enumerate(lines, 1):
        for measure, score in z_scores(game, row, games, derive(seed, row.name), backend).items():
            scores.setdefault((file, measure), []).append((score, row))
            report.states += 1
        report.games += games
        if progress:
            progress(done, len(lines))
    for (file, measure), measured in scores.items():
        _judge(report, file, measure, measured)
    return report


def z_scores(game: Game, row: ReferenceSample, games: int, seed: int, backend: Backend) -> dict[str, float]:
    """How far our mean of each measure is from that of a line, in standard errors."""
    players = [load_compiled_bot(game, name) for name in row.players]
    counted = MatchWithStats(Match(game, game.content(**row.options), players, seed)).play(games, backend)
    scores = {}
    for measure, ours in _by_player(game, counted, len(players)).items():
        mean, spread = row.expected[measure]
        own = float(ours.std())
        error = np.sqrt(own**2 / games + (own if spread is None else spread) ** 2 / row.games)
        difference = float(ours.mean()) - mean
        scores[measure] = difference / error if error else (0.0 if difference == 0 else float("inf"))
    return scores


def _by_player(game: Game, counted: GamesWithStats, seats: int) -> dict[str, np.ndarray]:
    """Measures by player. In game i the player in seat s is number (s + i) % seats."""
    outcomes = counted.outcomes
    numbers = np.arange(len(outcomes))[:, None]
    seat_of = (np.arange(seats)[None, :] - numbers) % seats
    assert game.references.measures is not None
    payoffs, scores = outcomes.payoffs[numbers, seat_of], outcomes.scores[numbers, seat_of]
    measures = game.references.measures(payoffs, scores, counted.stats)
    return {measure: np.asarray(values, dtype=float) for measure, values in measures.items()}


def _judge(report: CheckReport, file: str, measure: str, found: list[tuple[float, ReferenceSample]]) -> None:
    """Check the three conditions; the standard deviation needs more than one line."""
    scores = np.array([score for score, _ in found])
    worst, row = max(found, key=lambda pair: abs(pair[0]))
    mean, spread = float(scores.mean()), float(scores.std())

    def differ(line: int, name: str, field: str, wanted: str, got: float) -> None:
        report.add(TraceDifference(file, line, name, measure, field, wanted, round(got, 3)))

    everywhere, wider = f"{plural(len(found), 'line')}", max(1.0, math.sqrt(FULL_SIZE_LINES / len(found)))
    if abs(mean) > MAX_MEAN * wider:
        differ(1, everywhere, "mean z-score", f"0 +- {MAX_MEAN * wider:.2f}", mean)
    if len(found) > 1 and abs(spread - 1) > MAX_SPREAD_DEVIATION * wider:
        differ(1, everywhere, "standard deviation of z-scores", f"1 +- {MAX_SPREAD_DEVIATION * wider:.2f}", spread)
    if abs(worst) > MAX_Z_SCORE:
        differ(row.line, row.name, "z-score", f"{-MAX_Z_SCORE} to {MAX_Z_SCORE}", worst)
