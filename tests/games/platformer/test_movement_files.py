"""Files of physics and building pieces: the game's own, and what is wrong in others."""

import pytest

import ludus
from ludus.core.position import Position
from ludus.games.platformer.level import write_level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.movement import THESIS, Movement
from ludus.games.platformer.movement_files import CONTENT, find_file, read_movement, read_physics, thesis_shapes
from ludus.games.platformer.options import find_level, with_movement_files
from ludus.games.platformer.room_building_pieces import load_pieces, movement_pieces
from ludus.util.errors import ContentError, OptionError, UnknownName
from tests.cases import each
from tests.messages import missing

PHYSICS = sorted(file.stem for file in (CONTENT / "physics").glob("*.toml"))


def written(folder, text, name="mine.toml"):
    file = folder / name
    file.write_text(text)
    return file


def test_without_files_the_movement_is_the_thesis():
    assert read_movement(None, None) is THESIS
    assert len(thesis_shapes()) == 7


@each("name", PHYSICS)
def test_the_physics_of_the_game_walk_the_pieces_of_the_thesis_both_ways(name):
    physics = read_physics(find_file(name, "physics"))
    assert physics.is_extended
    assert len(movement_pieces(Movement(physics))) == 14


@each(("physics", "pieces"), [("double-jump", "long-jumps"), ("wall-jump", "chimneys")])
def test_the_pieces_of_the_game_are_walked_in_their_physics_and_refused_in_the_thesis(physics, pieces):
    movement = read_movement(physics, pieces)
    assert len(movement_pieces(movement)) > 14
    with pytest.raises(ContentError, match="is refused"):
        load_pieces(find_file(pieces, "pieces"))


def test_numbers_of_a_file_are_in_metres_and_seconds(tmp_path):
    text = 'name = "Moon"\nrun_speed = 8\njump_speed = 12.5\ngravity = 20\nbody_width = 0.8\nbody_height = 1.4\n'
    physics = read_physics(written(tmp_path, text + "coyote_time = 0.05\nair_jumps = 2\n"))
    assert (physics.name, physics.run_speed, physics.jump_speed, physics.gravity) == ("Moon", 480, 750, 20)
    assert (physics.half_width, physics.height, physics.coyote_ticks, physics.air_jumps) == (1440, 5040, 3, 2)
    assert physics.air_jump_speed == 750  # that of the ground, if the file says nothing


@each(
    ("line", "words"),
    [
        ("gravity = 0", ("gravity", "0", "1 to 600")),
        ("gravity = 9.81", ("gravity", "9.81", "whole")),
        ("gravity = nan", ("gravity", "nan", "1 to 600")),
        ("run_speed = inf", ("run_speed", "inf")),
        ("run_speed = 130", ("run_speed", "130", "1 to 120", "2 m")),
        ("max_fall_speed = 200", ("max_fall_speed", "200", "120")),
        ("jump_speed = 0.5", ("jump_speed", "0.5", "ground", "0.667")),
        ("body_width = 2.5", ("body_width", "2.5", "corridor")),
        ("body_height = 2.2", ("body_height", "2.2", "corridor")),
        ("coyote_time = -1", ("coyote_time", "-1", "0 to 1")),
        ("air_jumps = 1.5", ("air_jumps", "1.5", "whole")),
        ("air_jump_speed = 10", ("air_jump_speed", "air_jumps")),
        ("wall_jump = 1", ("wall_jump", "true")),
        ("wall_lock_time = 0.1", ("wall_lock_time", "wall_jump")),
        ("jump_height = 3", ("jump_height", "jump_speed")),
        ("run_speed = true", ("run_speed",)),
        ("name = 3", ("name",)),
        ("run_speed = ", ("TOML",)),
        ("run_speed = 9\n= 3", ("line 2", "TOML")),
    ],
)
def test_a_wrong_number_is_an_error_with_file_key_value_and_range(tmp_path, line, words):
    file = written(tmp_path, f"{line}\n")
    with pytest.raises(ContentError) as error:
        read_physics(file)
    assert error.value.file == str(file)
    assert not missing(error.value, *words)


def test_an_unknown_physics_and_a_missing_file_are_errors():
    with pytest.raises(UnknownName):
        read_movement("triple", None)
    with pytest.raises(ContentError, match="no such file"):
        read_movement("nowhere.toml", None)


def test_a_piece_that_cannot_be_walked_back_says_which_way_fails_and_how_far_one_gets(tmp_path):
    drop = '[[pieces]]\nname = "drop"\npicture = ["A.", "#.", " .", " .", " B", " #"]\n'
    file = written(tmp_path, drop)
    with pytest.raises(ContentError) as error:
        movement_pieces(read_movement("double-jump", str(file)))
    assert error.value.file == str(file)
    assert not missing(error.value, "drop", "back", "Double jump", "[1, -4]", "[0, 0]", "[1, -2]")


@each(
    ("text", "words"),
    [
        ("", ("pieces",)),
        ("pieces = 3", ("pieces",)),
        ("stones = 3", ("stones",)),
        ('[[pieces]]\nname = "x"\n', ("connect",)),
        ('[[pieces]]\nname = "x"\npicture = ["A?B"]\n', ("?",)),
        ('[[pieces]]\nname = "x"\npicture = ["A..", "# #"]\n', ("one A and one B",)),
        ('[[pieces]]\nname = "x"\npicture = ["A.B", "#  "]\n', ("[2, -1]", "solid")),
        ('[[pieces]]\nname = "x"\npicture = ["A.........B", "#         #"]\n', ("too far",)),
        ('thesis = true\n[[pieces]]\nname = "walk"\npicture = ["AB", "##"]\n', ("walk",)),
        ('thesis = 1\n[[pieces]]\nname = "walk"\npicture = ["AB", "##"]\n', ("thesis",)),
        ('[[pieces]]\nname = "x"\npicture = 7\n', ("rows",)),
        ('[[pieces]]\nname = ""\npicture = ["AB", "##"]\n', ("name",)),
    ],
)
def test_a_wrong_file_of_pieces_is_an_error_with_the_place(tmp_path, text, words):
    file = written(tmp_path, text)
    with pytest.raises(ContentError) as error:
        read_movement(None, str(file))
    assert error.value.file == str(file)
    assert not missing(error.value, *words)


@each(("physics", "pieces"), [("double-jump", None), (None, "long-jumps"), ("wall-jump", "chimneys")])
def test_a_level_file_keeps_the_movement_that_the_level_is_made_for(physics, pieces):
    level = with_movement_files(find_level("first-steps"), physics, pieces)
    again = read_level(write_level(level))
    assert again == level
    assert again.movement.digest == level.movement.digest
    assert again.movement.physics == level.movement.physics


@each(
    ("line", "words"),
    [
        ("physics run_speed 570", ("name",)),
        ("physics name Fast\nphysics run_sped 570", ("run_sped", "run_speed")),
        ("physics name Fast\nphysics gravity 0", ("gravity", "1 to 600")),
        ("physics name Fast\nphysics gravity 20\nphysics gravity 30", ("gravity", "twice")),
        ("physics name Fast\nphysics jump_speed 30", ("jump_speed", "ground")),
        ("physics", ("physics KEY N",)),
        ("piece connect 0 0 1 0 open solid 0 -1 name walk", ("walk", "[1, -1]")),
        ("piece connect 0 0 1 open solid 0 -1 1 -1 name walk", ("pairs",)),
        ("piece walk", ("piece connect",)),
        ("piece connect 0 0 x 0 open solid 0 -1 1 -1 name walk", ("'x'",)),
    ],
)
def test_wrong_lines_of_a_movement_are_errors_of_the_level_file(line, words):
    text = write_level(find_level("first-steps"))
    with pytest.raises(ContentError) as error:
        read_level(f"{text}{line}\n")
    assert not missing(error.value, *words)


def test_a_level_made_for_another_physics_is_refused(tmp_path):
    level = with_movement_files(find_level("first-steps"), "double-jump")
    file = tmp_path / "mine.level"
    file.write_text(write_level(level))
    assert ludus.new_game("platformer", level=str(file)).content.labels.movement.physics.air_jumps == 1
    ludus.new_game("platformer", level=str(file), physics="double-jump")
    with pytest.raises(OptionError, match="Double jump"):
        ludus.new_game("platformer", level=str(file), physics="wall-jump")
    thesis = written(tmp_path, "run_speed = 9.5\n", "plain.toml")
    with pytest.raises(OptionError, match="Double jump"):
        ludus.new_game("platformer", level=str(file), physics=str(thesis))
    built = with_movement_files(level, None, "long-jumps")
    assert built.movement.physics == level.movement.physics
    with pytest.raises(OptionError, match="building pieces"):
        with_movement_files(built, None, "chimneys")


def test_positions_with_jumps_in_the_air_are_written_and_read_back():
    position = ludus.new_game("platformer", physics="double-jump")
    for buttons in ["jump"] * 5 + ["rest"] + ["jump"] * 3:
        position.play(buttons)
    again = Position.read(position.game, position.content, position.text())
    assert again.text() == position.text()
    assert position.observation(0)["body"]["air_jumps"] == 1
    assert position.observation(0)["physics"]["air_jumps"] == 1
    thesis = ludus.new_game("platformer").observation(0)
    assert "physics" not in thesis
    assert "air_jumps" not in thesis["body"]
