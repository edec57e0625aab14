"""Shared parts of the search bots: options, time and iteration budgets, and drafting.

A search runs for a number of iterations, or for a number of seconds per move or per turn. With a time per turn each
move gets a fraction of the time left. Such a bot has `nanoseconds` and `by_turn` in its params and a TurnClock in its
memory. It calls `move_time` when it starts to think about a move and `stop_clock` when it is done; the time used is
subtracted from the turn.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ludus.core import Record, int64, rule
from ludus.core.compile.intrinsics import nanoseconds
from ludus.games.tribute.bots.card_tier_lists import TiersOption
from ludus.games.tribute.bots.patron_draft import NONE, preferred_draft
from ludus.games.tribute.bots.sot_bot_options_and_random import Options, PublishedOptions, roll
from ludus.util.errors import OptionError

TIME_DIVISOR = 6  # a sixth of the time left: most turns have five to fifteen moves to think about
TurnSeconds = Annotated[
    float,
    Meta(
        ge=0, le=3600, description="seconds for all moves of a turn, instead of iterations; games are not reproducible"
    ),
]
MAX_ITERATIONS = 10_000_000
SOURCE = "Budzki, Kowalik, Polak: Implementing Tales of Tribute as a Programming Game; Scripts of Tribute, "
Seconds = Annotated[
    float, Meta(ge=0, le=3600, description="seconds for each move, instead of iterations; games are not reproducible")
]
WeightsFile = Annotated[
    str | None, Meta(description="heuristic weights: bred or cma (tuned), or a file; by default as published")
]


class TurnClock(Record):
    turn: int64  # number of the timed turn
    left: int64  # nanoseconds
    began: int64  # start time of the current move


class SearcherOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Options of an intended search bot."""

    seconds: Seconds = 0.0
    turn_seconds: TurnSeconds = 0.0
    weights: WeightsFile = None
    tiers: TiersOption = "hand"


class PublishedSearcherOptions(PublishedOptions, frozen=True, forbid_unknown_fields=True):
    """Options of a published search bot."""

    seconds: Seconds = 0.0


def fill_time(options: Any, params: Any) -> None:
    """Write the time per move or per turn into a plain view of the params.

    Raises:
        OptionError: both times are given.
    """
    if options.seconds and options.turn_seconds:
        raise OptionError("seconds and turn_seconds: give the time for a move or for a turn, not both")
    params.nanoseconds = round((options.seconds or options.turn_seconds) * 1e9)
    params.by_turn = int(options.turn_seconds != 0)


def fill_budget(options: Any, params: Any) -> None:
    """Write the budget of an intended bot into a plain view of the params."""
    params.iterations = options.iterations
    fill_time(options, params)


def fill_published_budget(options: Any, params: Any) -> None:
    """Write the budget of a published bot into a plain view of the params."""
    params.iterations = options.iterations
    params.nanoseconds = round(options.seconds * 1e9)


@rule(inline=True)
def move_time(params, clock, state):
    """Nanoseconds for the current move; 0 if iterations are counted."""
    if params.by_turn == 0:
        return params.nanoseconds
    if clock.turn != state.turn:
        clock.turn = state.turn
        clock.left = params.nanoseconds
    clock.began = nanoseconds()
    return max(clock.left // TIME_DIVISOR, 1)


@rule(inline=True)
def stop_clock(params, clock):
    """Subtract the time of the finished move from the turn."""
    if params.by_turn != 0:
        clock.left = max(clock.left - (nanoseconds() - clock.began), 0)


@rule(inline=True)
def deadline(params):
    """Time at which to stop, in nanoseconds; 0 if iterations are counted."""
    return nanoseconds() + params.nanoseconds if params.nanoseconds != 0 else 0


@rule(inline=True)
def turn_deadline(params, clock, state):
    """Like `deadline`, for bots that may have a time budget for the whole turn."""
    return nanoseconds() + move_time(params, clock, state) if params.nanoseconds != 0 else 0


@rule(inline=True)
def has_time(params, until, tries):
    """Whether another iteration may run: always the first one, then by count or clock."""
    if until == 0:
        return tries < params.iterations
    return tries == 0 or nanoseconds() < until


@rule
def draft(params, memory, moves, n):
    """Draft the preferred patron of n, or a random one."""
    at = preferred_draft(params.drafting, moves, n)
    return moves[at if at != NONE else roll(memory, n)]
