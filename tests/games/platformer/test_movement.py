"""Physics beyond the thesis: coyote time, jumps in the air, wall jumps, and the numbers that follow from others."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.games.platformer import constants as u
from ludus.games.platformer.game_data_records import THESIS_BYTES, GameData
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
from ludus.games.platformer.movement import (
    RANGES,
    THESIS,
    THESIS_PHYSICS,
    Movement,
    Physics,
    PhysicsError,
    PieceShape,
    hold_for_height,
    physics_record,
    rise_of_jump,
)
from tests.cases import each

from .random_physics import any_physics

HALL = ["############", *["#oooooooooo#"] * 8, "############"]
EDGE = ["############", *["#oooooooooo#"] * 6, "#####oooooo#", "#####oooooo#", "############"]
DOUBLE = Physics("double", air_jumps=1, air_jump_speed=840)
COYOTE = Physics("coyote", coyote_ticks=6)
WALL = Physics("wall", wall_jump=1, wall_jump_speed=900, wall_lock_ticks=6)


def run(rows, node, presses, physics, compiled=False):
    body = resting_body(GridNode(*node), physics)
    return simulate(make_grid(rows), body, read_presses(presses), compiled=compiled, physics=physics)


def test_the_record_of_the_thesis_has_its_constants_and_what_follows_from_them():
    record = physics_record(THESIS_PHYSICS)[0]
    assert [record[name] for name in ("run_speed", "jump_speed", "gravity", "half_width", "height")] == [
        *(u.RUN_SPEED, u.JUMP_SPEED, u.GRAVITY, u.HALF_WIDTH, u.HEIGHT)
    ]
    assert (record["let_go_ticks"], record["move_ticks"], record["tolerance"]) == (u.LET_GO_TICKS, 90, 285)
    assert (record["apex_height"], record["apex_ticks"], record["ground_hold"]) == (11_040, 23, 1)
    assert (record["x_quantum"], record["vx_offset"], record["vx_quantum"], record["vy_quantum"]) == (
        570,
        600,
        150,
        120,
    )
    assert not record["extended"]


def test_the_digest_of_the_thesis_leaves_the_physics_out_and_that_of_another_does_not():
    contents = [ludus.new_game("platformer", physics=name).content for name in (None, "double-jump")]
    assert [content.digest_bytes for content in contents] == [THESIS_BYTES, None]
    assert contents[0].digest != contents[1].digest
    assert GameData.nbytes > THESIS_BYTES


def test_a_second_press_in_the_air_is_a_jump_and_a_third_is_none():
    presses = "24 jump, 1 rest, 20 jump, 1 rest, 20 jump"
    bodies = run(HALL, ("stand", 2, 1), presses, DOUBLE)
    assert bodies["vy"][25] == DOUBLE.air_jump_speed - DOUBLE.gravity
    assert bodies["air_jumps"][25] == 1
    assert bodies["vy"][46] < 0
    top = bodies["y"].max() - u.CELL
    assert rise_of_jump(DOUBLE, 960) < top <= DOUBLE.reach
    assert run(HALL, ("stand", 2, 1), presses, THESIS_PHYSICS)["y"].max() - u.CELL == 11_040


def test_jumps_in_the_air_come_back_on_the_ground_and_in_a_hang():
    landed = run(HALL, ("stand", 2, 1), "4 jump, 1 rest, 4 jump, 60 rest", DOUBLE)
    assert landed["stance"][-1] == u.GROUND
    assert landed["air_jumps"][-1] == 0


@each(("late", "jumps"), [(1, True), (6, True), (7, False)])
def test_a_jump_counts_for_six_ticks_after_the_edge(late, jumps):
    bodies = run(EDGE, ("stand", 3, 3), "60 right", COYOTE)
    lost = int(np.argmax(bodies["stance"] == u.AIR)) + 1  # ticks until the ground is lost
    assert bodies["coyote"][lost - 1] == 6
    presses = f"{lost + late - 1} right, 5 right+jump"
    bodies = run(EDGE, ("stand", 3, 3), presses, COYOTE)
    assert (bodies["vy"][lost + late - 1] == COYOTE.jump_speed - COYOTE.gravity) == jumps


def test_no_coyote_time_follows_a_jump():
    bodies = run(EDGE, ("stand", 3, 3), "5 jump, 1 rest, 5 jump", COYOTE)
    assert not bodies["coyote"].any()
    assert bodies["vy"][6] < 0


def test_a_wall_jump_goes_up_and_away_and_locks_left_and_right():
    bodies = run(HALL, ("stand", 1, 1), "10 left, 20 left+jump, 1 left, 15 left+jump", WALL)
    leap = 31
    assert bodies["vy"][leap] == WALL.wall_jump_speed - WALL.gravity
    assert (np.diff(bodies["x"][leap - 1 : leap + 6]) == WALL.wall_push_speed).all()
    assert bodies["vx"][leap + 6] == -WALL.run_speed  # the lock has ended
    held = run(HALL, ("stand", 5, 1), "20 jump, 1 rest, 10 jump", WALL)  # far from any wall
    assert held["vy"][21] < 0


@each(
    ("key", "value"),
    [
        ("gravity", 0),
        ("gravity", 601),
        ("run_speed", 7200),
        ("max_fall_speed", 7200),
        ("jump_speed", 40),
        ("half_width", 3421),
        ("height", 7201),
        ("coyote_ticks", 61),
        ("air_jumps", 4),
        ("run_speed", 570.5),
        ("run_speed", float("nan")),
        ("wall_jump", 2),
    ],
)
def test_a_number_out_of_range_is_refused_by_its_name(key, value):
    with pytest.raises(PhysicsError, match=key) as error:
        Physics("bad", **{key: value})
    assert error.value.key == key


def test_a_jump_in_the_air_that_does_not_rise_is_refused_only_if_there_are_such_jumps():
    Physics("unused", air_jump_speed=30)
    with pytest.raises(PhysicsError, match="air_jump_speed"):
        Physics("bad", air_jumps=1, air_jump_speed=30)


def test_movements_are_equal_if_they_play_and_build_alike():
    assert Movement(Physics("another name")) == THESIS
    assert hash(Movement(Physics("another name"))) == hash(THESIS)
    assert Movement(DOUBLE) != THESIS
    assert Movement(Physics("unused", wall_lock_ticks=3)) == THESIS
    walk = PieceShape("walk", ((0, 0), (1, 0)), (), ((0, -1), (1, -1)))
    assert Movement(pieces=(walk,)) != THESIS


def test_the_button_is_held_as_long_as_a_jump_of_this_height_needs():
    assert [hold_for_height(THESIS_PHYSICS, height) for height in (4920, 4921, 6240, 7400, 99_999)] == [6, 7, 8, 10, 24]


@given(any_physics(), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_compiled_and_plain_physics_agree_and_a_path_leads_to_its_goal(physics, seed):
    rng = np.random.default_rng(seed)
    rows = ["".join(row) for row in rng.choice(list("#ooo"), (8, 10))] + ["#" * 10]
    grid, nodes = make_grid(rows), [node for node in list_nodes(make_grid(rows)) if node.kind == "stand"]
    if len(nodes) < 2:
        return
    start, goal = (nodes[k] for k in rng.choice(len(nodes), 2, replace=False))
    moves = np.repeat(rng.choice(u.MOVES, 20), rng.integers(1, 12, 20)).tolist()
    body = resting_body(start, physics)
    fast, slow = (simulate(grid, body, moves, compiled, physics) for compiled in (True, False))
    assert (fast == slow).all()
    try:
        path = find_path(grid, start, goal, budget=4000, physics=physics)
    except SearchBudgetExceeded:
        return
    if path is not None and path.moves:
        end = simulate(grid, body, path.moves, physics=physics)[-1]
        assert (end["stance"], end["x"] // u.CELL, end["y"] // u.CELL) == (u.GROUND, goal.x, goal.y)


def test_ranges_name_every_number_of_the_physics():
    assert set(RANGES) == set(Physics.__dataclass_fields__) - {"name"}
