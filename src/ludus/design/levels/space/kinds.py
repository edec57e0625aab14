"""Archives of levels: the two measures that span each archive.

linearity-difficulty    linearity of the path, and share of players that die at least once
vertical-traps          vertical share of the path, and share of nodes with a trap
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludus.core.errors import UnknownName
from ludus.design.levels.difficulty.dial import FailureModel
from ludus.design.levels.space.measures import METRIC_TITLES, LevelMetrics, metrics_of_path, shortest_path
from ludus.design.levels.space.quality import level_quality
from ludus.design.levels.space.spread import METRIC_LIMITS
from ludus.design.maps.kinds import Axes, Axis
from ludus.games.platformer.level import Level

DIFFICULTY_TITLE = "difficulty"


@dataclass(frozen=True)
class MapDescriptors:
    """Descriptors of an archive: vertical axis, then horizontal axis."""

    name: str
    axes: Axes
    measure: Callable[[Level, LevelMetrics], tuple[float, float]]
    limits: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # limits of genomes; beyond them the measures are not valid

    def rate(self, level: Level) -> tuple[float, float, float]:
        """Quality of a level, then its two measures."""
        path = shortest_path(level)
        return level_quality(level, path), *self.measure(level, metrics_of_path(path))


def find_map(name: str) -> MapDescriptors:
    """Find an archive by its name."""
    if name not in MAPS:
        raise UnknownName("map of levels", name, list(MAPS))
    return MAPS[name]


def _by_difficulty(level: Level, shape: LevelMetrics) -> tuple[float, float]:
    return shape.linearity, FailureModel.load().failure(level)


def _by_traps(level: Level, shape: LevelMetrics) -> tuple[float, float]:
    return shape.vertical, shape.traps


def _axis(name: str, steps: int) -> Axis:
    return Axis(METRIC_TITLES[name], *METRIC_LIMITS[name], steps)


MAPS = {
    kind.name: kind
    for kind in (
        MapDescriptors(
            "linearity-difficulty",
            (_axis("linearity", 10), Axis(DIFFICULTY_TITLE, 0.0, 1.0, 10)),
            _by_difficulty,
            {"kinds": ["simple"], "doubles": ["no"]},  # the failure model is fitted to such traps only
        ),
        MapDescriptors("vertical-traps", (_axis("vertical", 12), _axis("traps", 10)), _by_traps),
    )
}
