"""Kingdoms of every kind: for each number of Attack cards and each mean cost the one with most of a measure.

    table = Table(pool, ["earl", "drew"], games=400)
    elites = map_kingdoms(table, Maximise("skill-computed"), seed=7)
    confirm(table, [elite.genome for elite in elites], ["skill-computed"], seed=7)

MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping elites") over sets of ten cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludus.compute import Place
from ludus.core.random import derive
from ludus.design.kingdoms.objectives import Objective, Table
from ludus.design.kingdoms.pool import Kingdom, Pool
from ludus.design.maps.kinds import Axis
from ludus.evolve import MapElites, Subset
from ludus.evolve.map_elites import Elite

AXES = Axis("Attack cards", -0.5, 5.5, 6), Axis("mean cost of its cards", 2.6, 5.2, 13)
ROUNDING = 1e-6  # a cost on the border of two cells belongs to the upper one, however it was rounded


def traits(pool: Pool, kingdom: Sequence[int]) -> tuple[int, float]:
    """How many cards of a kingdom are Attacks, and what its cards cost on average."""
    known = {card.name: card.facts for card in pool.content(kingdom).labels.cards}
    facts = [known[name] for name in pool.write(kingdom)]
    return sum("Attack" in each.types for each in facts), sum(each.cost for each in facts) / len(facts)


def cell_of(attacks: int, cost: float) -> tuple[int, int]:
    """The row and the column of a kind of kingdom."""
    costs = AXES[1]
    return attacks, min(max(int((cost - costs.low) / costs.width + ROUNDING), 0), costs.steps - 1)


def map_kingdoms(
    table: Table,
    objective: Objective,
    seed: int,
    batches: int = 30,
    batch: int = 100,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Elite[Kingdom]]:
    """MAP-Elites: for each number of Attack cards and each mean cost the best kingdom. All batches are played on the
    same seeds, so that no cell is held by luck of the draw alone; `confirm` tells what the elites are worth on
    others."""
    pool = table.pool
    space = Subset(pool.size, pool.piles, pool.names)
    atlas: MapElites[Kingdom] = MapElites(
        space,
        cells=[axis.steps for axis in AXES],
        ranges=[(axis.low, axis.high) for axis in AXES],
        batch=batch,
        mutation_rate=1 / pool.piles,
        seed=seed,
    )
    known: dict[Kingdom, float] = {}
    for _ in range(batches):
        asked = atlas.ask()
        new = sorted(set(asked) - set(known))
        if new:
            scores = objective.score(table.measure(new, objective.names, derive(seed, "games"), place, progress))
            known.update(zip(new, map(float, scores), strict=True))
        atlas.tell([(known[each], *traits(pool, each)) for each in asked])
    return atlas.elites
