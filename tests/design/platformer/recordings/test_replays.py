"""Plays from key presses: bounded, as they end by the rules, and as replays."""

import pytest

from ludus.design.platformer.recordings.events import Recording
from ludus.design.platformer.recordings.replays import (
    RecordingOutcome,
    parse_moves,
    recording_from_replay,
    recording_outcome,
    replay_from_recording,
    write_presses,
)
from ludus.design.platformer.verify.agent import walk_level
from ludus.games.platformer.options import find_level
from ludus.util.errors import NotationError, ReplayError


@pytest.fixture(scope="module")
def walk():
    level = find_level("trap-school")
    return Recording(level, bytes(walk_level(level).moves), "agent")


def test_key_presses_are_the_buttons_of_every_tick(walk):
    assert parse_moves(write_presses(walk.moves)) == walk.moves


@pytest.mark.parametrize("presses", ["70000 left", "40000 left, 40000 rest", f"{'9' * 5000} left"])
def test_what_is_too_long_is_refused_before_it_takes_any_room(presses):
    with pytest.raises(NotationError, match="at most 65,536 ticks"):
        parse_moves(presses)


def test_a_play_has_a_tick(walk):
    with pytest.raises(NotationError, match="one tick"):
        parse_moves("0 left")


def test_a_play_ends_as_the_rules_say(walk):
    assert recording_outcome(walk) == RecordingOutcome(len(walk.moves), 0, arrived=True)
    assert recording_outcome(Recording(walk.level, walk.moves[:60])) == RecordingOutcome(60, 0, arrived=False)
    assert recording_outcome(Recording(walk.level, bytes([2] * 300))).deaths > 0  # who runs into the saw


def test_a_replay_is_the_same_play_and_of_no_other_level(walk):
    replay = replay_from_recording(walk, "trap-school")
    assert replay.positions()[-1].result.reason == "exit"
    assert recording_from_replay(replay, walk.level) == walk
    with pytest.raises(ReplayError, match="was not played in First steps"):
        recording_from_replay(replay, find_level("first-steps"))
