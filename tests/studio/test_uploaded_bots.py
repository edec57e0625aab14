"""Uploaded bots: only with --uploads, checked before they play, playable at once, and their code is never sent."""

import json
import threading

import pytest

from ludus.bots.external.sandbox_server_client import HIDDEN_PATHS
from ludus.core.game_registry import load_game
from ludus.studio import uploaded_bots
from ludus.studio.protocol.uploaded_bots import LARGEST_BOT, NewBot
from ludus.studio.sessions import session_manager
from ludus.studio.uploaded_bots import MAX_BOTS, UploadedBots

SECRET = "quill-and-lantern"
SOURCE = f"""import ludus

KNOWLEDGE = "{SECRET}"


class Helper:
    pass


class Last(ludus.Bot):
    def choose(self, turn):
        self.log(f"{{len(turn.moves)}} moves, depth {{self.options.get('depth', 0)}}")
        return turn.moves[-1]
"""


def bot(name="mine", **more):
    return {"name": name, "game": "auction", "kind": "python", "code": SOURCE, **more}


@pytest.fixture
def shared(open_studio):
    return open_studio(share="127.0.0.1", uploads=True)


def watch(client, made):
    """Watch a game of bots to its end; return the last message and the logs."""
    with client.join({**made, "keys": [""]}) as connection:
        last = connection.until(lambda message: message["state"] != "playing")
        client.studio.wait()
        return last, connection.ask("logs")["logs"]


def test_an_uploaded_bot_plays_at_once_and_its_log_is_shown(shared):
    status, row = shared.owner.post("/api/bots", bot(options="depth=3"))
    assert (status, row["name"], row["detail"]) == (200, "mine", "class Last:depth=3"), row
    last, logs = watch(shared.owner, shared.owner.new_session(people=0, bots=("@mine", "random")))
    assert last["ending"]["fault"] == ""
    assert [seat["player"] for seat in last["seats"]] == ["@mine", "random"]
    assert "moves, depth 3" in logs[0]
    _, logs = watch(shared.owner, shared.owner.new_session(people=0, bots=("@mine:depth=5", "random")))
    assert "moves, depth 5" in logs[0]


def test_uploads_are_disabled_by_default(open_studio):
    owner = open_studio().owner
    for address, order in (("", bot()), ("/mine/offer", {"offered": True}), ("/mine/remove", {})):
        assert owner.post(f"/api/bots{address}", order)[0] in (400, 404)
    assert "--uploads" in owner.post("/api/bots", bot())[1]["message"]
    assert owner.get("/api/bots") == (200, [])
    assert "--uploads" in owner.post("/api/tables", {"game": "auction", "seats": [{}, {"bot": "@mine"}]})[1]["message"]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (bot(code="import ludus\n\nclass A(ludus.Bot:\n    pass\n"), "mine.py, line 3"),
        (bot(code="x = 1\n"), "no class"),
        (bot(code="class A: pass\nclass B: pass\n"), "say which class plays: A, B"),
        (bot(cls="Nobody"), "Nobody"),
        (bot(code="(" * 5000), "mine.py"),
        (bot(code="class A:\n  x = 1\x00\n"), "mine.py"),
        (bot(options="depth"), "KEY=VALUE"),
        (bot("../mine"), "cannot name a bot"),
        (bot(".mine"), "cannot name a bot"),
        (bot("mine/x"), "cannot name a bot"),
        (bot("m" * 41), "NewBot"),
        (bot(game="chess"), "chess"),
        (bot(kind="shell"), "NewBot"),
        (bot(code="é" * (LARGEST_BOT - 10)), "at most"),
        (bot(code="x" * (LARGEST_BOT + 1)), "NewBot"),
        (bot(kind="command", code="no-such-program-here"), "no-such-program-here"),
        (bot(kind="command", code="true\ntrue"), "one line"),
        (bot(kind="lines", code="  "), "one line"),
    ],
)
def test_an_invalid_bot_is_refused_with_the_line_of_the_error(shared, order, words):
    status, problem = shared.owner.post("/api/bots", order)
    assert status in (400, 404)
    assert words in problem["message"]
    assert str(shared.folder) not in problem["message"]
    assert shared.owner.get("/api/bots")[1] == []
    assert list((shared.folder / "studio" / "bots").iterdir()) == []


def test_a_crashing_bot_loses_and_the_line_is_reported(shared):
    crashing = SOURCE.replace("return turn.moves[-1]", "return 1 / 0")
    assert shared.owner.post("/api/bots", bot(code=crashing))[0] == 200
    last, _ = watch(shared.owner, shared.owner.new_session(people=0, bots=("@mine", "random")))
    assert (last["ending"]["culprit"], last["ending"]["reason"]) == (0, "crashed")
    assert "mine.py, line 13" in last["ending"]["fault"]


def test_an_invalid_version_does_not_replace_a_valid_one(shared):
    assert shared.owner.post("/api/bots", bot())[0] == 200
    assert shared.owner.post("/api/bots", bot(code="class ("))[0] == 400
    last, _ = watch(shared.owner, shared.owner.new_session(people=0, bots=("@mine", "random")))
    assert last["ending"]["fault"] == ""


def test_a_command_plays_by_its_name_and_is_not_shown(shared, tmp_path_factory):
    program = tmp_path_factory.mktemp("elsewhere") / "bot.py"
    program.write_text(
        "import json\nfor line in iter(input, ''):\n    asked = json.loads(line)\n"
        "    if 'moves' in asked:\n        print(asked['moves'][0], flush=True)\n"
    )
    command = f"python3 {program}"
    row = shared.owner.post("/api/bots", bot(kind="command", code=command, offered=True))[1]
    assert row["detail"] == command
    assert command not in json.dumps(shared.guest.get("/api/bots")[1])
    last, _ = watch(shared.owner, shared.owner.new_session(people=0, bots=("@mine", "random")))
    assert [seat["player"] for seat in last["seats"]] == ["@mine", "random"]


def test_games_of_a_removed_bot_remain(shared):
    shared.owner.post("/api/bots", bot())
    made = shared.owner.new_session(people=0, bots=("@mine", "random"))
    watch(shared.owner, made)
    assert shared.owner.post("/api/bots/mine/remove", {})[0] == 200
    assert shared.owner.get("/api/bots")[1] == []
    status, problem = shared.owner.post("/api/tables", {"game": "auction", "seats": [{}, {"bot": "@mine"}]})
    assert (status, "may have been removed" in problem["message"]) == (404, True)
    assert shared.owner.get(f"/api/tables/{made['id']}/replay")[1]["players"] == ["@mine", "random"]
    assert shared.owner.post("/api/bots/mine/remove", {})[0] == 404


def test_a_game_of_a_removed_bot_can_be_opened_after_a_restart(open_studio):
    studio = open_studio(uploads=True)
    studio.owner.post("/api/bots", bot())
    made = studio.owner.new_session(bots=("@mine",))
    studio.owner.post("/api/bots/mine/remove", {})
    studio = open_studio(uploads=True)
    with studio.owner.join(made) as connection:
        whole = connection.receive()
    assert (whole["state"], "may have been removed" in whole["ending"]["reason"]) == ("broken off", True)


def test_bots_are_available_after_a_restart(open_studio):
    studio = open_studio(uploads=True)
    studio.owner.post("/api/bots", bot())
    before = studio.owner.get("/api/bots")[1]
    assert open_studio(uploads=True).owner.get("/api/bots")[1] == before
    assert open_studio().owner.get("/api/bots")[1] == []


def test_guests_play_only_against_offered_bots(shared):
    owner, guest = shared.owner, shared.guest
    owner.post("/api/bots", bot())
    order = {"game": "auction", "seats": [{}, {"bot": "@mine"}]}
    assert guest.get("/api/bots")[1] == []
    assert guest.post("/api/tables", order)[0] == 404
    assert owner.post("/api/bots/mine/offer", {"offered": True})[0] == 200
    row = guest.get("/api/bots")[1][0]
    assert (row["name"], row["detail"], row["size"]) == ("mine", "", 0)
    made = guest.new_session(bots=("@mine",))
    with guest.join(made) as connection:
        assert connection.play_to_end()["ending"]["fault"] == ""
        shared.wait()
        assert connection.ask("logs")["logs"] == ["", ""]
    owner.post("/api/bots/mine/offer", {"offered": False})
    assert guest.post("/api/tables", order)[0] == 404


@pytest.mark.parametrize(("address", "order"), [("", bot()), ("/mine/offer", {"offered": True}), ("/mine/remove", {})])
def test_guests_cannot_upload_offer_or_remove_bots(shared, address, order):
    shared.owner.post("/api/bots", bot())
    status, problem = shared.guest.post(f"/api/bots{address}", order)
    assert (status, "shared link" in problem["message"]) == (400, True)
    assert shared.owner.get("/api/bots")[1][0]["offered"] is False


PATHS = [
    "/api/bots/mine",
    "/api/bots/mine/source",
    "/api/bots/mine/mine.py",
    "/api/content/mine.py",
    "/api/content/..%2fbots%2fmine%2fmine.py",
    "/api/runs/studio/files/bots/mine/mine.py",
    "/api/runs/studio/report",
    "/api/runs/..%2fstudio%2fbots/files/tables/mine.py",
    "/api/tournaments/mine/report",
    "/api/tournaments/..%2fbots%2fmine",
    "/studio/bots/mine/mine.py",
    "/assets/../../bots/mine/mine.py",
    "/assets/%2e%2e/%2e%2e/bots/mine/mine.py",
    "/bots/mine/mine.py",
]


def test_no_response_contains_the_source_of_a_bot(shared):
    """Checks all routes and all messages while the bot plays."""
    shared.owner.post("/api/bots", bot(offered=True))
    made = shared.guest.new_session(people=0, bots=("@mine", "random"))
    _, logs = watch(shared.guest, made)
    routers = [getattr(route, "original_router", None) for route in shared.auth.app.routes]
    every = [*shared.auth.app.routes, *(route for router in routers if router for route in router.routes)]
    routes = [route.path for route in every if "GET" in getattr(route, "methods", ())]
    assert "/api/bots" in routes
    filled = [
        path.replace("{name}", "mine")
        .replace("{id}", made["id"])
        .replace("{game}", "auction")
        .replace("{path:path}", "x")
        for path in routes
    ]
    for client in (shared.owner, shared.guest):
        for path in (*filled, *PATHS):
            _, text = client.get(path)
            assert SECRET not in str(text), path
        with client.join({**made, "keys": [""]}) as connection:
            connection.receive()
            connection.ask("look", ply=0)
            assert SECRET not in json.dumps(connection.received)
    assert SECRET not in str(logs)


def test_bots_cannot_read_stored_sessions(shared):
    """The folder is hidden in every sandbox: a bot that could read it would know every deal."""
    assert str(shared.session_manager.paths.studio.resolve()) in HIDDEN_PATHS
    peeking = f"""import os
import ludus


class Peek(ludus.Bot):
    def choose(self, turn):
        try:
            self.log("seen: " + ",".join(os.listdir({str(shared.session_manager.paths.tables)!r})) + ".")
        except OSError as error:
            self.log("seen: nothing")
        return turn.moves[0]
"""
    assert shared.owner.post("/api/bots", bot(code=peeking))[0] == 200
    _, logs = watch(shared.owner, shared.owner.new_session(people=0, bots=("@mine", "random")))
    assert "seen: nothing" in logs[0] or "seen: ." in logs[0]


def test_a_bot_plays_only_its_own_game(shared):
    shared.owner.post("/api/bots", bot())
    status, problem = shared.owner.post("/api/tables", {"game": "locm", "seats": [{}, {"bot": "@mine"}]})
    assert (status, problem["message"]) == (400, "@mine plays auction, not locm")


def test_bot_processes_are_limited_and_unwatched_ones_are_stopped(shared, monkeypatch):
    monkeypatch.setattr(session_manager, "MAX_EXTERNAL", 2)
    shared.owner.post("/api/bots", bot())
    seats = [{}, {"bot": "@mine"}]
    first, second = (shared.owner.new_session(bots=("@mine",)) for _ in range(2))
    with shared.owner.join(first) as one, shared.owner.join(second) as two:
        one.my_turn()
        two.my_turn()
        status, problem = shared.owner.post("/api/tables", {"game": "auction", "seats": seats})
        assert (status, "already" in problem["message"]) == (400, True)
        refused = one.ask("ask", ply=one.my_turn()["now"]["ply"], bot="@mine")
        assert "already" in refused["message"]
    assert shared.owner.post("/api/tables", {"game": "auction", "seats": seats})[0] == 200


def test_the_number_of_bots_is_limited(tmp_path, monkeypatch):
    bots = UploadedBots(tmp_path, True)
    monkeypatch.setattr("ludus.studio.uploaded_bots.MAX_BOTS", 2)
    for name in ("one", "two"):
        bots.store(NewBot(name, "auction", "python", SOURCE))
    with pytest.raises(Exception, match="2 bots already"):
        bots.store(NewBot("three", "auction", "python", SOURCE))
    bots.store(NewBot("two", "auction", "python", SOURCE))
    assert MAX_BOTS > 2


@pytest.mark.slow  # compiles and plays in processes
def test_an_uploaded_bot_plays_in_a_tournament_under_its_name(shared):
    shared.owner.post("/api/bots", {**bot(), "game": "locm"})
    order = {"game": "locm", "players": ["@mine", "random"], "games": 4}
    status, started = shared.owner.post("/api/tournaments", order)
    assert status == 200, started
    with shared.owner.socket(f"/socket/work/{started['id']}") as connection:
        assert connection.until(lambda message: message["work"]["state"] != "working")["work"]["state"] == "done", (
            connection.received
        )
    path = f"/api/tournaments/{started['target']}"
    table = shared.guest.get(path)[1]
    assert table["row"]["players"] == ["@mine", "random"]
    assert {row["name"] for row in table["standings"]} == {"@mine", "random"}
    games = shared.guest.get(f"{path}/games/0-1?winner=@mine")[1]
    assert all("@mine" in game["seats"] for game in games["games"])
    assert SECRET not in shared.owner.get(f"{path}/report")[1]
    assert shared.guest.get(f"{path}/report")[0] == 400
    shared.owner.post("/api/bots/mine/remove", {})
    assert shared.guest.get(path)[1]["row"]["players"] == ["@mine", "random"], "no path, even when it is gone"
    made = shared.guest.post(f"{path}/games/0-1/0", None)[1]
    assert shared.guest.get(f"/api/tables/{made['id']}/replay")[0] == 200


def test_bots_are_displayed_by_name_and_never_by_command(tmp_path):
    bots = UploadedBots(tmp_path, True)
    bots.store(NewBot("run", "auction", "command", "true --fast"))
    bots.store(NewBot("py", "auction", "python", SOURCE, options="depth=2"))
    game = load_game("auction")
    for text in ("@run", "@py:depth=2"):
        assert bots.display_name(bots.bot_text(game, text)) == text
    bots.remove("run")
    assert bots.display_name("cmd:true --fast") == "a command"
    assert bots.display_name("mcts:iterations=5") == "mcts:iterations=5"


def test_a_bot_is_not_removed_while_it_is_written(tmp_path, monkeypatch):
    bots = UploadedBots(tmp_path, uploads=True)
    bots.store(NewBot(**bot()))
    writing, go_on = threading.Event(), threading.Event()

    def write_slowly(path, data):
        writing.set()
        assert go_on.wait(30)
        path.write_bytes(data)

    monkeypatch.setattr(uploaded_bots, "atomic_write", write_slowly)
    offering = threading.Thread(target=bots.offer, args=("mine", True))
    removing = threading.Thread(target=bots.remove, args=("mine",))
    offering.start()
    assert writing.wait(30)
    removing.start()
    removing.join(0.2)
    assert removing.is_alive(), "it waits"
    assert bots.find("mine").name == "mine", "readers do not wait"
    go_on.set()
    offering.join(30)
    removing.join(30)
    assert not (tmp_path / "mine").exists()
