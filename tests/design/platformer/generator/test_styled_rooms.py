"""Rooms in styles: connected, of different shape, with landmarks."""

from dataclasses import replace

import pytest

from ludus.design.platformer.generator.decoration import decorate
from ludus.design.platformer.generator.generate import generate_level, level_style
from ludus.design.platformer.generator.maze import INSIDE, Maze, make_maze
from ludus.design.platformer.generator.styled_rooms import STYLES, build_styled_room, styled_exits
from ludus.design.platformer.level_graph.cell_grid import OPEN, SOLID, make_cell_grid
from ludus.design.platformer.level_graph.graph import build_graph
from ludus.design.platformer.random_stream import RandomStream
from ludus.design.platformer.shape_measures import landmark_share, landmarks_by_room, shape_vector, style_distances
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.level import Level, Ornament
from ludus.util.errors import OptionError, UnknownName
from tests.messages import mentions

BARE = LevelSpec(traps=None, agent_check=False)


@pytest.mark.parametrize("style", STYLES)
def test_a_single_room_connects_its_exits_both_ways(style):
    connected = 0
    for seed in range(40):
        maze = make_maze(seed, 3)
        for number, exits in enumerate(styled_exits(maze, seed, 11, 7, style)):
            room = build_styled_room(exits, 11, 7, style, RandomStream(seed, number))
            values = room.open.astype("u1") * (OPEN - SOLID) + SOLID
            graph = build_graph(make_cell_grid(values))
            connected += graph.are_connected([exit_.cell for exit_ in room.exits])
    assert connected >= 0.97 * 120


def test_rooms_are_closed_except_for_their_exits():
    maze = make_maze(4, 3, 3)
    for number, exits in enumerate(styled_exits(maze, 4, 11, 7, "ruins")):
        open_ = build_styled_room(exits, 11, 7, "ruins", RandomStream(4, number)).open
        doors = {cell for exit_ in exits if exit_.side != INSIDE for cell in exit_.open}
        for y in range(7):
            for x in (0, 10):
                assert not open_[y, x] or (x, y) in doors


def test_start_and_exit_of_one_room_are_different_places():
    (exits,) = styled_exits(Maze(1, 1, (), 0, 0), 3, 11, 7, "cave")
    assert len({exit_.x for exit_ in exits}) == 2


def test_the_style_is_drawn_from_the_seed_or_given():
    assert {level_style(seed, LevelSpec()) for seed in range(20)} == {*STYLES}
    assert level_style(1, LevelSpec(style="cave")) == "cave"
    with pytest.raises(UnknownName):
        LevelSpec(style="castle")


def test_levels_of_different_styles_are_farther_apart_than_levels_of_one_style():
    levels = {style: [generate_level(seed, replace(BARE, style=style)).level for seed in range(12)] for style in STYLES}
    distances = style_distances(levels)
    assert distances.between > 1.5 * distances.within
    assert distances.recognised > 0.8
    with pytest.raises(OptionError):
        style_distances({"cave": levels["cave"]})


def test_the_shape_of_a_hall_is_what_its_cells_say():
    hall = Level("Hall", ("######", "#oooo#", "#oooo#", "######"), (1, 1), ((4, 1),))
    assert shape_vector(hall) == pytest.approx([8 / 24, 4, 2, 4 / 8, 1.0, 0.5])


def test_rooms_that_are_too_small_are_refused():
    with pytest.raises(OptionError, match=mentions("9 x 7", "8 x 6", "--setup thesis")):
        generate_level(1, LevelSpec(room=(8, 6)))


def test_rooms_have_landmarks_that_their_neighbours_do_not_have():
    shares = []
    for seed in range(6):
        level = generate_level(seed, LevelSpec(rooms=(4, 2), traps=None, agent_check=False)).level
        shares.append(landmark_share(decorate(level, seed, room=(11, 7)), (11, 7)))
        assert landmark_share(replace(level, ornaments=()), (11, 7)) == 0
    assert sum(shares) / len(shares) > 0.95


def test_ceilings_have_no_chimneys_where_no_player_needs_them():
    room = styled_exits(Maze(1, 1, (), 0, 0), 3, 11, 7, "cave")[0]
    for seed in range(40):
        open_ = build_styled_room(room, 11, 7, "cave", RandomStream(seed, "room"), slab=False).open
        tops = [max((y for y in range(7) if open_[y, x]), default=0) for x in range(11)]
        floors = [min((y for y in range(7) if open_[y, x]), default=0) for x in range(11)]
        for x in range(2, 9):
            assert tops[x] <= max(tops[x - 1], tops[x + 1], *floors[x - 1 : x + 2])


def test_a_landmark_is_a_group_of_one_kind():
    rows = ("#" * 22,) * 7
    cells = [("crystal", 2, 2), ("crystal", 3, 3), ("crystal", 4, 3), ("fossil", 15, 2), ("fossil", 17, 2)]
    level = Level("Rock", rows, (1, 1), ((2, 1),), ornaments=tuple(Ornament(*cell) for cell in cells))
    assert landmarks_by_room(level, (11, 7)) == {(0, 0): {"crystal"}, (1, 0): set()}
