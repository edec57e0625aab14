"""Measures of the shape of levels: how far styles are apart, and whether rooms have landmarks.

    vectors = shape_vectors(levels)                     # one row per level, columns as in SHAPE_NAMES
    style_distances(levels_by_style)                    # mean distance between styles and within them
    landmarks_by_room(level, room=(11, 7))              # groups of ornaments by which a place is recognised

The shape of a level is its solid and open cells alone, without traps and ornaments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.games.platformer.level import Cell, Level, solid_cells
from ludus.util.errors import OptionError

SHAPE_NAMES = ("open", "across", "up", "corners", "flat", "ledges")
FLAT_RUN = 4  # cells of a floor that count as flat
MIN_GROUP = 3  # ornaments of one kind that touch each other: a landmark


def shape_vector(level: Level) -> list[float]:
    """Shape of a level.

    open      share of open cells
    across    mean length of a run of open cells in a row
    up        mean length of a run of open cells in a column
    corners   corners of the border between open and solid cells, per open cell
    flat      share of places to stand that are part of a flat floor of FLAT_RUN cells or more
    ledges    share of places to stand with a wall or a drop of two cells or more next to them
    """
    open_ = np.pad(~solid_cells(level.rows), 1)
    count = max(int(open_.sum()), 1)
    quads = sum(
        open_[dy : dy + open_.shape[0] - 1, dx : dx + open_.shape[1] - 1].astype(int) for dy in (0, 1) for dx in (0, 1)
    )
    stands = np.zeros_like(open_)
    stands[1:] = open_[1:] & ~open_[:-1]
    floors = _run_lengths(stands)
    heights = [(int(y), int(x)) for y, x in zip(*np.nonzero(stands), strict=True)]
    ledges = sum(any(_is_ledge(open_, x + side, y) for side in (-1, 1)) for y, x in heights)
    return [
        count / level.width / level.height,
        float(np.mean(_run_lengths(open_) or [0])),
        float(np.mean(_run_lengths(open_.T) or [0])),
        float(np.isin(quads, (1, 3)).sum()) / count,
        sum(length for length in floors if length >= FLAT_RUN) / max(len(heights), 1),
        ledges / max(len(heights), 1),
    ]


def _is_ledge(open_: np.ndarray, x: int, y: int) -> bool:
    """Whether column x has a wall, or a drop, of two cells next to a place to stand in row y."""
    column = open_[:, x]
    wall = not column[y] and not column[min(y + 1, len(column) - 1)]
    drop = column[y] and y >= 2 and column[y - 1] and column[y - 2]
    return bool(wall or drop)


def _run_lengths(cells: np.ndarray) -> list[int]:
    """Lengths of the runs of true cells in all rows; the array has a border of false cells."""
    edges = np.diff(cells.astype(np.int8), axis=1)
    starts, ends = (np.nonzero(edges == step) for step in (1, -1))
    lengths: list[int] = (ends[1] - starts[1]).tolist()
    return lengths


def shape_vectors(levels: Sequence[Level]) -> np.ndarray:
    """Shapes of levels, one row each, columns as in SHAPE_NAMES."""
    return np.array([shape_vector(level) for level in levels], float).reshape(-1, len(SHAPE_NAMES))


@dataclass(frozen=True)
class StyleDistances:
    """Mean distances in shape; a unit is the standard deviation of a measure within a style."""

    between: float  # of two levels of different styles
    within: float  # of two levels of the same style
    recognised: float  # share of levels whose nearest other level has the same style


def style_distances(levels: Mapping[str, Sequence[Level]]) -> StyleDistances:
    """Distances in shape between levels of several styles and within the styles.

    Raises:
        OptionError: there are less than two styles, or a style has less than two levels.
    """
    if len(levels) < 2 or any(len(group) < 2 for group in levels.values()):
        raise OptionError("distances in shape need two styles or more, with two levels or more each")
    groups = [shape_vectors(group) for group in levels.values()]
    spread = np.sqrt(np.mean([group.var(axis=0) for group in groups], axis=0))
    vectors = np.concatenate(groups) / np.where(spread > 0, spread, 1.0)
    style = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    distances = np.sqrt(((vectors[:, None] - vectors[None]) ** 2).sum(axis=2))
    same, other = style[:, None] == style[None], ~np.eye(len(style), dtype=bool)
    nearest = np.where(other, distances, np.inf).argmin(axis=1)
    return StyleDistances(
        float(distances[~same].mean()), float(distances[same & other].mean()), float((style[nearest] == style).mean())
    )


def landmarks_by_room(level: Level, room: tuple[int, int]) -> dict[Cell, set[str]]:
    """Landmarks of each room, by its column and row: kinds of ornaments of which MIN_GROUP touch each other."""
    (width, height), found = room, dict[Cell, set[str]]()
    for column in range(level.width // width):
        for row in range(level.height // height):
            found[column, row] = set()
    for kind in {ornament.kind for ornament in level.ornaments}:
        cells = {ornament.cell for ornament in level.ornaments if ornament.kind == kind}
        while cells:
            group, todo = set[Cell](), [cells.pop()]
            while todo:
                x, y = todo.pop()
                group.add((x, y))
                near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & cells
                cells -= near
                todo += near
            if len(group) >= MIN_GROUP:
                for x, y in group:
                    found.get((x // width, y // height), set()).add(kind)
    return found


def landmark_share(level: Level, room: tuple[int, int]) -> float:
    """Share of rooms with a landmark that no room beside, above or below has."""
    rooms = landmarks_by_room(level, room)
    own = 0
    for (column, row), kinds in rooms.items():
        around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        others = set[str]().union(*(rooms.get(place, set()) for place in around))
        own += bool(kinds - others)
    return own / len(rooms)
