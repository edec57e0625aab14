"""A game from a tournament or run is always opened as the same session, so its address stays valid."""

import json
import threading

import pytest

from ludus.arena import Tournament
from ludus.core.game_registry import load_game
from tests.studio.test_run_routes import write_run


@pytest.fixture
def shared(open_studio):
    return open_studio(share="127.0.0.1")


@pytest.fixture
def replay(shared):
    """Content of a replay file."""
    owner = shared.owner
    made = owner.new_session(people=0, bots=("random", "random"), seed=4)
    with owner.join(made) as connection:
        connection.until(lambda message: message["state"] == "over")
    return owner.get(f"/api/tables/{made['id']}/replay")[1]


def test_a_game_of_a_tournament_opens_twice_as_the_same_session(shared, open_studio, tmp_path):
    game = load_game("auction")
    Tournament(game, game.content(), ["random", "random:"], 4, 5).run(tmp_path / "studio" / "tournaments" / "toys")
    first, again, other = (
        who.post(f"/api/tournaments/toys/games/0-1/{number}", None)[1]
        for who, number in ((shared.owner, 0), (shared.guest, 0), (shared.owner, 1))
    )
    assert first == again
    assert first["id"] != other["id"]
    assert {row["id"] for row in shared.owner.get("/api/tables")[1]} == {first["id"], other["id"]}
    studio = open_studio()
    assert studio.owner.post("/api/tournaments/toys/games/0-1/0", None)[1] == first
    assert len(studio.owner.get("/api/tables")[1]) == 2


def test_a_game_of_a_run_opens_twice_as_the_same_session(shared, replay, tmp_path):
    folder = write_run(tmp_path, "first", 1, 0.5) / "replays"
    folder.mkdir()
    (folder / "one.json").write_text(json.dumps(replay))
    (folder / "two.json").write_text(json.dumps({**replay, "seed": 5, "moves": [], "result": {}}))
    ids = [shared.owner.post(f"/api/runs/first/replays/{name}.json", None)[1]["id"] for name in ("one", "one", "two")]
    assert ids[0] == ids[1] != ids[2]


def test_concurrent_requests_open_the_same_session(shared, replay):
    found = []
    askers = [
        threading.Thread(target=lambda: found.append(shared.owner.post("/api/replays", replay))) for _ in range(8)
    ]
    for thread in askers:
        thread.start()
    for thread in askers:
        thread.join()
    assert [status for status, _ in found] == [200] * 8
    assert len({made["id"] for _, made in found}) == 1


def test_a_half_created_session_of_a_killed_server_is_created_again(shared, replay, open_studio):
    made = shared.owner.post("/api/replays", replay)[1]
    folder = shared.folder / "studio" / "tables" / made["id"]
    shared.stop()
    (folder / "table.json").unlink()
    studio = open_studio()
    assert studio.owner.post("/api/replays", replay)[1] == made
    studio.stop()
    (folder / "moves").write_text("".join(f"{move}\n" for move in replay["moves"]))
    (folder / "replay.json").write_text(json.dumps({**replay, "moves": [], "result": {}}))
    studio = open_studio()
    assert studio.owner.post("/api/replays", replay)[1] == made
    with studio.owner.join(made) as connection:
        assert [row["text"] for row in connection.receive()["moves"]] == replay["moves"]
    assert not (folder / "moves").exists()
