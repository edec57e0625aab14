"""MAP-Elites archive of levels.

archive = LevelArchive(find_map("linearity-difficulty"), LevelGenomeSpace(), seed=7)
for _ in range(20):
    archive.step(backend)
archive.elites, generate_from_genome(archive.elites[0].genome).level
"""

from __future__ import annotations

from functools import partial

from ludus.compute import Place, units
from ludus.design.levels.space.genomes import Recipe, RecipeSpace, bake
from ludus.design.levels.space.kinds import Kind, kind_of_map
from ludus.design.maps import atlas as maps

BATCH = 48  # levels per batch
PART = 4  # levels per unit of work
RATE = 0.15  # mutation rate of each gene


class Atlas(maps.Atlas[Recipe]):
    """MAP-Elites archive of levels."""

    def __init__(
        self, kind: Kind, space: RecipeSpace, seed: int, batch: int = BATCH, state: bytes | None = None
    ) -> None:
        super().__init__(kind.axes, space, seed, batch, RATE, state)
        self.kind = kind

    def rate(self, asked: list[Recipe], place: Place, told: maps.Told) -> list[maps.Row]:
        rows: list[maps.Row] = []
        for part in place.run(partial(_rate, self.kind.name, asked), units(len(asked), PART)):
            rows += part
            told(len(part))
        return rows


def _rate(kind: str, recipes: list[Recipe], part: range) -> list[maps.Row]:
    return [kind_of_map(kind).rate(bake(recipes[number]).level) for number in part]
