"""Koens' study with synthetic players, and with recorded sessions."""

from dataclasses import replace

import pytest

from ludus.compute import Threads
from ludus.design.levels.people.filter import some_players
from ludus.design.levels.people.play import play_session
from ludus.design.levels.sessions.files import write_sessions
from ludus.design.levels.sessions.schedule import schedule
from ludus.lab import run
from ludus.lab.desk import Desk
from ludus.studies.platformer_difficulty import study
from ludus.studies.platformer_difficulty.config import PRESETS, Settings
from ludus.studies.platformer_difficulty.findings import Findings
from tests.studies.results import results

SMALL = PRESETS["quick"] | {"dial_levels": 20, "dial_tested": 10, "players": 12}

pytestmark = pytest.mark.slow


def test_synthetic_players_leave_the_same_bytes_on_one_and_two_threads(tmp_path):
    for threads in (1, 2):
        run(study, Settings(**SMALL), tmp_path / str(threads), Threads(threads))
    assert results(tmp_path / "1") == results(tmp_path / "2")


def test_recorded_sessions_replace_or_refine_synthetic_ones(tmp_path):
    players = some_players(8, seed=5)
    plays = [
        play_session(task.make().level, players[task.session], task.seed, session=task.session, order=task.order)
        for task in schedule(3, sessions=8, levels=5)
    ]
    file = tmp_path / "people.jsonl"
    file.write_text(write_sessions(replace(play, kind="person") for play in plays))
    settings = Settings(**SMALL | {"sessions": str(file), "parts": ()})
    folder = run(study, settings, tmp_path / "people", Threads(1)).folder
    alone = Findings.read(settings, Desk(folder, Threads(1)))
    assert alone.who == "people"
    assert alone.records.sessions == 8
    assert "Players: people, 8 sessions" in (folder / "report.html").read_text()
    settings = Settings(**SMALL | {"sessions": str(file), "parts": (), "recorded": "refine"})
    both = Findings.read(settings, Desk(run(study, settings, tmp_path / "both", Threads(1)).folder, Threads(1)))
    assert both.who == "people and synthetic players"
    assert both.records.sessions == 20
