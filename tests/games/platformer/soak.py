"""Random input on random grids, every tick looked at by code that shares nothing with the physics."""

# mypy: ignore-errors

import random
from functools import cache

import numba
import numpy as np

from ludus.core import Record, int64, record_reader, rule, uint64
from ludus.core.random import random_below, seed_stream
from ludus.core.rule import compile_exported, plain
from ludus.games.platformer.level import pack_grid
from ludus.games.platformer.motion_planning import GridNode, resting_body
from ludus.games.platformer.movement import THESIS_PHYSICS, physics_record
from ludus.games.platformer.physics import SOLID, Body, Grid, PhysicsRecord, step

FINE, INSIDE, TUNNELLED, STUCK, FLOATS = range(5)
WORDS = ("fine", "inside a solid cell", "through a solid cell", "held by nothing", "on the ground without any")
CELL = 7200


class Watch(Record):
    physics: PhysicsRecord
    stream: uint64
    buttons: int64
    hold: int64  # ticks left for these buttons
    still: int64  # ticks in the air without rising or falling
    jumps: int64
    hangs: int64
    bumps: int64  # against a ceiling
    walls: int64


@rule
def free(grid, watch, x, y):
    half, tall = watch.physics.half_width, watch.physics.height
    for row in range(y // CELL, (y + tall - 1) // CELL + 1):
        for column in range((x - half) // CELL, (x + half - 1) // CELL + 1):
            if grid.cells[row + 1, column + 1] & SOLID:
                return False
    return True


@rule
def judge(grid, watch, body, x, y, stance, vy, locked, buttons):
    """What is wrong with this tick, by where the body was before."""
    if not free(grid, watch, body.x, body.y):
        return INSIDE
    pushed = watch.physics.half_width if body.vy > 0 else 0  # aside by a corner of the ceiling, after its own move
    if abs(body.x - x) >= CELL + pushed or abs(body.y - y) >= CELL or not free(grid, watch, body.x, y):
        return TUNNELLED
    if body.stance == 1 and (body.y % CELL != 0 or free(grid, watch, body.x, body.y - 1)):
        return FLOATS
    watch.still = watch.still + 1 if body.stance == 0 and body.y == y else 0
    if watch.still > 2:
        return STUCK
    aside = watch.physics.run_speed if buttons & 2 else -watch.physics.run_speed if buttons & 1 else 0
    leaps = watch.physics.wall_jump and body.vy > vy  # perhaps off a wall, and away from it
    if (
        aside != 0
        and max(locked, body.locked) == 0
        and not leaps
        and stance < 2
        and body.stance < 2
        and body.x - x != aside
        and max(vy, body.vy) <= 0
    ):
        touching = 1 if aside > 0 else -1  # held up by a wall, then
        if free(grid, watch, body.x + touching, y):
            return STUCK
        watch.walls += 1
    if body.stance >= 2 and stance < 2:
        watch.hangs += 1
    if vy > 0 and body.vy == 0 and buttons & 4:
        watch.bumps += 1
    if body.vy > watch.physics.jump_speed * 15 // 16:
        watch.jumps += 1
    return FINE


grid_at, body_at, watch_at = record_reader(Grid), record_reader(Body), record_reader(Watch)


@rule(export=True)
def soak_by_address(grid_address, body_address, watch_address, ticks):
    """0, or 8 times the number of a bad tick and what is wrong with it."""
    grid, body, watch = grid_at(grid_address), body_at(body_address), watch_at(watch_address)
    for tick in range(ticks):
        if watch.hold == 0:
            watch.hold = 1 + random_below(watch, 4) * random_below(watch, 12)
            watch.buttons = random_below(watch, 3) | random_below(watch, 2) << 2
            if random_below(watch, 6) == 0:
                watch.buttons |= 8
        watch.hold -= 1
        x, y, stance, vy, locked = body.x + 0, body.y + 0, body.stance + 0, body.vy + 0, body.locked + 0
        step(grid, watch.physics, body, watch.buttons)
        wrong = judge(grid, watch, body, x, y, stance, vy, locked, watch.buttons)
        if wrong != FINE:
            return tick << 3 | wrong
    return 0


def random_grid(seed):
    """Solid cells of any density, from caves to open halls, with at least one cell to stand in."""
    chance = random.Random(seed)
    height, width = chance.choice([(4, 6), (9, 16), (16, 30), (64, 128)])
    solid = np.random.default_rng(seed).random((height, width)) < chance.uniform(0.02, 0.55)
    solid[0] |= chance.random() < 0.5
    solid[1, 1], solid[0, 1] = False, True
    grid = Grid.zeros()
    pack_grid(grid, solid)
    return grid


@cache
def ready():
    return compile_exported(soak_by_address, (numba.int64,) * 4)


def soak(hours, seed=1, physics=THESIS_PHYSICS):
    """Hours of play, one a grid; raises at the first bad tick, else how often things happened."""
    door = ready()
    happened = dict.fromkeys(("jumps", "hangs", "bumps", "walls"), 0)
    for hour in range(hours):
        number = seed * 1_000_000 + hour
        grid, body, watch = random_grid(number), resting_body(GridNode("stand", 1, 1), physics), Watch.zeros()
        watch["physics"] = physics_record(physics)
        watch["stream"] = plain(seed_stream)(number)
        found = door(grid.ctypes.data, body.ctypes.data, watch.ctypes.data, 60 * 60 * 60)
        assert found == 0, f"hour {number}, tick {found >> 3}: {WORDS[found & 7]}: {body}"
        for name in happened:
            happened[name] += int(watch[name][0])
    return happened
