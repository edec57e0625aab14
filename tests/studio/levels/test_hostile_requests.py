"""Hostile requests to the platformer pages get errors and change nothing on disk."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludus.studio.jobs import job_manager
from ludus.studio.rate_limits import LARGEST_UPLOAD, REQUESTS
from tests.cases import each, thorough

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner))
FIELDS = {
    "study": ["", "0" * 12, "../study"],
    "level": ["first-steps", "nothing", "../levels"],
    "step": [0, 1, -1],
    "presses": ["5 left", "", "999999 left", "x"],
    "ticks": [5, 0],
    "deaths": [0, -1],
    "arrived": [True, False],
    "skipped": [True, False],
    "rating": [3, 9],
    "seed": [7, -1],
    "rooms": ["0x0", "99x99", "x"],
    "text": ["level", "cells\n##\n"],
    "player": ["", " "],
    "players": [0, 10**9],
}
LIKE_OURS = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) | VALUES for name, values in FIELDS.items()}
)
ADDRESSES = (
    "/api/levels",
    "/api/levels/runs",
    "/api/levels/ffffffffffff/survey",
    "/api/study",
    "/api/study/plays",
    "/api/study/ratings",
)


def files(studio):
    """All stored files of levels and of the study."""
    own = studio.folder / "studio"
    return {
        path: path.read_bytes() for name in ("levels", "study") for path in (own / name).rglob("*") if path.is_file()
    }


@settings(max_examples=thorough(15, 60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    address=st.sampled_from(ADDRESSES), body=LIKE_OURS.map(json.dumps) | VALUES.map(json.dumps) | st.binary(max_size=60)
)
def test_invalid_requests_are_refused_and_change_nothing(studio, owner, address, body):
    before = files(studio)
    data = body if isinstance(body, bytes) else body.encode()
    status, answer = owner.post(address, data)
    while status == 429:
        status, answer = owner.post(address, data)
    if status == 200:  # any name is valid for the study
        assert address == "/api/study"
    else:
        assert status in (400, 404, 413)
        assert answer["message"]
        assert files(studio) == before


@each("id", ["..", "../study", "..%2f..%2ftoken", "ffffffffffff", "A" * 300, "%00", "recipes", "first-steps.level"])
def test_no_id_leads_to_another_file(owner, id):
    for address in (f"/api/levels/{id}", f"/api/levels/{id}/file", f"/api/levels/{id}/runs", f"/api/study/{id}"):
        status, answer = owner.get(address)
        assert status in (200, 404)
        assert owner.token not in str(answer)
        assert status == 404 or "<html" in str(answer)  # an address without /api after it is resolved is the page
    assert owner.get(f"/api/levels/first-steps/runs/{id}")[0] in (404, 200)


def test_a_run_that_would_fill_the_memory_is_refused(owner):
    bomb = ", ".join(["999999 left"] * 50_000)
    run = {"level": "first-steps", "presses": bomb, "ticks": 1, "deaths": 0, "arrived": False}
    status, problem = owner.post("/api/levels/runs", run)
    assert status == 400
    assert "at most 65,536 ticks" in problem["message"]
    run["presses"] = f"{'9' * 900_000} left"
    assert owner.post("/api/levels/runs", run)[0] == 400


def test_what_is_too_large_is_refused(owner):
    assert owner.post("/api/levels", b"x" * (LARGEST_UPLOAD + 1))[0] == 413
    assert owner.post("/api/levels", {"text": "x" * 100_001})[0] == 400
    assert owner.post("/api/study", {"player": "x" * 70_000})[0] == 413


def test_foreign_pages_and_requests_without_a_token_are_refused(studio, owner):
    before = files(studio)
    for address in ("/api/study", "/api/levels", "/api/levels/make", "/api/study/plays"):
        assert owner.post(address, {"player": "x"}, Origin="http://evil.example")[0] == 403
        assert owner.post(address, {"player": "x"}, Origin=None)[0] == 403
        assert owner.post(address, {"player": "x"}, Authorization=None)[0] == 401
    assert files(studio) == before


def test_guests_can_neither_upload_levels_nor_start_jobs(open_studio):
    studio = open_studio(share="127.0.0.1")
    for address, body in (
        ("/api/levels", {"text": "level X"}),
        ("/api/levels/make", {"seed": 1}),
        ("/api/levels/first-steps/survey", {}),
    ):
        status, problem = studio.guest.post(address, body)
        assert status == 400
        assert "shared link" in problem["message"]
    assert studio.guest.get("/api/levels/trap-school")[0] == 200


def test_a_survey_that_cannot_start_leaves_no_file(open_studio, monkeypatch):
    monkeypatch.setattr(job_manager, "MAX_RUNNING_JOBS", 0)
    studio = open_studio()
    assert studio.owner.post("/api/levels/first-steps/survey", {})[0] == 400
    assert not (studio.folder / "studio" / "levels" / "first-steps").exists()


@pytest.mark.slow
def test_a_flood_of_plays_is_refused_and_none_is_stored(open_studio):
    studio = open_studio()
    id = studio.owner.post("/api/study", {"player": "Ann"})[1]["id"]
    body = {"study": id, "step": 0, "presses": "5 left", "ticks": 5, "deaths": 0, "skipped": False}
    answers = [studio.owner.post("/api/study/plays", body)[0] for _ in range(int(2 * REQUESTS[1]))]
    assert set(answers) <= {400, 429}
    assert 400 in answers
    while (answer := studio.owner.get(f"/api/study/{id}"))[0] == 429:
        pass
    assert answer[1]["row"]["step"] == 0
