"""Random streams: the same numbers compiled and plain, on every machine, for every seed."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core import Record, plain, rule, uint64
from ludus.core.compile.intrinsics import record_reader
from ludus.core.random import as_int64, derive, derive_range, random_below, seed_stream, xorshift_step
from ludus.util.errors import OptionError
from tests.cases import each

PINNED, PINNED_STREAM = [349, 130, 821, 489, 40, 754], 13913105472313882059  # seed 7
PINNED_DERIVED = 16684686172298816437
SEEDS = st.integers(-(2**63), 2**63 - 1)


class Stream(Record):
    stream: uint64


stream_at = record_reader(Stream)


@rule(export=True)
def seed_at(address, seed):
    stream_at(address).stream = seed_stream(seed)


@rule(export=True)
def draw_at(address, n):
    return random_below(stream_at(address), n)


def fresh(seed):
    array = Stream.zeros()
    seed_at(array.ctypes.data, seed)
    return array


def test_the_numbers_are_pinned():
    array = fresh(7)
    assert [draw_at(array.ctypes.data, 1000) for _ in range(6)] == PINNED
    assert int(array["stream"][0]) == PINNED_STREAM


@given(SEEDS)
def test_compiled_and_plain_streams_agree(seed):
    array, other = fresh(seed), Stream.over(Stream.zeros())
    other.stream = int(plain(seed_stream)(seed))
    for n in (1, 2, 6, 100, 2**31 - 1):
        assert draw_at(array.ctypes.data, n) == plain(random_below)(other, n)
    assert int(array["stream"][0]) == other.stream


@given(SEEDS)
def test_a_stream_is_never_zero(seed):
    assert int(plain(seed_stream)(seed)) != 0


def test_xorshift_is_a_permutation_that_keeps_zero_apart():
    assert int(plain(xorshift_step)(1)) == 0x40822041
    assert int(plain(xorshift_step)(0)) == 0


@each("n", [1, 2, 3, 10, 97])
def test_random_numbers_are_uniform(n):
    array = fresh(n)
    counts = np.bincount([draw_at(array.ctypes.data, n) for _ in range(1000 * n)], minlength=n)
    assert len(counts) == n
    assert abs(counts - 1000).max() < 200


def test_neighbouring_seeds_are_unlike_each_other():
    streams = [int(plain(seed_stream)(seed)) for seed in range(-50, 50)]
    distances = [bin(a ^ b).count("1") for a, b in pairwise(streams)]
    assert len(set(streams)) == 100
    assert min(distances) > 4


@given(st.integers())
def test_a_seed_keeps_its_lower_64_bits(seed):
    assert -(2**63) <= as_int64(seed) < 2**63
    assert (as_int64(seed) - seed) % 2**64 == 0


@each("seed", [np.uint64(2**63 + 5), np.int64(-4), np.int8(3), True])
def test_numpy_numbers_are_seeds(seed):
    assert as_int64(seed) == as_int64(int(seed))


@each("seed", ["7", 1.5, None])
def test_other_values_are_refused_as_seeds(seed):
    with pytest.raises(OptionError, match="a seed is a whole number"):
        as_int64(seed)


def test_derived_seeds_are_pinned_and_depend_on_the_whole_path():
    assert derive(1, "match", 3) == PINNED_DERIVED
    seeds = {derive(1, "match", 3), derive(2, "match", 3), derive(1, "match", 4), derive(1, "match"), derive(1, "3")}
    assert len(seeds) == 5
    assert 0 not in seeds


def test_derived_seeds_do_not_depend_on_the_type_of_a_number():
    assert derive(np.int64(1), "match", np.int16(3)) == derive(1, "match", 3)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(0, 20), st.integers(0, 20))
def test_any_part_of_a_range_can_be_made_alone(root, first, skipped, count):
    whole = derive_range(root, first, skipped + count, "x")
    part = derive_range(root, first + skipped, count, "x")
    assert whole.dtype == np.uint64
    assert whole[skipped:].tolist() == part.tolist()


def test_ranges_have_no_zero_and_no_repeats():
    seeds = derive_range(5, 0, 100_000)
    assert len(set(seeds.tolist())) == 100_000
    assert (seeds != 0).all()
    assert derive_range(5, 0, 3, "a").tolist() != derive_range(5, 0, 3, "b").tolist()
