"""Stored runs of levels: the list is short, and the runs of guests are limited."""

import msgspec
import pytest

from ludus.studio.file_paths import StudioPaths
from ludus.studio.levels import level_routes, level_store
from ludus.studio.protocol.levels import LevelRun, LevelRunRow
from ludus.util.errors import OptionError


def test_runs_are_listed_without_their_key_presses(open_studio, tmp_path, monkeypatch):
    monkeypatch.setattr(level_store, "MAX_ROWS", 3)
    studio = open_studio()
    store = level_store.LevelStore(StudioPaths(tmp_path).levels)
    for number in range(5):
        when = f"2026-01-01T00:00:0{number}.000Z"
        store.store_run(LevelRun(f"{number:012x}", "first-steps", "person", when, "9 right", 9, 0, False, "start"))
    status, rows = studio.owner.get("/api/levels/first-steps/runs")
    assert [row["when"][-6] for row in rows] == ["4", "3", "2"], status
    msgspec.convert(rows, list[LevelRunRow])
    assert studio.owner.get("/api/levels/first-steps/runs/000000000000")[1]["presses"] == "9 right"


def test_stored_runs_of_guests_are_limited(open_studio, monkeypatch):
    monkeypatch.setattr(level_routes, "GUESTS_RUNS", 1)
    studio = open_studio(share="127.0.0.1")
    order = {"level": "first-steps", "presses": "9 right", "ticks": 9, "deaths": 0, "arrived": False}
    answers = [client.post("/api/levels/runs", order) for client in (studio.guest, studio.guest, studio.owner)]
    assert [status for status, _ in answers] == [200, 400, 200], answers
    assert "1 runs of this level" in answers[1][1]["message"]


def test_a_level_of_another_physics_is_refused_since_the_page_plays_the_thesis(tmp_path):
    store = level_store.LevelStore(StudioPaths(tmp_path).levels)
    text = store.file("first-steps").read_text()
    with pytest.raises(OptionError, match="Moon"):
        store.store(f"{text}physics name Moon\nphysics gravity 20\n")
    assert store.store(text) == "first-steps"
