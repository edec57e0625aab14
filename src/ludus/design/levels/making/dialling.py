"""Levels that are as hard as asked: made, rated, played, and rejected until one is right.

    found = dial_level(3, Demand(LevelOrder(), Targets(difficulty=0.6)))
    found.made.level, found.crowd.failure, found.rejected

What makes a level hard are its traps: how many, how fast, with how many mines before them. One number turns all of
that up and down, step by step. A level that the model finds near is played by synthetic players, and they decide. The
numbers that are told come from a second crowd, which decided nothing.
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

ATTEMPTS = 300  # levels to look at
REJECTED = 60  # by the generator, before the dial is turned back
GLANCE, TRIED, PROVED = 80, 400, 300  # players for a first look, those that decide, and others that are told of
LOOSE, LESS_LOOSE = 5, 3  # and so many times the model and the first look may be off
DENSITY, PERIOD = (0.04, 0.54), (120, 72)  # from the easiest to the hardest; ticks
WINDOW = 12  # ticks that periods are off that
CHALLENGES = 7  # asked for on every way, of the hardest
STEP = 0.5  # of the dial, for a share that is off by 1


@dataclass(frozen=True)
class Dialled:
    """A level, and how it was found."""

    made: Made
    seed: int
    rating: Rating
    crowd: Crowd  # that decided nothing
    looked: int  # levels
    rejected: Mapping[str, int]  # levels that were not taken, by the reason

    def met(self, targets: Targets) -> bool:
        """Whether those who decided nothing find it as hard as asked."""
        return abs(targets.off_in_play(self.crowd)) <= MET


@dataclass(frozen=True)
class Settled:
    """Where a search came to: enough to have its level again."""

    seed: int
    hard: float
    looked: int
    rejected: dict[str, int]


def dial_level(seed: int, demand: Demand, told: Callable[[int], None] = lambda _: None) -> Dialled:
    """The first level that meets all targets, or the nearest of ATTEMPTS; without targets the first level there is."""
    return prove(settle(seed, demand, told), demand)


def settle(seed: int, demand: Demand, told: Callable[[int], None] = lambda _: None) -> Settled:
    """The search alone."""
    search = _Search(seed, demand)
    for attempt in range(ATTEMPTS if demand.targets else 1):
        search.look(attempt)
        told(1)
        if search.best is not None and abs(search.best.off) <= 1:
            break
    best = search.best
    if best is None:
        reasons = ", ".join(f"{reason} ({count})" for reason, count in search.rejected.most_common())
        raise LudusError(f"no level came near what is asked for in {ATTEMPTS} attempts: {reasons}")
    if abs(best.off) > 1:
        search.rejected[best.reason] -= 1  # the nearest is taken all the same
    return Settled(best.seed, best.hard, attempt + 1, dict(+search.rejected))


def prove(found: Settled, demand: Demand) -> Dialled:
    """The level that a search settled on, played by those who decided nothing."""
    made = _make(found.seed, demand, found.hard)
    crowd = send_crowd(made.level, PROVED, derive(found.seed, "proof"), demand.respawn)
    return Dialled(made, found.seed, rate_level(made.level), crowd, found.looked, found.rejected)


def _make(seed: int, demand: Demand, hard: float) -> Made:
    if not demand.targets:
        return make_level(seed, demand.order)
    return make_level(seed, turned(demand.order, hard, demand.fixed), attempts=REJECTED)


@dataclass(frozen=True)
class _Candidate:
    """A level, and how far it is off, in parts of what is near enough."""

    seed: int
    hard: float
    off: float

    @property
    def reason(self) -> str:
        return f"too {'hard' if self.off > 0 else 'easy'}, for players"


class _Search:
    """One level after another, harder or easier as the last one says."""

    def __init__(self, seed: int, demand: Demand) -> None:
        self.seed, self.demand, self.targets = seed, demand, demand.targets
        self.hard, self.rejected = self.targets.guess(), Counter[str]()
        self.best: _Candidate | None = None

    def look(self, attempt: int) -> None:
        """Make one more level, and keep it if it is the nearest so far."""
        own = derive(self.seed, "dial", attempt)
        try:
            made = _make(own, self.demand, self.hard)
        except NoLevel:
            if not self.targets:
                raise
            self.rejected["no level with so many traps"] += 1
            self.turn(LOOSE)
            return
        self.rejected.update(made.rejected)
        try:
            rating = rate_level(made.level)
        except NoWay:
            self.rejected["a way that cannot be rated"] += 1
            return
        told = predict(rating.mapped, self.demand.respawn)
        off = self.targets.off(told.failure, told.deaths, told.hardest)
        if abs(off) > LOOSE:
            self.rejected[f"too {'hard' if off > 0 else 'easy'}, by the model"] += 1
            self.turn(off)
            return
        for players, loose in self.looks():
            crowd = send_crowd(made.level, players, derive(own, "tried"), self.demand.respawn)
            off = self.targets.off_in_play(crowd)
            if abs(off) > loose:
                break
        found = _Candidate(own, self.hard, off)
        if self.best is None or abs(off) < abs(self.best.off):
            self.best = found
        if abs(off) > 1:
            self.rejected[found.reason] += 1
            self.turn(off)

    def looks(self) -> list[tuple[int, int]]:
        """How many players look at a level, and how far off it may be for them. Deaths vary more than shares."""
        if not self.targets:
            return []
        return [(GLANCE, LESS_LOOSE), (TRIED * (1 if self.targets.deaths is None else 2), 1)]

    def turn(self, off: float) -> None:
        """Too hard: easier, and the other way round."""
        step = STEP * NEAR * max(-LOOSE, min(LOOSE, off))
        self.hard = min(1.0, max(0.0, self.hard - step))


def turned(order: LevelOrder, hard: float, fixed: Fixed = Fixed()) -> LevelOrder:  # noqa: B008
    """The order with traps from the easiest, 0, to the hardest, 1."""
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
