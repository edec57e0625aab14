"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.design.platformer.options import Players
from ludus.lab import Config


class CalibrationConfig(Config, frozen=True, kw_only=True):
    """Amount of play."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2015
    players: Annotated[Players, Meta(description="kind of synthetic players that is fitted")] = "planner"
    sessions: Annotated[int, Meta(ge=1, le=1000, description="sessions of the schedule")] = 53
    levels: Annotated[int, Meta(ge=1, le=100, description="levels of a session")] = 10
    rounds: Annotated[int, Meta(ge=1, le=100, description="players on each level during the fit")] = 2
    test_rounds: Annotated[int, Meta(ge=1, le=100, description="players that play each new level of the test")] = 4
    population: Annotated[int, Meta(ge=4, le=100, description="sets of parameters in a generation")] = 8
    generations: Annotated[int, Meta(ge=1, le=1000, description="generations of the fit")] = 6
    bare_generations: Annotated[
        int,
        Meta(ge=1, le=1000, description="for comparison: generations of the fit without lapses of attention"),
    ] = 3


PRESETS = {
    "quick": {
        "sessions": 6,
        "rounds": 1,
        "test_rounds": 2,
        "population": 4,
        "generations": 2,
        "bare_generations": 2,
    },
    "full": {},
}
