"""Report of a filled archive: sentences, tables, and an SVG picture with one rectangle per filled cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from ludus.design.base.designer import ReportColumn, ReportTable
from ludus.design.base.svg_header import FAINT, INK, WIDTH, svg_opening
from ludus.design.map_elites.archive import ArchiveProgress, Axes
from ludus.evolve import Elite

LIGHT_COLOUR, DARK_COLOUR = (236, 240, 232), (30, 98, 62)
WHITE_TEXT_ABOVE = 0.55  # above this strength text is white
LEFT, TOP, RIGHT, BOTTOM, ROW_HEIGHT = 96, 50, 24, 60, 30
MAX_SCREEN_ROWS = 10  # rows on the screen
MAX_SCREEN_BATCHES = 10  # batches on the screen, at most


@dataclass(frozen=True)
class MapCell:
    """Filled cell of the picture; row 0 is the lowest."""

    row: int
    column: int
    value: float
    text: str  # inside the cell
    tooltip: str  # shown while the mouse is over it


def map_svg(cells: Sequence[MapCell], axes: Axes, title: str) -> str:
    """Draw cells in rows and columns, with axes."""
    down, across = axes
    width, bottom = (WIDTH - LEFT - RIGHT) / across.steps, TOP + ROW_HEIGHT * down.steps
    low, high = min(cell.value for cell in cells), max(cell.value for cell in cells)
    parts = [svg_opening(bottom + BOTTOM, title), f'<text x="{LEFT}" y="24" font-size="14">{escape(title)}</text>']
    for cell in cells:
        strength = (cell.value - low) / (high - low) if high > low else 0.5
        red, green, blue = (round(a + (b - a) * strength) for a, b in zip(LIGHT_COLOUR, DARK_COLOUR, strict=True))
        x, y = LEFT + width * cell.column, bottom - ROW_HEIGHT * (cell.row + 1)
        parts.append(
            f"<g><title>{escape(cell.tooltip)}</title>"
            f'<rect x="{x + 1:.1f}" y="{y + 1}" width="{width - 2:.1f}" height="{ROW_HEIGHT - 2}" rx="3" '
            f'fill="rgb({red} {green} {blue})"/><text x="{x + width / 2:.1f}" y="{y + ROW_HEIGHT / 2 + 4:.1f}" '
            f'font-size="11" text-anchor="middle" fill="{"white" if strength > WHITE_TEXT_ABOVE else INK}">'
            f"{escape(cell.text)}</text></g>"
        )
    for at, label in across.marks():
        x = LEFT + width * at
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="{FAINT}">{escape(label)}</text>')
    for at, label in down.marks():
        position = f'x="{LEFT - 12}" y="{bottom - ROW_HEIGHT * at + 4:.1f}"'
        parts.append(f'<text {position} text-anchor="end" fill="{FAINT}">{escape(label)}</text>')
    middle = (TOP + bottom) / 2
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{bottom + 44}" text-anchor="middle">{escape(across.title)}</text>')
    parts.append(
        f'<text x="34" y="{middle}" text-anchor="middle" transform="rotate(-90 34 {middle})">'
        f"{escape(down.title)}</text>"
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


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
