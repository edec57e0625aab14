"""`ludus make platformer --map`: fill an archive, measure its levels on held-out players, report it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from ludus.compute import units
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.levels.building.decoration import decorate
from ludus.design.levels.levels import make_level
from ludus.design.levels.people.crowds import send_crowd
from ludus.design.levels.pictures import picture
from ludus.design.levels.sessions.plays import Respawn
from ludus.design.levels.space.atlas import BATCH, Atlas
from ludus.design.levels.space.genomes import CHOICES, Recipe, RecipeSpace, bake
from ludus.design.levels.space.kinds import DIFFICULTY, Kind, kind_of_map
from ludus.design.levels.space.measures import NAMES, TITLES
from ludus.design.levels.space.spread import ALIKE, Spread, spread_of
from ludus.design.maps.atlas import Step, fill
from ludus.design.maps.telling import (
    FOREMOST,
    axis_columns,
    best_of,
    file_of,
    picture_of,
    ranked,
    steps_sheet,
    summary,
)
from ludus.evolve import Elite
from ludus.games.platformer.level import Level, write_level
from ludus.stats import Estimate, mean
from ludus.stats.ranks import FEWEST, rank_correlation

BATCHES = 40
PLAYERS = 100  # held-out players per level
PROOF = "proof"  # name in the checkpoint and seed label
_file = partial(file_of, thing="level", ending="level")


def make_map(
    name: str,
    order: Order,
    rooms: Sequence[str] = CHOICES["rooms"],
    respawn: Respawn = "checkpoint",
    decoration: float = 0.0,
    batches: int = BATCHES,
) -> Findings:
    """Fill an archive of levels, by its name, and report it."""
    descriptors = kind_of_map(name)
    space = RecipeSpace(rooms, descriptors.limits)
    with first_use(order.game):
        send_crowd(make_level(order.seed).level, 1, 1)  # compiles
    seed = derive(order.seed, "map", name)
    atlas, steps = fill(lambda state: Atlas(descriptors, space, seed, state=state), batches, order, "level")
    elites = atlas.elites
    levels = [_level(elite, decoration) for elite in elites]
    return _tell(order, descriptors, space, steps, elites, levels, _prove(levels, order, respawn))


def _prove(levels: list[Level], order: Order, respawn: Respawn) -> list[Estimate]:
    """Share of held-out players that die, for each level."""
    players = PLAYERS if order.games is None else order.games
    failures = [Estimate(*row) for row in order.kept.load(PROOF, list[tuple[float, float, float, int]]) or []]
    work = partial(_play, levels, players, derive(order.seed, PROOF), respawn)
    with order.progress("playing", len(levels), "level") as on_progress:
        on_progress(len(failures))
        for part in order.place.run(work, units(len(levels), 1, len(failures))):
            failures += part
            on_progress(len(part))
            order.kept.save(PROOF, [(row.value, row.low, row.high, row.count) for row in failures])
    return failures


def _play(levels: list[Level], players: int, seed: int, respawn: Respawn, part: range) -> list[Estimate]:
    return [send_crowd(levels[k], players, derive(seed, k), respawn).failure for k in part]


def _tell(
    order: Order,
    kind: Kind,
    space: RecipeSpace,
    steps: Sequence[Step],
    elites: list[Elite[Recipe]],
    levels: list[Level],
    proof: list[Estimate],
) -> Findings:
    down, across = kind.axes
    top, diversity = best_of(elites), spread_of(levels) if len(levels) > 1 else None
    svg = picture_of(elites, kind.axes, "level", _file)
    return Findings(
        title=f"{order.game.title}: {count(len(elites), 'kind')} of levels, by {down.title} and {across.title}",
        answer=[
            *summary(steps, elites, kind.axes, "level"),
            *([] if diversity is None else [_apart(diversity)]),
            *_held(kind, elites, proof),
        ],
        sheets=[
            _sheet(kind, elites, space, proof, diversity),
            steps_sheet(steps),
            *([] if diversity is None else [_range_sheet(diversity)]),
        ],
        pictures={
            "map.svg": (svg, "Each cell is a level: the best of its kind."),
            "best.svg": (picture(levels[elites.index(top)]), "The best level of the map."),
        },
        facts={
            "game": f"{order.game.name}, rules version {order.game.version}",
            "search": f"MAP-Elites, {len(steps)} batches of {BATCH}",
            "proof": f"{proof[0].count} held-out synthetic players per level",
            "seed": str(order.seed),
        },
        commands={"look into the best one": f"ludus inspect platformer {order.folder}/{_file(top)}"}
        if order.folder
        else {},
        files={_file(elite): write_level(level) for elite, level in zip(elites, levels, strict=True)},
        notes=[
            "The number of a level is the mean of two: how many kinds of traps it has, as often as each other, and how "
            "evenly traps lie on its shortest way; 1 is best. Difficulty is what the dial's model says of it: the "
            "share of players that die at least once. A kind that is missing has no level, or none was met.",
            "Two levels differ in the share of cells that are not the same, where both lie on each other with their "
            f"lower left corners; they are nearly the same up to {100 * ALIKE:g} %. The earth mover's distance is how "
            "far open cells have to be carried to turn one into the other.",
        ],
    )


def _level(elite: Elite[Recipe], decoration: float) -> Level:
    level = replace(bake(elite.genome).level, name=f"Map {elite.cell[0] + 1} {elite.cell[1] + 1}")
    return decorate(level, elite.genome[0], decoration)


def _apart(spread: Spread) -> str:
    near, (_, moved) = mean(spread.nearest), spread.pairs
    return (
        f"{spread.repeated} of {count(len(spread.shapes), 'level')} are the same as another one, "
        f"{round(spread.nearly_repeated * len(spread.shapes))} nearly; a level differs from the one that it is most "
        f"like in {near.in_percent()} of all cells, and the earth mover's distance of two is {moved.mean():.1f} cells "
        "on average."
    )


def _held(kind: Kind, elites: Sequence[Elite[Recipe]], proof: Sequence[Estimate]) -> list[str]:
    """Agreement of the model's difficulty with play, if the archive uses it."""
    titles = [axis.title for axis in kind.axes]
    if DIFFICULTY not in titles or len(elites) < FEWEST:
        return []
    predicted = np.array([elite.measures[titles.index(DIFFICULTY)] for elite in elites])
    played = np.array([estimate.value for estimate in proof])
    mean_error = mean(np.abs(predicted - played))
    return [
        f"In play the share of players that die is {mean_error.in_percent()} off what the model says, level by level; "
        f"rank correlation {rank_correlation(predicted.tolist(), played.tolist()):.2f}."
    ]


def _sheet(
    kind: Kind, elites: list[Elite[Recipe]], space: RecipeSpace, proof: list[Estimate], spread: Spread | None
) -> Sheet:
    columns = [Column("file"), *axis_columns(kind.axes), Column("quality", "number")]
    columns += [Column("failure", "share", "players that die")]
    columns += [Column("differs", "number", "differs from the nearest", shown=False), Column("recipe", shown=False)]
    rows = []
    for elite in ranked(elites):
        k = elites.index(elite)
        differs = None if spread is None else round(float(spread.nearest[k]), 4)
        numbers = [*(round(x, 4) for x in elite.measures), round(elite.score, 4)]
        rows.append([_file(elite), *numbers, proof[k], differs, space.describe(elite.genome)])
    return Sheet("map", "The best level of every kind", columns, rows, range(min(FOREMOST, len(rows))))


def _range_sheet(spread: Spread) -> Sheet:
    """Table of the expressive range."""
    columns = [Column("measure"), *(Column(name, "number") for name in ("least", "median", "most"))]
    rows = [
        [TITLES[name], *(round(float(np.quantile(spread.column(name), at)), 4) for at in (0, 0.5, 1))] for name in NAMES
    ]
    return Sheet("range", "What the levels are like", columns, rows)
