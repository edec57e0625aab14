"""Campaigns: levels one after another.

    make_campaign([0.2, 0.4, 0.6], seed=7)              as hard as a curve says, proved by players
    keep_in_band(Player.unknown(), (0.4, 0.6), 10, seed=7, plays=...)

The first follows a curve (curves.py), for everybody alike. The second is for one player: every level is one that they
get through without dying about as often as the band says, as far as their plays so far tell.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

from ludus.compute import Place
from ludus.core.errors import LudusError, OptionError
from ludus.core.random import derive
from ludus.design.contract import Progress
from ludus.design.levels.difficulty.challenges import map_level
from ludus.design.levels.difficulty.rating import NoWay
from ludus.design.levels.levels import Made, NoLevel, make_level
from ludus.design.levels.making.dialling import Dialled, turned
from ludus.design.levels.making.finding import find_levels, unseen
from ludus.design.levels.making.targets import Demand, Targets
from ludus.design.levels.space.distances import Cells, cells_of
from ludus.design.levels.space.player import Player
from ludus.design.unfinished import Unfinished
from ludus.games.platformer.level import Level
from ludus.stats import Estimate

ATTEMPTS = 60  # levels to look at for one step
STEP = 0.6  # of the dial, for a success that is off by 1

Band = tuple[float, float]  # the chance of success, from and to


def make_campaign(
    targets: Sequence[float],
    seed: int,
    demand: Demand = Demand(),  # noqa: B008
    place: Place | None = None,
    kept: Unfinished | None = None,
    progress: Progress = unseen,
) -> list[Dialled]:
    """A level for each number: the share of players that die in it at least once."""
    wanted = [replace(demand, targets=Targets(difficulty=each)) for each in targets]
    tasks = [(derive(seed, "campaign", k), each) for k, each in enumerate(wanted)]
    return find_levels(tasks, place, kept, progress)


@dataclass(frozen=True)
class Offer:
    """A level for one player."""

    made: Made
    seed: int
    success: Estimate  # as foretold
    skill: float  # as believed
    looked: int  # levels


def keep_in_band(
    player: Player,
    band: Band,
    count: int,
    seed: int,
    plays: Callable[[Player, Level, int], Player],
    demand: Demand = Demand(),  # noqa: B008
) -> tuple[list[Offer], Player]:
    """Levels for one player, and what is known of them in the end; `plays(player, level, number)` lets them play one,
    and says what is known of them then."""
    offers = []
    for number in range(count):
        offers.append(level_for(player, band, derive(seed, "band", number), demand))
        player = plays(player, offers[-1].made.level, number)
    return offers, player


def level_for(
    player: Player,
    band: Band,
    seed: int,
    demand: Demand = Demand(),  # noqa: B008
    known: Container[Cells] = (),
) -> Offer:
    """A level that a player gets through as often as asked, and that is none of those that they know."""
    low, high = band
    if not 0 < low < high < 1:
        raise OptionError(f"a band is two chances between 0 and 1, the lower first, not {low:g} to {high:g}")
    hard, nearest, wanted = 0.4, 1.0, (low + high) / 2
    for attempt in range(ATTEMPTS):
        own = derive(seed, attempt)
        try:
            made = make_level(own, turned(demand.order, hard, demand.fixed))
            success = player.foretold(map_level(made.level))
        except (NoLevel, NoWay):
            hard = max(0.0, hard - 0.1)
            continue
        if low <= success.value <= high and cells_of(made.level) not in known:
            return Offer(made, own, success, player.skill, attempt + 1)
        nearest = min(nearest, success.value, key=lambda each: abs(each - wanted))
        hard = min(1.0, max(0.0, hard + STEP * (success.value - wanted)))
    raise LudusError(
        f"no level in {ATTEMPTS} is one that this player gets through in {100 * low:g} to {100 * high:g} % of all "
        f"cases; the nearest is {100 * nearest:.3g} %. Fewer rooms are easier, more are harder"
    )
