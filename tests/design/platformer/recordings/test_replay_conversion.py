"""Recordings from key presses, their outcome, and conversion from and to replays."""

import pytest

from ludus.design.platformer.recordings import Recording
from ludus.design.platformer.recordings.replay_conversion import (
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
from tests.cases import each


@pytest.fixture(scope="module")
def walk():
    level = find_level("trap-school")
    return Recording(level, bytes(walk_level(level).moves), "agent")


def test_key_presses_are_the_buttons_of_every_tick(walk):
    assert parse_moves(write_presses(walk.moves)) == walk.moves


@each("presses", ["70000 left", "40000 left, 40000 rest", f"{'9' * 5000} left"])
def test_presses_that_are_too_long_are_refused_before_memory_is_used(presses):
    with pytest.raises(NotationError, match="at most 65,536 ticks"):
        parse_moves(presses)


def test_a_recording_has_at_least_one_tick(walk):
    with pytest.raises(NotationError, match="one tick"):
        parse_moves("0 left")


def test_the_outcome_of_a_recording_follows_from_the_rules(walk):
    assert recording_outcome(walk) == RecordingOutcome(len(walk.moves), 0, arrived=True)
    assert recording_outcome(Recording(walk.level, walk.moves[:60])) == RecordingOutcome(60, 0, arrived=False)
    assert recording_outcome(Recording(walk.level, bytes([2] * 300))).deaths > 0  # who runs into the saw


def test_a_replay_gives_the_same_recording_and_only_for_its_level(walk):
    replay = replay_from_recording(walk, "trap-school")
    assert replay.positions()[-1].result.reason == "exit"
    assert recording_from_replay(replay, walk.level) == walk
    with pytest.raises(ReplayError, match="was not played in First steps"):
        recording_from_replay(replay, find_level("first-steps"))
