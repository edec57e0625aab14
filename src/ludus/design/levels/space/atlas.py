"""A map of levels: not one but the best of every kind.

atlas = Atlas(kind_of_map("linearity-difficulty"), RecipeSpace(), seed=7)
for _ in range(20):
    atlas.step(place)
atlas.elites, bake(atlas.elites[0].genome).level
"""

from __future__ import annotations

from functools import partial

from ludus.compute import Place, units
from ludus.design.levels.space.genomes import Recipe, RecipeSpace, bake
from ludus.design.levels.space.kinds import Kind, kind_of_map
from ludus.design.maps import atlas as maps

BATCH = 48  # levels that are made at a time
PART = 4  # in one part of the work
RATE = 0.15  # the chance of each choice to change


class Atlas(maps.Atlas[Recipe]):
    """One map in the making."""

    def __init__(
        self, kind: Kind, space: RecipeSpace, seed: int, batch: int = BATCH, state: bytes | None = None
    ) -> None:
        super().__init__(kind.axes, space, seed, batch, RATE, state)
        self.kind = kind

    def rate(self, asked: list[Recipe], place: Place, told: maps.Told) -> list[maps.Row]:
        found: list[maps.Row] = []
        for part in place.run(partial(_rate, self.kind.name, asked), units(len(asked), PART)):
            found += part
            told(len(part))
        return found


def _rate(kind: str, recipes: list[Recipe], part: range) -> list[maps.Row]:
    return [kind_of_map(kind).rate(bake(recipes[number]).level) for number in part]
