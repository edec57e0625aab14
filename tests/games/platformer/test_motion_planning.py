"""The physics of the thesis, tick by tick: its numbers, and what follows from them."""

import numpy as np
import pytest

from ludus.games.platformer import constants as u
from ludus.games.platformer.motion_planning import (
    GridNode,
    SearchBudgetExceeded,
    find_path,
    list_nodes,
    make_grid,
    resting_body,
    simulate,
)
from ludus.games.platformer.move_notation import read_presses
from ludus.util.errors import LudusError
from tests.cases import each
from tests.messages import mentions

from .level_texts import HALL, run

FLOOR = 7200
LEDGE = [  # a block two cells high, with room around it
    "############",
    *["#oooooooooo#"] * 4,
    "#oooo###ooo#",
    "#oooo###ooo#",
    "############",
]


def first(bodies, wanted):
    """The first tick, counted from 1, at which something holds."""
    return 1 + next(k for k, body in enumerate(bodies) if wanted(body))


def test_two_metres_are_walked_in_0_2105_seconds():
    bodies = run(HALL, ("stand", 1, 1), "20 right")
    assert set(np.diff(bodies["x"])) == {u.RUN_SPEED}
    assert round(u.CELL / u.RUN_SPEED / u.TICKS_PER_SECOND, 4) == 0.2105
    assert first(bodies, lambda b: b["x"] >= 1.5 * u.CELL + u.CELL) == 13


def test_a_full_jump_is_11040_units_high_and_7_6_metres_wide():
    bodies = run(HALL, ("stand", 1, 1), "60 right+jump")
    assert bodies["y"].max() - FLOOR == 11_040
    lands = first(bodies, lambda b: b["stance"] == u.GROUND)
    assert lands == 48  # 0.80 s
    assert bodies["x"][lands - 1] - 1.5 * u.CELL == pytest.approx(7.6 * u.METRE)


@each(("step", "ticks"), [(1, 38), (0, 48), (-1, 54)])
def test_a_full_jump_lands_a_cell_higher_after_0_633_s_and_a_cell_lower_after_0_90_s(step, ticks):
    wide, far = 24, range(5, 23)
    rows = ["".join("#" if y <= (1 + step if x in far else 1) else "o" for x in range(wide)) for y in range(8, -1, -1)]
    bodies = run(rows, ("stand", 4, 2), "60 right+jump")
    lands = first(bodies, lambda b: b["stance"] == u.GROUND)
    assert lands == ticks
    assert bodies["y"][lands - 1] == (2 + step) * u.CELL


def test_two_cells_higher_needs_a_hang():
    grid = make_grid(LEDGE)
    way = find_path(grid, GridNode("stand", 4, 1), GridNode("stand", 5, 3), compiled=False)
    bodies = simulate(grid, resting_body(GridNode("stand", 4, 1)), way.moves, compiled=False)
    assert u.HANG_RIGHT in bodies["stance"]
    hung = bodies[bodies["stance"] == u.HANG_RIGHT][0]
    assert hung["y"] - FLOOR == 2.5 * u.METRE
    assert bodies["y"].max() - FLOOR > 11_040  # more than a jump from the floor gives


def test_hands_are_level_with_a_ledge_of_two_cells_after_0_567_s_of_a_full_jump():
    bodies = run(LEDGE, ("stand", 4, 1), "4 right, 60 right+jump")
    assert first(bodies, lambda b: b["stance"] == u.HANG_RIGHT) - 4 == 32  # hands reach a little further
    free = run(HALL, ("stand", 4, 1), "60 jump")
    assert first(free, lambda b: b["vy"] < 0 and b["y"] - FLOOR <= 2.5 * u.METRE) == 34


def test_without_left_and_right_a_tick_takes_a_fifth_of_the_speed_in_the_air_and_four_fifths_on_the_ground():
    ground = run(HALL, ("stand", 1, 1), "3 right, 5 rest")
    assert list(ground["vx"][2:]) == [570, 114, 22, 4, 0, 0]
    air = run(HALL, ("stand", 9, 1), "3 left+jump, 5 jump")
    assert list(air["vx"][2:]) == [-570, -456, -364, -291, -232, -185]


def test_a_jump_whose_button_is_released_ends_at_once():
    bodies = run(HALL, ("stand", 1, 1), "5 jump, 2 rest")
    assert list(bodies["vy"]) == [920, 880, 840, 800, 760, -40, -80]


def test_a_jump_needs_ground_and_a_new_press():
    held = run(HALL, ("stand", 1, 1), "100 jump")
    assert set(held["y"][48:]) == {FLOOR}
    assert run(HALL, ("stand", 1, 1), "48 jump, 1 rest, 1 jump")["vy"][-1] == 920
    assert run(HALL, ("stand", 1, 1), "30 jump, 1 rest, 1 jump")["vy"][-1] < 0


def test_nothing_falls_faster_than_30_metres_a_second():
    rows = ["####", *["#oo#"] * 40, "#oo#", "####"]
    tall = [*rows[:5], "##o#", *rows[6:]]
    bodies = run(tall, ("stand", 1, 37), "20 right, 200 down")
    assert bodies["vy"].min() == -1800


def test_a_hang_holds_until_jump_or_down():
    hung = run(LEDGE, ("right hang", 4, 2), "30 rest, 30 left, 30 right")
    assert set(hung["stance"]) == {u.HANG_RIGHT}
    assert len({(body["x"], body["y"]) for body in hung}) == 1
    up = run(LEDGE, ("right hang", 4, 2), "40 right+jump, 20 rest")
    assert (up["stance"][-1], up["y"][-1]) == (u.GROUND, 3 * u.CELL)


@each("held", [1, 4, 20])
def test_a_body_that_lets_go_falls_past_the_ledge_even_after_the_shortest_press(held):
    bodies = run(LEDGE, ("right hang", 4, 2), f"{held} down, 60 rest")
    assert (bodies["stance"][-1], bodies["y"][-1]) == (u.GROUND, FLOOR)
    assert u.HANG_RIGHT not in bodies["stance"]


def test_with_down_held_hands_stay_open():
    assert u.HANG_RIGHT in run(LEDGE, ("stand", 4, 1), "4 right, 24 right+jump, 40 right")["stance"]
    assert u.HANG_RIGHT not in run(LEDGE, ("stand", 4, 1), "4 right, 23 right+jump, 40 down")["stance"]


def test_hands_reach_a_quarter_of_a_metre_and_no_further():
    grid = make_grid(LEDGE)
    for away, grabs in ((0, True), (900, True), (901, False)):
        body = resting_body(GridNode("right hang", 4, 2))
        body["x"] -= away
        body["stance"], body["y"] = u.AIR, body["y"] + 400
        hung = u.HANG_RIGHT in simulate(grid, body, [0] * 30, compiled=False)["stance"]
        assert hung == grabs


def test_a_corner_above_less_than_half_of_the_body_lets_it_slip_by():
    rows = ["########", "#oooooo#", "#oooooo#", "#o##ooo#", "#oooooo#", "########"]
    for x, slips in ((4 * u.CELL + 1, True), (4 * u.CELL, False), (4 * u.CELL - 600, False)):
        body = resting_body(GridNode("stand", 4, 1))
        body["x"] = x
        bodies = simulate(make_grid(rows), body, [u.JUMP] * 24, compiled=False)
        assert (bodies["y"].max() > FLOOR + 1800) == slips
        assert (bodies["x"][-1] == 4 * u.CELL + u.HALF_WIDTH) == slips


def test_left_and_right_are_mirror_images():
    presses = "9 right+jump, 20 right, 3 rest, 5 left, 30 right+jump, 10 right"
    mirrored = presses.replace("right", "LEFT").replace("left", "right").replace("LEFT", "left")
    one = run(LEDGE, ("stand", 1, 1), presses)
    other = run([row[::-1] for row in LEDGE], ("stand", 10, 1), mirrored)
    assert list(one["x"]) == list(12 * u.CELL - other["x"])
    assert list(one["y"]) == list(other["y"])


def test_nodes_are_standing_places_and_hangs_on_either_side():
    found = list_nodes(make_grid(LEDGE))
    assert GridNode("right hang", 4, 2) in found
    assert GridNode("left hang", 8, 2) in found
    assert GridNode("stand", 6, 3) in found
    assert GridNode("stand", 6, 1) not in found
    assert sum(node.kind != "stand" for node in found) == 2


def test_ways_lead_where_they_say():
    grid = make_grid(LEDGE)
    for goal in list_nodes(grid):
        way = find_path(grid, GridNode("stand", 2, 1), goal)
        bodies = simulate(grid, resting_body(GridNode("stand", 2, 1)), way.moves) if way.moves else [way.end[0]]
        assert bodies[-1].tobytes() == way.end[0].tobytes()
        assert (way.end["x"][0] // u.CELL, way.end["y"][0] // u.CELL) == (goal.x, goal.y)


def test_compiled_and_plain_searches_find_the_same_way():
    grid = make_grid(LEDGE)
    for goal in (GridNode("stand", 5, 3), GridNode("right hang", 4, 2), GridNode("stand", 8, 1)):
        fast, slow = (find_path(grid, GridNode("stand", 4, 1), goal, compiled=compiled) for compiled in (True, False))
        assert (fast.moves, fast.expanded) == (slow.moves, slow.expanded)


def test_no_path_and_an_exceeded_budget_are_different_results():
    walled = make_grid(["#######", "#oo#oo#", "#oo#oo#", "#######"])
    assert find_path(walled, GridNode("stand", 1, 1), GridNode("stand", 4, 1)) is None
    hall = make_grid(["#############", *["#ooooooooo#o#"] * 5, "#############"])
    assert find_path(hall, GridNode("stand", 1, 1), GridNode("stand", 11, 1)) is None
    with pytest.raises(LudusError, match="there is no node"):
        find_path(walled, GridNode("stand", 1, 1), GridNode("stand", 4, 2))
    with pytest.raises(SearchBudgetExceeded, match="there may be one"):
        find_path(make_grid(LEDGE), GridNode("stand", 1, 1), GridNode("stand", 9, 1), budget=5)
    with pytest.raises(LudusError, match=mentions("stand", "left hang", "right hang")):
        GridNode("hang", 1, 1)


def test_key_presses_are_read_as_they_are_written():
    assert read_presses("2 right+jump, 1 rest") == [6, 6, 0]
