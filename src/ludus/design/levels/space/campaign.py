"""Campaigns: sequences of levels.

    make_curve_campaign([0.2, 0.4, 0.6], seed=7)        # difficulty by a curve, measured on held-out players
    make_band_campaign(SkillBelief.unknown(), (0.4, 0.6), 10, seed=7, play=...)

The first follows a difficulty curve for all players. The second is for one player: every level has a chance to be
finished without dying within the band, as far as the player's skill is known from earlier plays.
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

ATTEMPTS = 60  # candidates for one level
STEP = 0.6  # change of hardness for a success that is off by 1

Band = tuple[float, float]  # success chance, low and high


def make_campaign(
    targets: Sequence[float],
    seed: int,
    demand: Demand = Demand(),  # noqa: B008
    place: Place | None = None,
    kept: Unfinished | None = None,
    progress: Progress = unseen,
) -> list[Dialled]:
    """Find a level for each target, the share of players that die at least once."""
    wanted = [replace(demand, targets=Targets(difficulty=level_spec)) for level_spec in targets]
    tasks = [(derive(seed, "campaign", k), level_spec) for k, level_spec in enumerate(wanted)]
    return find_levels(tasks, place, kept, progress)


@dataclass(frozen=True)
class Offer:
    """Level for one player."""

    made: Made
    seed: int
    success: Estimate  # predicted
    skill: float  # expected skill at that time
    looked: int  # candidates tried


def keep_in_band(
    player: Player,
    band: Band,
    count: int,
    seed: int,
    plays: Callable[[Player, Level, int], Player],
    demand: Demand = Demand(),  # noqa: B008
) -> tuple[list[Offer], Player]:
    """Make levels for one player, each after the previous one was played.

    Args:
        belief: what is known of the player's skill.
        band: success chance that each level must have.
        count: number of levels.
        seed: seed of the campaign.
        play: `play(belief, level, number)` plays a level and returns the updated belief.
        spec: further requirements of the levels.

    Returns:
        The levels, and the belief at the end.
    """
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
    """Find a level with a success chance in the band that is none of the `excluded` ones.

    Raises:
        OptionError: the band is wrong.
        LudusError: no candidate is in the band.
    """
    low, high = band
    if not 0 < low < high < 1:
        raise OptionError(f"a band is two chances between 0 and 1, the lower first, not {low:g} to {high:g}")
    hardness, nearest, middle = 0.4, 1.0, (low + high) / 2
    for attempt in range(ATTEMPTS):
        candidate_seed = derive(seed, attempt)
        try:
            generated = make_level(candidate_seed, turned(demand.order, hardness, demand.fixed))
            success = player.foretold(map_level(generated.level))
        except (NoLevel, NoWay):
            hardness = max(0.0, hardness - 0.1)
            continue
        if low <= success.value <= high and cells_of(generated.level) not in known:
            return Offer(generated, candidate_seed, success, player.skill, attempt + 1)
        nearest = min(nearest, success.value, key=lambda each: abs(each - middle))
        hardness = min(1.0, max(0.0, hardness + STEP * (success.value - middle)))
    raise LudusError(
        f"no level in {ATTEMPTS} is one that this player gets through in {100 * low:g} to {100 * high:g} % of all "
        f"cases; the nearest is {100 * nearest:.3g} %. Fewer rooms are easier, more are harder"
    )
