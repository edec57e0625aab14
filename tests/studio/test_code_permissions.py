"""Code of people runs only with --uploads and the owner's token: every route and socket message that could run it."""

import json

import pytest
from websockets.exceptions import ConnectionClosed

from ludus.studio.protocol.jobs import StartedJob

SOURCE = "import ludus\n\n\nclass Mine(ludus.Bot):\n    def choose(self, turn):\n        return turn.moves[0]\n"
BOT = {"name": "mine", "game": "locm", "kind": "python", "code": SOURCE}


def orders(code):
    """Every request that names bots, with a text that names code."""
    kingdom = ["Cellar", "Market", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Woodcutter", "Workshop"]
    return {
        "/api/tables": {"game": "locm", "seats": [{}, {"bot": code}]},
        "/api/tournaments": {"game": "locm", "players": [code, "random"], "games": 2},
        "/api/design/locm/inspect": {"content": ["cards"], "asks": {"players": code}, "games": 2},
        "/api/design/locm/make": {"asks": {"players": code}, "games": 2},
        "/api/runs": {"study": "locm-champion", "sets": {"opponents": code}},
        "/api/kingdoms/games": {
            "kingdom": kingdom,
            "edition": "first",
            "players": [code, code],
            "seed": 1,
            "number": 0,
        },
        "/api/trees/fights": {
            "draft": {"name": "a", "nodes": []},
            "player": code,
            "seed": 1,
            "encounter": 0,
            "deck": "1",
            "nodes": [],
            "number": 0,
        },
    }


REASONS = ("--uploads", "is code", "could be a path", "takes no file", "there is no bot", "shared link")


UPLOADS = {"/api/bots": BOT, "/api/bots/check": BOT, "/api/bots/mine/offer": {"offered": True}}


@pytest.fixture
def program(tmp_path):
    """A command and a Python bot that leave a file behind if they run."""
    trace = tmp_path / "ran"
    script = tmp_path / "mine.py"
    script.write_text(f"open({str(trace)!r}, 'w').close()\n{SOURCE}")
    yield [f"cmd:touch {trace}", f"lines:touch {trace}", f"{script}:Mine", "cmd:true", "@mine"]
    assert not trace.exists(), "code ran"


def test_without_uploads_no_request_of_the_owner_runs_code(open_studio, program):
    owner = open_studio().owner
    for code in program:
        for path, order in orders(code).items():
            status, problem = owner.post(path, order)
            assert status in (400, 404), (path, code, problem)
            assert any(reason in problem["message"] for reason in REASONS), (path, code, problem)
    for path, order in UPLOADS.items():
        status, problem = owner.post(path, order)
        assert (status, "--uploads" in problem["message"]) == (400, True), path
    assert owner.get("/api/bots/templates")[0] == 400
    assert owner.get("/api/work")[1] == []


def test_with_uploads_no_request_of_a_guest_runs_code(open_studio, program):
    studio = open_studio(share="127.0.0.1", uploads=True)
    assert studio.owner.post("/api/bots", BOT)[0] == 200
    for code in program:
        for path, order in orders(code).items():
            status, problem = studio.guest.post(path, order)
            assert status in (400, 404), (path, code, problem)
            assert any(reason in problem["message"] for reason in REASONS), (path, code, problem)
    for path, order in UPLOADS.items():
        status, problem = studio.guest.post(path, order)
        assert (status, "shared link" in problem["message"]) == (400, True), path
    assert studio.guest.post("/api/bots/mine/remove", {})[0] == 400
    assert studio.guest.get("/api/bots/templates")[0] == 400
    assert studio.guest.get("/api/work")[1] == []


def test_a_guest_is_told_why_code_does_not_play(open_studio, program):
    guest = open_studio(share="127.0.0.1", uploads=True).guest
    for code in program[:4]:
        problem = guest.post("/api/tables", orders(code)["/api/tables"])[1]
        assert "shared link" in problem["message"], problem
        assert "--uploads" not in problem["message"], "a guest cannot start the Studio"


def test_sockets_run_no_code_for_guests_and_none_without_uploads(open_studio, program):
    studio = open_studio(share="127.0.0.1")
    made = studio.owner.new_session("auction")
    with studio.owner.join(made) as connection:
        ply = connection.my_turn()["now"]["ply"]
        for code in program:
            assert connection.ask("ask", ply=ply, bot=code)["type"] == "refused"
    studio = open_studio(share="127.0.0.1", uploads=True)
    made = studio.guest.new_session("auction")
    with studio.guest.join(made) as connection:
        ply = connection.my_turn()["now"]["ply"]
        for code in program:
            assert connection.ask("ask", ply=ply, bot=code)["type"] == "refused"


def test_a_stored_game_of_an_uploaded_bot_does_not_go_on_without_uploads(open_studio):
    studio = open_studio(uploads=True)
    studio.owner.post("/api/bots", BOT | {"game": "auction"})
    made = studio.owner.new_session("auction", bots=("@mine",))
    with studio.owner.join(made) as connection:
        connection.my_turn()
    owner = open_studio().owner
    with pytest.raises(ConnectionClosed) as closed, owner.join(made) as connection:
        connection.receive()
    assert "--uploads" in closed.value.rcvd.reason


def test_a_tournament_of_uploaded_bots_is_not_resumed_without_uploads(open_studio):
    studio = open_studio(uploads=True)
    studio.owner.post("/api/bots", BOT)
    status, started = studio.owner.post("/api/tournaments", orders("@mine")["/api/tournaments"])
    assert status == 200, started
    assert set(started) == set(StartedJob.__struct_fields__)
    with studio.owner.socket(f"/socket/work/{started['id']}") as connection:
        connection.until(lambda message: message["work"]["state"] != "working")
    owner = open_studio().owner
    for path in (f"/api/tournaments/{started['target']}/resume", f"/api/work/{started['id']}/again"):
        status, problem = owner.post(path, None)
        assert (status, "--uploads" in problem["message"]) == (400, True), json.dumps(problem)


def test_the_editor_checks_a_bot_without_storing_it(open_studio):
    owner = open_studio(uploads=True).owner
    assert owner.post("/api/bots/check", BOT) == (200, {"cls": "Mine", "faults": []})
    wrong = owner.post("/api/bots/check", BOT | {"code": SOURCE.replace("return", "retrun")})[1]
    assert [(fault["kind"], fault["line"]) for fault in wrong["faults"]] == [("error", 6)]
    bad_options = owner.post("/api/bots/check", BOT | {"options": "depth"})[1]
    assert "KEY=VALUE" in bad_options["faults"][0]["message"]
    assert owner.get("/api/bots")[1] == []
    titles = [template["title"] for template in owner.get("/api/bots/templates")[1]]
    assert len(titles) == len(set(titles)) > 4
