"""How long a player outside may think."""

from dataclasses import replace

import pytest

from ludus.players.outside import Limits
from ludus.players.outside.allowance import Allowance
from ludus.players.outside.limits import SECONDS
from ludus.testing.toys import auction

PLAIN = auction.game
TIMED = replace(auction.game, turn_seconds=30.0)


@pytest.mark.parametrize(
    ("game", "limits", "first", "second"),
    [
        (PLAIN, Limits(), SECONDS, SECONDS),
        (PLAIN, Limits(reply=2.0), 2.0, 2.0),
        (PLAIN, Limits(turn=10.0), 10.0, 6.0),
        (PLAIN, Limits(turn=10.0, reply=7.0), 7.0, 6.0),
        (TIMED, Limits(), 30.0, 26.0),
        (TIMED, Limits(reply=2.0), 2.0, 2.0),
        (TIMED, Limits(turn=10.0), 10.0, 6.0),
    ],
)
def test_what_is_left_after_four_seconds(game, limits, first, second):
    time = Allowance(game, limits)
    assert time.left() == first
    time.spend(4.0)
    assert time.left() == second
    time.renew()
    assert time.left() == first


def test_nobody_has_less_than_nothing_and_a_protocol_may_have_its_own_time():
    time = Allowance(TIMED, Limits())
    time.spend(31.0)
    assert time.left() == 0.0
    assert Allowance(PLAIN, Limits()).left(usual=0.1) == 0.1


@pytest.mark.parametrize(
    ("limits", "first", "second"),
    [
        (Limits(turn=10.0, reply=7.0), "7 s", "the 10 s of its turn"),
        (Limits(reply=0.5), "0.5 s", "0.5 s"),
        (Limits(), "30 s of its turn", "30 s of its turn"),
    ],
)
def test_who_is_too_late_is_told_what_was_allowed_and_not_what_was_left(limits, first, second):
    time = Allowance(TIMED, limits)
    assert time.words().endswith(first)
    time.spend(4.0)
    assert time.words().endswith(second)
    assert Allowance(PLAIN, Limits()).words(usual=0.1) == "0.1 s"
