"""Archive of kingdoms by MAP-Elites: for each number of Attack cards and each mean cost the best of a measure.

    table = Table(pool, ["earl", "drew"], games=400)
    elites = map_kingdoms(table, Maximise("skill-computed"), seed=7)
    confirm(table, [elite.genome for elite in elites], ["skill-computed"], seed=7)

MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping elites") over sets of ten cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludus.compute import Backend
from ludus.core.random import derive
from ludus.design.kingdoms.objectives import Objective, KingdomEvaluator
from ludus.design.kingdoms.pool import Kingdom, KingdomPool
from ludus.design.maps.kinds import Axis
from ludus.evolve import MapElites, Subset
from ludus.evolve.map_elites import Elite

DESCRIPTOR_AXES = Axis("Attack cards", -0.5, 5.5, 6), Axis("mean cost of its cards", 2.6, 5.2, 13)
ROUNDING = 1e-6  # a cost on the border of two cells belongs to the upper one, in spite of rounding


def kingdom_descriptors(pool: KingdomPool, kingdom: Sequence[int]) -> tuple[int, float]:
    """Return the descriptors of a kingdom: number of Attack cards, and mean cost."""
    known = {card.name: card.facts for card in pool.content(kingdom).labels.cards}
    facts = [known[name] for name in pool.write(kingdom)]
    return sum("Attack" in entry.types for entry in facts), sum(entry.cost for entry in facts) / len(facts)


def descriptor_cell(attacks: int, cost: float) -> tuple[int, int]:
    """Return the cell of these descriptors: row and column."""
    costs = DESCRIPTOR_AXES[1]
    return attacks, min(max(int((cost - costs.low) / costs.width + ROUNDING), 0), costs.steps - 1)


def run_map_elites(
    evaluator: KingdomEvaluator,
    objective: Objective,
    seed: int,
    batches: int = 30,
    batch: int = 100,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Elite[Kingdom]]:
    """Run MAP-Elites and return the elites.

    All batches are played on the same seeds, so that no cell is held by a lucky deal alone; `confirm` measures the
    elites on fresh seeds.
    """
    pool = evaluator.pool
    space = Subset(pool.size, pool.piles, pool.names)
    archive: MapElites[Kingdom] = MapElites(
        space,
        cells=[axis.steps for axis in DESCRIPTOR_AXES],
        ranges=[(axis.low, axis.high) for axis in DESCRIPTOR_AXES],
        batch=batch,
        mutation_rate=1 / pool.piles,
        seed=seed,
    )
    known: dict[Kingdom, float] = {}
    for _ in range(batches):
        candidates = archive.ask()
        new = sorted(set(candidates) - set(known))
        if new:
            scores = objective.score(evaluator.measure(new, objective.names, derive(seed, "games"), backend, progress))
            known.update(zip(new, map(float, scores), strict=True))
        archive.tell([(known[kingdom], *kingdom_descriptors(pool, kingdom)) for kingdom in candidates])
    return archive.elites
