"""The levels of the thesis's study, session by session (thesis 4.2).

    for task in schedule(seed=7):
        made = task.make()

Two tutorial levels, the same for everybody, then ten levels of five rooms in a row, each made for its session. Periods
of traps are drawn from an interval that grows from [2, 2] s to [1.2, 2] s over the first five levels and stays there.
The easiest way through a level has five challenges at least: with four or five, levels are as hard as those of the
thesis (reading, G15).
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
GROWS = 5  # levels over which the interval does
CHALLENGES = 5


@dataclass(frozen=True)
class Task:
    """One level of one session."""

    session: int
    order: int
    seed: int  # of the level

    @property
    def cycle(self) -> tuple[int, int]:
        """The interval of periods, in ticks."""
        return cycle_of(self.order)

    def make(self) -> Made:
        """The level."""
        return make_level(self.seed, LevelOrder(traps=TrapOrder(cycle=self.cycle, challenges=CHALLENGES)))


def schedule(seed: int, sessions: int = SESSIONS, levels: int = LEVELS) -> list[Task]:
    """All levels, in order."""
    return [Task(s, k, derive(seed, "session", s, "level", k)) for s in range(sessions) for k in range(levels)]


def cycle_of(order: int) -> tuple[int, int]:
    """The interval for a level by its place in the session, in ticks."""
    share = min(order, GROWS - 1) / (GROWS - 1)
    return round((SLOWEST - share * (SLOWEST - FASTEST)) * TICKS), round(SLOWEST * TICKS)


def tutorials() -> list[Level]:
    """What everybody plays first."""
    return [find_level(name) for name in TUTORIALS]
