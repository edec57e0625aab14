"""Records inside numbers, and a number that threads share."""

import ctypes
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ludus.core import Record, int16, int64, plain, rule
from ludus.core.compile.intrinsics import fetch_and_increment, ints_at, record_placer
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


def test_a_record_can_lie_anywhere_among_numbers():
    for run in (export_rule(second_of), plain(second_of)):
        numbers = np.record([1, 2, 3, 4])
        assert run(numbers.ctypes.data, 4, 8) == 3
        assert numbers.tolist() == [1, 7, 3, 4]


def test_no_two_threads_take_the_same_number():
    counter, take = ctypes.c_int64(5), export_rule(taken)
    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(lambda _: take(ctypes.addressof(counter)), range(2000)))
    assert sorted(numbers) == list(range(5, 2005))
    assert plain(taken)(ctypes.addressof(counter)) == 2005
    assert counter.value == 2006
