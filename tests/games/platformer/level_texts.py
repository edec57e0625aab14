"""Small levels drawn in a test, and bodies in them, by plain rules: nothing is compiled for a single rule."""

import ludus.games.platformer.constants as u
from ludus.core.position import Position
from ludus.games.platformer import game
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.motion_planning import GridNode, make_grid, resting_body, simulate
from ludus.games.platformer.move_notation import read_presses
from ludus.games.platformer.options import Options, load_with_level

HALL = [
    "########################",
    *["#oooooooooooooooooooooo#"] * 9,
    "########################",
]


def run(rows, node, presses):
    """The body after every tick."""
    return simulate(make_grid(rows), resting_body(GridNode(*node)), read_presses(presses), compiled=False)


def level(rows, *lines, start="1 1", exit="0 0"):
    """A level around a drawing; with the exit at 0 0 a cell is added to the drawing for it, out of the way."""
    if exit == "0 0":
        rows = [*rows, "o" + "#" * (len(rows[0]) - 1), "#" * len(rows[0])]
        start, lines = lifted(start), [lift_line(line) for line in lines]
        exit = "0 1"
    text = "\n".join(["level test", "cells", *rows, "", f"start {start}", f"exit {exit}", *lines])
    return read_level(text)


def lifted(cell):
    x, y = cell.split()
    return f"{x} {int(y) + 2}"


def lift_line(line):
    word, x, y, *rest = line.split()
    return " ".join([word, x, str(int(y) + 2), *rest])


def begin(whole, compiled=False, **options):
    content = load_with_level(whole, Options(**options))
    return Position.start(game, content, 1, compiled)


def play(position, presses):
    for move in read_presses(presses):
        position.play(move)
    return position


def body(position):
    return position.state.body


def cells(units):
    return units / u.CELL
