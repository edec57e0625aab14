"""Controllers of moves, simulated in the physics."""

import pytest

from ludus.design.platformer.level_graph.movement_tables import movement_tables, touched_cells
from ludus.design.platformer.level_graph.piece_move_table import graph_moves
from ludus.design.platformer.verify.move_controllers import find_controller, stopping_distance
from ludus.games.platformer.constants import CELL, HEIGHT
from ludus.games.platformer.movement import THESIS, THESIS_PHYSICS
from ludus.games.platformer.movement_files import read_movement
from ludus.games.platformer.room_building_pieces import load_pieces


@pytest.mark.parametrize(
    "movement", [THESIS, read_movement("double-jump", "long-jumps"), read_movement("wall-jump", "chimneys")]
)
def test_moves_touch_the_cells_they_start_and_end_in_and_only_open_ones(movement):
    for move, cells in zip(movement_tables(movement).moves, touched_cells(movement), strict=True):
        assert {(0, 0), move.step} <= cells <= set(move.open)
    assert HEIGHT < CELL  # so a body that stands is in one cell


def test_the_moves_of_the_thesis_need_one_press_of_the_jump_button():
    tables = movement_tables(THESIS)
    assert tables.moves == graph_moves(load_pieces())
    rows = tables.controllers["rows"][0]
    assert not rows["repeats"].any()
    assert not rows["climb"].any()
    assert [int(tables.controllers[name][0]) for name in ("low_hold", "far_hold", "high_hold")] == [6, 8, 10]


def test_a_high_piece_is_one_move_with_a_double_jump_and_two_by_a_ledge_without():
    steps = {
        (move.from_kind, move.to_kind, move.step) for move in movement_tables(read_movement("double-jump", None)).moves
    }
    assert (0, 0, (1, 2)) in steps
    assert (0, 0, (1, 2)) not in {(move.from_kind, move.to_kind, move.step) for move in movement_tables().moves}


def test_a_chimney_is_climbed_from_wall_to_wall():
    tables = movement_tables(read_movement("wall-jump", "chimneys"))
    climbs = [k for k, move in enumerate(tables.moves) if tables.controllers["rows"][0, k]["climb"]]
    assert {tables.moves[k].step for k in climbs} == {(0, 2), (0, 3)}
    assert all(find_controller(tables.moves[k], THESIS_PHYSICS) is None for k in climbs)


def test_a_runner_of_the_thesis_slides_140_units():
    assert stopping_distance(THESIS_PHYSICS) == 140
