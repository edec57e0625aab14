"""Campaigns: sequences of levels that follow a difficulty curve, or that keep one player within a band of success.

    curve_tasks([0.2, 0.4, 0.6], 7, LevelSpec())        # a search for each level of a curve, for `find_levels`
    make_band_campaign(SkillBelief.unknown(), (0.4, 0.6), 10, seed=7, play=...)
    interpolate_curve([0.2, 0.8], 5)                    # 0.2, 0.35, 0.5, 0.65, 0.8: points interpolated over the levels
    wave_curve(0.2, 0.8, 9)                             # rises, with an easier level after every two harder ones
    parse_curve("0.2,0.5,0.4,0.8", 7)

The first follows a difficulty curve for all players. The second is for one player: every level has a chance to be
finished without dying within the band, as far as the player's skill is known from earlier plays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.difficulty.rating import NoPath
from ludus.design.platformer.difficulty_search import SearchTask
from ludus.design.platformer.expressive_range import LevelKey, level_key
from ludus.design.platformer.generator.generate import GeneratedLevel, GenerationFailed, generate_level
from ludus.design.platformer.skill_belief import SkillBelief
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.level import Level
from ludus.stats import Estimate
from ludus.util.errors import LudusError, OptionError

WAVE_LENGTH, WAVE_DROP = 3, 0.4  # one level in three is easier: this share of the way from the lowest value
MAX_LEVELS = 500  # levels, at most
WAVES = "waves"
ATTEMPTS_PER_LEVEL = 60  # candidates for one level
BAND_STEP = 0.6  # change of hardness for a success that is off by 1
Band = tuple[float, float]  # success chance, low and high


def interpolate_curve(points: Sequence[float], count: int) -> list[float]:
    """Interpolate points linearly over `count` levels."""
    if not 1 <= count <= MAX_LEVELS:
        raise OptionError(f"a campaign has 1 to {MAX_LEVELS} levels, not {count}")
    for point in points:
        if not (math.isfinite(point) and 0 < point < 1):
            raise OptionError(f"difficulty is a share between 0 and 1, not {point:g}")
    if len(points) < 1:
        raise OptionError("a curve has at least one point")
    at = np.linspace(0, len(points) - 1, count)
    return [float(round(x, 6)) for x in np.interp(at, range(len(points)), points)]


def wave_curve(low: float, high: float, count: int) -> list[float]:
    """Rising line with easier levels in between."""
    line = interpolate_curve([low, high], count)
    return [
        low + (x - low) * WAVE_DROP if k % WAVE_LENGTH == WAVE_LENGTH - 1 and k < count - 1 else x
        for k, x in enumerate(line)
    ]


def parse_curve(text: str, count: int | None = None) -> list[float]:
    """Parse points separated by commas, one per level or over `count` levels; or `waves:LOW-HIGH`."""
    kind, colon, rest = text.partition(":")
    try:
        if colon and kind.strip() == WAVES:
            low, high = (float(part) for part in rest.split("-"))
            return wave_curve(low, high, count or 2 * WAVE_LENGTH)
        points = [float(part) for part in text.split(",")]
    except ValueError:
        raise OptionError(f"a curve is points such as 0.2,0.5,0.8, or {WAVES}:0.2-0.8, not {text!r}") from None
    return interpolate_curve(points, count or len(points))


def curve_tasks(targets: Sequence[float], seed: int, spec: LevelSpec) -> list[SearchTask]:
    """Return a search for each target, the share of players that die at least once."""
    specs = [replace(spec, difficulty=target, deaths=None, hardest=None) for target in targets]
    return [(derive(seed, "campaign", k), level_spec) for k, level_spec in enumerate(specs)]


@dataclass(frozen=True)
class OfferedLevel(GeneratedLevel):
    """Generated level for one player."""

    seed: int
    success: Estimate  # predicted
    skill: float  # expected skill at that time
    candidates: int  # candidates tried


def make_band_campaign(
    belief: SkillBelief,
    band: Band,
    count: int,
    seed: int,
    play: Callable[[SkillBelief, Level, int], SkillBelief],
    spec: LevelSpec = LevelSpec(),  # noqa: B008
) -> tuple[list[OfferedLevel], SkillBelief]:
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
        offers.append(find_level_for_player(belief, band, derive(seed, "band", number), spec))
        belief = play(belief, offers[-1].level, number)
    return offers, belief


def find_level_for_player(
    belief: SkillBelief,
    band: Band,
    seed: int,
    spec: LevelSpec = LevelSpec(),  # noqa: B008
    excluded: Container[LevelKey] = (),
) -> OfferedLevel:
    """Find a level with a success chance in the band that is none of the `excluded` ones.

    Raises:
        OptionError: the band is wrong.
        LudusError: no candidate is in the band.
    """
    low, high = band
    if not 0 < low < high < 1:
        raise OptionError(f"a band is two chances between 0 and 1, the lower first, not {low:g} to {high:g}")
    hardness, nearest, middle = 0.4, 1.0, (low + high) / 2
    for attempt in range(ATTEMPTS_PER_LEVEL):
        candidate_seed = derive(seed, attempt)
        try:
            generated = generate_level(candidate_seed, spec.with_hardness(hardness))
            success = belief.predict(find_challenges(generated.level))
        except (GenerationFailed, NoPath):
            hardness = max(0.0, hardness - 0.1)
            continue
        if low <= success.value <= high and level_key(generated.level) not in excluded:
            return OfferedLevel(
                **vars(generated), seed=candidate_seed, success=success, skill=belief.skill, candidates=attempt + 1
            )
        nearest = min(nearest, success.value, key=lambda chance: abs(chance - middle))
        hardness = min(1.0, max(0.0, hardness + BAND_STEP * (success.value - middle)))
    raise LudusError(
        f"no level in {ATTEMPTS_PER_LEVEL} is one that this player gets through in {100 * low:g} to {100 * high:g} % "
        f"of all cases; the nearest is {100 * nearest:.3g} %. Fewer rooms are easier, more are harder"
    )
