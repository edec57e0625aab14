"""Levels of other physics and pieces: generated, proven, played and rated; said to be uncalibrated."""

from dataclasses import replace

import numpy as np
import pytest

from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.difficulty.failure_model import predict
from ludus.design.platformer.difficulty.move_durations import move_seconds
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.inspect import inspect
from ludus.design.platformer.level_graph.movement_tables import movement_tables
from ludus.design.platformer.level_report import calibration_note
from ludus.design.platformer.make import make
from ludus.design.platformer.options import InspectOptions, MakeOptions
from ludus.design.platformer.players.population import simulate as play
from ludus.design.platformer.spec import LevelSpec
from ludus.design.platformer.verify.validate_level import both_runs_reach_exit, check_playable
from ludus.games.platformer.level import write_level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.motion_planning import GridNode, make_grid, resting_body, simulate
from ludus.games.platformer.movement import THESIS, Movement, Physics
from ludus.games.platformer.movement_files import read_movement
from ludus.report.report_model import File
from ludus.util.errors import ContentError, OptionError
from tests.cases import each
from tests.messages import missing

from .requests import make_request

PAIRS = [
    ("double-jump", None),
    (None, "stepping-stones"),
    ("double-jump", "long-jumps"),
    ("wall-jump", "chimneys"),
]


def bodies(level, moves):
    physics = level.movement.physics
    body = resting_body(GridNode("stand", *level.start), physics)
    return simulate(make_grid(level.rows), body, moves, physics=physics)


def test_players_find_the_moment_of_a_climb_that_works_for_a_tick_or_two():
    movement = read_movement("wall-jump", "chimneys")
    spec = LevelSpec(setup="thesis", movement=movement)
    for number in (100, 540, 890):  # levels in which all players gave up when they looked at every eighth tick only
        level = generate_level(derive(2015, "own physics", number), spec).level
        runs = play(level, 3, derive(2015, "players", number)).runs
        assert all(run.result.reached_exit for run in runs)


@each(("physics", "pieces"), PAIRS)
def test_levels_of_other_physics_and_pieces_are_walked_both_ways_and_played_by_all_players(physics, pieces):
    movement = read_movement(physics, pieces)
    for seed in range(5):
        generated = generate_level(seed, LevelSpec(setup="thesis", movement=movement))
        assert both_runs_reach_exit(generated) == (True, True)
        again = read_level(write_level(generated.level))
        assert again == generated.level
        assert check_playable(again).moves == generated.run_to_exit.moves
    population = play(generated.level, 10, seed=1)
    assert all(run.result.reached_exit for run in population.runs)
    assert 0 <= rate_level(generated.level).difficulty < 1
    assert 0 <= predict(find_challenges(generated.level)).failure < 1


def test_the_set_up_designed_takes_another_physics_and_refuses_pieces():
    for physics in ("double-jump", "wall-jump"):
        generated = generate_level(1, LevelSpec(movement=read_movement(physics, None)))
        assert both_runs_reach_exit(generated) == (True, True)
    with pytest.raises(OptionError, match="set-up thesis"):
        LevelSpec(movement=read_movement(None, "stepping-stones"))


def test_the_agent_and_players_jump_in_the_air_where_the_plan_needs_it():
    level = generate_level(2, LevelSpec(setup="thesis", movement=read_movement("double-jump", "long-jumps")))
    assert bodies(level.level, level.run_to_exit.moves)["air_jumps"].any()
    bare = replace(level.level, rows=tuple(row.replace("t", "o") for row in level.level.rows), traps=())
    runs = [run.result.moves for run in play(bare, 3, 1).runs]
    assert all(bodies(bare, np.frombuffer(moves, np.uint8).tolist())["air_jumps"].any() for moves in runs)


def test_the_same_seed_and_files_give_the_same_level():
    texts = {
        write_level(generate_level(7, LevelSpec(setup="thesis", movement=read_movement("wall-jump", "chimneys"))).level)
        for _ in range(2)
    }
    assert len(texts) == 1
    thesis = write_level(generate_level(7, LevelSpec(setup="thesis")).level)
    assert thesis not in texts
    assert "physics" not in thesis


def test_a_physics_that_cannot_walk_the_pieces_of_the_thesis_is_an_error_with_the_piece():
    heavy = Movement(Physics("heavy", gravity=200))
    with pytest.raises(ContentError) as error:
        movement_tables(heavy)
    assert not missing(error.value, "up1", "heavy", "[1, 1]")


def test_a_piece_that_can_be_walked_but_not_steered_is_an_error_with_the_way(tmp_path):
    file = tmp_path / "pieces.toml"
    file.write_text('[[pieces]]\nname = "blind"\npicture = [".B", ".#", ". ", "A ", "# "]\n')
    with pytest.raises(ContentError) as error:
        movement_tables(read_movement("double-jump", str(file)))
    assert error.value.file == str(file)
    assert not missing(error.value, "blind", "steer", "Double jump")


def test_too_many_moves_are_an_error_of_the_file(tmp_path):
    floor = "solid = [[0, -1], [1, -1]]"
    walks = "".join(
        f'[[pieces]]\nname = "w{k}"\nconnect = [[0, 0], [1, 0]]\nopen = [[0, {k}]]\n{floor}\n' for k in range(1, 9)
    )
    walks += "".join(
        f'[[pieces]]\nname = "v{k}"\nconnect = [[0, 0], [1, 0]]\nopen = [[1, {k}], [0, 1]]\n{floor}\n'
        for k in range(1, 9)
    )
    walks += "".join(
        f'[[pieces]]\nname = "u{k}"\nconnect = [[0, 0], [1, 0]]\nopen = [[0, {k}], [1, {k}]]\n{floor}\n'
        for k in range(1, 9)
    )
    file = tmp_path / "pieces.toml"
    file.write_text(walks)
    with pytest.raises(ContentError) as error:
        movement_tables(read_movement(None, str(file)))
    assert not missing(error.value, "64")
    assert error.value.file == str(file)


def test_a_move_with_two_jumps_takes_as_long_as_its_proven_controller():
    movement = read_movement("double-jump", None)
    tables, seconds = movement_tables(movement), move_seconds(movement)
    twice = [k for k in range(len(tables.moves)) if tables.controllers["rows"][0, k]["repeats"]]
    assert twice
    assert all(seconds[k] == tables.controllers["ticks"][0, k] / 60 for k in twice)


def test_reports_on_another_physics_say_that_it_is_not_calibrated(tmp_path):
    assert calibration_note(THESIS) == []
    report = make(MakeOptions(physics="double-jump", rooms="2x1"), make_request())
    assert any("NOT CALIBRATED" in line and "Double jump" in line for line in report.answer)
    assert "Double jump" in report.facts["physics"]
    file = tmp_path / "mine.level"
    file.write_text(next(part.data for part in report.parts if isinstance(part, File)))
    inspected = inspect([str(file)], InspectOptions(), replace(make_request(), games=10))
    assert any("NOT CALIBRATED" in line for line in inspected.answer)
    assert "Double jump" in inspected.facts["physics"]
    with pytest.raises(OptionError, match="Double jump"):
        inspect([str(file)], InspectOptions(physics="wall-jump"), replace(make_request(), games=10))
    chosen = inspect(["first-steps"], InspectOptions(physics="wall-jump"), replace(make_request(), games=10))
    assert "Wall jump" in chosen.facts["physics"]
    assert "physics" not in inspect(["first-steps"], InspectOptions(), replace(make_request(), games=10)).facts


def test_an_archive_takes_no_other_physics():
    with pytest.raises(OptionError, match="physics"):
        make(MakeOptions(map="vertical-traps", physics="double-jump"), make_request())
