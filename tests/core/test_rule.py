"""Rules: compiled, plain, and bound to a game by `specialise`. What is kept on disk is in test_cache.py."""

import inspect
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
import pytest

from ludus.core import bind_template, local_ints, plain, rule
from ludus.core.compile.fingerprint import fingerprint
from ludus.core.random import random_below
from ludus.core.rule import compile_exported, export_rule, is_compiled
from ludus.util.errors import RuleError
from tests.cases import each
from tests.core import free_names, other_rules
from tests.core.other_rules import double, step
from tests.messages import mentions, missing

HUGE = 2**62


@rule(export=True)
def through_names(x):
    return step(x) + double(1)


@rule(export=True)
def through_the_module(x):
    return other_rules.step(x) + other_rules.STEP


@rule(export=True)
def recursive(n):
    return 1 if n <= 1 else n * recursive(n - 1)


@rule(export=True)
def with_defaults(x, y=5, z=HUGE):
    return x + y + (z >> 61)


@rule(export=True)
def with_scratch(n):
    """Fibonacci numbers in scratch space on the stack."""
    row = local_ints(20)
    row[1] = 1
    for k in range(2, 20):
        row[k] = row[k - 1] + row[k - 2]
    return row[n]


@rule(export=True)
def narrow_sum(x, y):
    return add(np.int8(x), np.uint8(y))


@rule
def add(x, y):
    return x + y


def closed_over(amount):
    @rule(export=True)
    def added(x):
        return add(x, amount) + step(amount)

    return added


CASES = [
    (through_names, (5,), 15),
    (through_the_module, (5,), 16),
    (recursive, (10,), 3628800),
    (with_defaults, (1,), 8),
    (with_scratch, (19,), 4181),
    (narrow_sum, (-100, 200), 100),
    (closed_over(4), (1,), 16),
]
IDS = [function.py_func.__name__ if is_compiled(function) else function.__name__ for function, _, _ in CASES]


@each(("function", "arguments", "expected"), CASES)
def test_compiled_and_plain_give_the_same(function, arguments, expected):
    assert function(*arguments) == expected
    assert plain(function)(*arguments) == expected


def test_plain_is_python_down_to_the_last_helper():
    twin = plain(through_names)
    helper = twin.__globals__["step"]
    assert not is_compiled(twin)
    assert not is_compiled(helper)
    assert not is_compiled(helper.__globals__["double"])


def test_plain_leaves_the_modules_alone():
    plain(through_names)
    plain(through_the_module)
    assert through_names.py_func.__globals__["step"] is step
    assert other_rules.double is double
    assert is_compiled(double) == is_compiled(step) == (os.environ.get("NUMBA_DISABLE_JIT") != "1")


def test_a_closed_over_name_does_not_replace_the_global_of_that_name():
    def make(step):
        @rule
        def here(x):
            return step + x

        return here

    inner = make(1000)

    @rule
    def both(x):
        return inner(x) + through_names(x)

    assert plain(both)(5) == 1005 + 15


def test_a_rule_that_is_not_exported_cannot_be_called_from_python():
    with pytest.raises(RuleError, match=mentions("add", "plain(add)")):
        add(1, 2)
    assert plain(add)(1, 2) == export_rule(add)(1, 2) == 3


def test_a_rule_that_allocates_does_not_compile():
    @rule(export=True)
    def allocates(n):
        return np.zeros(n).sum()

    with pytest.raises(RuleError, match="does not compile"):
        compile_exported(allocates, (numba.int64,))


def compile_error(function):
    @rule(export=True)
    def outermost(n):
        return function(n)

    with pytest.raises(RuleError) as caught:
        compile_exported(outermost, (numba.int64,))
    return str(caught.value)


def line_of(function, text):
    lines, first = inspect.getsourcelines(function.py_func)
    return first + next(k for k, line in enumerate(lines) if text in line)


def test_a_misspelt_name_in_a_called_rule_is_named_with_the_file_the_line_and_the_rule():
    @rule
    def halve(n):
        half = n // 2
        return half + hafl  # noqa: F821

    place = f"test_rule.py, line {line_of(halve, 'hafl')}, in the rule halve: this does not compile"
    assert not missing(compile_error(halve), place, "'hafl'", "did you mean 'half'?")


def test_a_rule_of_ludus_that_does_not_compile_is_reported_at_the_line_that_calls_it():
    @rule
    def roll(n):
        data = n + 1
        return random_below(data, 6)

    place = f"test_rule.py, line {line_of(roll, 'random_below')}, in the rule roll: this does not compile"
    assert not missing(compile_error(roll), place)


@each(
    ("operation", "words"),
    [
        (lambda n: n + "a", "operator + for these values: an integer, 'a'"),
        (lambda n: len(n), "function len for these values: an integer"),
    ],
)
def test_an_operation_that_rules_do_not_have_is_named_with_its_values(operation, words):
    assert not missing(compile_error(rule(operation)), words)


@each("attempt", range(3))
def test_threads_can_compile_the_same_exported_rule_at_once(attempt):
    same, start = export_rule(through_names), threading.Barrier(6)

    def ask(x):
        start.wait()
        return compile_exported(same, (numba.int64,))(x)

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(ask, range(6))) == [plain(through_names)(x) for x in range(6)]


def test_bind_template_binds_free_names_for_each_game_separately():
    @rule
    def high(x):
        return x

    @rule
    def low(x):
        return -x

    highest, lowest = bind_template(free_names, value=high), bind_template(free_names, value=low)
    assert (highest.best_by_address(3, 9), lowest.best_by_address(3, 9)) == (9, 3)
    assert (plain(highest.best_of)(3, 9), plain(lowest.best_of)(3, 9)) == (9, 3)
    turned = bind_template(free_names, value=high, SIGN=-1)
    assert turned.best_by_address(3, 9) == 3
    assert not hasattr(free_names, "value")
    assert not is_compiled(free_names.best_of)


def test_fingerprints_tell_bound_functions_apart():
    prints = {fingerprint(bind_template(free_names, value=value).best_of) for value in (double, step, double)}
    assert len(prints) == 2


def test_without_the_compiler_rules_are_plain_python():
    code = """
from tests.core import test_rule as t
assert not t.is_compiled(t.step)
print(all(t.plain(function)(*arguments) == expected for function, arguments, expected in t.CASES))
"""
    settings = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr
