"""How long a player outside may think."""

from dataclasses import replace

from ludus.bots.external import Limits
from ludus.bots.external.limits import DEFAULT_REPLY_SECONDS, TimeBudget
from ludus.testing.example_games import auction
from tests.cases import each

PLAIN = auction.game
TIMED = replace(
    auction.game,
    protocols=replace(auction.game.protocols, turn_seconds=30.0),
)


@each(
    ("game", "limits", "first", "second"),
    [
        (PLAIN, Limits(), DEFAULT_REPLY_SECONDS, DEFAULT_REPLY_SECONDS),
        (PLAIN, Limits(reply=2.0), 2.0, 2.0),
        (PLAIN, Limits(turn=10.0), 10.0, 6.0),
        (PLAIN, Limits(turn=10.0, reply=7.0), 7.0, 6.0),
        (TIMED, Limits(), 30.0, 26.0),
        (TIMED, Limits(reply=2.0), 2.0, 2.0),
        (TIMED, Limits(turn=10.0), 10.0, 6.0),
    ],
)
def test_what_is_left_after_four_seconds(game, limits, first, second):
    time = TimeBudget(game, limits)
    assert time.remaining() == first
    time.spend(4.0)
    assert time.remaining() == second
    time.reset()
    assert time.remaining() == first


def test_remaining_time_is_never_negative_and_a_protocol_may_have_its_own_limit():
    time = TimeBudget(TIMED, Limits())
    time.spend(31.0)
    assert time.remaining() == 0.0
    assert TimeBudget(PLAIN, Limits()).remaining(default=0.1) == 0.1


@each(
    ("limits", "first", "second"),
    [
        (Limits(turn=10.0, reply=7.0), "7 s", "the 10 s of its turn"),
        (Limits(reply=0.5), "0.5 s", "0.5 s"),
        (Limits(), "30 s of its turn", "30 s of its turn"),
    ],
)
def test_a_timeout_names_the_limit_and_not_the_remaining_time(limits, first, second):
    time = TimeBudget(TIMED, limits)
    assert time.next_reply().text.endswith(first)
    time.spend(4.0)
    assert time.next_reply().text.endswith(second)
    assert TimeBudget(PLAIN, Limits()).next_reply(default=0.1).text == "0.1 s"
