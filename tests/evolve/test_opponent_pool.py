"""Opponents that enter and leave."""

import pytest

from ludus.evolve.opponent_pool import GenerationRecord, OpponentPool
from ludus.util.errors import OptionError

PORTFOLIO = OpponentPool(permanent=("coac",), initial=("weak", "fair"), exit_win_rate=0.8, entry_interval=2, capacity=3)


def names(records):
    return [one.name for one in PORTFOLIO.after(records)]


def test_a_beaten_opponent_leaves_and_a_permanent_one_stays():
    assert names([]) == ["coac", "weak", "fair"]
    assert names([GenerationRecord({"coac": 0.9, "weak": 0.85, "fair": 0.5}, 0)]) == ["coac", "fair"]


def test_the_best_enters_and_the_most_beaten_makes_room():
    quiet = GenerationRecord({"coac": 0.4, "weak": 0.7, "fair": 0.5}, "a")
    assert names([quiet, quiet]) == ["coac", "fair", "best of generation 1"]
    assert PORTFOLIO.after([quiet, quiet])[-1].data == "a"


def test_the_last_opponent_never_leaves():
    alone = OpponentPool(permanent=(), initial=("weak",), exit_win_rate=0.8, entry_interval=100, capacity=3)
    assert [one.name for one in alone.after([GenerationRecord({"weak": 1.0}, 0)] * 3)] == ["weak"]


def test_a_full_pool_of_permanent_opponents_admits_no_other():
    full = OpponentPool(permanent=("a", "b"), initial=(), exit_win_rate=0.8, entry_interval=1, capacity=2)
    assert [one.name for one in full.after([GenerationRecord({}, 0)] * 3)] == ["a", "b"]


def test_opponents_that_do_not_fit_are_refused():
    with pytest.raises(OptionError, match="do not fit"):
        OpponentPool(permanent=("a", "b"), initial=("c",), exit_win_rate=0.8, entry_interval=1, capacity=2)
    with pytest.raises(OptionError, match="at least one opponent"):
        OpponentPool(permanent=(), initial=(), exit_win_rate=0.8, entry_interval=1, capacity=2)
