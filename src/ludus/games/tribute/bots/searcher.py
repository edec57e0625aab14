"""What the bots that search have in common: how long they think, and how they draft.

They go on for so many tries, or for so many seconds: for each move, or for all moves of a turn.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ludus.core import rule
from ludus.core.clock import nanoseconds
from ludus.games.tribute.bots.classic import Options, PublishedOptions, roll
from ludus.games.tribute.bots.drafting import NONE, preferred
from ludus.games.tribute.bots.tiers import Tiers
from ludus.games.tribute.bots.turn_clock import TurnSeconds, allowance, fill_time

MOST_ITERATIONS = 10_000_000
SOURCE = "Budzki, Kowalik, Polak: Implementing Tales of Tribute as a Programming Game; Scripts of Tribute, "
Seconds = Annotated[
    float, Meta(ge=0, le=3600, description="for each move, instead of counting; such games cannot be played again")
]
WeightsFile = Annotated[
    str | None, Meta(description="of its heuristic: bred or cma, which are tuned, or a file; as published by default")
]


class SearcherOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Of a bot as intended."""

    seconds: Seconds = 0.0
    turn_seconds: TurnSeconds = 0.0
    weights: WeightsFile = None
    tiers: Tiers = "hand"


class PublishedSearcherOptions(PublishedOptions, frozen=True, forbid_unknown_fields=True):
    """Of a bot as published."""

    seconds: Seconds = 0.0


def fill_budget(options: Any, params: Any) -> None:
    """Write the budget of a bot as intended into a plain view of the params."""
    params.iterations = options.iterations
    fill_time(options, params)


def fill_published_budget(options: Any, params: Any) -> None:
    """The same of one as published."""
    params.iterations = options.iterations
    params.nanoseconds = round(options.seconds * 1e9)


@rule(inline=True)
def deadline(params):
    """When to stop; 0 for who counts."""
    return nanoseconds() + params.nanoseconds if params.nanoseconds != 0 else 0


@rule(inline=True)
def turn_deadline(params, clock, state):
    """The same for who may have a time for the whole turn."""
    return nanoseconds() + allowance(params, clock, state) if params.nanoseconds != 0 else 0


@rule(inline=True)
def has_time(params, until, tries):
    """Whether there is another try: the first one always, then by count or clock."""
    if until == 0:
        return tries < params.iterations
    return tries == 0 or nanoseconds() < until


@rule
def draft(params, memory, moves, n):
    """One of n drafts: the patron liked best, or any."""
    at = preferred(params.drafting, moves, n)
    return moves[at if at != NONE else roll(memory, n)]
