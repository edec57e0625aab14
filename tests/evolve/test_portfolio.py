"""Opponents that enter and leave."""

import pytest

from ludus.core.errors import OptionError
from ludus.evolve.portfolio import Portfolio, Record

PORTFOLIO = Portfolio(stay=("coac",), guests=("weak", "fair"), leaves=0.8, enters=2, room=3)


def names(records):
    return [one.name for one in PORTFOLIO.after(records)]


def test_a_beaten_guest_leaves_and_an_anchor_stays():
    assert names([]) == ["coac", "weak", "fair"]
    assert names([Record({"coac": 0.9, "weak": 0.85, "fair": 0.5}, 0)]) == ["coac", "fair"]


def test_the_best_enters_and_the_most_beaten_makes_room():
    quiet = Record({"coac": 0.4, "weak": 0.7, "fair": 0.5}, "a")
    assert names([quiet, quiet]) == ["coac", "fair", "best of generation 1"]
    assert PORTFOLIO.after([quiet, quiet])[-1].data == "a"


def test_the_last_opponent_never_leaves():
    alone = Portfolio(stay=(), guests=("weak",), leaves=0.8, enters=100, room=3)
    assert [one.name for one in alone.after([Record({"weak": 1.0}, 0)] * 3)] == ["weak"]


def test_where_all_stay_nobody_enters():
    full = Portfolio(stay=("a", "b"), guests=(), leaves=0.8, enters=1, room=2)
    assert [one.name for one in full.after([Record({}, 0)] * 3)] == ["a", "b"]


def test_opponents_that_do_not_fit_are_refused():
    with pytest.raises(OptionError, match="do not fit"):
        Portfolio(stay=("a", "b"), guests=("c",), leaves=0.8, enters=1, room=2)
    with pytest.raises(OptionError, match="at least one opponent"):
        Portfolio(stay=(), guests=(), leaves=0.8, enters=1, room=2)
