"""Difficulty search: generate levels until one meets the target.

    found = find_level_by_difficulty(3, LevelSpec(GeneratorParams(), DifficultyTargets(difficulty=0.6)))
    found.generated.level, found.population.failure_rate, found.rejected

The traps make a level hard: their number, their speed, the mines before them. One number, the hardness, controls all of
that. Candidates are filtered in three steps of growing cost: the failure model, a small simulated population, a large
one. The reported difficulty comes from a held-out population that plays no part in the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.difficulty.predicting import predict
from ludus.design.levels.difficulty.rating import NoWay, Rating, rate_level
from ludus.design.levels.levels import LevelOrder, Made, NoLevel, make_level
from ludus.design.levels.making.targets import MET, NEAR, Demand, Fixed, Targets
from ludus.design.levels.people.crowds import Crowd, send_crowd
from ludus.design.levels.trapping.traps import TrapOrder

ATTEMPTS = 300  # candidates to try
REJECTED = 60  # attempts of the generator before the hardness is lowered
GLANCE, TRIED, PROVED = 80, 400, 300  # players of the first filter, of the decision, of the report
LOOSE, LESS_LOOSE = 5, 3  # tolerances of the first two filters, in units of the target's tolerance
DENSITY, PERIOD = (0.04, 0.54), (120, 72)  # from hardness 0 to 1; periods in ticks
WINDOW = 12  # ticks that periods vary around that
CHALLENGES = 7  # required on every path at hardness 1
STEP = 0.5  # change of hardness for a share that is off by 1


@dataclass(frozen=True)
class Dialled:
    """Level that was found, measured on held-out players."""

    made: Made
    seed: int
    rating: Rating
    crowd: Crowd  # held-out players
    looked: int  # candidates tried
    rejected: Mapping[str, int]  # rejected candidates by reason

    def met(self, targets: Targets) -> bool:
        """Whether the held-out players find the level as hard as required."""
        return abs(targets.off_in_play(self.crowd)) <= MET


@dataclass(frozen=True)
class Settled:
    """Result of a search: enough to generate its level again. Stored in checkpoints."""

    seed: int
    hard: float
    looked: int
    rejected: dict[str, int]


def dial_level(seed: int, demand: Demand, told: Callable[[int], None] = lambda _: None) -> Dialled:
    """Search for a level that meets the spec, and measure it on held-out players.

    Args:
        seed: seed of the search.
        spec: what the level must be like.
        on_candidate: called with 1 after each candidate.

    Returns:
        The first candidate within tolerance, or the closest of MAX_CANDIDATES; without targets the first level.

    Raises:
        LudusError: no candidate could be generated and rated at all; the message counts the reasons.
    """
    return prove(settle(seed, demand, told), demand)


def settle(seed: int, demand: Demand, told: Callable[[int], None] = lambda _: None) -> Settled:
    """Search for a level that meets the spec, without measuring it. See `find_level_by_difficulty`."""
    search = _Search(seed, demand)
    for attempt in range(ATTEMPTS if demand.targets else 1):
        search.look(attempt)
        told(1)
        if search.best is not None and abs(search.best.off) <= 1:
            break
    best = search.best
    if best is None:
        reasons = ", ".join(f"{reason} ({count})" for reason, count in search.rejected.most_common())
        raise LudusError(f"no level came near the target in {ATTEMPTS} attempts: {reasons}")
    if abs(best.off) > 1:
        search.rejected[best.reason] -= 1  # the closest candidate is taken
    return Settled(best.seed, best.hard, attempt + 1, dict(+search.rejected))


def prove(found: Settled, demand: Demand) -> Dialled:
    """Generate the level of a search result and measure it on held-out players."""
    generated = _make(found.seed, demand, found.hard)
    population = send_crowd(generated.level, PROVED, derive(found.seed, "proof"), demand.respawn)
    return Dialled(generated, found.seed, rate_level(generated.level), population, found.looked, found.rejected)


def _make(seed: int, demand: Demand, hard: float) -> Made:
    if not demand.targets:
        return make_level(seed, demand.order)
    return make_level(seed, turned(demand.order, hard, demand.fixed), attempts=REJECTED)


@dataclass(frozen=True)
class _Candidate:
    """Candidate and its deviation from the targets, in units of the tolerance."""

    seed: int
    hard: float
    off: float

    @property
    def reason(self) -> str:
        return f"too {'hard' if self.off > 0 else 'easy'}, for players"


class _Search:
    """Search state: each candidate is harder or easier than the last one, as its deviation requires."""

    def __init__(self, seed: int, demand: Demand) -> None:
        self.seed, self.demand, self.targets = seed, demand, demand.targets
        self.hard, self.rejected = self.targets.guess(), Counter[str]()
        self.best: _Candidate | None = None

    def look(self, attempt: int) -> None:
        """Generate and filter one candidate; keep it if it is the closest so far."""
        candidate_seed = derive(self.seed, "dial", attempt)
        try:
            generated = _make(candidate_seed, self.demand, self.hard)
        except NoLevel:
            if not self.targets:
                raise
            self.rejected["no level with so many traps"] += 1
            self.turn(LOOSE)
            return
        self.rejected.update(generated.rejected)
        try:
            rating = rate_level(generated.level)
        except NoWay:
            self.rejected["a way that cannot be rated"] += 1
            return
        prediction = predict(rating.mapped, self.demand.respawn)
        deviation = self.targets.off(prediction.failure, prediction.deaths, prediction.hardest)
        if abs(deviation) > LOOSE:
            self.rejected[f"too {'hard' if deviation > 0 else 'easy'}, by the model"] += 1
            self.turn(deviation)
            return
        for players, slack in self.looks():
            population = send_crowd(generated.level, players, derive(candidate_seed, "tried"), self.demand.respawn)
            deviation = self.targets.off_in_play(population)
            if abs(deviation) > slack:
                break
        candidate = _Candidate(candidate_seed, self.hard, deviation)
        if self.best is None or abs(deviation) < abs(self.best.off):
            self.best = candidate
        if abs(deviation) > 1:
            self.rejected[candidate.reason] += 1
            self.turn(deviation)

    def looks(self) -> list[tuple[int, int]]:
        """Players and allowed deviation of each filter. Deaths vary more than shares, so they need more players."""
        if not self.targets:
            return []
        return [(GLANCE, LESS_LOOSE), (TRIED * (1 if self.targets.deaths is None else 2), 1)]

    def turn(self, off: float) -> None:
        """Lower the hardness if the level was too hard, and the other way round."""
        step = STEP * NEAR * max(-LOOSE, min(LOOSE, off))
        self.hard = min(1.0, max(0.0, self.hard - step))


def turned(order: LevelOrder, hard: float, fixed: Fixed = Fixed()) -> LevelOrder:  # noqa: B008
    """Parameters with traps of this hardness, from 0 to 1; `fixed` values stay."""
    traps = order.traps or TrapOrder()
    period = round(PERIOD[0] + hard * (PERIOD[1] - PERIOD[0]))
    cycle = max(PERIOD[1], period - WINDOW), min(PERIOD[0], period + WINDOW)
    challenges = round(CHALLENGES * hard) if fixed.challenges is None else fixed.challenges
    return replace(
        order,
        traps=replace(
            traps,
            alpha=DENSITY[0] + hard * (DENSITY[1] - DENSITY[0]) if fixed.density is None else fixed.density,
            cycle=cycle if fixed.cycle is None else fixed.cycle,
            mines=min(traps.mines, int(3 * hard)),
            challenges=0 if traps.trap_free else challenges,
        ),
    )
