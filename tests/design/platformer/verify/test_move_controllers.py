"""Controllers of moves, simulated in the physics."""

from ludus.design.platformer.level_graph.piece_move_table import graph_moves
from ludus.design.platformer.verify.move_controllers import touched_cells
from ludus.games.platformer.constants import CELL, HEIGHT
from ludus.games.platformer.room_building_pieces import load_pieces


def test_moves_touch_the_cells_they_start_and_end_in_and_only_open_ones():
    for move, cells in zip(graph_moves(load_pieces()), touched_cells(), strict=True):
        assert {(0, 0), move.step} <= cells <= set(move.open)
    assert HEIGHT < CELL  # so a body that stands is in one cell
