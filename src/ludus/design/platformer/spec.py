"""Specification of a level: generator parameters, difficulty targets, and parameters that the search must not touch."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.design.platformer.generator.generate import GeneratorParams
from ludus.design.platformer.players.population import Population
from ludus.design.platformer.recordings.events import Respawn

SHARE_TOLERANCE = 0.04  # tolerance of shares
DEATHS_TOLERANCE = 0.1  # tolerance of deaths, relative to the target or to one death, if that is more
ACCEPTANCE_FACTOR = 2  # held-out players may deviate by this many tolerances, for sampling error


@dataclass(frozen=True)
class DifficultyTargets:
    """Difficulty targets; None: no target."""

    difficulty: float | None = None  # share of players that die at least once
    deaths: float | None = None  # mean deaths per player
    hardest: float | None = None  # share of attempts that fail at the hardest challenge that most players meet

    def __bool__(self) -> bool:
        return (self.difficulty, self.deaths, self.hardest) != (None, None, None)

    def initial_hardness(self) -> float:
        """Initial hardness of the search."""
        if self.difficulty is not None:
            return min(1.0, max(0.0, (self.difficulty - 0.2) / 0.75))
        return 0.4 if self.deaths is None else min(1.0, self.deaths / 5)

    def deviation_in_play(self, population: Population) -> float:
        """Deviation of a population from the targets, in units of the tolerance; above 0: too hard."""
        return self.deviation(
            population.failure_rate.value,
            population.deaths.value,
            population.hardest[1].value if population.hardest else 0.0,
        )

    def deviation(self, difficulty: float, deaths: float, hardest: float) -> float:
        """Deviation of three numbers from the targets; of several targets, the largest deviation."""
        parts = [0.0]
        if self.difficulty is not None:
            parts.append((difficulty - self.difficulty) / SHARE_TOLERANCE)
        if self.deaths is not None:
            parts.append((deaths - self.deaths) / (DEATHS_TOLERANCE * max(1.0, self.deaths)))
        if self.hardest is not None:
            parts.append((hardest - self.hardest) / SHARE_TOLERANCE)
        return max(parts, key=abs)


@dataclass(frozen=True)
class FixedParams:
    """Parameters that the search must not change; None: it may."""

    density: float | None = None
    cycle: tuple[int, int] | None = None  # ticks
    challenges: int | None = None


@dataclass(frozen=True)
class LevelSpec:
    """Everything that is required of a level."""

    params: GeneratorParams = GeneratorParams()  # noqa: RUF009
    targets: DifficultyTargets = DifficultyTargets()
    fixed: FixedParams = FixedParams()
    respawn: Respawn = "checkpoint"
