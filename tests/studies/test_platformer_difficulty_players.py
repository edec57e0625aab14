"""Koens' study with synthetic players, and with recorded sessions."""

from dataclasses import replace

import pytest

from ludus.backends import Threads
from ludus.design.platformer.players.synthetic_player import draw_players, record_play
from ludus.design.platformer.recordings.files import write_recordings
from ludus.design.platformer.recordings.thesis_study_levels import schedule
from ludus.lab import run
from ludus.lab.run_context import RunContext
from ludus.studies.platformer_difficulty import study
from ludus.studies.platformer_difficulty.config import PRESETS, DifficultyConfig
from ludus.studies.platformer_difficulty.results import DifficultyResults
from tests.studies.output_files import output_files

SMALL = PRESETS["quick"] | {"dial_levels": 20, "dial_tested": 10, "players": 12}

pytestmark = pytest.mark.slow


def test_synthetic_players_leave_the_same_bytes_on_one_and_two_threads(tmp_path):
    for threads in (1, 2):
        run(study, DifficultyConfig(**SMALL), tmp_path / str(threads), Threads(threads))
    assert output_files(tmp_path / "1") == output_files(tmp_path / "2")


def test_forecasters_play_the_same_levels_in_their_own_way(tmp_path):
    settings = [DifficultyConfig(**SMALL | {"kind": kind, "parts": ()}) for kind in ("planner", "forecaster")]
    results = []
    for each in settings:
        folder = run(study, each, tmp_path / each.kind, Threads(1)).folder
        results.append(DifficultyResults.read(each, RunContext(folder, Threads(1))))
    planners, forecasters = results
    assert forecasters.player_text == "synthetic players (forecasters)"
    assert len(planners.records.levels_reduced) == len(forecasters.records.levels_reduced)
    assert planners.measures["success"].value != forecasters.measures["success"].value


def test_recorded_sessions_replace_or_refine_synthetic_ones(tmp_path):
    players = draw_players(8, seed=5)
    plays = [
        record_play(task.make().level, players[task.session], task.seed, session=task.session, order=task.order)
        for task in schedule(3, sessions=8, levels=5)
    ]
    file = tmp_path / "people.jsonl"
    file.write_text(write_recordings(replace(play, kind="person") for play in plays))
    settings = DifficultyConfig(**SMALL | {"sessions": str(file), "parts": ()})
    folder = run(study, settings, tmp_path / "people", Threads(1)).folder
    alone = DifficultyResults.read(settings, RunContext(folder, Threads(1)))
    assert alone.player_text == "people"
    assert alone.records.sessions == 8
    assert "Players: people, 8 sessions" in (folder / "report.html").read_text()
    settings = DifficultyConfig(**SMALL | {"sessions": str(file), "parts": (), "recorded": "refine"})
    both = DifficultyResults.read(
        settings, RunContext(run(study, settings, tmp_path / "both", Threads(1)).folder, Threads(1))
    )
    assert both.player_text == "people and synthetic players (planners)"
    assert both.records.sessions == 20
