"""Values of features in an evaluation function, and its description as text.

The value of a feature is the change of the evaluation if the feature is one higher. For linear weights this is the
weight. For trees it is the mean over sampled positions, or over the pieces in them, with the standard deviation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ludus.core import plain
from ludus.core.features import STANDARD, FeatureSet
from ludus.core.game import Content, Game
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.search.evaluation_genome_packing import Genome, LinearWeights
from ludus.search.expression import Constant, Expression, Feature, apply_operator, simplified
from ludus.search.templates.expression_vm import LIMIT

SAMPLE_GAMES, SAMPLE_INTERVAL = 16, 4  # a sample has every SAMPLE_INTERVAL-th position of SAMPLE_GAMES games
BAR_WIDTH = 24  # characters of the longest bar
UNIT_FEATURE = "my_health"  # values are also shown in units of this feature, if the game has it
OPERATOR_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
PRECEDENCE = {"add": 1, "sub": 1, "mul": 2, "div": 2}  # operator precedence


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
    """Value of one more unit of each feature, in the order of the features.

    Args:
        game: the game that names the features.
        genome: the evaluation function.
        samples: positions at which trees are evaluated; a default sample if None.
    """
    features = game.feature_set(genome.features)
    if isinstance(genome, LinearWeights):
        first = len(features.state_names)
        weighted = enumerate(zip(features.names, genome.weights, strict=True))
        return [FeatureValue(name, weight, 0.0, column >= first) for column, (name, weight) in weighted]
    samples = samples or default_sample(game, genome.features)
    return [
        *_formula_values(genome.state, features.state_names, samples.situations, False),
        *_formula_values(genome.card, features.piece_names, samples.pieces, True),
    ]


def _formula_values(formula: Expression, names: Sequence[str], rows: np.ndarray, piece: bool) -> list[FeatureValue]:
    results = []
    for column, name in enumerate(names):
        less, more = rows.copy(), rows.copy()
        if set(np.unique(rows[:, column])) <= {0.0, 1.0}:  # binary feature: compare 1 with 0
            less[:, column] = 0.0
        more[:, column] = less[:, column] + 1
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
        data = position.game.data.over(position.content.data)
        row = [0] * len(self.features.state_names)
        self.situation(data, position.state, position.current_player, row)
        self.rows.append(row)
        keys = [0] * self.features.max_pieces
        for k in range(self.pieces(data, position.state, position.current_player, keys)):
            row = [0] * len(self.features.piece_names)
            self.piece_features(abs(keys[k]), row)
            self.piece_rows.append(row)

    def samples(self) -> FeatureSamples:
        widths = len(self.features.state_names), len(self.features.piece_names)
        both = zip((self.rows, self.piece_rows), widths, strict=True)
        return FeatureSamples(*(np.array(rows, np.float64).reshape(len(rows), width) for rows, width in both))


def describe(game: Game, genome: Genome, samples: FeatureSamples | None = None) -> str:
    """Describe a genome and the values of its features, as text lines.

    Args:
        game: the game that names the features.
        genome: the evaluation function.
        samples: positions at which trees are evaluated; a default sample if None.
    """
    lines = [f"{genome.kind} evaluation of {game.title}, {genome.features} features"]
    if not isinstance(genome, LinearWeights):
        features = game.feature_set(genome.features)
        lines.append(f"  position = {formula(genome.state)}")
        if features.piece_names:
            lines.append(f"  piece    = {formula(genome.card)}")
    feature_worths = feature_values(game, genome, samples)
    for title, part in (
        ("one more of a position is worth", [value for value in feature_worths if not value.piece]),
        ("one more of an own piece is worth", [value for value in feature_worths if value.piece]),
    ):
        if part:
            lines += ["", title, *value_bars(part, _unit_value(feature_worths))]
    return "\n".join(lines)


def value_bars(values: Sequence[FeatureValue], unit: float | None = None) -> list[str]:
    """One line per value, largest first: name, value, value in units, bar."""
    longest = max(abs(value.worth) for value in values)
    width = max(len(feature_title(value.feature)) for value in values)
    varies = any(value.spread for value in values)
    lines = []
    for value in sorted(values, key=lambda value: -abs(value.worth)):
        if not value.worth:
            continue
        line = f"  {feature_title(value.feature):{width}} {value.worth:+10.3g}"
        if varies:
            line += f" ±{value.spread:<8.2g}"
        if unit:
            line += f" {value.worth / unit:+8.2g} {UNIT_FEATURE.removeprefix('my_')}"
        lines.append(f"{line}  {'█' * round(BAR_WIDTH * abs(value.worth) / longest)}".rstrip())
    if unused := [feature_title(value.feature) for value in values if not value.worth]:
        lines.append(f"  nothing: {', '.join(unused)}")
    return lines


def formula(expression: Expression) -> str:
    """Simplified formula as text."""
    return _format_node(simplified(expression), 0)


def feature_title(feature: str) -> str:
    """Readable name of a feature."""
    for start, word in (("my_", "own "), ("opp_", "opponent's ")):
        if feature.startswith(start):
            return word + feature.removeprefix(start).replace("_", " ")
    return feature.replace("_", " ")


def _format_node(node: Expression, around: int) -> str:
    """Format a node; `around` is the precedence of the enclosing operation, which decides on parentheses."""
    if isinstance(node, Constant):
        return f"({node.value:.4g})" if node.value < 0 and around else f"{node.value:.4g}"
    if isinstance(node, Feature):
        return node.name
    if node.operator == "neg":
        text = f"-{_format_node(node.parts[0], 3)}"
        return f"({text})" if around else text
    if node.operator == "less":
        one, other, then, otherwise = (_format_node(part, 0) for part in node.parts)
        return f"({then} if {one} < {other} else {otherwise})"
    if node.operator not in OPERATOR_SIGNS:
        return f"{node.operator}({', '.join(_format_node(part, 0) for part in node.parts)})"
    binding = PRECEDENCE[node.operator]
    first, *rest = node.parts
    # Operands after a minus or division sign need parentheses at equal precedence.
    tight = binding + (node.operator in ("sub", "div"))
    text = f" {OPERATOR_SIGNS[node.operator]} ".join(
        [_format_node(first, binding), *(_format_node(part, tight) for part in rest)]
    )
    return f"({text})" if around > binding else text


def _unit_value(values: Sequence[FeatureValue]) -> float | None:
    return next((abs(value.worth) for value in values if value.feature == UNIT_FEATURE and value.worth), None)
