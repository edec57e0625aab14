"""`ludus make dominion --map MEASURE`: an archive of kingdoms, the best of every cell.

    evaluator = KingdomEvaluator(pool, ["earl", "drew"], games=400)
    elites = run_map_elites(evaluator, MaximiseMeasure("skill-computed"), seed=7)
    measure_on_fresh_seeds(evaluator, [elite.genome for elite in elites], ["skill-computed"], seed=7)

MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping elites") over sets of ten cards: for each number of
Attack cards and each mean cost the kingdom with most of a measure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ludus.backends import Backend
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.pipeline import DesignRun
from ludus.design.base.report_parts import game_fact
from ludus.design.dominion.evolution import measure_on_fresh_seeds
from ludus.design.dominion.inspect_report import measure_column
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.design.dominion.measures import MEASURES, estimate, find_measure
from ludus.design.dominion.objectives import KingdomEvaluator, MaximiseMeasure, Objective
from ludus.design.dominion.options import DominionMakeOptions
from ludus.design.map_elites_archive import Axis, MapCell, map_svg
from ludus.evolve import MapElites, Subset
from ludus.evolve.map_elites import Elite
from ludus.report.report_model import Command, Figure, Report
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.util.errors import OptionError
from ludus.util.text import plural

DESCRIPTOR_AXES = Axis("Attack cards", -0.5, 5.5, 6), Axis("mean cost of its cards", 2.6, 5.2, 13)
MeasuredKingdom = tuple[Kingdom, Estimate]
ROUNDING = 1e-6  # a cost on the border of two cells belongs to the upper one, in spite of rounding
ELITE_GAMES = 2000  # per kingdom of the archive, on held-out seeds
BATCH = 60  # kingdoms that are played at a time
MAX_SCREEN_ROWS = 10  # rows shown on the screen
SMALL_VALUE = 10  # smaller values are shown with three decimals
_CAPTION = "Each cell is a kingdom: the best that was found with so many Attack cards at such a mean cost."
_NOTES = [
    "The search keeps the best of each kind on the seeds that it plays on, so its own numbers are partly luck; "
    "the reported ones come from held-out seeds. Most and least are by the search, so that the reported numbers choose "
    "nothing; another kingdom may have a higher number. For a missing kind no kingdom exists, or none was found."
]


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

    All batches are played on the same seeds, so that no cell is held by a lucky deal alone; `measure_on_fresh_seeds`
    measures the elites again.
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


def make_map(options: DominionMakeOptions, request: DesignRequest, evaluator: KingdomEvaluator) -> Report:
    """Make the archive, and measure its kingdoms on held-out seeds.

    Raises:
        OptionError: other targets or constraints are given, or the measure is unknown.
    """
    if options.targets or options.keep or options.ban:
        raise OptionError("--map makes kingdoms of every kind; it cannot be combined with a target, --keep or --ban")
    assert options.map is not None
    batches = max(2, options.generations * options.population // BATCH)
    return _KingdomMapRun(find_measure(options.map).name, request, evaluator, batches).run()


class _KingdomMapRun(DesignRun[list[Kingdom], list[Kingdom], list[MeasuredKingdom], Report]):
    """One archive, and the validation of its kingdoms on held-out seeds."""

    def __init__(self, measure: str, request: DesignRequest, evaluator: KingdomEvaluator, batches: int) -> None:
        self.measure, self.request, self.evaluator, self.batches = measure, request, evaluator, batches
        self.validator = replace(evaluator, games=request.game_count(ELITE_GAMES))

    def search(self) -> list[Kingdom]:
        """Fill the archive; return the best kingdom of every cell, those with most of the measure first."""
        request, games = self.request, self.batches * BATCH * self.evaluator.games_needed([self.measure])
        with request.progress("mapping", games) as advance:
            elites = run_map_elites(
                self.evaluator,
                MaximiseMeasure(self.measure),
                derive(request.seed, "map"),
                self.batches,
                BATCH,
                request.backend,
                advance,
            )
        return [elite.genome for elite in sorted(elites, key=lambda elite: (-elite.score, elite.genome))]

    def select(self, candidates: list[Kingdom]) -> list[Kingdom]:
        """Keep all kingdoms; the archive has selected the best of every cell."""
        return candidates

    def validate(self, selection: list[Kingdom]) -> list[MeasuredKingdom]:
        """Measure the kingdoms on held-out seeds; their order stays, so that it does not depend on noise."""
        request, validator, names = self.request, self.validator, [self.measure]
        with request.progress("proof on fresh seeds", len(selection) * validator.games_needed(names)) as advance:
            values, errors = measure_on_fresh_seeds(
                validator, selection, names, request.seed, request.backend, advance
            )[self.measure]
        return [
            (kingdom, estimate(self.measure, float(value), float(error), validator.games))
            for kingdom, value, error in zip(selection, values, errors, strict=True)
        ]

    def report(self, selection: list[Kingdom], validated: list[MeasuredKingdom]) -> Report:
        request, evaluator, name, kingdoms = self.request, self.evaluator, self.measure, validated
        title, pool = MEASURES[name].title, evaluator.pool
        (best, most), (worst, least) = kingdoms[0], kingdoms[-1]
        players = " and ".join(map(str, evaluator.players))
        return Report(
            title=f"{request.game.title}: {plural(len(kingdoms), 'kind')} of kingdoms, each with most {title}",
            answer=[
                f"Most {title} between {players}: {most:.3f}, with {_describe_cell(evaluator, best)}: "
                f"{', '.join(pool.write(best))}.",
                f"Of all kinds, {_describe_cell(evaluator, worst)} allow least: {least:.3f} at best.",
            ],
            parts=[
                _map_table(evaluator, name, kingdoms),
                Figure("map", _map_chart(evaluator, name, kingdoms), _CAPTION),
                Command(f"ludus inspect dominion '{','.join(pool.write(best))}'", "look at the best one"),
                *_NOTES,
            ],
            facts={
                "game": game_fact(request, f"{pool.edition} edition"),
                "players": " against ".join(map(str, evaluator.players)),
                "search": f"MAP-Elites, {self.batches} batches of {BATCH}, {plural(evaluator.games, 'game')} a kingdom",
                "proof": f"{plural(self.validator.games, 'game')} for each kingdom of the map, on fresh seeds",
                "seed": str(request.seed),
            },
        )


def _describe_cell(evaluator: KingdomEvaluator, kingdom: Kingdom) -> str:
    attacks, cost = kingdom_descriptors(evaluator.pool, kingdom)
    return f"{plural(attacks, 'Attack card')} and a mean cost of {cost:.1f}"


def _map_table(evaluator: KingdomEvaluator, name: str, kingdoms: list[MeasuredKingdom]) -> Table:
    columns = [
        Column.integer("attacks", "Attack cards"),
        Column.number("cost", "mean cost"),
        measure_column(name),
        Column.text("cards"),
    ]
    rows = [
        [*kingdom_descriptors(evaluator.pool, kingdom), value, ", ".join(evaluator.pool.write(kingdom))]
        for kingdom, value in kingdoms
    ]
    return Table(
        "map", columns, rows, "The best kingdom of every kind", screen_rows=range(min(MAX_SCREEN_ROWS, len(rows)))
    )


def _map_chart(evaluator: KingdomEvaluator, name: str, kingdoms: list[MeasuredKingdom]) -> str:
    cells = []
    for kingdom, value in kingdoms:
        row, column = descriptor_cell(*kingdom_descriptors(evaluator.pool, kingdom))
        text = f"{value.value:.1f}" if abs(value.value) >= SMALL_VALUE else f"{value.value:.3f}"
        cells.append(
            MapCell(row, column, value.value, text, f"{value:.3f}: {', '.join(evaluator.pool.write(kingdom))}")
        )
    return map_svg(cells, DESCRIPTOR_AXES, f"Most {MEASURES[name].title}, by kind of kingdom")
