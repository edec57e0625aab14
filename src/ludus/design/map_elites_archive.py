"""MAP-Elites archives: the best content for every cell of two measures, and their report.

    archive.step(backend)                              # one more batch; returns the number of filled cells
    archive.elites                                     # the best candidate of every filled cell
    fill_archive(make_archive, 40, request, "level")   # many batches for `ludus make`, with progress and checkpoint

The algorithm is from Mouret and Clune, "Illuminating search spaces by mapping elites". The cells of an archive are
spanned by two measures (`Axis`), each cut into steps. A designer adds a genome space and a rating function. The report
has sentences, tables, and an SVG picture with one rectangle for each filled cell.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Generic, NamedTuple, TypeVar

from ludus.backends import Backend, Threads
from ludus.design.base.designer import DesignRequest
from ludus.design.base.svg_charts import FAINT, INK, WIDTH, svg_opening
from ludus.evolve import Elite, MapElites
from ludus.evolve.spaces import Space
from ludus.report.table_model import Column, Table

G = TypeVar("G")
RatedMeasures = tuple[float, float, float]  # quality and two measures
ProgressListener = Callable[[int], None]  # called with numbers of rated candidates
CHECKPOINT_ITEM = "map"  # name in the checkpoint


@dataclass(frozen=True)
class Axis:
    """One measure; values beyond its ends count as the outermost step."""

    title: str
    low: float
    high: float
    steps: int

    @property
    def width(self) -> float:
        """Width of a step."""
        return (self.high - self.low) / self.steps

    def label(self, step: int) -> str:
        """Label of a step: the number itself if steps are whole numbers, else where the step begins."""
        at = self.low + self.width * step
        return f"{at + self.width / 2:g}" if self.width == 1 else f"{at:.2g}"

    def marks(self) -> Iterator[tuple[float, str]]:
        """Labels and their positions in steps: at the middle of whole numbers, else between steps."""
        if self.width == 1:
            yield from ((step + 0.5, self.label(step)) for step in range(self.steps))
        else:
            yield from ((step, self.label(step)) for step in range(self.steps + 1))


Axes = tuple[Axis, Axis]  # vertical, then horizontal


class ArchiveProgress(NamedTuple):
    """State of an archive after a batch."""

    cells: int
    best: float
    mean: float  # over all filled cells


class EliteArchive(ABC, Generic[G]):
    """Archive of the best candidate per cell; a subclass rates candidates.

    Args:
        axes: the two measures.
        space: the genome space to search.
        seed: seed of the search.
        batch: candidates per batch.
        mutation_rate: chance of each gene to mutate.
        state: `optimiser.dump()` of an earlier archive, to resume it.
    """

    def __init__(
        self, axes: Axes, space: Space[G], seed: int, batch: int, mutation_rate: float, state: bytes | None = None
    ) -> None:
        self.axes = axes
        self.optimiser: MapElites[G] = (
            MapElites.load(state, space)
            if state
            else MapElites(
                space,
                cells=[axis.steps for axis in axes],
                ranges=[(axis.low, axis.high) for axis in axes],
                batch=batch,
                mutation_rate=mutation_rate,
                seed=seed,
            )
        )

    @abstractmethod
    def rate(self, genomes: list[G], backend: Backend, on_progress: ProgressListener) -> Sequence[RatedMeasures]:
        """Quality and measures of each genome."""

    @property
    def elites(self) -> list[Elite[G]]:
        """Best candidate of every filled cell, in the order of the cells."""
        return self.optimiser.elites

    def step(self, backend: Backend | None = None, on_progress: ProgressListener = lambda _: None) -> int:
        """Rate one batch; returns the number of filled cells."""
        genomes = self.optimiser.ask()
        self.optimiser.tell(self.rate(genomes, backend or Threads(1), on_progress))
        return len(self.optimiser.elites)


def fill_archive(
    make_archive: Callable[[bytes | None], EliteArchive[G]], batches: int, request: DesignRequest, noun: str
) -> tuple[EliteArchive[G], list[ArchiveProgress]]:
    """Fill an archive with `batches` batches and record its progress.

    Args:
        make_archive: makes the archive from a saved state, or a new one from None.
        batches: total number of batches, resumed ones included.
        request: gives backend, progress and checkpoint.
        noun: what a candidate is called.
    """
    state, before = request.checkpoint.load(CHECKPOINT_ITEM, tuple[bytes, list[tuple[int, float, float]]]) or (None, [])
    archive, steps = make_archive(state), [ArchiveProgress(*row) for row in before]
    size = archive.optimiser.batch
    with request.progress("mapping", batches * size, noun) as on_progress:
        on_progress(len(steps) * size)
        for number in range(len(steps), batches):
            kinds = archive.step(request.backend, on_progress)
            scores = [elite.score for elite in archive.elites]
            steps.append(ArchiveProgress(kinds, max(scores), math.fsum(scores) / kinds))
            request.on_result("map", str(number + 1), "kinds found", "integer", kinds)
            request.checkpoint.save(CHECKPOINT_ITEM, (archive.optimiser.dump(), steps), now=number == batches - 1)
    return archive, steps


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


def axis_columns(axes: Axes) -> list[Column]:
    """Columns of both measures, for a table of elites."""
    return [Column.number(axis.title.replace(" ", "_"), axis.title) for axis in axes]


def progress_table(steps: Sequence[ArchiveProgress]) -> Table:
    """Table of the archive's progress, batch by batch."""
    rows = [[k, step.cells, round(step.best, 4), round(step.mean, 4)] for k, step in enumerate(steps, 1)]
    every = -(-len(rows) // MAX_SCREEN_BATCHES)
    screen_rows = sorted({*range(0, len(rows), every), len(rows) - 1})
    columns = [
        Column.integer("batch"),
        Column.integer("kinds"),
        Column.number("best"),
        Column.number("mean"),
    ]
    return Table("filling", columns, rows, "How the map filled", screen_rows=screen_rows)


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
