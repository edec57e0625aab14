"""Levels of the thesis's study, by session (thesis 4.2).

    for task in schedule(seed=7):
        generated = task.make()

Two tutorial levels, the same in every session, then ten levels of five rooms in a row, generated for the session. Trap
periods are drawn from an interval that grows from [2, 2] s to [1.2, 2] s over the first five levels. The easiest path
has at least five challenges: with four or five, levels are as hard as those of the thesis (reading, G15).
"""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.random import derive
from ludus.design.platformer.generator.generate import GeneratedLevel, generate_level
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.level import Level
from ludus.games.platformer.options import find_level

SESSIONS, LEVELS_PER_SESSION = 53, 10
TUTORIALS = ("first-steps", "trap-school")
MAX_PERIOD, MIN_PERIOD = 2.0, 1.2  # seconds
GROWTH_LEVELS = 5  # levels over which the interval grows
MIN_CHALLENGES = 5


@dataclass(frozen=True)
class ScheduledLevel:
    """One level of one session."""

    session: int
    order: int
    seed: int  # of the level

    @property
    def cycle(self) -> tuple[int, int]:
        """Interval of periods, in ticks."""
        return period_range(self.order)

    def make(self) -> GeneratedLevel:
        """Generate the level."""
        return generate_level(
            self.seed, LevelSpec(setup="thesis", traps=TrapParams(periods=self.cycle, challenges=MIN_CHALLENGES))
        )


def schedule(seed: int, sessions: int = SESSIONS, levels: int = LEVELS_PER_SESSION) -> list[ScheduledLevel]:
    """All levels of all sessions, in order."""
    return [
        ScheduledLevel(s, k, derive(seed, "session", s, "level", k)) for s in range(sessions) for k in range(levels)
    ]


def period_range(order: int) -> tuple[int, int]:
    """Interval of periods of a level by its position in the session, in ticks."""
    share = min(order, GROWTH_LEVELS - 1) / (GROWTH_LEVELS - 1)
    return round((MAX_PERIOD - share * (MAX_PERIOD - MIN_PERIOD)) * TICKS_PER_SECOND), round(
        MAX_PERIOD * TICKS_PER_SECOND
    )


def tutorials() -> list[Level]:
    """Tutorial levels, played first in every session."""
    return [find_level(name) for name in TUTORIALS]
