"""Shared parts of the search bots: time and iteration budgets, and drafting.

A search runs for a number of iterations, or for a number of seconds per move or per turn.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ludus.core import rule
from ludus.core.clock import nanoseconds
from ludus.games.tribute.bots.classic import Options, PublishedOptions, roll
from ludus.games.tribute.bots.drafting import NONE, preferred_draft
from ludus.games.tribute.bots.tiers import TiersOption
from ludus.games.tribute.bots.turn_clock import TurnSeconds, move_time, fill_time

MAX_ITERATIONS = 10_000_000
SOURCE = "Budzki, Kowalik, Polak: Implementing Tales of Tribute as a Programming Game; Scripts of Tribute, "
Seconds = Annotated[
    float, Meta(ge=0, le=3600, description="for each move, instead of counting; such games cannot be played again")
]
WeightsFile = Annotated[
    str | None, Meta(description="heuristic weights: bred or cma (tuned), or a file; by default as published")
]


class SearcherOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Options of an intended search bot."""

    seconds: Seconds = 0.0
    turn_seconds: TurnSeconds = 0.0
    weights: WeightsFile = None
    tiers: TiersOption = "hand"


class PublishedSearcherOptions(PublishedOptions, frozen=True, forbid_unknown_fields=True):
    """Options of a published search bot."""

    seconds: Seconds = 0.0


def fill_budget(options: Any, params: Any) -> None:
    """Write the budget of an intended bot into a plain view of the params."""
    params.iterations = options.iterations
    fill_time(options, params)


def fill_published_budget(options: Any, params: Any) -> None:
    """Write the budget of a published bot into a plain view of the params."""
    params.iterations = options.iterations
    params.nanoseconds = round(options.seconds * 1e9)


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
