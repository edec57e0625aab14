"""Time budget for a whole turn: each move gets a fraction of the time left.

A bot has `nanoseconds` and `by_turn` in its params and a TurnClock in its memory. It calls `allowance` when it starts
to think about a move and `stop` when it is done; the time used is subtracted from the turn.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ludus.core import Record, int64, rule
from ludus.core.clock import nanoseconds
from ludus.core.errors import OptionError

TIME_DIVISOR = 6  # a sixth of the time left: most turns have five to fifteen moves to think about
TurnSeconds = Annotated[
    float,
    Meta(ge=0, le=3600, description="for all moves of a turn, instead of counting; such games cannot be played again"),
]


class TurnClock(Record):
    turn: int64  # number of the timed turn
    left: int64  # nanoseconds
    began: int64  # start time of the current move


def fill_time(options: Any, params: Any) -> None:
    """Write the time per move or per turn into a plain view of the params.

    Raises:
        OptionError: both times are given.
    """
    if options.seconds and options.turn_seconds:
        raise OptionError("seconds and turn_seconds: give the time for a move or for a turn, not both")
    params.nanoseconds = round((options.seconds or options.turn_seconds) * 1e9)
    params.by_turn = int(options.turn_seconds != 0)


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
