"""An evaluation for people: its formula, and what it values as bars, the most important first."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.contract import Game
from ludus.design.evaluation.sensitivity import Seen, Value, values
from ludus.search.expression import Constant, Expression, Feature, simplified
from ludus.search.genome import Genome, Linear

BAR = 24  # signs of the longest bar
UNIT = "my_health"  # what others are compared with, where a game has it
SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
BINDING = {"add": 1, "sub": 1, "mul": 2, "div": 2}  # how tightly an operation holds its parts together


def describe(game: Game, genome: Genome, seen: Seen | None = None) -> str:
    """What a genome is and what it values, in lines. `seen` are the positions to ask a tree about."""
    lines = [f"{genome.kind} evaluation of {game.title}, {genome.features} features"]
    if not isinstance(genome, Linear):
        features = game.feature_set(genome.features)
        lines.append(f"  position = {formula(genome.state)}")
        if features.piece_names:
            lines.append(f"  piece    = {formula(genome.card)}")
    found = values(game, genome, seen)
    for title, part in (
        ("one more of a position is worth", [value for value in found if not value.piece]),
        ("one more of an own piece is worth", [value for value in found if value.piece]),
    ):
        if part:
            lines += ["", title, *bars(part, _unit(found))]
    return "\n".join(lines)


def bars(found: Sequence[Value], unit: float | None = None) -> list[str]:
    """A line for each value, the largest first: name, worth, how often the unit, a bar."""
    longest = max(abs(value.worth) for value in found)
    width = max(len(in_words(value.feature)) for value in found)
    varies = any(value.spread for value in found)
    lines = []
    for value in sorted(found, key=lambda value: -abs(value.worth)):
        if not value.worth:
            continue
        told = f"  {in_words(value.feature):{width}} {value.worth:+10.3g}"
        if varies:
            told += f" ±{value.spread:<8.2g}"
        if unit:
            told += f" {value.worth / unit:+8.2g} {UNIT.removeprefix('my_')}"
        lines.append(f"{told}  {'█' * round(BAR * abs(value.worth) / longest)}".rstrip())
    if nothing := [in_words(value.feature) for value in found if not value.worth]:
        lines.append(f"  nothing: {', '.join(nothing)}")
    return lines


def formula(expression: Expression) -> str:
    """A formula as one writes it, simplified."""
    return _written(simplified(expression), 0)


def in_words(feature: str) -> str:
    """The name of a feature for reading."""
    for start, word in (("my_", "own "), ("opp_", "opponent's ")):
        if feature.startswith(start):
            return word + feature.removeprefix(start).replace("_", " ")
    return feature.replace("_", " ")


def _written(node: Expression, around: int) -> str:
    """`around` is how tightly the operation around it binds: parentheses where that is tighter."""
    if isinstance(node, Constant):
        return f"({node.value:.4g})" if node.value < 0 and around else f"{node.value:.4g}"
    if isinstance(node, Feature):
        return node.name
    if node.operator == "neg":
        text = f"-{_written(node.parts[0], 3)}"
        return f"({text})" if around else text
    if node.operator == "less":
        one, other, then, otherwise = (_written(part, 0) for part in node.parts)
        return f"({then} if {one} < {other} else {otherwise})"
    if node.operator not in SIGNS:
        return f"{node.operator}({', '.join(_written(part, 0) for part in node.parts)})"
    binding = BINDING[node.operator]
    first, *rest = node.parts
    # What follows a minus sign or a stroke is held together more tightly than what comes before it.
    tight = binding + (node.operator in ("sub", "div"))
    text = f" {SIGNS[node.operator]} ".join([_written(first, binding), *(_written(part, tight) for part in rest)])
    return f"({text})" if around > binding else text


def _unit(found: Sequence[Value]) -> float | None:
    return next((abs(value.worth) for value in found if value.feature == UNIT and value.worth), None)
