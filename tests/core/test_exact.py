"""Products and sums of floats: on a processor nothing but `*` and `+`."""

import math

from hypothesis import given
from hypothesis import strategies as st

from ludus.core import plain, rule
from ludus.core.compile.intrinsics import plus, times
from ludus.core.rule import export_rule


@rule
def both(a, b, c):
    return plus(times(a, b), c)


compiled, uncompiled = export_rule(both), plain(both)
numbers = st.floats(allow_nan=False)


@given(numbers, numbers, numbers)
def test_they_round_after_the_product_and_after_the_sum(a, b, c):
    expected = a * b + c
    for found in (compiled(a, b, c), uncompiled(a, b, c)):
        assert found == expected or (math.isnan(found) and math.isnan(expected))


def test_whole_numbers_become_floats():
    assert compiled(3.0, 2, 1) == uncompiled(3.0, 2, 1) == 7.0
