"""Movement: the physics of the body and the building pieces of rooms that a level is made for.

    THESIS                                    the physics and the seven pieces of the thesis: the default everywhere
    Movement(Physics("moon", gravity=20))     other numbers; they are checked
    physics_record(movement.physics)          the record that compiled rules read

Numbers are whole: lengths in units of 1/3600 m, times in ticks of 1/60 s, speeds in units per tick (1/60 m/s), gravity
in units per tick squared (m/s²). movement_files.py reads them from files in metres and seconds.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache

import numpy as np

from ludus.games.platformer import constants as u
from ludus.games.platformer.physics import PhysicsRecord
from ludus.util.errors import ContentError

Cell = tuple[int, int]

THESIS_NAME = "thesis"
MAX_NAME_LENGTH = 80
MAX_PHYSICS_SPEED = u.CELL - 1  # in one tick the body must not pass a whole cell
# Least and largest value of every number, in units and ticks
RANGES: dict[str, tuple[int, int]] = {
    "run_speed": (60, MAX_PHYSICS_SPEED),
    "jump_speed": (2, MAX_PHYSICS_SPEED),
    "gravity": (1, 600),
    "max_fall_speed": (60, MAX_PHYSICS_SPEED),
    "half_width": (360, 3420),
    "height": (1800, u.CELL),
    "coyote_ticks": (0, 60),
    "air_jumps": (0, 3),
    "air_jump_speed": (2, MAX_PHYSICS_SPEED),
    "wall_jump": (0, 1),
    "wall_jump_speed": (2, MAX_PHYSICS_SPEED),
    "wall_push_speed": (0, MAX_PHYSICS_SPEED),
    "wall_lock_ticks": (0, 30),
}
MOVE_TICKS, MAX_MOVE_TICKS = 90, 250  # ticks of a move: in the thesis's physics, and at most
MAX_DISTANCE = 8  # of the cells of a piece from its first connection cell
MAX_PIECE_CELLS = 24
SEARCH_WIDTH = 2047  # columns of positions that the path search tells apart


class PhysicsError(ContentError):
    """A number of a physics is out of range; `key` names it."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True)
class Physics:
    """Numbers of a physics; the defaults are those of the thesis.

    Raises:
        PhysicsError: a number is out of range, or a jump does not leave the ground.
    """

    name: str = THESIS_NAME
    run_speed: int = u.RUN_SPEED
    jump_speed: int = u.JUMP_SPEED
    gravity: int = u.GRAVITY
    max_fall_speed: int = u.MAX_FALL_SPEED
    half_width: int = u.HALF_WIDTH
    height: int = u.HEIGHT
    coyote_ticks: int = 0
    air_jumps: int = 0
    air_jump_speed: int = u.JUMP_SPEED
    wall_jump: int = 0
    wall_jump_speed: int = u.JUMP_SPEED
    wall_push_speed: int = u.RUN_SPEED
    wall_lock_ticks: int = 9

    def __post_init__(self) -> None:
        for key, (low, high) in RANGES.items():
            value = getattr(self, key)
            if type(value) is not int or not low <= value <= high:
                raise PhysicsError(key, f"{key} must be a whole number from {low} to {high}, not {value!r}")
        for key in self.jump_keys:
            if getattr(self, key) <= self.gravity:
                raise PhysicsError(
                    key,
                    f"{key} {getattr(self, key)} is not above the gravity of {self.gravity} per tick: such a jump does "
                    "not leave the ground",
                )

    @property
    def jump_keys(self) -> list[str]:
        """Names of the jump speeds that this physics uses."""
        keys = ["jump_speed"]
        keys += ["air_jump_speed"] if self.air_jumps else []
        return keys + (["wall_jump_speed"] if self.wall_jump else [])

    @property
    def numbers(self) -> dict[str, int]:
        """All numbers that have an effect, by name."""
        unused = set[str]() if self.air_jumps else {"air_jump_speed"}
        unused |= set[str]() if self.wall_jump else {"wall_jump_speed", "wall_push_speed", "wall_lock_ticks"}
        return {key: getattr(self, key) for key in RANGES if key not in unused}

    @property
    def is_thesis(self) -> bool:
        """Whether it plays as the physics of the thesis, whatever its name."""
        return self.numbers == Physics().numbers

    @property
    def is_extended(self) -> bool:
        """Whether it has rules beyond the thesis: coyote time, jumps in the air or wall jumps."""
        return bool(self.coyote_ticks or self.air_jumps or self.wall_jump)

    @property
    def hang_height(self) -> int:
        """Height of the feet of a hanging body above the bottom of its cell."""
        return u.CELL - self.height

    @property
    def top_speed(self) -> int:
        """Fastest jump of all kinds."""
        return max(getattr(self, key) for key in self.jump_keys)

    @property
    def reach(self) -> int:
        """Height that the feet gain by a jump and all jumps in the air, without walls and ledges."""
        return rise_of_jump(self, self.jump_speed) + self.air_jumps * rise_of_jump(self, self.air_jump_speed)

    @property
    def jump_rows(self) -> int:
        """Whole cells that a jump goes up."""
        return self.reach // u.CELL


def rise_of_jump(physics: Physics, speed: int, ticks: int | None = None) -> int:
    """Height of a jump of this speed whose button is held for these ticks; None: to the top."""
    most = (speed - 1) // physics.gravity
    held = most if ticks is None else min(ticks, most)
    return held * speed - physics.gravity * held * (held + 1) // 2


def hold_for_height(physics: Physics, height: int) -> int:
    """Least ticks to hold the jump button for a jump of this height, or for the highest."""
    ticks = 1
    while rise_of_jump(physics, physics.jump_speed, ticks) < height and ticks <= apex_ticks(physics):
        ticks += 1
    return ticks


def apex_ticks(physics: Physics) -> int:
    """Ticks to the top of a jump."""
    return (physics.jump_speed - 1) // physics.gravity


@dataclass(frozen=True)
class PieceShape:
    """A building piece without its proof: the cells that must be open or solid, relative to its first cell."""

    name: str
    connect: tuple[Cell, ...]  # two cells to stand in
    open: tuple[Cell, ...]
    solid: tuple[Cell, ...]


def piece_fault(shape: PieceShape) -> tuple[str, str] | None:
    """Return what is wrong with the cells of a piece: the part (connect, open, solid or cells) and a message."""
    for part in ("connect", "open", "solid"):
        for x, y in getattr(shape, part):
            if max(abs(x), abs(y)) > MAX_DISTANCE:
                return part, f"[{x}, {y}] is too far away: cells are at most {MAX_DISTANCE} from the first one"
    if len(shape.connect) != 2 or shape.connect[0] != (0, 0):
        return "connect", "two connection cells are needed, the first of them [0, 0]"
    for x, y in shape.connect:
        if (x, y - 1) not in shape.solid:
            return "solid", f"[{x}, {y - 1}] must be solid: the body stands on it"
    if len(shape.open) + len(shape.solid) + 2 > MAX_PIECE_CELLS:
        return "cells", f"a piece names at most {MAX_PIECE_CELLS} cells"
    every = [*shape.connect, *shape.open, *shape.solid]
    if duplicate := next((cell for k, cell in enumerate(every) if cell in every[:k]), None):
        return "cells", f"[{duplicate[0]}, {duplicate[1]}] occurs twice"
    return None


@dataclass(frozen=True, eq=False)
class Movement:
    """Physics and building pieces; equal if they play and build alike."""

    physics: Physics = Physics()
    pieces: tuple[PieceShape, ...] | None = None  # None: the seven of the thesis
    pieces_file: str | None = None  # for messages only

    @cached_property
    def digest(self) -> str:
        """Digest of all numbers and cells; names do not count."""
        text = repr((sorted(self.physics.numbers.items()), self.pieces))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @cached_property
    def is_thesis(self) -> bool:
        return self.pieces is None and self.physics.is_thesis

    @property
    def name(self) -> str:
        """Name for people, with the digest."""
        pieces = "" if self.pieces is None else f", {len(self.pieces)} building pieces"
        return f"{self.physics.name}{pieces} ({self.digest})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Movement) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)


THESIS_PHYSICS = Physics()
THESIS = Movement()


@lru_cache(maxsize=64)
def physics_record(physics: Physics) -> np.ndarray:
    """Record of a physics for compiled rules, with the numbers that follow from it; it must not be changed."""
    array: np.ndarray = PhysicsRecord.zeros()
    record = array[0]
    for field in fields(physics)[1:]:
        record[field.name] = getattr(physics, field.name)
    if not physics.is_extended:
        for key in ("air_jump_speed", "wall_jump_speed", "wall_push_speed", "wall_lock_ticks"):
            record[key] = 0
    fastest = max(physics.run_speed, physics.wall_push_speed if physics.wall_jump else 0)
    record["extended"] = physics.is_extended
    record["let_go_ticks"] = _let_go_ticks(physics.gravity)
    record["tolerance"] = physics.run_speed // 2
    record["move_ticks"] = min(max(MOVE_TICKS, _longest_move(physics)), MAX_MOVE_TICKS)
    record["apex_height"], record["apex_ticks"] = rise_of_jump(physics, physics.jump_speed), apex_ticks(physics)
    record["x_quantum"] = max(physics.run_speed, -(-128 * u.CELL // SEARCH_WIDTH))
    record["vx_offset"] = fastest + 30
    record["vx_quantum"] = -(-2 * (fastest + 30) // 8)
    record["vy_quantum"] = -(-(physics.max_fall_speed + physics.top_speed) // 23)
    record["top_speed"] = physics.top_speed
    record["ground_hold"] = -(-int(record["x_quantum"]) // physics.run_speed)
    array.setflags(write=False)
    return array


def _let_go_ticks(gravity: int) -> int:
    """Ticks of a fall from rest after which a ledge is out of reach."""
    ticks = 1
    while gravity * ticks * (ticks + 1) // 2 <= u.GRAB_REACH:
        ticks += 1
    return ticks


def _longest_move(physics: Physics) -> int:
    """Ticks of a full jump with all jumps in the air, from a run over a cell to the way back to its middle, doubled."""
    jumps = apex_ticks(physics) + physics.air_jumps * ((physics.air_jump_speed - 1) // physics.gravity)
    across = 2 * u.CELL // physics.run_speed
    return 2 * jumps + across + (60 if physics.wall_jump else 0)
