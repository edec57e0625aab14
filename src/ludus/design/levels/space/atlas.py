"""A map of levels: not one but the best of every kind.

    atlas = Atlas(kind_of_map("linearity-difficulty"), RecipeSpace(), seed=7)
    for _ in range(20):
        atlas.step(place)
    atlas.elites, bake(atlas.elites[0].genome).level

MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping elites") over recipes of levels.
"""

from __future__ import annotations

from functools import partial

from ludus.compute import Place, Threads, units
from ludus.design.levels.space.genomes import Recipe, RecipeSpace, bake
from ludus.design.levels.space.kinds import Kind, kind_of_map
from ludus.evolve import Elite, MapElites

BATCH = 48  # levels that are made at a time
PART = 8  # in one part of the work
RATE = 0.15  # the chance of each choice to change


class Atlas:
    """One map in the making; `state` is what `run.dump` gave."""

    def __init__(
        self, kind: Kind, space: RecipeSpace, seed: int, batch: int = BATCH, state: bytes | None = None
    ) -> None:
        self.kind, self.space = kind, space
        self.run: MapElites[Recipe] = (
            MapElites.load(state, space)
            if state
            else MapElites(
                space,
                cells=[axis.steps for axis in kind.axes],
                ranges=[(axis.low, axis.high) for axis in kind.axes],
                batch=batch,
                mutation_rate=RATE,
                seed=seed,
            )
        )

    @property
    def elites(self) -> list[Elite[Recipe]]:
        """The best recipe of every kind that was met, in the order of the kinds."""
        return self.run.elites

    def step(self, place: Place | None = None) -> int:
        """Make and rate one batch; how many kinds there are now."""
        asked = self.run.ask()
        work = partial(_rate, self.kind.name, asked)
        parts = (place or Threads(1)).run(work, units(len(asked), PART))
        self.run.tell([row for part in parts for row in part])
        return len(self.run.elites)


def _rate(kind: str, recipes: list[Recipe], part: range) -> list[tuple[float, float, float]]:
    return [kind_of_map(kind).rate(bake(recipes[number]).level) for number in part]
