"""`ludus make delve --map`: a map of trees, the best of every kind, as a picture and as files."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.kingdoms.pictures import FAINT, INK, WIDTH, opening
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
FOREMOST = 10  # rows for the screen
PALE, DARK = (236, 240, 232), (30, 98, 62)


def make_map(asks: MakeAsks, order: Order, setting: Setting, rater: Rater) -> Findings:
    """The best tree of every kind."""
    assert asks.map is not None, "a map was asked for"
    kind = kind_of_map(asks.map, asks.nodes)
    # A map by size holds trees of every size: none is the one that is asked for.
    weights = read_weights(asks.weights) | ({"NodeCount": 0.0} if asks.map == "size" else {})
    space = space_for(asks, setting)
    done, state = order.kept.load("map", tuple[int, bytes]) or (0, None)
    atlas = Atlas(rater, space, kind, derive(order.seed, "map", asks.map), weights, state=state)
    batches = asks.generations or BATCHES
    with order.progress("mapping", batches, "generation") as told:
        told(done)
        for batch in range(done, batches):
            atlas.step(order.place)
            told(1)
            order.kept.save("map", (batch + 1, atlas.run.dump()))
    return _tell(asks, order, setting, kind, atlas)


def _tell(asks: MakeAsks, order: Order, setting: Setting, kind: Kind, atlas: Atlas) -> Findings:
    elites = atlas.elites
    down, across = kind.axes
    best = max(range(len(elites)), key=lambda k: elites[k].score)
    cells = down.steps * across.steps
    files = {_file(elite): tree_text(Tree(_file(elite)[:-5], elite.genome.nodes)) for elite in elites}
    look = {"look into the best one": f"ludus inspect delve {order.folder}/{_file(elites[best])}"}
    return Findings(
        title=f"{order.game.title}: {count(len(elites), 'kind')} of skill trees, by {down.title} and {across.title}",
        answer=[
            f"{len(elites)} of {cells} kinds were found; the best tree of all has {elites[best].score:.2f}: "
            f"{_told(kind, elites[best])}.",
            f"The mean over all kinds is {np.mean([elite.score for elite in elites]):.2f}.",
        ],
        sheets=[_sheet(kind, elites)],
        pictures={
            "map.svg": (
                _picture(kind, elites),
                "Each cell is a tree: the best of its kind, with its total of ratings.",
            ),
            "best.svg": (picture(elites[best].genome), "The best tree of the map."),
        },
        facts={
            "game": f"{order.game.name}, rules version {order.game.version}",
            "search": f"MAP-Elites, {atlas.run.generation} batches of {BATCH}",
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


def _told(kind: Kind, elite: Elite[Tree]) -> str:
    return ", ".join(f"{axis.title} {value:.2g}" for axis, value in zip(kind.axes, elite.measures, strict=True))


def _file(elite: Elite[Tree]) -> str:
    return f"tree_{elite.cell[0] + 1:02d}_{elite.cell[1] + 1:02d}.toml"


def _sheet(kind: Kind, elites: Sequence[Elite[Tree]]) -> Sheet:
    columns = [Column("file"), *(Column(axis.title.replace(" ", "_"), "number", axis.title) for axis in kind.axes)]
    columns += [Column("size", "count", "nodes", shown=kind.axes[0].title != "nodes"), Column("total", "number")]
    order = sorted(elites, key=lambda elite: (-elite.score, elite.cell))
    rows = [
        [_file(each), *(round(value, 4) for value in each.measures), len(each.genome), round(each.score, 4)]
        for each in order
    ]
    return Sheet("map", "The best tree of every kind", columns, rows, range(min(FOREMOST, len(rows))))


def _picture(kind: Kind, elites: Sequence[Elite[Tree]]) -> str:
    """Cells in rows and columns, the darker the better; row 0 is the lowest."""
    down, across = kind.axes
    left, top, high = 90, 50, 26
    width, bottom = (WIDTH - left - 20) / across.steps, top + high * down.steps
    scores = [elite.score for elite in elites]
    low, most = min(scores), max(scores)
    title = f"The best tree of every kind, by {down.title} and {across.title}"
    parts = [opening(bottom + 60, title), f'<text x="{left}" y="24" font-size="14">{escape(title)}</text>']
    for elite in elites:
        strength = (elite.score - low) / (most - low) if most > low else 0.5
        red, green, blue = (round(a + (b - a) * strength) for a, b in zip(PALE, DARK, strict=True))
        x, y = left + width * elite.cell[1], bottom - high * (elite.cell[0] + 1)
        parts.append(
            f"<g><title>{escape(f'{_file(elite)}: {_told(kind, elite)}; {elite.score:.3f}')}</title>"
            f'<rect x="{x + 1:.1f}" y="{y + 1}" width="{width - 2:.1f}" height="{high - 2}" rx="3" '
            f'fill="rgb({red} {green} {blue})"/><text x="{x + width / 2:.1f}" y="{y + high / 2 + 4}" font-size="11" '
            f'text-anchor="middle" fill="{"white" if strength > 0.55 else INK}">{elite.score:.2f}</text></g>'
        )
    for k in range(across.steps):
        x = left + width * (k + 0.5)
        parts.append(
            f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="{FAINT}">{across.label(k)}</text>'
        )
    for k in range(down.steps):
        middle = bottom - high * (k + 0.5) + 4
        parts.append(f'<text x="{left - 12}" y="{middle}" text-anchor="end" fill="{FAINT}">{down.label(k)}</text>')
    middle = (top + bottom) / 2
    parts.append(f'<text x="{(left + WIDTH) / 2}" y="{bottom + 44}" text-anchor="middle">{escape(across.title)}</text>')
    parts.append(
        f'<text x="34" y="{middle}" text-anchor="middle" transform="rotate(-90 34 {middle})">'
        f"{escape(down.title)}</text>"
    )
    return "\n".join([*parts, "</svg>"]) + "\n"
