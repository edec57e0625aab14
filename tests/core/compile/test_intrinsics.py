"""Intrinsics: records by address, scratch arrays, portable floats."""

import ctypes
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludus.core import Record, int16, int64, plain, rule
from ludus.core.compile.intrinsics import fetch_and_increment, ints_at, plus, record_placer, times
from ludus.core.rule import export_rule


class Pair(Record):
    first: int64
    second: int16


pair_in = record_placer(Pair)


@rule
def second_of(address, count, at):
    pair = pair_in(ints_at(address, count), at)
    pair.first = 7
    return pair.second


@rule
def taken(address):
    return fetch_and_increment(address)


def test_a_record_can_be_stored_anywhere_in_an_int_array():
    for run in (export_rule(second_of), plain(second_of)):
        numbers = np.array([1, 2, 3, 4])
        assert run(numbers.ctypes.data, 4, 8) == 3
        assert numbers.tolist() == [1, 7, 3, 4]


def test_no_two_threads_take_the_same_number():
    counter, take = ctypes.c_int64(5), export_rule(taken)
    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(lambda _: take(ctypes.addressof(counter)), range(2000)))
    assert sorted(numbers) == list(range(5, 2005))
    assert plain(taken)(ctypes.addressof(counter)) == 2005
    assert counter.value == 2006


@rule
def both(a, b, c):
    return plus(times(a, b), c)


compiled, uncompiled = export_rule(both), plain(both)
numbers = st.floats(allow_nan=False)


@given(numbers, numbers, numbers)
def test_times_and_plus_round_separately(a, b, c):
    expected = a * b + c
    for number in (compiled(a, b, c), uncompiled(a, b, c)):
        assert number == expected or (math.isnan(number) and math.isnan(expected))


def test_whole_numbers_become_floats():
    assert compiled(3.0, 2, 1) == uncompiled(3.0, 2, 1) == 7.0
