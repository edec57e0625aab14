"""Mazes of rooms and their exits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.platformer.generator.maze import (
    BOTTOM,
    INSIDE,
    LEFT,
    RIGHT,
    TOP,
    RoomExit,
    exits_conflict,
    make_maze,
    mirror_bottom_exit,
    place_exits,
    possible_exits,
)
from ludus.util.errors import OptionError
from tests.cases import each

SIZES = st.integers(1, 6)
SEEDS = st.integers(0, 2**64 - 1)
SHARES = st.floats(0, 1)


@given(SEEDS, SIZES, SIZES, SHARES, SHARES)
@settings(max_examples=60, deadline=None)
def test_every_room_of_a_maze_can_be_reached(seed, columns, rows, loops, branching):
    maze = make_maze(seed, columns, rows, loops, branching)
    assert min(maze.distances(maze.start)) == 0
    assert -1 not in maze.distances(maze.start)
    assert maze.links == tuple(sorted(set(maze.links)))
    for one, other in maze.links:
        beside = other == one + 1 and one // columns == other // columns
        assert beside or other == one + columns


@given(SEEDS, SIZES, SIZES)
@settings(max_examples=40, deadline=None)
def test_without_loops_a_maze_is_a_tree_and_with_all_of_them_it_has_no_dead_end(seed, columns, rows):
    tree = make_maze(seed, columns, rows, loops=0)
    assert len(tree.links) == columns * rows - 1
    if columns > 1 and rows > 1:
        assert make_maze(seed, columns, rows, loops=1).dead_ends == ()


@given(SEEDS, SIZES, SIZES, SHARES)
@settings(max_examples=40, deadline=None)
def test_start_and_end_are_the_rooms_farthest_apart_unless_they_are_given(seed, columns, rows, loops):
    maze = make_maze(seed, columns, rows, loops)
    farthest = max(max(maze.distances(room)) for room in range(columns * rows))
    assert maze.distances(maze.start)[maze.end] == farthest
    last = columns * rows - 1
    given_both = make_maze(seed, columns, rows, loops, start=last, end=0)
    assert (given_both.start, given_both.end, given_both.links) == (last, 0, maze.links)


@each("size", [(5, 1), (1, 5)])
def test_a_strip_leads_from_its_first_room_to_its_last(size):
    maze = make_maze(3, *size)
    assert maze.links == ((0, 1), (1, 2), (2, 3), (3, 4))
    assert (maze.start, maze.end) == (0, 4)


def test_more_branching_gives_more_dead_ends():
    def dead_ends(branching):
        return sum(len(make_maze(seed, 6, 6, 0, branching).dead_ends) for seed in range(60))

    assert dead_ends(0) < dead_ends(0.5) < dead_ends(1)


@each("wrong", [{"columns": 0}, {"loops": 1.5}, {"branching": -0.1}, {"start": 9}, {"end": -1}])
def test_invalid_maze_parameters_are_refused(wrong):
    with pytest.raises(OptionError):
        make_maze(1, **{"columns": 3, "rows": 3, **wrong})


@given(SEEDS, st.integers(1, 4), st.integers(1, 4), SHARES, st.integers(5, 15), st.integers(5, 10))
@settings(max_examples=60, deadline=None)
def test_exits_are_aligned_and_do_not_conflict(seed, columns, rows, loops, width, height):
    maze = make_maze(seed, columns, rows, loops)
    rooms = place_exits(maze, seed, width, height)
    assert rooms == place_exits(maze, seed, width, height)
    for number, exits in enumerate(rooms):
        for k, exit_ in enumerate(exits):
            assert not any(exits_conflict(exit_, other) for other in exits[:k])
            assert exit_.solid not in exit_.open
            assert all(0 <= x < width and 0 <= y < height for x, y in (*exit_.open, exit_.solid))
        sides = [exit_.side for exit_ in exits if exit_.side != INSIDE]
        assert len(sides) == len(set(sides)) == len(maze.neighbours[number])
        ends = (number == maze.start) + (number == maze.end)
        assert len(exits) - len(sides) == max(ends, number in maze.dead_ends)
    for one, other in maze.links:
        if other == one + 1 and columns > 1:
            (mine,), (theirs,) = _on(rooms[one], RIGHT), _on(rooms[other], LEFT)
            assert mine.y == theirs.y
        else:
            (mine,), (theirs,) = _on(rooms[one], TOP), _on(rooms[other], BOTTOM)
            assert mine.x == theirs.opening


def _on(exits, side):
    return [exit_ for exit_ in exits if exit_.side == side]


def test_two_exits_cannot_be_in_the_same_upper_corner():
    assert exits_conflict(RoomExit(LEFT, 0, 6), RoomExit(TOP, 0, 6))
    assert exits_conflict(RoomExit(LEFT, 0, 5), RoomExit(TOP, 0, 6))
    assert not exits_conflict(RoomExit(LEFT, 0, 4), RoomExit(TOP, 0, 6))


def test_no_exit_is_in_the_opening_of_a_bottom_exit():
    assert exits_conflict(RoomExit(LEFT, 0, 1), RoomExit(BOTTOM, 1, 1, 0))
    assert exits_conflict(RoomExit(INSIDE, 4, 2), RoomExit(BOTTOM, 3, 1, 4))
    assert not exits_conflict(RoomExit(LEFT, 0, 2), RoomExit(BOTTOM, 2, 1, 1))


def test_a_bottom_exit_is_mirrored_unless_that_is_outside_or_conflicts():
    assert mirror_bottom_exit([RoomExit(BOTTOM, 3, 1, 4)], 11) == (RoomExit(BOTTOM, 5, 1, 4),)
    assert mirror_bottom_exit([RoomExit(BOTTOM, 9, 1, 10)], 11) == (RoomExit(BOTTOM, 9, 1, 10),)
    stored = (RoomExit(BOTTOM, 3, 1, 4), RoomExit(INSIDE, 5, 1))
    assert mirror_bottom_exit(stored, 11) == stored


@each("size", [(3, 7), (11, 3), (33, 7)])
def test_rooms_have_a_size_that_can_be_built(size):
    with pytest.raises(OptionError, match="cells"):
        place_exits(make_maze(1, 2), 1, *size)


def test_there_are_as_many_exits_of_each_side_as_cells_allow():
    assert [len(possible_exits(side, 11, 7)) for side in (LEFT, RIGHT, TOP, BOTTOM, INSIDE)] == [6, 6, 11, 20, 66]
