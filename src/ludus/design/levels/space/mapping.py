"""A map of levels for `ludus make`: the best of every kind, as a picture and as files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.levels.levels import make_level
from ludus.design.levels.pictures import picture
from ludus.design.levels.space.atlas import BATCH, Atlas
from ludus.design.levels.space.genomes import Recipe, RecipeSpace, bake
from ludus.design.levels.space.kinds import Kind, kind_of_map
from ludus.design.levels.space.pictures import map_picture
from ludus.evolve import Elite
from ludus.games.platformer.level import Level, write_level

BATCHES = 40
FOREMOST = 10  # rows for the screen


def make_map(name: str, order: Order, space: RecipeSpace | None = None, batches: int = BATCHES) -> Findings:
    """The best level of every kind, by the name of a map."""
    kind = kind_of_map(name)
    atlas = Atlas(kind, space or RecipeSpace(), derive(order.seed, "map", name))
    with first_use(order.game):
        make_level(order.seed)  # compiles
    with order.progress("mapping", batches, "generation") as told:
        for _ in range(batches):
            atlas.step(order.place)
            told(1)
    return _tell(order, kind, atlas)


def _tell(order: Order, kind: Kind, atlas: Atlas) -> Findings:
    elites, (down, across) = atlas.elites, kind.axes
    levels = [_level(elite) for elite in elites]
    best = max(range(len(elites)), key=lambda k: elites[k].score)
    cells = down.steps * across.steps
    return Findings(
        title=f"{order.game.title}: {count(len(elites), 'kind')} of levels, by {down.title} and {across.title}",
        answer=[
            f"{len(elites)} of {cells} kinds were found. The best level of all has {elites[best].score:.2f}, with "
            f"{_told(kind, elites[best])}.",
            f"The mean over all kinds is {np.mean([elite.score for elite in elites]):.2f}.",
        ],
        sheets=[_sheet(kind, elites, atlas.space)],
        pictures={
            "map.svg": (map_picture(kind, elites), "Each cell is a level: the best of its kind."),
            "best.svg": (picture(levels[best]), "The best level of the map."),
        },
        facts={
            "game": f"{order.game.name}, rules version {order.game.version}",
            "search": f"MAP-Elites, {atlas.run.generation} batches of {BATCH}",
            "seed": str(order.seed),
        },
        commands={"look into the best one": f"ludus inspect platformer {order.folder}/{_file(elites[best])}"}
        if order.folder
        else {},
        files={_file(elite): write_level(level) for elite, level in zip(elites, levels, strict=True)},
        notes=[
            "The number of a level is the mean of two: how many kinds of traps it has, as often as each other, and how "
            "evenly traps lie on its shortest way; 1 is best. Difficulty is what the dial's model says of it: the "
            "share of players that die at least once. A kind that is missing has no level, or none was met."
        ],
    )


def _level(elite: Elite[Recipe]) -> Level:
    return replace(bake(elite.genome).level, name=f"Map {elite.cell[0] + 1} {elite.cell[1] + 1}")


def _file(elite: Elite[Recipe]) -> str:
    return f"level_{elite.cell[0] + 1:02d}_{elite.cell[1] + 1:02d}.level"


def _told(kind: Kind, elite: Elite[Recipe]) -> str:
    return ", ".join(f"{axis.title} {value:.2f}" for axis, value in zip(kind.axes, elite.measures, strict=True))


def _sheet(kind: Kind, elites: Sequence[Elite[Recipe]], space: RecipeSpace) -> Sheet:
    columns = [Column("file"), *(Column(axis.title.replace(" ", "_"), "number", axis.title) for axis in kind.axes)]
    columns += [Column("quality", "number"), Column("recipe", shown=False)]
    rows = [
        [_file(each), *(round(x, 4) for x in each.measures), round(each.score, 4), space.describe(each.genome)]
        for each in sorted(elites, key=lambda elite: (-elite.score, elite.cell))
    ]
    return Sheet("map", "The best level of every kind", columns, rows, range(min(FOREMOST, len(rows))))
