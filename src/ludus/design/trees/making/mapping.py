"""`ludus make delve --map`: an archive of trees, the best of every cell, as a chart and as files."""

from __future__ import annotations

from functools import partial

from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
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
from ludus.design.trees.making.asks import MakeAsks, read_weights
from ludus.design.trees.making.setting import Setting, space_for
from ludus.design.trees.pictures.tree import picture
from ludus.design.trees.rating.rater import Rater
from ludus.design.trees.searching.atlas import BATCH, Atlas
from ludus.design.trees.searching.kinds_of_trees import Kind, kind_of_map
from ludus.design.trees.writing import tree_text
from ludus.evolve import Elite
from ludus.games.delve.tree import Tree

BATCHES = 100
_file = partial(file_of, thing="tree", ending="toml")


def make_map(asks: MakeAsks, order: Order, setting: Setting, rater: Rater) -> Findings:
    """Make the archive."""
    assert asks.map is not None, "a map was asked for"
    kind = kind_of_map(asks.map, asks.nodes)
    # An archive by size holds trees of every size: none has the requested size.
    weights = read_weights(asks.weights) | ({"NodeCount": 0.0} if asks.map == "size" else {})
    space, seed = space_for(asks, setting), derive(order.seed, "map", asks.map)
    archive, steps = fill(
        lambda state: Atlas(rater, space, kind, seed, weights, state=state),
        *(asks.generations or BATCHES, order, "tree"),
    )
    return _tell(asks, order, setting, kind, archive.elites, steps)


def _tell(
    asks: MakeAsks, order: Order, setting: Setting, kind: Kind, elites: list[Elite[Tree]], steps: list[Step]
) -> Findings:
    down, across = kind.axes
    best = best_of(elites)
    files = {_file(elite): tree_text(Tree(_file(elite)[:-5], elite.genome.nodes)) for elite in elites}
    look = {"look into the best one": f"ludus inspect delve {order.folder}/{_file(best)}"}
    return Findings(
        title=f"{order.game.title}: {count(len(elites), 'kind')} of skill trees, by {down.title} and {across.title}",
        answer=summary(steps, elites, kind.axes, "tree"),
        sheets=[_sheet(kind, elites), steps_sheet(steps)],
        pictures={
            "map.svg": (
                picture_of(elites, kind.axes, "tree", _file),
                "Each cell is a tree: the best of its kind, with its total of ratings.",
            ),
            "best.svg": (picture(best.genome), "The best tree of the map."),
        },
        facts={
            "game": f"{order.game.name}, rules version {order.game.version}",
            "search": f"MAP-Elites, {len(steps)} batches of {BATCH}",
            "made for": f"{setting.made_for}, win ratio {asks.target_win:g}, turns {asks.turns}",
            "seed": str(order.seed),
        },
        commands=look if order.folder else {},
        files=files,
        notes=[
            "The number of a tree is its weighted total of ratings, which come from the approximating simulation; 1 is "
            "best. A kind that is missing has no tree, or none was met. Trees of a map are not tuned by play."
        ],
    )


def _sheet(kind: Kind, elites: list[Elite[Tree]]) -> Sheet:
    columns = [Column("file"), *axis_columns(kind.axes)]
    columns += [Column("size", "count", "nodes", shown=kind.axes[0].title != "nodes"), Column("total", "number")]
    rows = [
        [_file(elite), *(round(value, 4) for value in elite.measures), len(elite.genome), round(elite.score, 4)]
        for elite in ranked(elites)
    ]
    return Sheet("map", "The best tree of every kind", columns, rows, range(min(FOREMOST, len(rows))))
