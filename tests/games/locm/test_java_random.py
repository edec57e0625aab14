"""java.util.Random: the numbers in this file were printed by a Java 17 runtime."""

from types import SimpleNamespace

import numpy as np

from ludus.core import export_rule, plain
from ludus.games.locm import java_random as rules
from tests.cases import each

NAMES = "scramble", "next_state", "next_int", "next_below", "next_long", "next_double", "shuffle"
java = SimpleNamespace(**{name: export_rule(getattr(rules, name)) for name in NAMES})

LOWEST_UPPER_HALF = 247775869193412  # its first nextLong() adds -2**63 and a negative lower half

INTS = {
    0: (-1155484576, -723955400, 1033096058),
    42: (-1170105035, 234785527, -1360544799),
    -1: (1155099827, 1887904451, 52699159),
    LOWEST_UPPER_HALF: (-2147483648, -2147483648, -2143251411),
}
LONGS = {
    0: (-4962768465676381896, 4437113781045784766, -6688467811848818630),
    42: (-5025562857975149833, -5843495416241995736, 5694868678511409995),
    -1: (4961115982468162243, 226341162490527646, -6233441030884181172),
    LOWEST_UPPER_HALF: (9223372034707292160, -9205194719319534514, -5964890421382966612),
}
DOUBLES = {
    0: ("0x1.764168ea6ca89p-1", "0x1.ec9e5b3672e14p-3", "0x1.465b93a78ef81p-1"),
    42: ("0x1.74833a06ff457p-1", "0x1.5dcf778622e01p-1", "0x1.3c20f3f12bbb4p-2"),
    -1: ("0x1.1365b2708722cp-2", "0x1.921011897ffp-7", "0x1.52fcbccce6ddap-1"),
}
BELOW = {
    (0, 160): (80, 28, 29, 127, 155, 93),
    (0, 60): (0, 28, 49, 47, 35, 53),
    (0, 64): (46, 53, 15, 38, 40, 19),
    (42, 160): (90, 123, 48, 84, 50, 5),
    (-1, 60): (53, 5, 39, 59, 44, 18),
    (-1, 64): (17, 28, 0, 35, 42, 38),
    # half of all numbers are rejected under this bound
    (0, 2**30 + 1): (516548029, 663681053, 251269761, 715581077, 542832677, 827187473),
    (42, 2**30 + 1): (117392763, 102948884, 662969970, 595021505, 196118093, 969067502),
    (LOWEST_UPPER_HALF, 2**30 + 1): (1073741824, 1073741824, 57445788, 711443697, 927136297, 146156905),
}
SHUFFLES = {
    0: "9 28 7 16 8 20 4 1 29 24 21 22 6 10 14 15 12 23 19 17 26 27 5 11 3 13 2 25 18 0",
    42: "22 10 11 12 1 5 16 3 15 13 28 7 8 24 19 4 18 6 14 2 23 21 27 26 25 0 17 29 9 20",
    -1: "18 29 3 4 16 6 25 12 2 7 5 10 20 9 0 1 27 15 22 8 24 19 17 28 13 14 26 11 21 23",
    LOWEST_UPPER_HALF: "14 16 23 2 9 22 8 13 11 21 27 18 5 19 25 1 28 20 3 10 24 7 17 12 15 6 0 26 29 4",
}


def values(method, seed, count, *arguments):
    state = java.scramble(seed)
    drawn = []
    for _ in range(count):
        state, value = method(state, *arguments)
        drawn.append(value)
    return tuple(drawn)


@each("seed", INTS)
def test_ints_are_those_of_java(seed):
    assert values(java.next_int, seed, 3) == INTS[seed]


@each("seed", LONGS)
def test_longs_are_those_of_java_even_where_the_sum_of_the_halves_wraps(seed):
    assert values(java.next_long, seed, 3) == LONGS[seed]


@each("seed", DOUBLES)
def test_doubles_are_those_of_java_to_the_last_bit(seed):
    assert values(java.next_double, seed, 3) == tuple(map(float.fromhex, DOUBLES[seed]))


@each(("seed", "bound"), BELOW)
def test_bounded_ints_are_those_of_java_for_powers_of_two_and_through_rejections(seed, bound):
    assert values(java.next_below, seed, 6, bound) == BELOW[seed, bound]


@each("seed", SHUFFLES)
def test_a_deck_of_thirty_shuffles_as_in_java(seed):
    deck = np.arange(30)
    java.shuffle(java.scramble(seed), deck, 30)
    assert " ".join(map(str, deck)) == SHUFFLES[seed]


def test_a_shuffle_leaves_items_beyond_its_length():
    deck = np.arange(40)
    java.shuffle(java.scramble(0), deck, 30)
    assert deck[30:].tolist() == list(range(30, 40))


def test_only_the_lower_48_bits_of_a_seed_count():
    assert java.scramble(-(2**63)) == java.scramble(0)
    assert java.scramble(2**63 - 1) == java.scramble(-1)


def test_compiled_and_plain_agree_and_plain_values_are_python_numbers():
    methods = [(java.next_int, ()), (java.next_long, ()), (java.next_double, ())]
    methods += [(java.next_below, (bound,)) for bound in (1, 2, 13, 60, 160, 2**30, 2**30 + 1, 2**31 - 1)]
    pairs = [(compiled, plain(compiled), arguments) for compiled, arguments in methods]
    for seed in (*range(-50, 50), 2**63 - 1, -(2**63)):
        state = java.scramble(seed)
        for compiled, python, arguments in pairs:
            expected = python(state, *arguments)
            assert {type(part) for part in expected} <= {int, float}
            assert compiled(state, *arguments) == expected
            state = expected[0]


def test_a_plain_shuffle_is_the_compiled_one():
    for seed in range(100):
        compiled, python = np.arange(30), list(range(30))
        state = java.shuffle(java.scramble(seed), compiled, 30)
        assert plain(rules.shuffle)(java.scramble(seed), python, 30) == state
        assert compiled.tolist() == python
