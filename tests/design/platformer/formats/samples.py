"""Levels for tests of formats, and their texts in each format."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from ludus.design.platformer.formats.level_exchange import FORMATS, read_parts
from ludus.design.platformer.formats.level_parts import split_level
from ludus.design.platformer.generator.decoration import decorate
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.traps import TRAP_SETS, TrapParams
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.movement_files import read_movement
from ludus.games.platformer.options import find_level, level_names

SUFFIXES = [*FORMATS]


@cache
def everything():
    """A level with every kind of cell, marker, trap, facing and decoration, in an order that is not that of rows."""
    width, height = 40, 6
    cells = {(x, y): "o" for x in range(width) for y in range(height)}
    cells |= {(x, height - 1): "=" for x in range(width)} | {(x, 0): "#" for x in range(width)}
    cells |= {(0, y): "=" for y in range(3)} | {(4, 0): "=", (18, height - 1): "o", (15, 3): ".", (2, 1): "."}
    cells |= dict.fromkeys([(12, 2), (16, 2), (22, 2), (25, 1), (26, 1), (30, 1), (31, 1), (33, 1), (35, 1)], "#")
    traps = [
        "wall-spikes 32 1 right period 45 phase 44",
        "saw 3 1 period 96 phase 95",
        "twin-saws 7 1 period 3600 phase 3599",
        "saw-squeeze 11 1 period 77 phase 1",
        "squeeze 16 1 period 30 phase 0",
        "mine 18 1",
        "spikes 22 1 down",
        "spikes 20 1 up",
        "spikes 24 1 left",
        "spikes 27 1 right",
        "wall-spikes 29 1 left period 61 phase 7",
        "jaws 34 1 period 120 phase 60",
    ]
    for line in traps:
        kind, x, y, *_ = line.split()
        for k in range(3 if "saw" in kind else 1):
            cells[int(x) + k, int(y)] = "d" if kind == "spikes" else "t"
    rows = ["".join(cells[x, y] for x in range(width)) for y in reversed(range(height))]
    markers = ["start 1 1", "exit 38 1", "exit 37 1", "safe 36 1", "safe 2 1"]
    ornaments = ["vine 3 4", "coin 2 1", "gem 2 3", "cloud 5 4", "fossil 11 0", "crystal 10 0"]
    name = 'level Everything, "at" once; <&> [x] = ün'
    return read_level("\n".join([name, "cells", *rows, "", *markers, *traps, *ornaments]))


@cache
def sample_levels():
    """Levels of the game, generated ones with all kinds of traps and decoration, and the one with everything."""
    levels = {name: find_level(name) for name in level_names()}
    for seed in range(2):
        for kinds in ("simple", "composites"):
            spec = LevelSpec(rooms=(3, 1), traps=TrapParams(kinds=TRAP_SETS[kinds]), agent_check=False)
            levels[f"{kinds} {seed}"] = decorate(generate_level(seed, spec).level, seed)
    return levels | {"everything": everything()} | other_movements()


@cache
def other_movements():
    """Levels made for other physics and other building pieces, with both or with one of them."""
    level = find_level("trap-school")
    movements = {
        "double jump": read_movement("double-jump", "long-jumps"),
        "wall jump": read_movement("wall-jump", None),
        "own pieces": read_movement(None, "stepping-stones"),
    }
    return {name: replace(level, name=name, movement=movement) for name, movement in movements.items()}


def written(level, suffix):
    """The text of a level in a format."""
    return FORMATS[suffix].write(split_level(level))


def read(text, suffix, folder=Path()):
    """The level in the text of a file."""
    return read_parts(text, folder / f"file{suffix}")
