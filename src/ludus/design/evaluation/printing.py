"""Text for people: the formula of an evaluation, and the values of its features as bars."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.contract import Game
from ludus.design.evaluation.sensitivity import FeatureSamples, FeatureValue, feature_values
from ludus.search.expression import Constant, Expression, Feature, simplified
from ludus.search.genome import Genome, LinearWeights

BAR_WIDTH = 24  # characters of the longest bar
UNIT_FEATURE = "my_health"  # values are also shown in units of this feature, if the game has it
OPERATOR_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
PRECEDENCE = {"add": 1, "sub": 1, "mul": 2, "div": 2}  # operator precedence


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


def _unit_value(found: Sequence[FeatureValue]) -> float | None:
    return next((abs(value.worth) for value in found if value.feature == UNIT_FEATURE and value.worth), None)
