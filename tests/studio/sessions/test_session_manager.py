"""The list of sessions is paged, and the sessions of guests are limited in memory and on disk."""

import threading
import time
from concurrent.futures import Future

import msgspec
import pytest

from ludus.studio.file_paths import StudioPaths
from ludus.studio.sessions import session_manager
from ludus.studio.sessions.sessions_on_disk import SessionList, SessionStore, StoredSession


def stored_session(number, guest=False):
    began = f"2026-01-01T00:{number // 60:02}:{number % 60:02}.000Z"
    players, keys = ["random", "random"], [None, None]
    return StoredSession(1, f"{number:012x}", "auction", 1, players, keys, began, False, None, "over", 9, guest=guest)


@pytest.fixture
def full(tmp_path):
    """A folder with 250 sessions."""
    folder = StudioPaths(tmp_path).tables
    for number in range(250):
        (folder / f"{number:012x}").mkdir()
        data = msgspec.json.encode(stored_session(number, guest=number < 20))
        (folder / f"{number:012x}" / "table.json").write_bytes(data)
    return folder


def test_the_list_of_sessions_is_paged_newest_first(full, open_studio):
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


def test_requests_are_served_while_the_list_is_read(full, open_studio, monkeypatch):
    gate, load_all = threading.Event(), SessionStore.load_all

    def load_slowly(store):
        assert gate.wait(120)
        return load_all(store)

    monkeypatch.setattr(SessionStore, "load_all", load_slowly)
    studio = open_studio()
    try:
        assert studio.owner.get("/api/hello")[0] == 200
        assert studio.session_manager.session_list.reading is not None
    finally:
        gate.set()
    assert len(studio.owner.get("/api/tables")[1]) == session_manager.MAX_ROWS


def test_updates_since_the_start_win_over_stored_sessions(tmp_path):
    stored = Future()
    sessions = SessionList(stored)
    now = msgspec.structs.replace(stored_session(3), moves=77, logs=["long"])
    sessions.update(now)
    stored.set_result([stored_session(1), stored_session(3), stored_session(2, guest=True)])
    assert [session.id[-1] for session in sessions.before()] == ["3", "2", "1"]
    assert next(sessions.before()) == msgspec.structs.replace(now, logs=[])
    assert (len(sessions), sessions.guests) == (3, 1)


def test_stored_sessions_of_guests_are_limited(full, open_studio, monkeypatch):
    monkeypatch.setattr(session_manager, "MAX_STORED_GUESTS", 22)
    studio = open_studio(share="127.0.0.1")
    order = {"game": "auction", "seats": [{}, {"bot": "random"}]}
    answers = [studio.guest.post("/api/tables", order) for _ in range(3)]
    assert [status for status, _ in answers] == [200, 200, 400]
    assert "guests have set up 22 games" in answers[-1][1]["message"]
    assert studio.owner.post("/api/tables", order)[0] == 200
    monkeypatch.setattr(session_manager, "MAX_STORED", 253)
    assert "253 games are stored" in studio.owner.post("/api/tables", order)[1]["message"]


def test_open_sessions_of_guests_are_limited(open_studio, monkeypatch):
    monkeypatch.setattr(session_manager, "MAX_OPEN_GUESTS", 1)
    studio = open_studio(share="127.0.0.1")
    order = {"game": "auction", "seats": [{}, {"bot": "random"}]}
    made = studio.guest.new_session()
    with studio.guest.join(made) as connection:
        connection.my_turn()
        assert "guests play 1 games" in studio.guest.post("/api/tables", order)[1]["message"]
        assert studio.owner.post("/api/tables", order)[0] == 200
    while studio.guest.post("/api/tables", order)[0] != 200:  # until the server knows that the guest left
        time.sleep(0.01)


def test_a_program_that_exceeds_its_time_for_a_turn_loses_and_the_time_is_stored(open_studio, tmp_path):
    owner = open_studio(uploads=True).owner
    made = owner.new_session(bots=("lines:sleep 600", "random"), people=0, turn_seconds=0.3)
    table = tmp_path / "studio" / "tables" / made["id"] / "table.json"
    assert msgspec.json.decode(table.read_bytes())["turn_seconds"] == 0.3
    deadline = time.monotonic() + 120
    while (row := owner.get("/api/tables")[1][0])["state"] == "playing" and time.monotonic() < deadline:
        time.sleep(0.05)
    assert (row["ending"]["reason"], row["ending"]["culprit"]) == ("timeout", 0)
    assert "0.3 s" in row["ending"]["fault"]


def test_a_time_for_a_turn_has_bounds(open_studio):
    owner = open_studio().owner
    seats = [{"bot": None}, {"bot": "random"}]
    for seconds in (0, -1, 1e9, "fast"):
        assert owner.post("/api/tables", {"game": "auction", "seats": seats, "turn_seconds": seconds})[0] == 400
    status, refused = owner.post("/api/tables", {"game": "auction", "seats": seats, "turn_seconds": 5})
    assert status == 400
    assert "random" in refused["message"]


def unfinished(client):
    return client.get("/api/tables?unfinished=true")[1]


def test_an_own_unfinished_game_is_listed_with_its_turn_also_after_a_restart(open_studio):
    studio = open_studio(share="127.0.0.1")
    made = studio.owner.new_session("dominion", ("random",), seed=3, options={"kingdom": "first-game"})
    with studio.owner.join(made) as connection:
        first = connection.my_turn()["now"]
        while (here := connection.my_turn()["now"])["turn"] == first["turn"]:
            connection.send("play", ply=here["ply"], text=here["legal"][-1]["text"])
            connection.until(lambda message, ply=here["ply"]: message["now"]["ply"] > ply)
    (row,) = unfinished(studio.owner)
    assert row["turn"] == here["turn"]
    assert unfinished(studio.guest)[0]["turn"] == "", "a game of others"
    assert unfinished(open_studio().owner)[0]["turn"] == here["turn"]


def test_an_unfinished_game_is_aborted_by_its_player_only(open_studio):
    studio = open_studio(share="127.0.0.1")
    made = studio.owner.new_session("dominion", ("random",))
    path = f"/api/tables/{made['id']}/abort"
    assert studio.guest.post(path, {"key": ""})[0] == 400
    assert studio.guest.post(path, {"key": made["keys"][0]})[0] == 400, "a guest of the owner's game"
    assert len(unfinished(studio.owner)) == 1
    status, row = studio.owner.post(path, {})
    assert (status, row["state"]) == (200, "broken off")
    assert unfinished(studio.owner) == []
    assert studio.owner.post(path, {})[0] == 400, "it is over already"
    assert studio.owner.get(f"/api/tables/{made['id']}/replay")[0] == 200, "its moves stay"
