"""Campaigns: levels one after another.

    make_campaign([0.2, 0.4, 0.6], seed=7)              as hard as a curve says, proved by players
    keep_in_band(Player.unknown(), (0.4, 0.6), 10, seed=7, plays=...)

The first follows a curve (curves.py), for everybody alike. The second is for one player: every level is one that they
get through without dying about as often as the band says, as far as their plays so far tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludus.compute import Place, Threads, units
from ludus.core.errors import LudusError, OptionError
from ludus.core.random import derive
from ludus.design.levels.dialling import Dialled, Fixed, Targets, dial_level, turned
from ludus.design.levels.difficulty.challenges import map_level
from ludus.design.levels.difficulty.rating import NoWay
from ludus.design.levels.levels import LevelOrder, Made, NoLevel, make_level
from ludus.design.levels.sessions.plays import Respawn
from ludus.design.levels.space.player import Player
from ludus.games.platformer.level import Level

ATTEMPTS = 60  # levels to look at for one step
STEP = 0.6  # of the dial, for a success that is off by 1

Band = tuple[float, float]  # the chance of success, from and to


def make_campaign(
    targets: Sequence[float],
    seed: int,
    order: LevelOrder = LevelOrder(),  # noqa: B008
    fixed: Fixed = Fixed(),  # noqa: B008
    respawn: Respawn = "checkpoint",
    place: Place | None = None,
    told: Callable[[int], None] = lambda _: None,
) -> list[Dialled]:
    """A level for each number: the share of players that die in it at least once."""

    def work(part: range) -> list[Dialled]:
        return [
            dial_level(derive(seed, "campaign", k), order, Targets(difficulty=targets[k]), fixed, respawn, told)
            for k in part
        ]

    return [each for some in (place or Threads(1)).run(work, units(len(targets), 1)) for each in some]


@dataclass(frozen=True)
class Stage:
    """One level for one player."""

    made: Made
    success: float  # as predicted before it was played
    skill: float  # as believed before
    deaths: int
    looked: int  # levels


def keep_in_band(
    player: Player,
    band: Band,
    count: int,
    seed: int,
    plays: Callable[[Level, int], int],
    order: LevelOrder = LevelOrder(),  # noqa: B008
) -> tuple[list[Stage], Player]:
    """Levels for one player, and what is known of them in the end; `plays(level, number)` says how often they died."""
    stages = []
    for number in range(count):
        made, success, looked = level_for(player, band, derive(seed, "band", number), order)
        deaths = plays(made.level, number)
        stages.append(Stage(made, success, player.skill, deaths, looked))
        player = player.after(made.level, deaths)
    return stages, player


def level_for(
    player: Player,
    band: Band,
    seed: int,
    order: LevelOrder = LevelOrder(),  # noqa: B008
) -> tuple[Made, float, int]:
    """A level that a player gets through as often as asked, the prediction, and how many levels were looked at."""
    low, high = band
    if not 0 < low < high < 1:
        raise OptionError(f"a band is two chances between 0 and 1, the lower first, not {low:g} to {high:g}")
    hard, nearest, wanted = 0.4, 1.0, (low + high) / 2
    for attempt in range(ATTEMPTS):
        try:
            made = make_level(derive(seed, attempt), turned(order, hard))
            success = player.success(map_level(made.level))
        except (NoLevel, NoWay):
            hard = max(0.0, hard - 0.1)
            continue
        if low <= success <= high:
            return made, success, attempt + 1
        nearest = min(nearest, success, key=lambda each: abs(each - wanted))
        hard = min(1.0, max(0.0, hard + STEP * (success - wanted)))
    raise LudusError(
        f"no level in {ATTEMPTS} is one that this player gets through in {100 * low:.0f} to {100 * high:.0f} % of all "
        f"cases; the nearest is {100 * nearest:.0f} %. Fewer rooms are easier, more are harder"
    )
