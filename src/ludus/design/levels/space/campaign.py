"""Campaigns: sequences of levels.

    make_curve_campaign([0.2, 0.4, 0.6], seed=7)        # difficulty by a curve, measured on held-out players
    make_band_campaign(SkillBelief.unknown(), (0.4, 0.6), 10, seed=7, play=...)

The first follows a difficulty curve for all players. The second is for one player: every level has a chance to be
finished without dying within the band, as far as the player's skill is known from earlier plays.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

from ludus.compute import Backend
from ludus.core.errors import LudusError, OptionError
from ludus.core.random import derive
from ludus.design.contract import ProgressFactory
from ludus.design.levels.difficulty.challenges import find_challenges
from ludus.design.levels.difficulty.rating import NoPath
from ludus.design.levels.levels import GeneratedLevel, GenerationFailed, generate_level
from ludus.design.levels.making.dialling import FoundLevel, with_hardness
from ludus.design.levels.making.finding import find_levels, no_progress
from ludus.design.levels.making.targets import LevelSpec, DifficultyTargets
from ludus.design.levels.space.distances import LevelKey, level_key
from ludus.design.levels.space.player import SkillBelief
from ludus.design.unfinished import WorkCheckpoint
from ludus.games.platformer.level import Level
from ludus.stats import Estimate

ATTEMPTS_PER_LEVEL = 60  # candidates for one level
BAND_STEP = 0.6  # change of hardness for a success that is off by 1

Band = tuple[float, float]  # success chance, low and high


def make_curve_campaign(
    targets: Sequence[float],
    seed: int,
    spec: LevelSpec = LevelSpec(),  # noqa: B008
    backend: Backend | None = None,
    checkpoint: WorkCheckpoint | None = None,
    progress: ProgressFactory = no_progress,
) -> list[FoundLevel]:
    """Find a level for each target, the share of players that die at least once."""
    wanted = [replace(spec, targets=DifficultyTargets(difficulty=level_spec)) for level_spec in targets]
    tasks = [(derive(seed, "campaign", k), level_spec) for k, level_spec in enumerate(wanted)]
    return find_levels(tasks, backend, checkpoint, progress)


@dataclass(frozen=True)
class OfferedLevel:
    """Level for one player."""

    generated: GeneratedLevel
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
        belief = play(belief, offers[-1].generated.level, number)
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
            generated = generate_level(candidate_seed, with_hardness(spec.params, hardness, spec.fixed))
            success = belief.predict(find_challenges(generated.level))
        except (GenerationFailed, NoPath):
            hardness = max(0.0, hardness - 0.1)
            continue
        if low <= success.value <= high and level_key(generated.level) not in excluded:
            return OfferedLevel(generated, candidate_seed, success, belief.skill, attempt + 1)
        nearest = min(nearest, success.value, key=lambda each: abs(each - middle))
        hardness = min(1.0, max(0.0, hardness + BAND_STEP * (success.value - middle)))
    raise LudusError(
        f"no level in {ATTEMPTS_PER_LEVEL} is one that this player gets through in {100 * low:g} to {100 * high:g} % of all "
        f"cases; the nearest is {100 * nearest:.3g} %. Fewer rooms are easier, more are harder"
    )
