"""Files of recorded sessions, and the schedule of the study."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.platformer.recordings import PLAYER_KINDS, RESPAWNS, Recording
from ludus.design.platformer.recordings.files import load_recordings, read_recordings, write_recordings
from ludus.design.platformer.recordings.thesis_study_levels import (
    LEVELS_PER_SESSION,
    SESSIONS,
    period_range,
    schedule,
    tutorials,
)
from ludus.games.platformer.constants import MOVES
from ludus.games.platformer.options import find_level, level_names
from ludus.util.errors import ContentError
from tests.cases import each
from tests.messages import mentions, missing

LINE = json.loads(write_recordings([Recording(find_level("first-steps"), bytes([2, 2, 6]))]))


@st.composite
def sessions(draw):
    moves = st.lists(st.sampled_from(MOVES), min_size=1, max_size=50).map(bytes)
    return [
        Recording(
            find_level(draw(st.sampled_from(level_names()))),
            draw(moves),
            draw(st.text(min_size=1, max_size=10)),
            draw(st.sampled_from(PLAYER_KINDS)),
            draw(st.integers(0, 60)),
            spec,
            draw(st.sampled_from(RESPAWNS)),
            draw(st.booleans()),
            draw(st.none() | st.integers(1, 5)),
        )
        for spec in range(draw(st.integers(1, 4)))
    ]


@given(sessions())
@settings(max_examples=30, deadline=None)
def test_sessions_read_back_as_they_were_written(plays):
    assert read_recordings(write_recordings(plays)) == plays


@given(
    st.text(max_size=200) | st.dictionaries(st.sampled_from(sorted(LINE)), st.none() | st.integers()).map(json.dumps)
)
@settings(max_examples=80, deadline=None)
def test_any_other_text_is_an_error_that_names_the_file(text):
    with pytest.raises(ContentError, match=r"mine\.jsonl"):
        read_recordings(text, "mine.jsonl")


@each(
    ("change", "words"),
    [
        ({"kind": "robot"}, "'kind' … 'robot'"),
        ({"respawn": "never"}, "'respawn' is checkpoint or start"),
        ({"presses": "ten right"}, "key presses are ticks and buttons"),
        ({"presses": "10 left+right"}, "left and right not at once"),
        ({"presses": "99999 rest"}, "at most 65,536 ticks"),
        ({"level": "level X\n\ncells\n###\n"}, "its level: "),
        ({"order": -1}, "'order' is a whole number from 0 to"),
        ({"order": 10**30}, "'order' is a whole number from 0 to"),
        ({"session": True}, "'session' is a whole number"),
        ({"rating": 6}, "'rating' is 1 to 5"),
        ({"skipped": "no"}, "'skipped' is true or false"),
        ({"mood": "good"}, "a play has no 'mood'"),
        ({"player": ""}, "'player' is a text"),
        ({"player": "\ud800"}, "'player' is a text"),
    ],
)
def test_an_invalid_line_is_refused_with_its_number(change, words):
    text = f"# a remark\n\n{json.dumps(LINE)}\n{json.dumps(LINE | {'order': 1} | change)}\n"
    with pytest.raises(ContentError) as line_text:
        read_recordings(text, "mine.jsonl")
    assert str(line_text.value).startswith("mine.jsonl, line 4: ")
    assert not missing(line_text.value, words)


@each("line", ["[" * 100_000, '{"a":' * 100_000, f'{{"session": {"9" * 5000}}}'])
def test_lines_that_are_no_valid_json_are_refused(line):
    with pytest.raises(ContentError, match="line 1: this cannot be read"):
        read_recordings(line)


def test_two_recordings_cannot_have_the_same_place_in_a_session():
    with pytest.raises(ContentError, match=mentions("line 2", "session 0", "play 0", "line 1")):
        read_recordings(f"{json.dumps(LINE)}\n{json.dumps(LINE)}\n")


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ContentError, match="cannot be read"):
        load_recordings(tmp_path / "none.jsonl")
    file = tmp_path / "mine.jsonl"
    file.write_text(json.dumps(LINE))
    assert len(load_recordings(file)) == 1


def test_the_schedule_has_53_sessions_of_10_levels_with_seeds_of_their_own():
    tasks = schedule(7)
    assert (len(tasks), SESSIONS, LEVELS_PER_SESSION) == (530, 53, 10)
    assert len({task.seed for task in tasks}) == 530
    assert {task.seed for task in schedule(8)}.isdisjoint(task.seed for task in tasks)
    assert schedule(7, sessions=2) == tasks[:20]


def test_the_interval_of_periods_grows_over_the_first_five_levels_and_stays():
    assert [period_range(spec) for spec in range(10)] == [(120, 120), (108, 120), (96, 120), (84, 120)] + 6 * [
        (72, 120)
    ]


def test_there_are_two_tutorial_levels_the_first_without_traps():
    first, second = tutorials()
    assert not any(trap.period for trap in first.traps)
    assert any(trap.period for trap in second.traps)
