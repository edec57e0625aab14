"""Specification of a level: layout, traps, and difficulty targets.

    LevelSpec(rooms=(5, 1), difficulty=0.6)                                   # 60 % of players die at least once
    LevelSpec(rooms=(4, 3), loops=0.3, traps=TrapParams(kinds=("saw",)))      # any difficulty

The generator makes levels of a spec. The difficulty search varies the hardness of the traps until the targets are met;
it changes only values that the spec leaves open.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ludus.design.platformer.generator.fill_unused_cells import FILL_STYLES
from ludus.design.platformer.generator.maze import DEFAULT_LOOPS
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.recordings import Respawn
from ludus.games.platformer.movement import THESIS, Movement
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS
from ludus.util.errors import OptionError, UnknownName

if TYPE_CHECKING:
    from ludus.design.platformer.players.population import Population

SHARE_TOLERANCE = 0.04  # tolerance of shares
DEATHS_TOLERANCE = 0.1  # tolerance of deaths, relative to the target or to one death, if that is more
ACCEPTANCE_FACTOR = 2  # held-out players may deviate by this many tolerances, for sampling error
DENSITY_RANGE, PERIOD_RANGE = (0.04, 0.54), (120, 72)  # from hardness 0 to 1; periods in ticks
PERIOD_WINDOW = 12  # ticks that periods vary around that
MAX_CHALLENGES = 7  # required on every path at hardness 1


@dataclass(frozen=True)
class LevelSpec:
    """Everything that is required of a level.

    Raises:
        OptionError: the level would be too large.
        UnknownName: there is no such fill style.
    """

    rooms: tuple[int, int] = (5, 1)
    room: tuple[int, int] = (11, 7)  # cells
    loops: float = DEFAULT_LOOPS
    branching: float = 0.0
    start: int | None = None  # room number
    end: int | None = None
    fill: str = "airy"
    traps: TrapParams | None = field(default_factory=TrapParams)  # None: a level without traps
    agent_check: bool = True  # whether the agent must play it in both directions
    respawn: Respawn = "checkpoint"
    movement: Movement = THESIS  # physics and building pieces
    # Difficulty targets; None: no target
    difficulty: float | None = None  # share of players that die at least once
    deaths: float | None = None  # mean deaths per player
    hardest: float | None = None  # share of attempts that fail at the hardest challenge that most players meet

    def __post_init__(self) -> None:
        (columns, rows), (width, height) = self.rooms, self.room
        if columns * width > MAX_COLUMNS or rows * height > MAX_ROWS:
            size = f"{columns} x {rows} rooms of {width} x {height} cells"
            raise OptionError(f"a level has at most {MAX_COLUMNS} x {MAX_ROWS} cells; {size} are too many")
        if self.fill not in FILL_STYLES:
            raise UnknownName("fill style", self.fill, [*FILL_STYLES])

    @property
    def has_targets(self) -> bool:
        return (self.difficulty, self.deaths, self.hardest) != (None, None, None)

    def with_hardness(self, hardness: float) -> LevelSpec:
        """The spec with traps of this hardness, from 0 to 1; values that the spec gives stay."""
        traps = self.traps or TrapParams()
        period = round(PERIOD_RANGE[0] + hardness * (PERIOD_RANGE[1] - PERIOD_RANGE[0]))
        periods = max(PERIOD_RANGE[1], period - PERIOD_WINDOW), min(PERIOD_RANGE[0], period + PERIOD_WINDOW)
        density = DENSITY_RANGE[0] + hardness * (DENSITY_RANGE[1] - DENSITY_RANGE[0])
        challenges = round(MAX_CHALLENGES * hardness) if traps.challenges is None else traps.challenges
        return replace(
            self,
            traps=replace(
                traps,
                density=density if traps.density is None else traps.density,
                periods=periods if traps.periods is None else traps.periods,
                mines=min(traps.mines, int(3 * hardness)),
                challenges=0 if traps.trap_free else challenges,
            ),
        )

    def initial_hardness(self) -> float:
        """Hardness at which a search for the targets begins."""
        if self.difficulty is not None:
            return min(1.0, max(0.0, (self.difficulty - 0.2) / 0.75))
        return 0.4 if self.deaths is None else min(1.0, self.deaths / 5)

    def is_met_by(self, population: Population) -> bool:
        """Whether a held-out population finds the level as hard as required."""
        return abs(self.deviation_in_play(population)) <= ACCEPTANCE_FACTOR

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
