"""Tables, sentences and picture of a filled archive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludus.design.contract import ReportColumn, ReportTable
from ludus.design.maps.atlas import ArchiveProgress
from ludus.design.maps.kinds import Axes
from ludus.design.maps.picture import MapCell, map_svg
from ludus.evolve import Elite

MAX_SCREEN_ROWS = 10  # rows on the screen
MAX_SCREEN_BATCHES = 10  # batches on the screen, at most


def elite_file(elite: Elite[Any], noun: str, suffix: str) -> str:
    """File name of an elite, by its row and column from 1."""
    return f"{noun}_{elite.cell[0] + 1:02d}_{elite.cell[1] + 1:02d}.{suffix}"


def describe_measures(elite: Elite[Any], axes: Axes) -> str:
    """Both measures with their names."""
    return ", ".join(f"{axis.title} {value:.3g}" for axis, value in zip(axes, elite.measures, strict=True))


def summarize_archive(
    steps: Sequence[ArchiveProgress], elites: Sequence[Elite[Any]], axes: Axes, noun: str
) -> list[str]:
    """Sentences: how much of the archive is filled, and the quality."""
    down, across = axes
    best = best_elite(elites)
    return [
        f"{len(elites)} of {down.steps * across.steps} kinds were found, {steps[0].cells} of them among the first, "
        f"random {noun}s. The best {noun} of all has {best.score:.2f}: {describe_measures(best, axes)}.",
        f"The mean over all kinds is {steps[-1].mean:.2f}.",
    ]


def best_elite(elites: Sequence[Elite[Any]]) -> Elite[Any]:
    """Elite with the highest score; of several, the first."""
    return max(elites, key=lambda elite: elite.score)


def rank_elites(elites: Sequence[Elite[Any]]) -> list[Elite[Any]]:
    """Elites by score, best first."""
    return sorted(elites, key=lambda elite: (-elite.score, elite.cell))


def axis_columns(axes: Axes) -> list[ReportColumn]:
    """Columns of both measures, for a table of elites."""
    return [ReportColumn(axis.title.replace(" ", "_"), "number", axis.title) for axis in axes]


def progress_table(steps: Sequence[ArchiveProgress]) -> ReportTable:
    """Table of the archive's progress, batch by batch."""
    rows = [[k, step.cells, round(step.best, 4), round(step.mean, 4)] for k, step in enumerate(steps, 1)]
    every = -(-len(rows) // MAX_SCREEN_BATCHES)
    screen_rows = sorted({*range(0, len(rows), every), len(rows) - 1})
    columns = [
        ReportColumn("batch", "count"),
        ReportColumn("kinds", "count"),
        ReportColumn("best", "number"),
        ReportColumn("mean", "number"),
    ]
    return ReportTable("filling", "How the map filled", columns, rows, screen_rows)


def archive_svg(elites: Sequence[Elite[Any]], axes: Axes, noun: str, file_name: Callable[[Elite[Any]], str]) -> str:
    """Picture of the archive; the tooltip of a cell names its file."""
    cells = [
        MapCell(
            *(elite.cell[0], elite.cell[1], elite.score, f"{elite.score:.2f}"),
            f"{file_name(elite)}: {describe_measures(elite, axes)}; {elite.score:.3f}",
        )
        for elite in elites
    ]
    return map_svg(cells, axes, f"The best {noun} of every kind, by {axes[0].title} and {axes[1].title}")
