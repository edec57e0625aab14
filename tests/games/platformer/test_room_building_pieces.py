"""Building pieces: the physics proves them both ways, and refuses others."""

import json
import random

import pytest

from ludus.games.platformer import constants as u
from ludus.games.platformer.motion_planning import GridNode, make_grid, resting_body, simulate
from ludus.games.platformer.room_building_pieces import load_pieces
from ludus.util.errors import ContentError
from tests.cases import each

NAMES = ["walk", "up1", "gap1", "gap2", "up2hang", "gap1up1", "gap1up2hang"]


def test_seven_pieces_and_their_mirrors_are_proven_both_ways():
    pieces = load_pieces()
    assert [piece.name for piece in pieces] == [name for name in NAMES for _ in range(2)]
    for one, mirrored in zip(pieces[::2], pieces[1::2], strict=True):
        assert mirrored.offset == (-one.offset[0], one.offset[1])
        assert (mirrored.path_there.ticks, mirrored.path_back.ticks) == (one.path_there.ticks, one.path_back.ticks)
    assert pieces[0].path_there.ticks == 13  # a cell is walked in 12.6 ticks


@each("seed", range(40))
def test_the_paths_of_a_piece_hold_for_any_other_cells(seed):
    chance = random.Random(seed)
    share = (0, 1, chance.random())[min(seed, 2)]
    for piece in load_pieces():
        known = dict.fromkeys((*piece.connect, *piece.open), "o") | dict.fromkeys(piece.solid, "#")
        cells = {
            (x, y): "#" if chance.random() < share else "o" for y in range(5, -4, -1) for x in range(-6, 7)
        } | known
        grid = make_grid("".join(cells[x, y] for x in range(-6, 7)) for y in range(5, -4, -1))
        stands = [GridNode("stand", x + 6, y + 3) for x, y in piece.connect]
        for way, start, goal in ((piece.path_there, *stands), (piece.path_back, *stands[::-1])):
            end = simulate(grid, resting_body(start), way.moves)[-1]
            assert (end["stance"], end["x"] // u.CELL, end["y"] // u.CELL) == (u.GROUND, goal.x, goal.y)
            assert end["x"] % u.CELL == way.end["x"][0] % u.CELL


def written(folder, *pieces):
    file = folder / "pieces.json"
    file.write_text(json.dumps({"pieces": list(pieces)}))
    return file


def piece(**changes):
    return {"name": "leap", "connect": [[0, 0], [1, 0]], "open": [], "solid": [[0, -1], [1, -1]], **changes}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"connect": [[0, 0], [0, 3]], "open": [[0, 1], [0, 2]], "solid": [[0, -1], [0, 2]]}, "occurs twice"),
        ({"connect": [[0, 0], [1, 2]], "solid": [[0, -1], [1, 1]]}, "'leap' is refused: no way to the second"),
        (
            {"connect": [[0, 0], [1, -3]], "open": [[1, -2], [1, -1], [1, 0]], "solid": [[0, -1], [1, -4]]},
            "'leap' is refused: no way back",
        ),
        ({"connect": [[0, 0], [6, 0]], "solid": [[0, -1], [6, -1]]}, "'leap' is refused"),
        ({"solid": [[0, -1]]}, r"\[1, -1\] must be solid"),
        ({"connect": [[1, 0], [0, 0]]}, "the first of them"),
        ({"open": [[1.5, 0]]}, "expected cells such as"),
        ({"open": 7}, "expected cells such as"),
        ({"name": 3}, "a name must be text"),
        ({"colour": "red"}, "no name here named 'colour'"),
    ],
)
def test_a_piece_that_the_physics_or_the_form_refuses_is_a_clear_error(tmp_path, changes, said):
    with pytest.raises(ContentError, match=said):
        load_pieces(written(tmp_path, piece(**changes)))


def test_two_pieces_of_one_name_are_refused(tmp_path):
    with pytest.raises(ContentError, match="two pieces are named 'leap'"):
        load_pieces(written(tmp_path, piece(), piece()))
