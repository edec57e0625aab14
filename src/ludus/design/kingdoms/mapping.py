"""`ludus make dominion --map MEASURE`: an archive of kingdoms, the best of every cell."""

from __future__ import annotations

from dataclasses import replace

from ludus.core.errors import OptionError
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.kingdoms.asks import MakeAsks
from ludus.design.kingdoms.atlas import AXES, cell_of, map_kingdoms, traits
from ludus.design.kingdoms.evolving import confirm
from ludus.design.kingdoms.measures import MEASURES, estimate, find_measure
from ludus.design.kingdoms.objectives import Maximise, Table
from ludus.design.kingdoms.pool import Kingdom
from ludus.design.maps.picture import Cell, map_picture
from ludus.stats import Estimate

GAMES = 2000  # per kingdom of the archive, on held-out seeds
BATCH = 60  # kingdoms that are played at a time
FOREMOST = 10  # rows shown on the screen
SMALL = 10  # smaller values are shown with three decimals


def make_map(asks: MakeAsks, order: Order, table: Table) -> Findings:
    """Make the archive, and measure its kingdoms on held-out seeds.

    Raises:
        OptionError: other targets or constraints are given, or the measure is unknown.
    """
    if asks.targets or asks.keep or asks.ban:
        raise OptionError("--map makes kingdoms of every kind; it cannot be combined with a target, --keep or --ban")
    assert asks.map is not None
    measure = find_measure(asks.map)
    names, batches = [measure.name], max(2, asks.generations * asks.population // BATCH)
    with order.progress("mapping", batches * BATCH * table.cost(names)) as advance:
        elites = map_kingdoms(
            table, Maximise(measure.name), derive(order.seed, "map"), batches, BATCH, order.place, advance
        )
    kingdoms = [elite.genome for elite in elites]
    judge = replace(table, games=order.count(GAMES))
    with order.progress("proof on fresh seeds", len(kingdoms) * judge.cost(names)) as advance:
        values, errors = confirm(judge, kingdoms, names, order.seed, order.place, advance)[measure.name]
    measured = [
        (kingdom, estimate(measure.name, float(value), float(error), judge.games))
        for kingdom, value, error in zip(kingdoms, values, errors, strict=True)
    ]
    measured.sort(key=lambda pair: (-pair[1].value, pair[0]))
    return _tell(order, table, measure.name, measured, batches)


def _tell(order: Order, table: Table, name: str, found: list[tuple[Kingdom, Estimate]], batches: int) -> Findings:
    title, pool = MEASURES[name].title, table.pool
    (best, most), (worst, least) = found[0], found[-1]
    players = " and ".join(map(str, table.players))
    return Findings(
        title=f"{order.game.title}: {count(len(found), 'kind')} of kingdoms, each with most {title}",
        answer=[
            f"Most {title} between {players}: {most:.3f}, with {_kind(table, best)}: {', '.join(pool.write(best))}.",
            f"Of all kinds, {_kind(table, worst)} allow least: {least:.3f} at best.",
        ],
        sheets=[_sheet(table, name, found)],
        pictures={"map.svg": (_picture(table, name, found), _CAPTION)},
        facts={
            "game": f"{order.game.name}, rules version {order.game.version}, {pool.edition} edition",
            "players": " against ".join(map(str, table.players)),
            "search": f"MAP-Elites, {batches} batches of {BATCH}, {table.games:,} games a kingdom",
            "proof": f"{order.count(GAMES):,} games for each kingdom of the map, on fresh seeds",
            "seed": str(order.seed),
        },
        commands={"look at the best one": f"ludus inspect dominion '{','.join(pool.write(best))}'"},
        notes=[
            "The search keeps the best of each kind on the seeds that it plays on, so its own numbers are partly luck; "
            "the reported ones come from held-out seeds. For a missing kind no kingdom exists, or none was found."
        ],
    )


def _kind(table: Table, kingdom: Kingdom) -> str:
    attacks, cost = traits(table.pool, kingdom)
    return f"{count(attacks, 'Attack card')} and a mean cost of {cost:.1f}"


def _sheet(table: Table, name: str, found: list[tuple[Kingdom, Estimate]]) -> Sheet:
    kind = "share" if MEASURES[name].share else "number"
    columns = [
        Column("attacks", "count", "Attack cards"),
        Column("cost", "number", "mean cost"),
        Column(name.replace("-", "_"), kind, name),  # type: ignore[arg-type]
        Column("cards"),
    ]
    rows = [[*traits(table.pool, kingdom), value, ", ".join(table.pool.write(kingdom))] for kingdom, value in found]
    return Sheet("map", "The best kingdom of every kind", columns, rows, range(min(FOREMOST, len(rows))))


def _picture(table: Table, name: str, found: list[tuple[Kingdom, Estimate]]) -> str:
    cells = []
    for kingdom, value in found:
        row, column = cell_of(*traits(table.pool, kingdom))
        text = f"{value.value:.1f}" if abs(value.value) >= SMALL else f"{value.value:.3f}"
        cells.append(Cell(row, column, value.value, text, f"{value:.3f}: {', '.join(table.pool.write(kingdom))}"))
    return map_picture(cells, AXES, f"Most {MEASURES[name].title}, by kind of kingdom")


_CAPTION = "Each cell is a kingdom: the best that was found with so many Attack cards at such a mean cost."
