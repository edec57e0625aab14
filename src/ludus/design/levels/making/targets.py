"""Specification of a level: generator parameters, difficulty targets, and parameters that the search must not touch."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.design.levels.levels import LevelOrder
from ludus.design.levels.people.crowds import Crowd
from ludus.design.levels.sessions.plays import Respawn

NEAR = 0.04  # tolerance of shares
DEATHS_NEAR = 0.1  # tolerance of deaths, relative to the target or to one death, if that is more
MET = 2  # held-out players may deviate by this many tolerances, for sampling error


@dataclass(frozen=True)
class Targets:
    """Difficulty targets; None: no target."""

    difficulty: float | None = None  # share of players that die at least once
    deaths: float | None = None  # mean deaths per player
    hardest: float | None = None  # share of attempts that fail at the hardest challenge that most players meet

    def __bool__(self) -> bool:
        return (self.difficulty, self.deaths, self.hardest) != (None, None, None)

    def guess(self) -> float:
        """Initial hardness of the search."""
        if self.difficulty is not None:
            return min(1.0, max(0.0, (self.difficulty - 0.2) / 0.75))
        return 0.4 if self.deaths is None else min(1.0, self.deaths / 5)

    def off_in_play(self, crowd: Crowd) -> float:
        """Deviation of a population from the targets, in units of the tolerance; above 0: too hard."""
        return self.off(crowd.failure.value, crowd.deaths.value, crowd.hardest[1].value if crowd.hardest else 0.0)

    def off(self, difficulty: float, deaths: float, hardest: float) -> float:
        """Deviation of three numbers from the targets; of several targets, the largest deviation."""
        parts = [0.0]
        if self.difficulty is not None:
            parts.append((difficulty - self.difficulty) / NEAR)
        if self.deaths is not None:
            parts.append((deaths - self.deaths) / (DEATHS_NEAR * max(1.0, self.deaths)))
        if self.hardest is not None:
            parts.append((hardest - self.hardest) / NEAR)
        return max(parts, key=abs)


@dataclass(frozen=True)
class Fixed:
    """Parameters that the search must not change; None: it may."""

    density: float | None = None
    cycle: tuple[int, int] | None = None  # ticks
    challenges: int | None = None


@dataclass(frozen=True)
class Demand:
    """Everything that is required of a level."""

    order: LevelOrder = LevelOrder()  # noqa: RUF009
    targets: Targets = Targets()
    fixed: Fixed = Fixed()
    respawn: Respawn = "checkpoint"
