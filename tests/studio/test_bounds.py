"""Lists come in pages, and nobody fills the disk or takes the places of others."""

import asyncio
import threading
import time
from concurrent.futures import Future

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from ludus.studio import app
from ludus.studio.auth import AuthMiddleware
from ludus.studio.file_paths import StudioPaths
from ludus.studio.levels import level_routes, level_store
from ludus.studio.protocol.levels import LevelRun, LevelRunRow
from ludus.studio.rate_limits import GUEST_SHARES, MAX_PERSONS, TokenBucket
from ludus.studio.sessions import session_manager
from ludus.studio.sessions.session_store import SessionList, SessionStore, StoredSession


def a_table(number, guest=False):
    began = f"2026-01-01T00:{number // 60:02}:{number % 60:02}.000Z"
    players, keys = ["random", "random"], [None, None]
    return StoredSession(1, f"{number:012x}", "auction", 1, players, keys, began, False, None, "over", 9, guest=guest)


@pytest.fixture
def full(tmp_path):
    """A folder with 250 tables."""
    tables = StudioPaths(tmp_path).tables
    for number in range(250):
        (tables / f"{number:012x}").mkdir()
        data = msgspec.json.encode(a_table(number, guest=number < 20))
        (tables / f"{number:012x}" / "table.json").write_bytes(data)
    return tables


def test_the_list_of_games_comes_in_pages_the_newest_first(full, open_studio):
    owner = open_studio().owner
    pages = [owner.get("/api/tables")[1]]
    while len(pages[-1]) == session_manager.MAX_ROWS:
        pages.append(owner.get(f"/api/tables?before={pages[-1][-1]['id']}")[1])
    assert [len(page) for page in pages] == [100, 100, 50]
    assert [int(row["id"], 16) for page in pages for row in page] == list(range(249, -1, -1))
    made = owner.new_session()
    assert [row["id"] for row in owner.get("/api/tables?most=2")[1]] == [made["id"], pages[0][0]["id"]]
    assert owner.get(f"/api/tables?before={pages[0][4]['id']}&most=3")[1] == pages[0][5:8]
    assert owner.get(f"/api/tables?before={pages[-1][-1]['id']}")[1] == []
    assert owner.get("/api/tables?before=ffffffffffff")[0] == 404
    for most in (0, -1, 101, "x"):
        assert owner.get(f"/api/tables?most={most}")[0] == 400


def test_a_server_serves_while_it_reads_the_list(full, open_studio, monkeypatch):
    gate, listed = threading.Event(), SessionStore.load_all

    def slowly(store):
        assert gate.wait(120)
        return listed(store)

    monkeypatch.setattr(SessionStore, "load_all", slowly)
    studio = open_studio()
    try:
        assert studio.owner.get("/api/hello")[0] == 200
        assert studio.session_manager.session_list.reading is not None
    finally:
        gate.set()
    assert len(studio.owner.get("/api/tables")[1]) == session_manager.MAX_ROWS


def test_what_happened_since_is_newer_than_what_was_read(tmp_path):
    shelved = Future()
    listing = SessionList(shelved)
    now = msgspec.structs.replace(a_table(3), moves=77, logs=["long"])
    listing.update(now)
    shelved.set_result([a_table(1), a_table(3), a_table(2, guest=True)])
    assert [each.id[-1] for each in listing.page(10)] == ["3", "2", "1"]
    assert listing.page(1) == [msgspec.structs.replace(now, logs=[])]
    assert (len(listing), listing.guests) == (3, 1)


def test_guests_set_up_only_so_many_games(full, open_studio, monkeypatch):
    monkeypatch.setattr(session_manager, "MAX_STORED_GUESTS", 22)
    studio = open_studio(share="127.0.0.1")
    order = {"game": "auction", "seats": [{}, {"bot": "random"}]}
    answers = [studio.guest.post("/api/tables", order) for _ in range(3)]
    assert [status for status, _ in answers] == [200, 200, 400]
    assert "guests have set up 22 games" in answers[-1][1]["message"]
    assert studio.owner.post("/api/tables", order)[0] == 200
    monkeypatch.setattr(session_manager, "MAX_STORED", 253)
    assert "253 games are kept" in studio.owner.post("/api/tables", order)[1]["message"]


def test_guests_leave_room_to_play_for_their_host(open_studio, monkeypatch):
    monkeypatch.setattr(session_manager, "MAX_OPEN_GUESTS", 1)
    studio = open_studio(share="127.0.0.1")
    order = {"game": "auction", "seats": [{}, {"bot": "random"}]}
    made = studio.guest.new_session()
    with studio.guest.join(made) as connection:
        connection.my_turn()
        assert "guests play at 1 tables" in studio.guest.post("/api/tables", order)[1]["message"]
        assert studio.owner.post("/api/tables", order)[0] == 200
    while studio.guest.post("/api/tables", order)[0] != 200:  # until the server knows that the guest left
        time.sleep(0.01)


def test_runs_of_levels_are_listed_without_what_was_pressed(open_studio, tmp_path, monkeypatch):
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


def test_guests_keep_only_so_many_runs(open_studio, monkeypatch):
    monkeypatch.setattr(level_routes, "GUESTS_RUNS", 1)
    studio = open_studio(share="127.0.0.1")
    order = {"level": "first-steps", "presses": "9 right", "ticks": 9, "deaths": 0, "arrived": False}
    answers = [who.post("/api/levels/runs", order) for who in (studio.guest, studio.guest, studio.owner)]
    assert [status for status, _ in answers] == [200, 400, 200], answers
    assert "1 runs of this level" in answers[1][1]["message"]


def test_a_guest_does_not_take_the_sockets_of_others(open_studio, monkeypatch):
    studio = open_studio(share="127.0.0.1")
    path = f"/socket/tables/{studio.owner.new_session(people=0, bots=('random', 'random'))['id']}"
    for name in ("GUEST_SOCKETS", "GUESTS_SOCKETS"):
        with monkeypatch.context() as patch, studio.guest.socket(path) as connection:
            connection.receive()
            patch.setattr(app, name, 1)
            with pytest.raises(InvalidStatus, match="403"), studio.guest.socket(path):
                pass
            with studio.owner.socket(path) as own:
                assert own.receive()["type"] == "whole"
    while studio.auth.app.state.sockets:  # until the server knows that all have left
        time.sleep(0.01)


def test_a_guest_does_not_use_up_the_requests_of_others(monkeypatch):
    tokens = {"owner": "o" * 32, "guest": "g" * 32}

    async def nothing(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    guard = AuthMiddleware(nothing, ["here"], tokens, "cookie")
    guard._buckets = {"owner": TokenBucket(0.0, 3), "guest": TokenBucket(0.0, 3 * GUEST_SHARES, GUEST_SHARES)}

    def ask(role, address):
        told = []

        async def send(message):
            told.append(message)

        headers = [(b"host", b"here"), (b"authorization", f"Bearer {tokens[role]}".encode())]
        scope = {"type": "http", "method": "GET", "path": "/api/hello", "query_string": b"", "headers": headers}
        asyncio.run(guard({**scope, "client": (address, 1)}, None, send))
        return told[0]["status"]

    assert [ask("guest", "192.0.2.1") for _ in range(5)] == [200, 200, 200, 429, 429]
    assert [ask("guest", "192.0.2.2") for _ in range(3)] == [200, 200, 200]
    assert [ask("owner", "127.0.0.1") for _ in range(4)] == [200, 200, 200, 429]


def test_not_everybody_who_ever_came_is_remembered():
    bucket = TokenBucket(0.0, 1e9, GUEST_SHARES)
    for number in range(MAX_PERSONS + 10):
        assert bucket.take(str(number))
    assert len(bucket._by_client) == MAX_PERSONS
