"""What levels are to be like: as hard as asked, by three numbers, and what the dial must leave alone."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.design.levels.levels import LevelOrder
from ludus.design.levels.people.crowds import Crowd
from ludus.design.levels.sessions.plays import Respawn

NEAR = 0.04  # a share that is no further off is near enough
DEATHS_NEAR = 0.1  # the same for deaths, in parts of those asked for, or of one death where that is more
MET = 2  # so many times as far off counts as met in the end, for the luck of players


@dataclass(frozen=True)
class Targets:
    """What is asked for; None: whatever comes."""

    difficulty: float | None = None  # share of players that die at least once
    deaths: float | None = None  # of a player on average
    hardest: float | None = None  # share of tries that fail at the hardest challenge that most players meet

    def __bool__(self) -> bool:
        return (self.difficulty, self.deaths, self.hardest) != (None, None, None)

    def guess(self) -> float:
        """Where the dial may stand at first."""
        if self.difficulty is not None:
            return min(1.0, max(0.0, (self.difficulty - 0.2) / 0.75))
        return 0.4 if self.deaths is None else min(1.0, self.deaths / 5)

    def off_in_play(self, crowd: Crowd) -> float:
        """How far off a crowd is, in parts of what is near enough; above 0 it was too hard."""
        return self.off(crowd.failure.value, crowd.deaths.value, crowd.hardest[1].value if crowd.hardest else 0.0)

    def off(self, difficulty: float, deaths: float, hardest: float) -> float:
        """The same of three numbers; of several targets that which is farthest off."""
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
    """What the dial must leave alone; None: it may turn it."""

    density: float | None = None
    cycle: tuple[int, int] | None = None  # ticks
    challenges: int | None = None


@dataclass(frozen=True)
class Demand:
    """All that is asked of a level."""

    order: LevelOrder = LevelOrder()  # noqa: RUF009
    targets: Targets = Targets()
    fixed: Fixed = Fixed()
    respawn: Respawn = "checkpoint"
