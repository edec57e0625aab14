"""MAP-Elites archive of levels.

archive = LevelArchive(find_map("linearity-difficulty"), LevelGenomeSpace(), seed=7)
for _ in range(20):
    archive.step(backend)
archive.elites, generate_from_genome(archive.elites[0].genome).level
"""

from __future__ import annotations

from functools import partial

from ludus.compute import Backend, split_range
from ludus.design.levels.space.genomes import LevelGenome, LevelGenomeSpace, generate_from_genome
from ludus.design.levels.space.kinds import MapDescriptors, find_map
from ludus.design.maps import atlas as maps

BATCH_SIZE = 48  # levels per batch
LEVELS_PER_UNIT = 4  # levels per unit of work
MUTATION_RATE = 0.15  # mutation rate of each gene


class LevelArchive(maps.EliteArchive[LevelGenome]):
    """MAP-Elites archive of levels."""

    def __init__(
        self,
        descriptors: MapDescriptors,
        space: LevelGenomeSpace,
        seed: int,
        batch: int = BATCH_SIZE,
        state: bytes | None = None,
    ) -> None:
        super().__init__(descriptors.axes, space, seed, batch, MUTATION_RATE, state)
        self.descriptors = descriptors

    def rate(
        self, genomes: list[LevelGenome], backend: Backend, on_progress: maps.ProgressListener
    ) -> list[maps.RatedMeasures]:
        rows: list[maps.RatedMeasures] = []
        for part in backend.run(
            partial(_rate, self.descriptors.name, genomes), split_range(len(genomes), LEVELS_PER_UNIT)
        ):
            rows += part
            on_progress(len(part))
        return rows


def _rate(map_name: str, genomes: list[LevelGenome], part: range) -> list[maps.RatedMeasures]:
    return [find_map(map_name).rate(generate_from_genome(genomes[number]).level) for number in part]
