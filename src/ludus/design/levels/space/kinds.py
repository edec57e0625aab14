"""Archives of levels: the two measures that span each archive.

linearity-difficulty    linearity of the path, and share of players that die at least once
vertical-traps          vertical share of the path, and share of nodes with a trap
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludus.core.errors import UnknownName
from ludus.design.levels.difficulty.dial import DialModel
from ludus.design.levels.space.measures import TITLES, Shape, shape_of, way_through
from ludus.design.levels.space.quality import quality
from ludus.design.levels.space.spread import LIMITS
from ludus.design.maps.kinds import Axes, Axis
from ludus.games.platformer.level import Level

DIFFICULTY = "difficulty"


@dataclass(frozen=True)
class Kind:
    """Descriptors of an archive: vertical axis, then horizontal axis."""

    name: str
    axes: Axes
    measures: Callable[[Level, Shape], tuple[float, float]]
    limits: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # limits of genomes; beyond them the measures are not valid

    def rate(self, level: Level) -> tuple[float, float, float]:
        """Quality of a level, then its two measures."""
        path = way_through(level)
        return quality(level, path), *self.measures(level, shape_of(path))


def kind_of_map(name: str) -> Kind:
    """Find an archive by its name."""
    if name not in KINDS:
        raise UnknownName("map of levels", name, list(KINDS))
    return KINDS[name]


def _by_difficulty(level: Level, shape: Shape) -> tuple[float, float]:
    return shape.linearity, DialModel.load().failure(level)


def _by_traps(level: Level, shape: Shape) -> tuple[float, float]:
    return shape.vertical, shape.traps


def _axis(name: str, steps: int) -> Axis:
    return Axis(TITLES[name], *LIMITS[name], steps)


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "linearity-difficulty",
            (_axis("linearity", 10), Axis(DIFFICULTY, 0.0, 1.0, 10)),
            _by_difficulty,
            {"kinds": ["simple"], "doubles": ["no"]},  # the failure model is fitted to such traps only
        ),
        Kind("vertical-traps", (_axis("vertical", 12), _axis("traps", 10)), _by_traps),
    )
}
