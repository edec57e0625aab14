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
from ludus.design.levels.levels import LevelOrder, Made, make_level
from ludus.design.levels.trapping.traps import TrapOrder
from ludus.games.platformer.level import Level
from ludus.games.platformer.options import find_level
from ludus.games.platformer.units import TICKS

SESSIONS, LEVELS = 53, 10
TUTORIALS = ("first-steps", "trap-school")
SLOWEST, FASTEST = 2.0, 1.2  # seconds
GROWS = 5  # levels over which the interval grows
CHALLENGES = 5


@dataclass(frozen=True)
class Task:
    """One level of one session."""

    session: int
    order: int
    seed: int  # of the level

    @property
    def cycle(self) -> tuple[int, int]:
        """Interval of periods, in ticks."""
        return cycle_of(self.order)

    def make(self) -> Made:
        """Generate the level."""
        return make_level(self.seed, LevelOrder(traps=TrapOrder(cycle=self.cycle, challenges=CHALLENGES)))


def schedule(seed: int, sessions: int = SESSIONS, levels: int = LEVELS) -> list[Task]:
    """All levels of all sessions, in order."""
    return [Task(s, k, derive(seed, "session", s, "level", k)) for s in range(sessions) for k in range(levels)]


def cycle_of(order: int) -> tuple[int, int]:
    """Interval of periods of a level by its position in the session, in ticks."""
    share = min(order, GROWS - 1) / (GROWS - 1)
    return round((SLOWEST - share * (SLOWEST - FASTEST)) * TICKS), round(SLOWEST * TICKS)


def tutorials() -> list[Level]:
    """Tutorial levels, played first in every session."""
    return [find_level(name) for name in TUTORIALS]
