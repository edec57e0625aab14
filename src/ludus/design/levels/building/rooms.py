"""Room construction: building pieces are put together until all exits of a room are connected, both ways.

    solved = solve_room(exits, 11, 7, seed)
    solved.cells, solved.exits          # cells that the pieces need open or solid, the others are free; the exits

A randomised depth-first search adds pieces (thesis, algorithm 1), with a small limit on its steps, and restarts if the
limit is reached (reading, G3). If all restarts fail, a fallback searches with seeds that depend only on the exits, so
that rooms with the same exits always get the same solution. Only the fallback may mirror the bottom exit to the other
side of its opening.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ludus.core.errors import LudusError, OptionError
from ludus.core.random import as_int64, derive
from ludus.design.levels.building.exits import LARGEST, SIDES, Exit, turned
from ludus.design.levels.building.solver import EXITS, FREE, NO_WAY, OPEN, SOLID, SOLVED, SPAN, Room, solve_by_address
from ludus.design.levels.doors import ready
from ludus.design.levels.ways.moves import whole_moves

CAP, TRIES = 2000, 10  # pieces tried per search, and searches
LONG_CAP, LONG_TRIES = 5000, 1000  # the same for the fallback

__all__ = ["CAP", "FREE", "OPEN", "SOLID", "TRIES", "NoRoom", "Solved", "search_room", "solve_room"]


class NoRoom(LudusError):
    """No arrangement of pieces connects these exits, or none was found."""


@dataclass(frozen=True)
class Solved:
    """Cells of a room, rows from the lowest up: FREE, OPEN or SOLID."""

    cells: np.ndarray
    exits: tuple[Exit, ...]
    tries: int
    looked: int  # pieces tried in all searches
    fallback: bool = False


def solve_room(exits: Sequence[Exit], width: int, height: int, seed: int, compiled: bool = True) -> Solved:
    """Connect all exits of a room, by the fallback if SEARCH_TRIES searches fail.

    Raises:
        RoomNotSolved: the fallback found no solution.
    """
    try:
        if solved := search_room(exits, width, height, seed, compiled=compiled):
            return solved
    except NoRoom:
        pass  # on this side of the opening
    return _fallback(tuple(exits), width, height, compiled)


def search_room(
    exits: Sequence[Exit],
    width: int,
    height: int,
    seed: int,
    cap: int = CAP,
    tries: int = TRIES,
    moves: np.ndarray | None = None,
    compiled: bool = True,
) -> Solved | None:
    """Connect all exits of a room, without the fallback.

    Returns:
        The solution, or None if none was found within the limits.

    Raises:
        RoomNotSolved: there is no solution.
    """
    room = _prepared(exits, width, height)
    moves = whole_moves() if moves is None else moves
    answer = ready(solve_by_address, 5, compiled)(moves.ctypes.data, room.ctypes.data, as_int64(seed), cap, tries)
    if answer == NO_WAY:
        raise NoRoom(f"no arrangement of the pieces connects {_words(exits)} in a room of {width} x {height} cells")
    if answer != SOLVED:
        return None
    grid = room["grid"][0, :height, :width]
    return Solved(grid.copy(), tuple(exits), int(room["tries"][0]), int(room["looked"][0]))


@lru_cache(maxsize=4096)
def _fallback(exits: tuple[Exit, ...], width: int, height: int, compiled: bool) -> Solved:
    variants = list(dict.fromkeys([exits, turned(exits, width)]))
    for number in range(LONG_TRIES):
        for variant in [*variants]:
            try:
                solved = search_room(variant, width, height, derive(number, "fallback"), LONG_CAP, 1, compiled=compiled)
            except NoRoom:
                variants.remove(variant)
                if not variants:
                    raise
                continue
            if solved:
                return Solved(solved.cells, solved.exits, TRIES, solved.looked, True)
    tried = f"{LONG_TRIES:,} searches of {LONG_CAP:,} steps"
    raise NoRoom(f"no way between {_words(exits)} was found in a room of {width} x {height} cells by {tried}")


def _prepared(exits: Sequence[Exit], width: int, height: int) -> np.ndarray:
    """Record of this thread, with the exits of a room."""
    if width > LARGEST[0] or height > LARGEST[1]:
        raise OptionError(f"a room has at most {LARGEST[0]} x {LARGEST[1]} cells, not {width} x {height}")
    if not 1 <= len(exits) <= EXITS:
        raise OptionError(f"a room has 1 to {EXITS} exits, not {len(exits)}")
    if not hasattr(_local, "room"):
        _local.room = Room.zeros()
    array: np.ndarray = _local.room
    required: list[tuple[int, int]] = []
    for exit_ in exits:
        for (x, y), value in (*((cell, OPEN) for cell in exit_.open), (exit_.solid, SOLID)):
            if not (0 <= x < width and 0 <= y < height):
                raise OptionError(f"{_words([exit_])} is not inside a room of {width} x {height} cells")
            required.append((y * SPAN + x, value))
    room = array[0]
    room["width"], room["height"], room["exits"], room["given"] = width, height, len(exits), len(required)
    room["exit_at"][: len(exits)] = [exit_.y * SPAN + exit_.x for exit_ in exits]
    room["given_at"][: len(required)], room["given_as"][: len(required)] = zip(*required, strict=True)
    return array


def _words(exits: Sequence[Exit]) -> str:
    return ", ".join(f"the exit {SIDES[exit_.side]} at {exit_.x} {exit_.y}" for exit_ in exits)


_local = threading.local()
