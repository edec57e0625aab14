"""Formulas over the features of a game, as trees: what programs are written from.

    ["add", ["mul", 0.5, "my_health"], ["neg", "opp_health"]]      0.5 * my_health - opp_health

A constant is a number, a feature its name, an operation a list that begins with its name. Constants are whole multiples
of 1/65536 and at most a million, as weights are. Products and results are kept within the bounds of
`ludus.search.program`; whatever simplifies or rewrites a formula leaves its value as it was, to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ludus.core.errors import ContentError, UnknownName
from ludus.search.linear import ONE
from ludus.search.program import LARGE, LIMIT, MOST_NODES, TINY

MOST = 1e6  # of a constant: so that whole numbers can add up weights, and 16 binary places mean something
ANY = 0  # number of parts of an operation that takes any, but at least one

# The operations of each kind of tree, and how many parts each has.
BINARY = {"add": 2, "sub": 2, "mul": 2, "max": 2, "min": 2}
NARY = {"add": ANY, "mul": ANY, "max": ANY, "min": ANY, "neg": 1}
# Both kinds over a rich set of features: a / b, where a divisor next to 0 counts as 1, and (x if a < b else y).
RICH = {"div": 2, "less": 4}


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


def on_grid(value: float) -> float:
    """The nearest constant to a number."""
    return round(min(max(value, -MOST), MOST) * ONE) / ONE


def nodes(expression: Expression) -> Iterator[Expression]:
    """A formula and all its parts, each before its own parts."""
    yield expression
    if isinstance(expression, Operation):
        for part in expression.parts:
            yield from nodes(part)


def size(expression: Expression) -> int:
    """How many nodes it has: operations and leaves."""
    return 1 + sum(map(size, expression.parts)) if isinstance(expression, Operation) else 1


def depth(expression: Expression) -> int:
    """The longest way from the root to a leaf; a leaf alone has 0."""
    return 1 + max(map(depth, expression.parts)) if isinstance(expression, Operation) else 0


def work_out(expression: Expression, features: Mapping[str, float]) -> float:
    """The value of a formula: what its program comes to."""
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
        first = join(expression.operator, first, other)
    return first


def join(operator: str, left: float, right: float) -> float:
    """One step of an operation, as programs take it."""
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
    """The same value with fewer nodes: constants worked out, operations of one part and double negations dropped."""
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
        parts[:2] = [Constant(join(operator, parts[0].value, parts[1].value))]
    return parts[0] if len(parts) == 1 else Operation(operator, tuple(parts))


def _negated(part: Expression) -> Expression:
    if isinstance(part, Constant):
        return Constant(-part.value)
    if isinstance(part, Operation) and part.operator == "neg":
        return part.parts[0]
    return Operation("neg", (part,))


# As data


def to_data(expression: Expression) -> Any:
    if isinstance(expression, Constant):
        return expression.value
    if isinstance(expression, Feature):
        return expression.name
    return [expression.operator, *map(to_data, expression.parts)]


def from_data(data: Any, names: Sequence[str], operators: Mapping[str, int]) -> Expression:
    """A formula from data, over these features and operations; what is wrong is told."""
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
        if abs(data) > MOST:
            raise ContentError(f"a constant is between -{MOST:,.0f} and {MOST:,.0f}, not {data!r}")
        return Constant(on_grid(data))

    def read_operation(data: list[Any]) -> Operation:
        if not data or not isinstance(data[0], str):
            raise ContentError(f'an operation is a list such as ["max", 1, 2], not {_short(data)}')
        operator, *parts = data
        if operator not in operators:
            raise UnknownName("operation here", operator, list(operators))
        wanted = operators[operator]
        if wanted != ANY and len(parts) != wanted:
            raise ContentError(f"{operator} takes {wanted} part{'s' * (wanted > 1)}, not {len(parts)}: {_short(data)}")
        if not parts:
            raise ContentError(f"{operator} takes at least one part")
        return Operation(operator, tuple(map(read, parts)))

    return read(data)


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 80 else f"{text[:77]}..."
