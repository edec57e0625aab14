"""Jobs and their results are on disk: a server that was killed shows them again."""

import asyncio
import sys
import time
from types import SimpleNamespace

import msgspec
import pytest

from ludus.studio.file_paths import StudioPaths
from ludus.studio.jobs import job_manager
from ludus.studio.jobs.job_manager import MAX_ENDED_JOBS, Job, JobManager
from ludus.studio.jobs.job_store import FORMAT, JobStore, StoredJob, StoredResults
from ludus.studio.protocol.jobs import DesignReportMessage, JobRow, JobStep
from ludus.studio.worker.job_messages import EndReport, InspectJob, StepReport, TournamentJob
from tests.studio.conftest import KillableStudio

FOUND = DesignReportMessage("A tree", ["It is fine."], [], {}, [], {}, {}, [], {})


def stored_job(id="0123456789ab", state="done", began="2026-01-01T00:00:00.000Z", order=None):
    order = order or InspectJob("delve", ["bad"], {}, {}, 100, 1)
    row = JobRow(id, "inspect", "delve", "", state, began, "")
    return StoredJob(FORMAT, row, order, [JobStep("fights", 5, 9, "game", {})], ["a line"], [], 3.5)


def test_results_are_available_after_a_restart(open_studio, tmp_path):
    store = JobStore(StudioPaths(tmp_path).work)
    store.store(stored_job(), StoredResults(FOUND, {"front": [1, 2]}))
    owner = open_studio().owner
    assert [(row["id"], row["state"]) for row in owner.get("/api/work")[1]] == [("0123456789ab", "done")]
    with owner.socket("/socket/work/0123456789ab") as connection:
        result = connection.receive()
    assert (result["type"], result["found"]["title"], result["shown"]) == ("result", "A tree", {"front": [1, 2]})


def test_guests_see_the_progress_of_a_job_but_not_its_result(open_studio, tmp_path):
    JobStore(StudioPaths(tmp_path).work).store(stored_job(), StoredResults(FOUND, {"front": [1, 2]}))
    with open_studio(share="127.0.0.1").guest.socket("/socket/work/0123456789ab") as connection:
        word = connection.receive()
    assert (word["type"], word["work"]["state"], word["shown"]) == ("progress", "done", {})


def test_jobs_of_a_killed_server_are_stopped_and_keep_their_progress(open_studio, tmp_path):
    JobStore(StudioPaths(tmp_path).work).store(stored_job(state="working"), StoredResults())
    owner = open_studio().owner
    with owner.socket("/socket/work/0123456789ab") as connection:
        progress = connection.receive()
    assert (progress["work"]["state"], progress["seconds"]) == ("stopped", 3.5)
    assert "server ended" in progress["work"]["message"]
    assert progress["steps"][0]["done"] == 5


def test_a_stopped_job_can_be_repeated(open_studio, tmp_path):
    order = TournamentJob("locm", ["random", "baseline1"], 4, 3, {}, str(tmp_path / "studio" / "tournaments" / "again"))
    work = msgspec.structs.replace(stored_job(state="working", order=order))
    row = msgspec.structs.replace(work.row, kind="tournament", subject="locm", target="again")
    JobStore(StudioPaths(tmp_path).work).store(msgspec.structs.replace(work, row=row), StoredResults())
    studio = open_studio(share="127.0.0.1")
    assert studio.guest.post("/api/work/0123456789ab/again", None)[0] == 400
    started = studio.owner.post("/api/work/0123456789ab/again", None)[1]
    assert started["target"] == "again"
    with studio.owner.socket(f"/socket/work/{started['id']}") as connection:
        assert connection.until(lambda message: message["work"]["state"] != "working")["work"]["state"] == "done"
    assert studio.owner.post("/api/work/ffffffffffff/again", None)[0] == 404


def test_a_file_that_is_no_job_hides_no_job(tmp_path):
    store = JobStore(tmp_path)
    store.store(stored_job(), StoredResults(FOUND))
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "ffffffffffff.json").write_text("{")
    (tmp_path / "eeeeeeeeeeee.json").mkdir()
    assert [job.row.id for job in store.load_all()] == ["0123456789ab"]


def test_damaged_results_are_reported(open_studio, tmp_path):
    store = JobStore(StudioPaths(tmp_path).work)
    store.store(stored_job(), StoredResults(FOUND))
    (store.folder / "0123456789ab.found.json").write_text("{")
    with open_studio().owner.socket("/socket/work/0123456789ab") as connection:
        work = connection.receive()["work"]
    assert (work["state"], "cannot be read" in work["message"]) == ("failed", True)


def test_files_of_the_oldest_jobs_are_deleted(open_studio, tmp_path):
    store = JobStore(StudioPaths(tmp_path).work)
    for number in range(MAX_ENDED_JOBS + 5):
        store.store(stored_job(f"{number:012x}", began=f"2026-01-01T00:00:{number:02}.000Z"), StoredResults(FOUND))
    studio = open_studio()
    order = {"game": "locm", "players": ["random", "baseline1"], "games": 2}
    started = studio.owner.post("/api/tournaments", order)[1]
    ids = {row["id"] for row in studio.owner.get("/api/work")[1]}
    assert len(ids) == MAX_ENDED_JOBS + 1
    assert {job.row.id for job in store.load_all()} | {started["id"]} == ids
    assert "000000000000" not in ids


def test_a_result_is_on_disk_before_listeners_are_notified(tmp_path, monkeypatch):
    """The store has the state `done` and the result before listeners are notified."""
    (tmp_path / "report").write_bytes(msgspec.json.encode(EndReport(FOUND)) + b"\n")
    process = tmp_path / "process"
    process.write_text(f"#!/bin/sh\nread order\ncat {tmp_path}/report\n")
    process.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(process))
    store, states = JobStore(StudioPaths(tmp_path).work), []
    work = Job("inspect", "delve", "", stored_job().order, store)

    def on_change():
        on_disk = [(job.row.state, store.load_results(job.row.id).found) for job in store.load_all()]
        states.append((work.state, on_disk))

    work.listeners["test"] = on_change
    asyncio.run(work.run(tmp_path))
    assert [state for state, _ in states] == ["done", "done"]
    assert all(on_disk == [("done", FOUND)] for _, on_disk in states)
    restored = JobManager(tmp_path, store).jobs[work.id]
    assert asyncio.run(restored.current_message()).found == FOUND


def test_the_time_left_is_that_of_the_games_left_at_the_pace_so_far(tmp_path, monkeypatch):
    seconds = iter((100.0, 110.0, 120.0, 120.0))  # the start, two reports, the question
    monkeypatch.setattr(job_manager, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    work = Job("inspect", "delve", "", stored_job().order, JobStore(tmp_path))
    for done in (100, 150):
        work._handle(StepReport(0, JobStep("", done, 400, "game", {})))
    progress = work.progress()
    assert (progress.seconds, progress.pace, progress.left) == (20.0, 5.0, 50.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "order"),
    [
        ("runs", {"study": "dominion-cards", "preset": "quick", "sets": {"generations": "12", "games": "200"}}),
        ("tournaments", {"game": "locm", "players": ["random", "greedy", "baseline1"], "games": 3000, "seed": 5}),
    ],
)
def test_a_tournament_of_a_killed_server_can_be_resumed(tmp_path, address, order):
    first = KillableStudio(tmp_path)
    status, started = first.owner.post(f"/api/{address}", order)
    assert status == 200, started
    with first.owner.socket(f"/socket/work/{started['id']}") as connection:
        connection.until(lambda message: message["steps"] and message["steps"][0]["done"] > 0)
        first.kill()
    second = KillableStudio(tmp_path)
    try:
        owner, path = second.owner, f"/api/{address}/{started['target']}"
        while (row := owner.get(path)[1]["row"]).get("state") == "running":  # the process ends by itself
            time.sleep(0.1)
        assert row["work"] == ""
        assert row.get("state", "stopped") == "stopped"
        rows = {row["id"]: row for row in owner.get("/api/work")[1]}
        assert rows[started["id"]]["state"] == "stopped"
        resumed = owner.post(f"{path}/resume", None)
        while resumed[0] == 400 and "another process" in str(resumed[1]):
            resumed = owner.post(f"{path}/resume", None)
        with owner.socket(f"/socket/work/{resumed[1]['id']}") as connection:
            last = connection.until(lambda message: message["work"]["state"] != "working")
        assert last["work"]["state"] == "done", last
        status, report = owner.get(f"{path}/report")
        assert (status, report.startswith("<!doctype html>")) == (200, True)
        assert "sandbox" in owner.headers["content-security-policy"]
    finally:
        second.kill()
