"""Levels as data for the page."""

from ludus.design.platformer.level_io import level_json
from ludus.games.platformer.game_data_records import POINT_UP, SAW
from ludus.games.platformer.level import Level, LevelTrap
from ludus.games.platformer.level_files import read_level

ROWS = ("#########", "#oo#oooo#", "#ootttoo#", "#########")


def test_the_data_of_a_level_has_all_cells_and_things_from_the_lowest_row_up():
    level = Level("small", ROWS, (1, 1), ((7, 1),), (LevelTrap(SAW, 3, 1, POINT_UP, 96, 4),))
    data = level_json(level)
    assert read_level(data["text"]) == level
    assert (data["start"], data["exits"]) == ([1, 1], [[7, 1]])
    (trap,) = data["traps"]
    assert (trap["kind"], trap["x"], trap["y"], trap["period"], trap["phase"], trap["cells"]) == ("saw", 3, 1, 96, 4, 3)
    cells = data["cells"]
    assert (len(cells), {len(row) for row in cells}) == (len(ROWS) + 2, {len(ROWS[0]) + 2})
    solid = cells[0][0]  # the border
    inside = [[cell == solid for cell in row[1:-1]] for row in cells[1:-1]]
    assert inside == [[cell == "#" for cell in row] for row in reversed(ROWS)]
