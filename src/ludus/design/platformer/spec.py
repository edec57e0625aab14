"""Specification of a level: layout, traps, and difficulty targets.

    LevelSpec(rooms=(5, 1), difficulty=0.6)                                   # 60 % of players die at least once
    LevelSpec(rooms=(4, 3), loops=0.3, traps=TrapParams(kinds=("saw",)))      # any difficulty
    LevelSpec(setup="thesis", fill="solid")                                   # as in Koens' thesis

There are two set-ups. `designed` builds rooms in styles and places traps on the ways that players take; `thesis` builds
rooms and places traps as the thesis does. Values of one set-up have no meaning in the other.

The generator makes levels of a spec. The difficulty search varies the hardness of the traps until the targets are met;
it changes only values that the spec leaves open.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ludus.design.base.verdict_texts import JudgedTarget
from ludus.design.platformer.generator.fill_unused_cells import FILL_STYLES
from ludus.design.platformer.generator.maze import DEFAULT_LOOPS
from ludus.design.platformer.generator.styled_rooms import STYLES
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.recordings import Respawn
from ludus.games.platformer.movement import THESIS, Movement
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS
from ludus.stats import Estimate
from ludus.stats.judgement import within
from ludus.util.errors import OptionError, UnknownName

if TYPE_CHECKING:
    from ludus.design.platformer.players.population import Population

SHARE_TOLERANCE = 0.04  # tolerance of shares
DEATHS_TOLERANCE = 0.1  # tolerance of deaths, relative to the target or to one death, if that is more
ACCEPTANCE_FACTOR = 2  # held-out players may deviate by this many tolerances, for sampling error
DENSITY_RANGE, PERIOD_RANGE = (0.04, 0.54), (120, 72)  # from hardness 0 to 1; periods in ticks
PERIOD_WINDOW = 12  # ticks that periods vary around that
MAX_CHALLENGES = 7  # required on every path at hardness 1
SETUPS = ("designed", "thesis")
# Bars of the structure, which the set-up `designed` works towards; structure_measures.py defines the measures
CAUTION_DETOURS = {"bold": 1, "usual": 6, "careful": 16}  # half cells for a move through a trap
MIN_REST = 3  # cells between two challenges
MAX_CELLS_PER_CHALLENGE, MAX_STRETCH = 16, 30  # cells of way per challenge, and in a row without one
DEFAULT_FILL = "airy"
DEFAULT_SPACING, MIN_SPACING, MAX_SPACING = 12.0, 5.0, 16.0  # cells of way per challenge
PACING_CURVES = {
    "rising": (0.0, 1.0),
    "waves": (0.0, 0.8, 0.2, 1.0),
    "flat": (0.5, 0.5),
}  # intensity from the start to the exit, interpolated
DEFAULT_PACING = PACING_CURVES["waves"]
# Set-up `designed`: cells of way per challenge from hardness 0 to 1; share of attempts that fail at the calmest and the
# most intense challenge at hardness 0 and at hardness 1
SPACING_RANGE = (16.0, 6.0)
EASIEST_FAILURES, HARDEST_FAILURES = (0.02, 0.03), (0.3, 0.75)
EASY_HARDNESS = 0.5  # below this hardness, levels have fewer traps of hard kinds
# Below this hardness they have none; then the others are less slow, so that players still see them close
EASIEST_HARDNESS, ALL_EASY_FAILURES = 0.05, (0.06, 0.1)
HARD_KIND_DIFFICULTY = 0.28  # difficulty that levels with a trap of a hard kind can have, and greater ones


@dataclass(frozen=True)
class LevelSpec:
    """Everything that is required of a level.

    Raises:
        OptionError: the level would be too large, or a value does not go with the set-up.
        UnknownName: there is no such set-up, style or fill.
    """

    rooms: tuple[int, int] = (5, 1)
    room: tuple[int, int] = (11, 7)  # cells
    loops: float = DEFAULT_LOOPS
    branching: float = 0.0
    start: int | None = None  # room number
    end: int | None = None
    setup: str = "designed"  # one of SETUPS
    fill: str | None = None  # set-up thesis: how unused cells are filled; None: DEFAULT_FILL
    style: str | None = None  # set-up designed: one of STYLES; None: drawn from the seed
    spacing: float | None = None  # set-up designed: cells of way per challenge; None: as the search or the default
    pacing: tuple[float, ...] = DEFAULT_PACING  # set-up designed: intensity of challenges along the way, 0 to 1
    # Set-up designed, chosen by the difficulty search: the share of easy kinds of traps that a level has at least, and
    # the share of attempts that should fail at the calmest and at the most intense challenge
    ease: float = 0.0
    failures: tuple[float, float] | None = None  # None: by default
    traps: TrapParams | None = field(default_factory=TrapParams)  # None: a level without traps
    agent_check: bool = True  # whether the agent must play it in both directions
    respawn: Respawn = "checkpoint"
    movement: Movement = THESIS  # physics and building pieces
    # Difficulty targets; None: no target
    players: str = "planner"  # kind of players of whom the targets are said, a name of PLAYER_KINDS
    difficulty: float | None = None  # share of players that die at least once
    deaths: float | None = None  # mean deaths per player
    hardest: float | None = None  # share of attempts that fail at the hardest challenge that most players meet

    def __post_init__(self) -> None:
        (columns, rows), (width, height) = self.rooms, self.room
        if columns * width > MAX_COLUMNS or rows * height > MAX_ROWS:
            size = f"{columns} x {rows} rooms of {width} x {height} cells"
            raise OptionError(f"a level has at most {MAX_COLUMNS} x {MAX_ROWS} cells; {size} are too many")
        for what, value, names in (
            ("set-up", self.setup, SETUPS),
            ("fill style", self.fill, FILL_STYLES),
            ("style", self.style, STYLES),
        ):
            if value is not None and value not in names:
                raise UnknownName(what, value, [*names])
        if len(self.pacing) < 2 or not all(0 <= value <= 1 for value in self.pacing):
            raise OptionError(f"a pacing curve has two values or more, from 0 to 1, not {self.pacing}")
        if self.spacing is not None and not MIN_SPACING <= self.spacing <= MAX_SPACING:
            raise OptionError(f"a challenge for {MIN_SPACING:g} to {MAX_SPACING:g} cells of way, not {self.spacing:g}")
        self._check_setup()

    def _check_setup(self) -> None:
        """Refuse values that the set-up does not use."""
        if self.setup != "thesis" and self.movement.pieces is not None:
            raise OptionError(
                f"building pieces of your own go with the set-up thesis: rooms of the set-up {self.setup} are not made "
                "of pieces"
            )
        traps = self.traps or TrapParams()
        unused = (
            {"style": self.style, "spacing": self.spacing, "pacing": self.pacing != DEFAULT_PACING or None}
            if self.setup == "thesis"
            else {"fill": self.fill, "density": traps.density, "doubles": traps.doubles or None}
        )
        for name, value in unused.items():
            if value is not None:
                raise OptionError(f"{name} changes nothing in the set-up {self.setup}")

    @property
    def has_targets(self) -> bool:
        return (self.difficulty, self.deaths, self.hardest) != (None, None, None)

    @property
    def landmark_room(self) -> tuple[int, int] | None:
        """Size of the rooms that get a landmark; None in the set-up of the thesis, which has none."""
        return self.room if self.setup == "designed" else None

    def with_hardness(self, hardness: float) -> LevelSpec:
        """The spec with traps of this hardness, from 0 to 1; values that the spec gives stay."""
        traps = self.traps or TrapParams()
        if self.setup == "designed":
            return self._with_designed_hardness(traps, hardness)
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

    def _with_designed_hardness(self, traps: TrapParams, hardness: float) -> LevelSpec:
        spacing = SPACING_RANGE[0] + hardness * (SPACING_RANGE[1] - SPACING_RANGE[0])
        ease = 1.0 if hardness < EASIEST_HARDNESS else max(0.0, 1 - hardness / EASY_HARDNESS)
        rise = (HARDEST_FAILURES[1] - EASIEST_FAILURES[1]) * hardness**1.5
        calm = EASIEST_FAILURES[0] + (HARDEST_FAILURES[0] - EASIEST_FAILURES[0]) * hardness**3
        return replace(
            self,
            spacing=spacing if self.spacing is None else self.spacing,
            ease=ease,
            failures=ALL_EASY_FAILURES if ease == 1 else (calm, EASIEST_FAILURES[1] + rise),
            traps=replace(traps, mines=min(traps.mines, int(3 * hardness))),
        )

    def initial_hardness(self) -> float:
        """Hardness at which a search for the targets begins."""
        if self.difficulty is not None:
            return min(1.0, max(0.0, (self.difficulty - 0.2) / 0.75))
        return 0.4 if self.deaths is None else min(1.0, self.deaths / 5)

    @property
    def least_hardness(self) -> float:
        """Hardness below which a search goes only if no level is found: easier levels have one kind of traps alone."""
        has_hard_kind = self.difficulty is not None and self.difficulty >= HARD_KIND_DIFFICULTY
        return EASIEST_HARDNESS if self.setup == "designed" and has_hard_kind else 0.0

    def judged_targets(self, population: Population) -> list[JudgedTarget]:
        """Targets of the level with what a held-out population measured, and the ranges that count as met."""
        hardest = Estimate(0.0, 0.0, 0.0, 0) if population.hardest is None else population.hardest[1]
        targets = [
            ("the share that dies", population.failure_rate, self.difficulty, SHARE_TOLERANCE, True),
            ("the deaths", population.deaths, self.deaths, DEATHS_TOLERANCE * max(1.0, self.deaths or 0.0), False),
            ("the hardest trap", hardest, self.hardest, SHARE_TOLERANCE, True),
        ]
        return [
            JudgedTarget(name, measured, within(target, ACCEPTANCE_FACTOR * tolerance), is_share)
            for name, measured, target, tolerance, is_share in targets
            if target is not None
        ]

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


def default_failures(rooms: int) -> tuple[float, float]:
    """Share of attempts that should fail at the calmest and at the most intense challenge of a level without targets.

    Long levels have more challenges, so they are less intense.
    """
    return (0.03, 0.5) if rooms <= 6 else (0.03, 0.42)
