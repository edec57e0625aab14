"""Whole runs: the levels of the game are won, the dead come back, and replays reproduce every position."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.games.platformer import constants as u
from ludus.games.platformer import game
from ludus.games.platformer.move_notation import read_presses, to_presses
from ludus.games.platformer.options import level_names
from ludus.games.platformer.position_validation import validate
from tests.cases import each

from .level_texts import begin, body, level, play

RUNS = {
    "first-steps": """12 right, 18 right+jump, 18 right, 12 right+jump, 15 right, 12 right+jump, 15 right, 6 right+jump,
        18 right, 3 rest, 3 left, 3 right, 3 rest, 3 right, 15 right+jump, 39 right, 15 right+jump, 3 right, 9 jump,
        9 right, 6 right+jump, 9 right, 3 rest, 3 right, 6 rest, 6 right, 6 rest, 3 right+jump, 12 right, 13 rest""",
    "trap-school": """39 right, 18 right+jump, 147 right, 3 right+jump, 81 right, 15 right+jump, 3 right, 6 jump,
        3 right+jump, 9 right, 6 right+jump, 74 right""",
    "tower": """21 right, 9 right+jump, 3 jump, 3 rest, 6 jump, 3 right+jump, 30 right, 15 right+jump, 3 rest, 9 jump,
        6 right, 3 left, 3 left+jump, 3 right, 3 left, 3 rest, 3 right, 18 jump, 3 left+jump, 6 left, 3 rest, 9 jump,
        3 rest, 3 left, 3 rest, 3 right+jump, 6 jump, 6 right+jump, 3 rest, 9 jump, 3 right, 3 rest, 3 left,
        9 left+jump, 3 jump, 3 rest, 6 jump, 3 left+jump, 26 left""",
    "composites": """33 right, 18 right+jump, 60 right, 6 right+jump, 9 jump, 18 rest, 15 right, 3 right+jump, 54 right,
        3 left, 3 right, 3 rest, 3 left, 3 right, 3 left, 3 right, 3 left, 3 right, 3 left, 72 right""",
    "first-run": """75 right, 10 rest, 5 right, 24 right+jump, 20 right, 10 rest, 10 right, 24 right+jump, 4 right,
        20 rest, 70 right, 24 right+jump, 40 right, 24 right+jump, 10 right, 20 rest, 50 right, 180 rest, 55 right,
        31 right""",
    "easy": """13 right+down, 12 right+jump, 1 right, 1 right+jump, 6 right+jump+down, 109 right+down, 7 right, 2
        right+jump+down, 29 right+down, 2 down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down, 1 down,
        1 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down, 50 right+down, 2 down, 1
        left+down, 1 down, 1 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down, 1 down,
        1 right+down, 1 down, 1 left+down, 114 right+down, 10 right+jump+down, 154 right+down""",
    "medium": """265 right+down, 1 right, 11 right+jump+down, 26 right+down, 9 right, 14 left, 17 right+down, 1 down, 1
        left+down, 1 down, 89 right+down, 12 right+jump, 1 right, 1 right+jump, 6 right+jump+down, 21
        right+down, 9 right, 14 left, 4 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1
        left+down, 1 down, 1 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down, 1 down,
        1 right+down, 1 down, 1 left+down, 33 right+down""",
    "hard": """126 right+down, 1 right, 6 right+jump+down, 6 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1
        down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down, 13 right+down, 10 right+jump+down, 21
        right+down, 9 right, 14 left, 4 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1
        left+down, 1 down, 1 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down, 1 down,
        1 right+down, 1 down, 1 left+down, 89 right+down, 52 rest, 12 right+jump, 1 right, 1 right+jump, 6
        right+jump+down, 46 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down, 1 down,
        1 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 7
        right, 2 right+jump+down, 29 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down,
        1 down, 1 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1 left+down, 76 right+down, 12
        left+down, 6 right+jump+down, 6 right+down, 1 down, 1 left+down, 1 down, 1 right+down, 1 down, 1
        left+down, 1 down, 1 right+down, 1 down, 1 left+down, 13 right+down, 12 right+jump, 1 right, 1
        right+jump, 6 right+jump+down, 28 right+down""",
}
TRAP = ["#########", "#ooooooo#", "#ooooooo#", "#ooooooo#", "####o####", "####d####", "#########"]


@each("name", level_names())
def test_every_level_of_the_game_can_be_won_without_dying(name):
    here = play(Position.start(game, game.content(level=name), 1), RUNS[name])
    assert (here.end_reason, here.result.payoffs, here.scores) == ("exit", (1.0,), (0,))


def test_the_dead_come_back_where_they_last_stood_safely():
    here = play(begin(level(TRAP, start="1 3")), "36 right, 60 down")
    assert here.state.deaths == 1
    assert here.observation(0)["killed_by"].startswith("spikes 4")
    assert (body(here).x, body(here).y) == (3 * u.CELL + u.HALF_CELL, 5 * u.CELL)
    assert body(here).stance == u.GROUND


def test_with_respawn_start_the_dead_come_back_at_the_start():
    here = play(begin(level(TRAP, start="1 3"), respawn="start"), "36 right, 60 down")
    assert (here.state.deaths, body(here).x) == (1, u.CELL + u.HALF_CELL)


def test_only_cells_named_safe_are_come_back_to():
    here = play(begin(level(TRAP, "safe 2 3", start="1 3")), "36 right, 60 down")
    assert (here.state.deaths, body(here).x) == (1, 2 * u.CELL + u.HALF_CELL)


def test_a_run_ends_in_an_exit_or_with_its_time():
    rows = ["######", "#oooo#", "######"]
    won = play(begin(level(rows, exit="3 1")), "19 right")
    assert (won.end_reason, won.result.payoffs) == ("exit", (1.0,))
    lost = play(begin(level(rows, exit="3 1"), seconds=1), "60 rest")
    assert (lost.end_reason, lost.result.payoffs) == ("time", (0.0,))


@pytest.mark.parametrize("name", level_names())
def test_a_replay_reproduces_every_position_bit_for_bit(name, tmp_path):
    here, passed = Position.start(game, game.content(level=name), 1), []
    for move in read_presses(RUNS[name]):
        passed.append(here.bytes())
        here.play(move)
    Replay.from_position(here).save(tmp_path / "run.json")
    found = Replay.load(tmp_path / "run.json").positions()
    assert [position.bytes() for position in found] == [*passed, here.bytes()]
    assert (tmp_path / "run.json").stat().st_size < 30 * len(to_presses(read_presses(RUNS[name]))) + 400


@settings(max_examples=6, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(u.MOVES), st.integers(1, 30)), max_size=40), st.sampled_from(level_names()))
def test_every_position_of_a_run_is_accepted_and_plain_and_compiled_play_agree(pressed, name):
    content = game.content(level=name)
    fast, slow = Position.start(game, content, 1), Position.start(game, content, 1, compiled=False)
    for buttons, ticks in pressed:
        for _ in range(ticks):
            if fast.end_reason:
                return
            fast.play(buttons)
            slow.play(buttons)
            assert fast.bytes() == slow.bytes()
        validate(content, fast.state)
