"""Duration of moves."""

import pytest

from ludus.design.platformer.difficulty.move_durations import (
    full_jump_ticks,
    is_walking_move,
    move_seconds,
)
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, HANG_RIGHT, STAND, graph_moves
from ludus.games.platformer.constants import AIR, CELL, GROUND, JUMP, RIGHT
from ludus.games.platformer.motion_planning import GridNode, make_grid, resting_body, simulate
from ludus.games.platformer.room_building_pieces import load_pieces
from tests.cases import each


@pytest.fixture(scope="module")
def moves():
    return {(move.from_kind, move.to_kind, move.step): k for k, move in enumerate(graph_moves(load_pieces()))}


def test_one_two_and_three_cells_on_foot_are_in_the_first_three_bins(moves):
    step = move_seconds()[moves[STAND, STAND, (1, 0)]]
    assert [round(k * step, 2) for k in (1, 2, 3)] == [0.21, 0.42, 0.63]
    assert [int(k * step / 0.25) for k in (1, 2, 3)] == [0, 1, 2]


def test_full_jumps_up_level_and_down_take_as_long_as_in_the_thesis(moves):
    by_step = {step: move_seconds()[moves[STAND, STAND, step]] for step in ((1, 1), (2, 0), (1, -1))}
    assert [round(by_step[step], 2) for step in ((1, 1), (2, 0), (1, -1))] == [0.63, 0.8, 0.9]
    assert [int(seconds / 0.25) for seconds in by_step.values()] == [2, 3, 3]


def test_a_ledge_is_reached_after_0_57_s_and_left_by_falling(moves):
    assert round(move_seconds()[moves[STAND, HANG_RIGHT, (0, 1)]], 2) == 0.57
    for fall in ((STAND, HANG_LEFT, (1, -1)), (HANG_LEFT, STAND, (0, -1))):
        assert 0.25 < move_seconds()[moves[fall]] < 0.5  # so two jumps fit into the second bin


def test_the_mirror_takes_as_long(moves):
    mirror = {STAND: STAND, HANG_LEFT: HANG_RIGHT, HANG_RIGHT: HANG_LEFT}
    for (one, other, (dx, dy)), k in moves.items():
        assert move_seconds()[moves[mirror[one], mirror[other], (-dx, dy)]] == move_seconds()[k]
        assert is_walking_move()[k] == (abs(dx) == 1 and dy == 0)


@each("up", [-1, 0, 1])
def test_a_jump_in_the_physics_lands_at_that_tick(up):
    floor = 3
    rows = [["#"] * 12, *([*"#oooooooooo#"] for _ in range(8)), ["#"] * 12]
    for x in range(1, 11):
        for y in range(1, floor + (up if x > 4 else 0)):
            rows[len(rows) - 1 - y][x] = "#"
    bodies = simulate(
        make_grid("".join(row) for row in rows), resting_body(GridNode("stand", 4, floor)), [RIGHT | JUMP] * 90
    )
    flying = [k for k, body in enumerate(bodies) if body["stance"] == AIR]
    landed = next(k + 1 for k, body in enumerate(bodies) if k > flying[0] and body["stance"] == GROUND)
    assert landed == full_jump_ticks(up * CELL)
