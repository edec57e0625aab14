"""Expression trees over the features of a game.

    ["add", ["mul", 0.5, "my_health"], ["neg", "opp_health"]]      0.5 * my_health - opp_health

A constant is a number, a feature its name, an operation a list that starts with its name. Like weights, constants are
multiples of 1/65536 and at most a million. Products and results are clipped to the bounds of
`ludus.search.templates.expression_vm`. Simplification never changes the value of an expression, not even the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ludus.search.templates.expression_vm import LARGE, LIMIT, MOST_NODES, TINY
from ludus.search.templates.linear_evaluation import ONE
from ludus.util.errors import ContentError, UnknownName

MAX_CONSTANT = 1e6  # largest constant, so that weights can be summed in int64 and 16 binary places are significant
ANY_ARITY = 0  # arity of an operation that takes any number of operands, but at least one

# The operations of each kind of tree, and their numbers of operands.
BINARY = {"add": 2, "sub": 2, "mul": 2, "max": 2, "min": 2}
NARY = {"add": ANY_ARITY, "mul": ANY_ARITY, "max": ANY_ARITY, "min": ANY_ARITY, "neg": 1}
# Additional operations over rich feature sets: a / b (a divisor near 0 counts as 1) and (x if a < b else y).
EXTENDED = {"div": 2, "less": 4}


@dataclass(frozen=True, slots=True)
class Constant:
    value: float


@dataclass(frozen=True, slots=True)
class Feature:
    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    operator: str
    parts: tuple[Expression, ...]


Expression: TypeAlias = Constant | Feature | Operation


def round_constant(value: float) -> float:
    """Return the valid constant nearest to a number."""
    return round(min(max(value, -MAX_CONSTANT), MAX_CONSTANT) * ONE) / ONE


def iter_nodes(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all its subexpressions in preorder."""
    yield expression
    if isinstance(expression, Operation):
        for part in expression.parts:
            yield from iter_nodes(part)


def size(expression: Expression) -> int:
    """Return the number of nodes, operations and leaves."""
    return 1 + sum(map(size, expression.parts)) if isinstance(expression, Operation) else 1


def depth(expression: Expression) -> int:
    """Return the length of the longest path from the root to a leaf; 0 for a leaf."""
    return 1 + max(map(depth, expression.parts)) if isinstance(expression, Operation) else 0


def evaluate_expression(expression: Expression, features: Mapping[str, float]) -> float:
    """Evaluate an expression; equal to the result of its compiled program."""
    return _bounded(_value(expression, features), LIMIT)


def _value(expression: Expression, features: Mapping[str, float]) -> float:
    if isinstance(expression, Constant):
        return expression.value
    if isinstance(expression, Feature):
        return float(features[expression.name])
    first, *others = [_value(part, features) for part in expression.parts]
    if expression.operator == "neg":
        return -first
    if expression.operator == "less":
        return others[1] if first < others[0] else others[2]
    for other in others:
        first = apply_operator(expression.operator, first, other)
    return first


def apply_operator(operator: str, left: float, right: float) -> float:
    """Apply a binary operator, as programs do."""
    if operator == "add":
        return left + right
    if operator == "sub":
        return left - right
    if operator == "mul":
        return _bounded(left * right, LARGE)
    if operator == "div":
        return _bounded(left / (right if abs(right) >= TINY else 1.0), LARGE)
    if operator == "max":
        return right if right > left else left
    return right if right < left else left


def _bounded(value: float, limit: float) -> float:
    return min(max(value, -limit), limit)


def simplified(expression: Expression) -> Expression:
    """Simplify an expression: fold constants, drop operations with one operand and double negations."""
    if not isinstance(expression, Operation):
        return expression
    operator, parts = expression.operator, [simplified(part) for part in expression.parts]
    if operator == "neg":
        return _negated(parts[0])
    if operator == "less":
        one, other = parts[:2]
        if isinstance(one, Constant) and isinstance(other, Constant):
            return parts[2] if one.value < other.value else parts[3]
        return Operation(operator, tuple(parts))
    while len(parts) > 1 and isinstance(parts[0], Constant) and isinstance(parts[1], Constant):
        parts[:2] = [Constant(apply_operator(operator, parts[0].value, parts[1].value))]
    return parts[0] if len(parts) == 1 else Operation(operator, tuple(parts))


def _negated(part: Expression) -> Expression:
    if isinstance(part, Constant):
        return Constant(-part.value)
    if isinstance(part, Operation) and part.operator == "neg":
        return part.parts[0]
    return Operation("neg", (part,))


# Conversion from and to plain data


def to_data(expression: Expression) -> Any:
    if isinstance(expression, Constant):
        return expression.value
    if isinstance(expression, Feature):
        return expression.name
    return [expression.operator, *map(to_data, expression.parts)]


def from_data(data: Any, names: Sequence[str], operators: Mapping[str, int]) -> Expression:
    """Parse an expression from plain data.

    Args:
        data: a number, the name of a feature, or a list with an operation.
        names: the features.
        operators: the operations and their numbers of operands.

    Raises:
        ContentError, UnknownName: the data is not a valid expression.
    """
    left = MOST_NODES

    def read(data: Any) -> Expression:
        nonlocal left
        left -= 1
        if left < 0:
            raise ContentError(f"a tree has at most {MOST_NODES} nodes, counting operations and leaves")
        if isinstance(data, str):
            if data not in names:
                raise UnknownName("feature here", data, list(names))
            return Feature(data)
        if isinstance(data, list):
            return read_operation(data)
        if isinstance(data, bool) or not isinstance(data, int | float) or not math.isfinite(data):
            raise ContentError(f"a part is a number, the name of a feature or a list with an operation, not {data!r}")
        if abs(data) > MAX_CONSTANT:
            raise ContentError(f"a constant is between -{MAX_CONSTANT:,.0f} and {MAX_CONSTANT:,.0f}, not {data!r}")
        return Constant(round_constant(data))

    def read_operation(data: list[Any]) -> Operation:
        if not data or not isinstance(data[0], str):
            raise ContentError(f'an operation is a list such as ["max", 1, 2], not {_short(data)}')
        operator, *parts = data
        if operator not in operators:
            raise UnknownName("operation here", operator, list(operators))
        wanted = operators[operator]
        if wanted != ANY_ARITY and len(parts) != wanted:
            raise ContentError(f"{operator} takes {wanted} part{'s' * (wanted > 1)}, not {len(parts)}: {_short(data)}")
        if not parts:
            raise ContentError(f"{operator} takes at least one part")
        return Operation(operator, tuple(map(read, parts)))

    return read(data)


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 80 else f"{text[:77]}..."
