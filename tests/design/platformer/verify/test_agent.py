"""The agent that plays levels, and its move controllers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.rule import plain
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.level_graph.movement_tables import move_controllers, movement_tables
from ludus.design.platformer.level_graph.piece_move_table import graph_moves
from ludus.design.platformer.spec import LevelSpec
from ludus.design.platformer.verify.agent import AgentFailed, reversed_level, walk_level
from ludus.design.platformer.verify.move_controllers import (
    MoveController,
    MoveInProgress,
    arrived,
    begin_move,
    steer,
)
from ludus.games.platformer import rules
from ludus.games.platformer.game_data_records import GameData
from ludus.games.platformer.level import Level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.motion_planning import GridNode, make_grid, resting_body
from ludus.games.platformer.movement import MAX_MOVE_TICKS, THESIS, physics_record
from ludus.games.platformer.movement_files import read_movement
from ludus.games.platformer.options import Options, find_level, load_with_level
from ludus.games.platformer.physics import Body, Grid, PhysicsRecord, step
from ludus.games.platformer.room_building_pieces import load_pieces
from ludus.games.platformer.state import AT_EXIT, State
from tests.cases import each

KINDS = ("stand", "left hang", "right hang")
MOVES = graph_moves(load_pieces())


def played(level, moves):
    """The state after these moves in the game itself."""
    table, array = load_with_level(level, Options(seconds=3600)).data, State.zeros()
    state = State.over(array)
    plain(rules.start)(GameData.over(table), state, 1)
    apply = plain(rules.apply)
    for move in moves:
        apply(GameData.over(table), state, move)
    return state


@given(st.integers(0, 2**32), st.sampled_from(["solid", "airy", "open"]), st.sampled_from([(5, 1), (1, 3), (2, 2)]))
@settings(max_examples=8, deadline=None)
def test_the_agents_presses_finish_the_game_without_dying(seed, fill, rooms):
    generated = generate_level(seed, LevelSpec(setup="thesis", rooms=rooms, fill=fill))
    for level, walk in (
        (generated.level, generated.run_to_exit),
        (reversed_level(generated.level), generated.run_to_start),
    ):
        state = played(level, walk.moves)
        assert (state.reason, state.deaths, state.tick) == (AT_EXIT, 0, len(walk.moves))


@each("name", ["first-steps", "tower", "trap-school"])
def test_the_agent_finishes_the_levels_of_the_game(name):
    level = find_level(name)
    assert played(level, walk_level(level).moves).reason == AT_EXIT


def test_compiled_and_plain_rules_walk_the_same():
    level = read_level(
        "level Short\n\ncells\nooooooo\nooooooo\nootttoo\n=======\n\nstart 0 1\nexit 6 1\nsaw 2 1 period 90 phase 0\n"
    )
    assert walk_level(level) == walk_level(level, compiled=False)


def test_a_path_that_a_trap_always_blocks_is_refused():
    level = read_level("level Shut\n\ncells\n#######\nooodooo\n#######\n\nstart 0 1\nexit 6 1\n")
    with pytest.raises(AgentFailed, match="the traps after 2 1"):
        walk_level(level)
    with pytest.raises(AgentFailed, match="50 moves"):
        walk_level(level, budget=50)


def test_the_agent_fails_without_a_path():
    level = Level("Apart", ("oo#oo", "#####"), (0, 1), ((4, 1),))
    with pytest.raises(AgentFailed, match="no way from 0 1 to 4 1"):
        walk_level(level)
    with pytest.raises(AgentFailed, match="a player cannot stand at 4 2"):
        walk_level(Level("High", ("ooooo", "ooooo", "#####"), (0, 1), ((4, 2),)))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_move_arrives_for_any_content_of_unnamed_cells(data):
    assert_arrives(data, THESIS)


@pytest.mark.parametrize(("physics", "pieces"), [("double-jump", "long-jumps"), ("wall-jump", "chimneys")])
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_move_with_jumps_in_the_air_arrives_for_any_content_of_unnamed_cells(physics, pieces, data):
    assert_arrives(data, read_movement(physics, pieces))


def assert_arrives(data, movement):
    moves = movement_tables(movement).moves
    number = data.draw(st.integers(0, len(moves) - 1))
    move, size = moves[number], 20
    cells = data.draw(st.lists(st.text("#o", min_size=size, max_size=size), min_size=size, max_size=size))
    grid = [list(row) for row in cells]
    for x, y in move.open:
        grid[size - 1 - (y + 9)][x + 9] = "o"
    for x, y in move.solid:
        grid[size - 1 - (y + 9)][x + 9] = "#"
    array = resting_body(GridNode(KINDS[move.from_kind], 9, 9), movement.physics)
    if move.from_kind == 0:
        array["x"] += data.draw(st.integers(-425, 425))
    assert follows(make_grid("".join(row) for row in grid), array, move, number, movement) > 0


def follows(grid, array, move, number, movement):
    """The ticks in which a body goes a move; 0 if it does not arrive."""
    errand, body = MoveInProgress.over(MoveInProgress.zeros()), Body.over(array)
    row = MoveController.over(np.ascontiguousarray(move_controllers(movement)["rows"][0, number : number + 1]))
    plain(begin_move)(errand, row, move.from_kind, 9, 9, move.to_kind, 9 + move.step[0], 9 + move.step[1])
    physics = PhysicsRecord.over(physics_record(movement.physics).copy())
    for tick in range(MAX_MOVE_TICKS):
        plain(step)(Grid.over(grid), physics, body, plain(steer)(errand, body))
        if plain(arrived)(errand, body):
            return tick + 1
    return 0


def test_a_step_takes_a_fifth_of_a_second_and_mirrored_moves_take_equal_time():
    ticks = {
        (move.from_kind, move.to_kind, move.step): int(move_controllers()["ticks"][0, k])
        for k, move in enumerate(MOVES)
    }
    assert ticks[0, 0, (1, 0)] == 13
    swapped = (0, 2, 1)
    for (start, end, (x, y)), count in ticks.items():
        assert ticks[swapped[start], swapped[end], (-x, y)] == count
