"""Sensitivity of an evaluation: its change if one feature is one higher, over positions from games.

For a Linear this is the weight. For trees it is the mean over sampled positions, or over the pieces in them, with the
standard deviation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ludus.core import plain
from ludus.core.contract import Content, Game
from ludus.core.features import STANDARD, FeatureSet
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.search.expression import Constant, Expression, Feature, apply_operator
from ludus.search.genome import Genome, LinearWeights
from ludus.search.program import LIMIT

SAMPLE_GAMES, SAMPLE_INTERVAL = 16, 4  # a sample has every SAMPLE_INTERVAL-th position of SAMPLE_GAMES games


@dataclass(frozen=True)
class FeatureValue:
    """Value of one more unit of a feature."""

    feature: str
    worth: float  # mean change of the evaluation
    spread: float  # standard deviation over positions
    piece: bool  # whether it is a feature of pieces; then the change is that of a piece's value


@dataclass(frozen=True)
class FeatureSamples:
    """Sampled feature vectors: one row per position or piece, one column per feature."""

    situations: np.ndarray
    pieces: np.ndarray


def feature_values(game: Game, genome: Genome, samples: FeatureSamples | None = None) -> list[FeatureValue]:
    """Value of one more unit of each feature, in the order of the features."""
    features = game.feature_set(genome.features)
    if isinstance(genome, LinearWeights):
        first = len(features.state_names)
        weighted = enumerate(zip(features.names, genome.weights, strict=True))
        return [FeatureValue(name, weight, 0.0, place >= first) for place, (name, weight) in weighted]
    samples = samples or default_sample(game, genome.features)
    return [
        *_formula_values(genome.state, features.state_names, samples.situations, False),
        *_formula_values(genome.card, features.piece_names, samples.pieces, True),
    ]


def _formula_values(formula: Expression, names: Sequence[str], rows: np.ndarray, piece: bool) -> list[FeatureValue]:
    results = []
    for place, name in enumerate(names):
        less, more = rows.copy(), rows.copy()
        if set(np.unique(rows[:, place])) <= {0.0, 1.0}:  # binary feature: compare 1 with 0
            less[:, place] = 0.0
        more[:, place] = less[:, place] + 1
        change = evaluate_rows(formula, names, more) - evaluate_rows(formula, names, less) if len(rows) else np.zeros(1)
        results.append(FeatureValue(name, float(change.mean()), float(change.std()), piece))
    return results


def evaluate_rows(formula: Expression, names: Sequence[str], rows: np.ndarray) -> np.ndarray:
    """Value of a formula for each row of features."""
    columns = dict(zip(names, rows.T, strict=True))
    row_values = np.broadcast_to(_evaluate_columns(formula, columns), len(rows))
    bounded: np.ndarray = np.clip(row_values, -LIMIT, LIMIT)
    return bounded


def _evaluate_columns(formula: Expression, columns: dict[str, np.ndarray]) -> Any:
    if isinstance(formula, Constant):
        return formula.value
    if isinstance(formula, Feature):
        return columns[formula.name]
    first, *others = [_evaluate_columns(part, columns) for part in formula.parts]
    if formula.operator == "neg":
        return -first
    if formula.operator == "less":
        return np.where(np.less(first, others[0]), others[1], others[2])
    for other in others:
        first = _join(formula.operator, first, other)
    return first


_join = np.vectorize(apply_operator, otypes=[np.float64])


@cache
def default_sample(game: Game, features: str = STANDARD) -> FeatureSamples:
    """Positions of random games with default options, the sample used if none is given."""
    return sample_positions(game, features=features)


def sample_positions(
    game: Game,
    content: Content | None = None,
    games: int = SAMPLE_GAMES,
    every: int = SAMPLE_INTERVAL,
    seed: int = 1,
    features: str = STANDARD,
) -> FeatureSamples:
    """Sample positions of random games, as the player to move observes them, and the pieces in them.

    Phases about which the features say nothing are left out.

    Args:
        game: the game to play.
        content: its content; the default options if None.
        games: number of random games.
        every: sample every so many positions.
        seed: seed of the games.
        features: name of the feature set.
    """
    collector = _SampleCollector(game.feature_set(features))
    content = content or game.content()
    phase = plain(game.rules.phase)
    for number in range(games):
        rng = np.random.default_rng(derive(seed, "sample", number))
        position = Position.start(game, content, derive(seed, "sampled game", number))
        visible = 0
        while moves := position.legal_moves:
            if not game.phases or game.phases[phase(position.state)] not in game.features.hints.blind_phases:
                if visible % every == 0:
                    collector.add(position)
                visible += 1
            position.play(moves[int(rng.integers(len(moves)))])
    return collector.samples()


class _SampleCollector:
    """Collects feature vectors of positions and pieces."""

    def __init__(self, features: FeatureSet) -> None:
        self.features = features
        self.situation, self.pieces = plain(features.situation), plain(features.pieces)
        self.piece_features = plain(features.piece_features)
        self.rows: list[list[int]] = []
        self.piece_rows: list[list[int]] = []

    def add(self, position: Position) -> None:
        table = position.game.data.over(position.content.data)
        row = [0] * len(self.features.state_names)
        self.situation(table, position.state, position.current_player, row)
        self.rows.append(row)
        keys = [0] * self.features.max_pieces
        for k in range(self.pieces(table, position.state, position.current_player, keys)):
            row = [0] * len(self.features.piece_names)
            self.piece_features(abs(keys[k]), row)
            self.piece_rows.append(row)

    def samples(self) -> FeatureSamples:
        widths = len(self.features.state_names), len(self.features.piece_names)
        both = zip((self.rows, self.piece_rows), widths, strict=True)
        return FeatureSamples(*(np.array(rows, np.float64).reshape(len(rows), width) for rows, width in both))
