"""Tables, sentences and picture of a filled archive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludus.design.contract import Column, Sheet
from ludus.design.maps.atlas import Step
from ludus.design.maps.kinds import Axes
from ludus.design.maps.picture import Cell, map_picture
from ludus.evolve import Elite

FOREMOST = 10  # rows on the screen
NAMED = 10  # batches on the screen, at most


def file_of(elite: Elite[Any], thing: str, ending: str) -> str:
    """File name of an elite, by its row and column from 1."""
    return f"{thing}_{elite.cell[0] + 1:02d}_{elite.cell[1] + 1:02d}.{ending}"


def measures_of(elite: Elite[Any], axes: Axes) -> str:
    """Both measures with their names."""
    return ", ".join(f"{axis.title} {value:.3g}" for axis, value in zip(axes, elite.measures, strict=True))


def summary(steps: Sequence[Step], elites: Sequence[Elite[Any]], axes: Axes, thing: str) -> list[str]:
    """Sentences: how much of the archive is filled, and the quality."""
    down, across = axes
    best = best_of(elites)
    return [
        f"{len(elites)} of {down.steps * across.steps} kinds were found, {steps[0].kinds} of them among the first, "
        f"random {thing}s. The best {thing} of all has {best.score:.2f}: {measures_of(best, axes)}.",
        f"The mean over all kinds is {steps[-1].mean:.2f}.",
    ]


def best_of(elites: Sequence[Elite[Any]]) -> Elite[Any]:
    """Elite with the highest score; of several, the first."""
    return max(elites, key=lambda elite: elite.score)


def ranked(elites: Sequence[Elite[Any]]) -> list[Elite[Any]]:
    """Elites by score, best first."""
    return sorted(elites, key=lambda elite: (-elite.score, elite.cell))


def axis_columns(axes: Axes) -> list[Column]:
    """Columns of both measures, for a table of elites."""
    return [Column(axis.title.replace(" ", "_"), "number", axis.title) for axis in axes]


def steps_sheet(steps: Sequence[Step]) -> Sheet:
    """Table of the archive's progress, batch by batch."""
    rows = [[k, step.kinds, round(step.best, 4), round(step.mean, 4)] for k, step in enumerate(steps, 1)]
    every = -(-len(rows) // NAMED)
    screen_rows = sorted({*range(0, len(rows), every), len(rows) - 1})
    columns = [Column("batch", "count"), Column("kinds", "count"), Column("best", "number"), Column("mean", "number")]
    return Sheet("filling", "How the map filled", columns, rows, screen_rows)


def picture_of(elites: Sequence[Elite[Any]], axes: Axes, thing: str, file: Callable[[Elite[Any]], str]) -> str:
    """Picture of the archive; the tooltip of a cell names its file."""
    cells = [
        Cell(
            *(elite.cell[0], elite.cell[1], elite.score, f"{elite.score:.2f}"),
            f"{file(elite)}: {measures_of(elite, axes)}; {elite.score:.3f}",
        )
        for elite in elites
    ]
    return map_picture(cells, axes, f"The best {thing} of every kind, by {axes[0].title} and {axes[1].title}")
