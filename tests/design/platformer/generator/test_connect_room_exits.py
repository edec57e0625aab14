"""Rooms built from pieces."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.platformer.generator.connect_room_exits import (
    FREE,
    OPEN,
    SOLID,
    RoomNotSolved,
    exit_configurations,
    measure_solver,
    random_exits,
    search_room,
    solve_room,
    unsolvable_configurations,
)
from ludus.design.platformer.generator.maze import BOTTOM, INSIDE, LEFT, RIGHT, TOP, RoomExit
from ludus.design.platformer.level_graph.cell_grid import make_cell_grid
from ludus.design.platformer.level_graph.graph import build_graph
from ludus.design.platformer.level_graph.movement_tables import packed_graph_moves
from ludus.design.platformer.level_graph.piece_move_table import (
    graph_moves,
    pack_moves,
    whole_piece_moves,
)
from ludus.design.platformer.random_stream import RandomStream
from ludus.games.platformer.room_building_pieces import load_pieces
from ludus.util.errors import OptionError
from tests.cases import each

SEEDS = st.integers(0, 2**32)


def graph_of(cells, rest):
    """Of a room whose free cells are all solid, or all open."""
    return build_graph(make_cell_grid(np.where(cells == FREE, rest, np.where(cells == OPEN, 2, 0)).astype(np.uint8)))


@given(
    SEEDS,
    st.integers(7, 15),
    st.integers(6, 10),
    st.lists(st.sampled_from(range(5)), min_size=1, max_size=4, unique=True),
)
@settings(max_examples=80, deadline=None)
def test_all_exits_of_a_room_are_connected_both_ways_for_any_free_cells(seed, width, height, sides):
    exits = random_exits(RandomStream(seed), width, height, sides)
    try:
        solved = solve_room(exits, width, height, seed)
    except RoomNotSolved:
        assert INSIDE in sides  # one inside, with the others around it, can wall an exit in
        return
    for rest in (0, 2):
        graph = graph_of(solved.cells, rest)
        assert graph.are_connected([exit_.cell for exit_ in solved.exits])
    for exit_ in solved.exits:
        assert all(solved.cells[y, x] == OPEN for x, y in exit_.open)
        assert solved.cells[exit_.solid[1], exit_.solid[0]] == SOLID


def test_the_same_seed_gives_the_same_room_compiled_or_plain():
    for seed in range(3):
        exits = random_exits(RandomStream(seed), 9, 6)
        one, other = (solve_room(exits, 9, 6, seed, compiled) for compiled in (True, False))
        assert one.cells.tobytes() == other.cells.tobytes()
        assert (one.exits, one.tries, one.steps) == (other.exits, other.tries, other.steps)


def test_other_seeds_give_other_rooms():
    exits = random_exits(RandomStream(1), 11, 7)
    assert len({solve_room(exits, 11, 7, seed).cells.tobytes() for seed in range(50)}) == 50


def test_at_least_98_in_100_rooms_are_solved_within_ten_tries():
    both = measure_solver(11, 7, seed=1, count=500)
    assert both.solved >= 490
    parts = [measure_solver(11, 7, 1, 250, first=first) for first in (0, 250)]
    assert sum(part.solved for part in parts) == both.solved
    assert sum(part.steps for part in parts) == both.steps


def test_fewer_rooms_are_solved_in_fewer_steps():
    assert (
        measure_solver(11, 7, 1, 200, step_limit=100, tries=1).solved
        < measure_solver(11, 7, 1, 200, step_limit=1000, tries=1).solved
    )


@each(("size", "without"), [((4, 4), 8), ((5, 5), 0), ((5, 6), 0)])
def test_every_room_from_five_by_five_has_a_solution_and_eight_of_four_by_four_have_none(size, without):
    assert len(unsolvable_configurations(*size)) == without


def test_an_unsolvable_room_is_refused():
    exits = [RoomExit(LEFT, 0, 2), RoomExit(RIGHT, 3, 2), RoomExit(TOP, 1, 3), RoomExit(BOTTOM, 1, 1, 2)]
    with pytest.raises(RoomNotSolved, match=r"the exit left at 0 2, .* 4 x 4"):
        solve_room(exits, 4, 4, 1)
    with pytest.raises(OptionError, match="not inside a room of 5 x 5"):
        solve_room([RoomExit(INSIDE, 7, 2)], 5, 5, 1)
    with pytest.raises(OptionError, match="1 to 8 exits"):
        solve_room([], 5, 5, 1)


def test_no_piece_contains_an_exit_that_it_does_not_connect():
    exits = [RoomExit(INSIDE, 0, 2), RoomExit(INSIDE, 1, 2)]
    jumps = pack_moves(
        [move for move in whole_piece_moves(load_pieces()) if abs(move.step[0]) > 1 and move.step[1] == 0]
    )
    with pytest.raises(RoomNotSolved):  # over two cells and one back would do, but leads through the second exit
        search_room(exits, 6, 5, 1, moves=jumps)
    assert search_room([exits[0], RoomExit(INSIDE, 2, 2)], 6, 5, 1, moves=jumps)
    assert search_room(exits, 6, 5, 1)


def test_the_fallback_depends_on_the_exits_alone(monkeypatch):
    from ludus.design.platformer.generator import connect_room_exits

    monkeypatch.setattr(connect_room_exits, "search_room", _failing_at_first(connect_room_exits.search_room))
    exits = random_exits(RandomStream(4), 8, 6)
    one, other = (solve_room(exits, 8, 6, seed) for seed in (1, 2))
    assert one.fallback
    assert one.cells.tobytes() == other.cells.tobytes()


def _failing_at_first(search):
    def fail(exits, width, height, seed, *caps, **rest):
        return search(exits, width, height, seed, *caps, **rest) if caps else None

    return fail


def test_moves_contain_every_direction_of_a_piece_once():
    pieces = load_pieces()
    assert len(whole_piece_moves(pieces)) == 22  # three of seven are their own mirror, there and back
    for moves in (whole_piece_moves(pieces), graph_moves(pieces)):
        known = {(move.from_kind, move.to_kind, move.step) for move in moves}
        assert {(to, from_, (-x, -y)) for from_, to, (x, y) in known} == known
    assert int(packed_graph_moves()["count"][0]) == len(graph_moves(pieces))


def test_there_are_as_many_configurations_as_places_that_do_not_conflict():
    assert [len(list(exit_configurations(*size))) for size in ((4, 4), (5, 5), (5, 6))] == [62, 248, 433]
