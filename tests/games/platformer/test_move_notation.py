"""Buttons as text, key presses, words and pictures."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core.position import Position
from ludus.games.platformer import constants as u
from ludus.games.platformer import game
from ludus.games.platformer.move_notation import (
    read_buttons,
    read_presses,
    to_moves,
    to_presses,
    write_buttons,
    write_presses,
)
from ludus.games.platformer.options import level_names
from ludus.util.errors import IllegalMove, NotationError
from tests.cases import each
from tests.messages import mentions

from .level_texts import begin, level, play

SVG = "{http://www.w3.org/2000/svg}"
STEP = ["########", "#oooooo#", "#oooooo#", "#oo##oo#", "#oo##oo#", "########"]


def test_a_move_is_the_buttons_held():
    here = begin(level(STEP))
    assert here.legal_move_texts() == [
        "rest",
        "left",
        "right",
        "jump",
        "left+jump",
        "right+jump",
        "down",
        "left+down",
        "right+down",
        "jump+down",
        "left+jump+down",
        "right+jump+down",
    ]
    assert here.read_move(" jump + right ") == u.RIGHT | u.JUMP


@each("text", ["", "up", "left+right", "jump+jump", "rest+jump", "right+", "RIGHT"])
def test_what_is_no_set_of_buttons_is_refused(text):
    with pytest.raises(NotationError, match=mentions("rest", "left", "right", "jump", "down")):
        read_buttons(text)


def test_left_and_right_at_once_are_no_legal_move():
    with pytest.raises(IllegalMove):
        begin(level(STEP)).play(3)


@given(st.lists(st.sampled_from(u.MOVES), min_size=1, max_size=200))
def test_key_presses_round_trip(moves):
    assert read_presses(write_presses(moves)) == moves
    assert to_moves(to_presses(moves)) == moves
    assert [read_buttons(write_buttons(move)) for move in moves] == moves


@each("text", ["", "right", "3", "3 right 4 left", "-3 right", "3 right,"])
def test_other_key_presses_are_refused(text):
    with pytest.raises(NotationError, match="key presses are"):
        read_presses(text)


@each(
    ("pressed", "move", "said"),
    [
        ("1 rest", "rest", "stand still"),
        ("1 rest", "right", "run right"),
        ("2 right", "rest", "slow down"),
        ("1 rest", "right+jump", "jump, run right"),
        ("3 jump", "left+jump", "rise on, go left"),
        ("3 jump", "rest", "stop rising"),
        ("3 jump, 1 rest", "down", "grab no ledge"),
        ("3 jump, 1 rest", "rest", "fall"),
        ("20 right, 32 right+jump, 3 rest", "right", "hang on"),
        ("20 right, 32 right+jump, 3 rest", "jump", "jump"),
        ("20 right, 32 right+jump, 3 rest", "left+down", "let go, go left"),
    ],
)
def test_phrases_say_what_buttons_do_here(pressed, move, said):
    here = play(begin(level(STEP)), pressed)
    assert game.rendering.describe_move(here.content, here.state, here.read_move(move)) == said


def test_the_description_shows_the_state_of_the_run():
    here = play(begin(level(STEP)), "20 right, 32 right+jump, 3 rest")
    words = here.describe()
    assert (
        words.splitlines()[0] == "test: 0.92 s of 120.00 s, 0 deaths, hanging by a ledge on the right at 5.67 m, 8.50 m"
    )
    assert "# @##  #" in words
    assert "out of time" in play(begin(level(STEP), seconds=1), "60 rest").describe()


@each("name", level_names())
def test_pictures_are_well_formed_and_the_same_every_time(name):
    here = Position.start(game, game.content(level=name), 1, compiled=False)
    for _ in range(6):
        root = ElementTree.fromstring(here.svg())
        assert here.svg() == here.copy().svg()
        assert [child.tag for child in root][:2] == [SVG + "title", SVG + "desc"]
        titles = [element.text for element in root.iter(SVG + "title")]
        assert titles.count("exit") == len(here.content.labels.exits)
        assert titles.count("the body") == 1
        assert sum(text.split()[0] in ("saw", "mine", "squeeze", "jaws", "spikes") for text in titles) == sum(
            trap.name.split()[0] in ("saw", "mine", "squeeze", "jaws", "spikes") for trap in here.content.labels.traps
        )
        play(here, "11 right+jump, 6 rest")


def test_names_of_levels_are_escaped():
    nasty = level(STEP)
    nasty = type(nasty)("<script>&", *(getattr(nasty, name) for name in ("rows", "start", "exits")))
    assert "<script" not in begin(nasty).svg()
