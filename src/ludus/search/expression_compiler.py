"""Compiler from expressions to programs of the stack machine in `ludus.search.templates.expression_vm`.

A leaf needs no instruction of its own if it is combined with the top of the stack; a constant times a feature is one
leaf; leaves that are added in sequence are one instruction. Subtraction becomes addition of the negative. The first two
operands of an operation may be swapped. None of this changes a value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from itertools import accumulate

import numpy as np

from ludus.core.features import FeatureSet
from ludus.search.expression import EXTENDED, Constant, Expression, Feature, Operation, simplified
from ludus.search.templates.expression_vm import (
    ADD,
    ADD_BELOW,
    DIVIDE_BELOW,
    GREATER,
    GREATER_BELOW,
    LESS,
    LESSER,
    LESSER_BELOW,
    LOAD,
    MULTIPLY,
    MULTIPLY_BELOW,
    NEGATE,
    ProgramPair,
)

WITH_LEAF = {"add": ADD, "mul": MULTIPLY, "max": GREATER, "min": LESSER}
WITH_BELOW = {
    "add": ADD_BELOW,
    "mul": MULTIPLY_BELOW,
    "max": GREATER_BELOW,
    "min": LESSER_BELOW,
    "div": DIVIDE_BELOW,
    "less": LESS,
}

Leaf = tuple[float, int]  # a constant and the index of the feature that it multiplies
Step = tuple[int, tuple[Leaf, ...]]  # an operation and its leaves


def compile_expressions(state: Expression, card: Expression, features: FeatureSet) -> bytes:
    """Compile two expressions, for the state and for one piece, to the params of an evaluation."""
    record = ProgramPair.zeros(1)
    _write(record["state"][0], state, features.state_names)
    _write(record["card"][0], card, features.piece_names)
    digest = hashlib.blake2b(record.tobytes(), digest_size=8).digest()
    record["stamp"] = int.from_bytes(digest, "little", signed=True) | 1
    return record.tobytes()


def _write(program: np.void, expression: Expression, names: tuple[str, ...]) -> None:
    code = compile_steps(expression, {name: index for index, name in enumerate(names)})
    leaves = [leaf for _, group in code for leaf in group]
    lengths = [len(group) for _, group in code]
    firsts = [0, *accumulate(lengths)]
    program["count"] = len(code)
    steps_of, leaves_of = program["steps"], program["leaves"]
    steps_of["operation"][: len(code)] = [operation for operation, _ in code]
    steps_of["first"][: len(code)] = firsts[:-1]
    steps_of["leaves"][: len(code)] = lengths
    leaves_of["constant"][: len(leaves)] = [constant for constant, _ in leaves]
    leaves_of["feature"][: len(leaves)] = [feature for _, feature in leaves]


def compile_steps(expression: Expression, places: Mapping[str, int]) -> list[Step]:
    """Compile an expression. `places` are the indices of the features; the index after the last means 1."""
    code: list[Step] = []

    def write(node: Expression, leaf: Leaf | None) -> None:
        """Push the value of an expression."""
        if leaf is not None:
            code.append((LOAD, (leaf,)))
            return
        assert isinstance(node, Operation)
        operator, parts = node.operator, node.parts
        if operator == "neg":
            write(parts[0], None)
            code.append((NEGATE, ()))
            return
        if operator in EXTENDED:
            for part in parts:
                write(part, _leaf(part, places))
            code.append((WITH_BELOW[operator], ()))
            return
        if operator == "sub":
            operator, parts = "add", (parts[0], Operation("neg", parts[1:]))
        operands = [(part, _leaf(part, places)) for part in _joined(operator, parts)]
        if operands[0][1] is not None and operands[1][1] is None:
            operands[0], operands[1] = operands[1], operands[0]
        write(*operands[0])
        for part, leaf in operands[1:]:
            attach(operator, part, leaf)

    def attach(operator: str, part: Expression, leaf: Leaf | None) -> None:
        """Combine an operand with the top of the stack."""
        if leaf is None:
            write(part, None)
            code.append((WITH_BELOW[operator], ()))
        elif operator == "add" and code[-1][0] <= ADD:  # LOAD or ADD
            code[-1] = code[-1][0], (*code[-1][1], leaf)
        else:
            code.append((WITH_LEAF[operator], (leaf,)))

    simple = simplified(expression)
    write(simple, _leaf(simple, places))
    return code


def _leaf(node: Expression, places: Mapping[str, int]) -> Leaf | None:
    """Return a node as a leaf: a constant, a feature, a constant times a feature, or the negative of one; else None."""
    if isinstance(node, Constant):
        return node.value, len(places)
    if isinstance(node, Feature):
        return 1.0, places[node.name]
    if node.operator == "neg" and (leaf := _leaf(node.parts[0], places)) is not None:
        return -leaf[0], leaf[1]
    if node.operator == "mul" and len(node.parts) == 2:
        for one, other in (node.parts, node.parts[::-1]):
            if isinstance(one, Constant) and isinstance(other, Feature):
                return one.value, places[other.name]
    return None


def _joined(operator: str, parts: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """Return the operands of an operation; in a longer product, a leading constant times feature is one operand."""
    if operator == "mul" and len(parts) > 2 and {type(parts[0]), type(parts[1])} == {Constant, Feature}:
        return Operation("mul", parts[:2]), *parts[2:]
    return parts
