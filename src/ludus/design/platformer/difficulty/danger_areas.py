"""Danger areas: the parts of a trap's cells where it can kill, finer than whole cells (thesis, chapter 6).

    danger_areas(trap)                      # rectangles (left, low, right, high), in units of the level
    risk_of_track(level, xs, ys)            # how long a body is in the cells of traps, and how long it is at risk

A saw is half a cell high, wall spikes half a cell wide: a body in the other half of such a cell is not at risk. Areas
are exact to a sixth of a cell or finer; the disc of a saw is counted with the rectangle around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.constants import CELL, HALF_CELL, TICKS_PER_SECOND
from ludus.games.platformer.level import Level, LevelTrap
from ludus.games.platformer.traps import SAW_RADIUS

Area = tuple[int, int, int, int]  # left, low, right, high; units


def danger_areas(trap: LevelTrap) -> list[Area]:
    """Rectangles in which a trap can kill at some time of its period."""
    left, low = trap.x * CELL, trap.y * CELL
    whole = (left, low, left + CELL, low + CELL)
    right_half, left_half = (left + HALF_CELL, low, left + CELL, low + CELL), (left, low, left + HALF_CELL, low + CELL)
    if trap.kind in t.WIDE_TRAPS:
        areas = [(left, low, left + 3 * CELL, low + 2 * SAW_RADIUS)]
        middle = (left + CELL, low, left + 2 * CELL, low + CELL)
        return [*areas, middle] if trap.kind == t.SAW_SQUEEZE else areas
    if trap.kind in (t.WALL_SPIKES, t.SPIKES):
        return [
            {
                t.POINT_RIGHT: left_half,
                t.POINT_LEFT: right_half,
                t.POINT_UP: (left, low, left + CELL, low + HALF_CELL),
                t.POINT_DOWN: (left, low + HALF_CELL, left + CELL, low + CELL),
            }[trap.facing]
        ]
    return [whole]  # squeeze and mine; jaws come from both sides, half a cell each


def danger_share(trap: LevelTrap) -> float:
    """Share of the area of a trap's cells that is its danger area."""
    cells = len(trap.cells) * CELL * CELL
    areas = danger_areas(trap)
    covered = sum((right - left) * (high - low) for left, low, right, high in areas)
    if trap.kind == t.SAW_SQUEEZE:  # the blocks and the saw share the lower half of the middle cell
        covered -= CELL * 2 * SAW_RADIUS
    return covered / cells


@dataclass(frozen=True)
class TrackRisk:
    """Seconds of a track, from its beginning: when it enters traps, and how long it stays there."""

    enters_cells: float  # until the body touches a cell of a trap; the whole track if it never does
    enters_danger: float  # until it touches a danger area
    in_cells: float
    in_danger: float
    traps: tuple[int, ...]  # traps but mines whose cells it touches, in order


def risk_of_track(level: Level, xs: Sequence[int] | np.ndarray, ys: Sequence[int] | np.ndarray) -> TrackRisk:
    """Measure a track of the body in the cells and danger areas of traps other than mines.

    Args:
        level: the level.
        xs: middle of the feet, one entry a tick, in units.
        ys: the same, upwards.
    """
    x, y = np.asarray(xs, np.int64), np.asarray(ys, np.int64)
    physics = level.movement.physics
    first_touch: dict[int, int] = {}
    in_cells, in_danger = np.zeros(len(x), bool), np.zeros(len(x), bool)
    for number, trap in enumerate(level.traps):
        if trap.kind == t.MINE:
            continue
        cells = [(cx * CELL, cy * CELL, cx * CELL + CELL, cy * CELL + CELL) for cx, cy in trap.cells]
        touching = _overlaps(cells, x, y, physics.half_width, physics.height)
        if touching.any():
            first_touch[number] = int(np.argmax(touching))
            in_cells |= touching
            in_danger |= _overlaps(danger_areas(trap), x, y, physics.half_width, physics.height)
    return TrackRisk(
        _first(in_cells) / TICKS_PER_SECOND,
        _first(in_danger) / TICKS_PER_SECOND,
        int(in_cells.sum()) / TICKS_PER_SECOND,
        int(in_danger.sum()) / TICKS_PER_SECOND,
        tuple(sorted(first_touch, key=lambda trap: (first_touch[trap], trap))),
    )


def _first(flags: np.ndarray) -> int:
    return int(np.argmax(flags)) if flags.any() else len(flags)


def _overlaps(areas: Sequence[Area], x: np.ndarray, y: np.ndarray, half_width: int, height: int) -> np.ndarray:
    """Whether the body overlaps one of the areas, by tick; contact of edges does not count."""
    inside = np.zeros(len(x), bool)
    for left, low, right, high in areas:
        inside |= (x + half_width > left) & (right > x - half_width) & (low < y + height) & (y < high)
    return inside
