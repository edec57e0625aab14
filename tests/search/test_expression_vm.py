"""Formulas as data, and the programs written from them."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core import bind_template, plain, rule
from ludus.core.compile.intrinsics import local_floats
from ludus.core.features import FeatureSet
from ludus.search.expression import (
    BINARY,
    EXTENDED,
    NARY,
    Constant,
    Feature,
    Operation,
    evaluate_expression,
    from_data,
    round_constant,
    simplified,
    size,
    to_data,
)
from ludus.search.expression_compiler import compile_expressions, compile_steps
from ludus.search.templates import expression_vm
from ludus.search.templates.expression_vm import DEPTH, LANES, LIMIT, LOAD, MOST_NODES, RICH_DEPTH, ProgramPair
from ludus.util.errors import ContentError, UnknownName
from tests.cases import each
from tests.messages import mentions
from tests.search.formulas import NAMES, binary_trees, formulas, nary_trees, rich_trees

COLUMNS = (len(NAMES) + 1) * LANES
SEEN = FeatureSet("any", NAMES, (), 1, None, None, None, None, None)
values = st.lists(st.integers(-1000, 1000), min_size=3, max_size=3)


def runner(rich):
    stack_size = (RICH_DEPTH if rich else DEPTH) * LANES
    run = bind_template(expression_vm, RICH=rich).run

    @rule(export=True)
    def run_all(programs, features, output):
        columns, stack = local_floats(COLUMNS), local_floats(stack_size)
        for k in range(COLUMNS):
            columns[k] = features[k]
        run(programs[0].state, columns, stack)
        for k in range(LANES):
            output[k] = stack[k]

    return run_all


RUNNERS = {rich: runner(rich) for rich in (False, True)}


def worked_out(formula, rows, compiled=True, rich=False):
    """What the program of a formula gives for eight rows of features."""
    programs = np.frombuffer(compile_expressions(formula, Constant(0.0), SEEN), ProgramPair.dtype).copy()
    features = np.ones((len(NAMES) + 1, LANES))
    features[: len(NAMES)] = np.array(rows, float).T
    output = np.zeros(LANES)
    if compiled:
        RUNNERS[rich](programs, features.reshape(-1), output)
    else:
        plain(RUNNERS[rich])([ProgramPair.over(programs)], features.reshape(-1).tolist(), output)
    return [min(max(value, -LIMIT), LIMIT) for value in output.tolist()]


@settings(deadline=None)
@given(formulas, st.lists(values, min_size=LANES, max_size=LANES))
def test_a_program_equals_its_expression_to_the_last_bit(formula, rows):
    expected = [evaluate_expression(formula, dict(zip(NAMES, row, strict=True))) for row in rows]
    assert worked_out(formula, rows) == expected
    assert all(math.isfinite(value) for value in expected)


@settings(deadline=None)
@given(rich_trees, st.lists(values, min_size=LANES, max_size=LANES))
def test_a_rich_program_equals_its_expression_to_the_last_bit(formula, rows):
    expected = [evaluate_expression(formula, dict(zip(NAMES, row, strict=True))) for row in rows]
    assert worked_out(formula, rows, rich=True) == expected
    assert all(math.isfinite(value) for value in expected)


@settings(deadline=None)
@given(rich_trees, values)
def test_a_program_is_the_same_compiled_and_plain(formula, row):
    fast, slow = (worked_out(formula, [row] * LANES, compiled, rich=True) for compiled in (True, False))
    assert fast == slow


@settings(deadline=None)
@given(rich_trees, values)
def test_a_simplified_formula_has_the_same_value_and_no_more_nodes(formula, row):
    features = dict(zip(NAMES, row, strict=True))
    simple = simplified(formula)
    assert evaluate_expression(simple, features) == evaluate_expression(formula, features)
    assert size(simple) <= size(formula)


def test_constants_single_operands_and_double_negations_are_simplified():
    def simple(data):
        return to_data(simplified(from_data(data, NAMES, NARY)))

    assert simple(["add", ["mul", 2, 3], ["max", 1, 5], "a"]) == ["add", 11.0, "a"]
    assert simple(["add", ["mul", "a"]]) == "a"
    assert simple(["neg", ["neg", ["neg", "a"]]]) == ["neg", "a"]
    assert simple(["neg", 2]) == -2.0
    assert simple(["add", "a", 1, 2]) == ["add", "a", 1.0, 2.0]  # (a + 1) + 2 is not always a + 3


def test_a_weighted_sum_is_one_step():
    data = ["add", *(["mul", 0.5, name] for name in NAMES), 3]
    code = compile_steps(from_data(data, NAMES, NARY), {name: k for k, name in enumerate(NAMES)})
    assert code == [(LOAD, ((0.5, 0), (0.5, 1), (0.5, 2), (3.0, 3)))]


def test_long_products_stay_within_the_limit():
    formula = Constant(1e6)
    for _ in range((MOST_NODES - 1) // 2):
        formula = Operation("mul", (Constant(1e6), formula))
    opposite = Operation("neg", (formula,))
    both = Operation("add", (Feature("a"), Operation("mul", (Feature("b"), Feature("b"), Feature("b")))))
    rows = [[0, 10**9, 0]] * LANES
    assert worked_out(formula, rows) == [LIMIT] * LANES
    assert worked_out(opposite, rows) == [-LIMIT] * LANES
    assert worked_out(both, rows) == [LIMIT] * LANES


def test_a_divisor_near_zero_counts_as_one():
    formula = from_data(["div", "a", "b"], NAMES, BINARY | EXTENDED)
    assert [evaluate_expression(formula, {"a": 6, "b": b}) for b in (3, 0, -2)] == [2.0, 6.0, -3.0]
    choice = from_data(["less", "a", "b", "c", 9], NAMES, BINARY | EXTENDED)
    assert [evaluate_expression(choice, {"a": 1, "b": b, "c": 5}) for b in (0, 1, 2)] == [9.0, 9.0, 5.0]
    assert to_data(simplified(from_data(["less", 1, 2, "a", "b"], NAMES, NARY | EXTENDED))) == "a"


@each("place", range(4))
def test_the_deepest_choices_fit_the_stack(place):
    formula = Feature("a")
    while size(formula) + 4 <= MOST_NODES:
        parts = [Feature("b"), Feature("c"), Feature("a"), Feature("b")]
        parts[place] = formula
        formula = Operation("less", tuple(parts))
    for compiled in (True, False):
        output = worked_out(formula, [[3, 2, 1]] * LANES, compiled, rich=True)
        assert output == [evaluate_expression(formula, {"a": 3, "b": 2, "c": 1})] * LANES


@each("first", [True, False])
def test_the_deepest_trees_fit_the_stack(first):
    """Every level needs a place for a part that is no leaf, so three nodes and the operation."""
    formula = Operation("add", (Feature("a"), Operation("neg", (Operation("max", (Feature("b"), Feature("c"))),))))
    while size(formula) + 4 <= MOST_NODES:
        side = Operation("max", (Feature("a"), Feature("b")))
        formula = Operation("mul", (formula, side) if first else (side, formula))
    rows = [[1, 1, 2]] * LANES
    assert worked_out(formula, rows) == [evaluate_expression(formula, {"a": 1, "b": 1, "c": 2})] * LANES
    assert worked_out(formula, rows, compiled=False) == worked_out(formula, rows)


# As data


@settings(deadline=None)
@given(binary_trees)
def test_binary_trees_come_back_from_data(tree):
    assert from_data(json.loads(json.dumps(to_data(tree))), NAMES, BINARY) == tree


@settings(deadline=None)
@given(nary_trees)
def test_trees_come_back_from_data(tree):
    assert from_data(json.loads(json.dumps(to_data(tree))), NAMES, NARY) == tree


@settings(deadline=None)
@given(st.floats(-1e6, 1e6))
def test_constants_are_multiples_of_a_power_of_two(value):
    output = round_constant(value)
    assert output * 65536 == round(output * 65536)
    assert abs(output - value) <= 1 / 131072


@each(
    ("data", "message"),
    [
        ("d", "there is no feature here named 'd'"),
        ([], "an operation is a list such as"),
        ([1, 2], "an operation is a list such as"),
        (["plus", 1, 2], "there is no operation here named 'plus'"),
        (["sub", 1], "sub takes 2 parts, not 1"),
        (["add", 1, 2, 3], "add takes 2 parts, not 3"),
        (float("nan"), "feature … operation … nan"),
        (True, "a part is a number"),
        (None, "a part is a number"),
        (2e6, "-1,000,000 … 1,000,000"),
    ],
)
def test_wrong_data_is_refused_with_what_is_wrong(data, message):
    with pytest.raises((ContentError, UnknownName), match=mentions(message)):
        from_data(data, NAMES, BINARY)


def test_a_tree_with_too_many_nodes_is_refused():
    from_data(["add", *[1] * 63], NAMES, NARY)
    with pytest.raises(ContentError, match="at most 64 nodes"):
        from_data(["add", *[1] * 64], NAMES, NARY)
    with pytest.raises(ContentError, match="neg takes 1 part, not 2"):
        from_data(["neg", 1, 2], NAMES, NARY)
    with pytest.raises(ContentError, match="max takes at least one part"):
        from_data(["max"], NAMES, NARY)
