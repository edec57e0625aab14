"""Sessions of synthetic players on the levels of the thesis's study, recorded sessions, and levels for the dial."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from ludus.core.random import derive
from ludus.design.levels.difficulty.practice import draw_player, training_example
from ludus.design.levels.difficulty.records import session_arrays
from ludus.design.levels.people.play import PlayableLevel
from ludus.design.levels.sessions.events import events_of
from ludus.design.levels.sessions.schedule import ScheduledLevel
from ludus.studies.platformer_difficulty.config import DifficultyConfig


def compile_rules(settings: DifficultyConfig) -> None:
    """Run one example of each kind, so that all rules are compiled before several threads need them."""
    session_arrays(islice(_play_session(settings, 0), 1))
    play_dial_levels(msgspec.structs.replace(settings, dial_players=2), "ready", range(1))


def play_sessions(settings: DifficultyConfig, part: range) -> list[dict[str, Any]]:
    """Synthetic sessions by number."""
    return [session_arrays(_play_session(settings, number)) for number in part]


def read_recorded_sessions(file: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Sessions of a file, in order, and the kinds of their players."""
    from ludus.design.levels.sessions.files import read_recordings

    plays = read_recordings(Path(file).read_text(encoding="utf-8"), file)
    sessions = []
    for number in sorted({play.session for play in plays}):
        own = sorted((play for play in plays if play.session == number), key=lambda play: play.order)
        sessions.append(session_arrays((play.level, events_of(play)) for play in own))
    return sessions, sorted({play.kind for play in plays})


def play_dial_levels(settings: DifficultyConfig, lot: str, part: range) -> list[dict[str, Any]]:
    """Levels of all kinds: features of their passages, and how many synthetic players die on them."""
    return [training_example(derive(settings.seed, "dial", lot, number), settings.dial_players) for number in part]


def _play_session(settings: DifficultyConfig, number: int) -> Iterator[tuple[Any, Any]]:
    """Levels and events of a synthetic session."""
    synthetic_player = draw_player(derive(settings.seed, "player", number))
    for order in range(settings.levels):
        task = ScheduledLevel(number, order, derive(settings.seed, "session", number, "level", order))
        level = task.make().level
        yield (
            level,
            PlayableLevel(level, settings.respawn)
            .play(synthetic_player, derive(settings.seed, "play", number, order))
            .events,
        )
