"""Background jobs: tournaments, runs and designers are started, followed over a socket, stopped and resumed."""

import pytest

from tests.cases import each
from tests.studio.conftest import Studio


@pytest.fixture(scope="module")
def follow_job(studio):
    """Follow a job to its end; return the last message about it and all messages."""

    def follow(started):
        status, answer = started
        assert status == 200, answer
        with studio.owner.socket(f"/socket/work/{answer['id']}") as connection:
            last = connection.until(lambda message: message["work"]["state"] != "working")
        assert studio.owner.get("/api/work")[1][0]["id"] == answer["id"]
        return last, connection.received

    return follow


def test_a_tournament_runs_and_its_games_can_be_opened(owner, follow_job):
    order = {"game": "locm", "players": ["random", "baseline1"], "games": 200, "seed": 3}
    last, _ = follow_job(owner.post("/api/tournaments", order))
    assert (last["work"]["state"], last["steps"][0]["done"]) == ("done", 200)
    name = last["work"]["target"]
    assert [row["name"] for row in owner.get("/api/tournaments")[1]] == [name]
    table = owner.get(f"/api/tournaments/{name}")[1]
    assert [row["name"] for row in table["standings"]] == ["baseline1", "random"]
    assert (table["row"]["played"], table["cells"][0]["pair"], table["cells"][0]["games"]) == (200, "0-1", 200)
    assert table["cells"][0]["shares"][0]["value"] < 0.5
    made = owner.post(f"/api/tournaments/{name}/games/0-1/7", None)[1]
    with owner.join({**made, "keys": [""]}) as connection:
        whole = connection.receive()
    assert (whole["state"], whole["everything"]) == ("over", True)
    assert {seat["player"] for seat in whole["seats"]} == {"random", "baseline1"}
    assert owner.post(f"/api/tournaments/{name}/games/0-9/7", None)[0] == 400
    assert owner.post("/api/tournaments/no-such/resume", None)[0] == 404


@pytest.mark.slow
def test_a_failed_job_has_a_message(owner, follow_job):
    last, _ = follow_job(owner.post("/api/design/dominion/inspect", {"content": ["no such kingdom"]}))
    assert last["work"]["state"] == "failed"
    assert "no such kingdom" in last["work"]["message"]


@pytest.mark.slow  # compiles and plays games for designers
@pytest.mark.parametrize(
    ("game", "content", "asks"), [("dominion", "first-game", {}), ("delve", "bad", {"what-if": "Almighty=4"})]
)
def test_content_is_inspected_with_progress(owner, follow_job, game, content, asks):
    last, messages = follow_job(
        owner.post(f"/api/design/{game}/inspect", {"content": [content], "asks": asks, "games": 100})
    )
    assert last["type"] == "result", last
    assert last["found"]["answer"]
    assert last["found"]["sheets"]
    assert any(message["type"] == "progress" and message["steps"] for message in messages)


@pytest.mark.slow
def test_a_made_tree_can_be_stored_and_played(owner, follow_job):
    asks = {"nodes": "6", "generations": "3", "untuned": "true"}
    last, _ = follow_job(owner.post("/api/design/delve/make", {"asks": asks, "games": 100, "seed": 5}))
    assert last["type"] == "result", last
    name, text = next((name, text) for name, text in last["found"]["files"].items() if name.endswith(".toml"))
    assert owner.post("/api/content", {"name": name, "text": text})[0] == 200
    assert owner.get(f"/api/content/{name}")[1]["text"] == text
    made = owner.new_session("delve", (), options={"tree": f"@{name}"})
    with owner.join(made) as connection:
        whole = connection.receive()
    assert whole["options"] == {"tree": f"@{name}"}
    again, _ = follow_job(owner.post("/api/design/delve/inspect", {"content": [f"@{name}"], "games": 100}))
    assert again["type"] == "result", again


@pytest.mark.slow
def test_a_run_is_stopped_with_the_server_and_can_be_resumed(tmp_path):
    long = {"generations": "12", "games": "200"}  # still running when it is stopped
    order = {"study": "dominion-cards", "preset": "quick", "sets": long}
    first = Studio(tmp_path)
    try:
        status, started = first.owner.post("/api/runs", order)
        assert status == 200, started
        with first.owner.socket(f"/socket/work/{started['id']}") as connection:
            connection.until(lambda message: message["steps"] and message["steps"][0]["done"] > 0)
    finally:
        first.stop()
    second = Studio(tmp_path)
    try:
        owner = second.owner
        run = owner.get("/api/runs")[1][0]
        assert run["state"] == "stopped"
        started = owner.post(f"/api/runs/{run['name']}/resume", None)[1]
        with owner.socket(f"/socket/work/{started['id']}") as connection:
            last = connection.until(lambda message: message["work"]["state"] != "working")
        assert last["work"]["state"] == "done", last
        assert owner.get("/api/runs")[1][0]["state"] == "finished"
        status, report = owner.get(f"/api/runs/{run['name']}/report")
        assert (status, report.startswith("<!doctype html>")) == (200, True)
        assert "sandbox" in owner.headers["content-security-policy"]
    finally:
        second.stop()


@pytest.mark.slow  # imports every study
def test_studies_list_their_options(owner):
    studies = {study["name"]: study for study in owner.get("/api/studies")[1]}
    assert "quick" in studies["dominion-cards"]["presets"]
    assert "seed" in {key["key"] for key in studies["dominion-cards"]["keys"]}


def test_designers_list_their_options(owner):
    designer = owner.get("/api/design/delve")[1]
    assert {"nodes", "method"} < {ask["key"] for ask in designer["makes"]}
    assert owner.get("/api/hello")[1]["designers"] >= ["delve", "dominion"]


def test_an_uploaded_replay_becomes_a_finished_session(owner):
    made = owner.new_session(people=0, bots=("random", "random"), seed=4)
    with owner.join(made) as connection:
        connection.until(lambda message: message["state"] == "over")
    replay = owner.get(f"/api/tables/{made['id']}/replay")[1]
    again = owner.post("/api/replays", replay)[1]
    with owner.join(again) as connection:
        assert [row["text"] for row in connection.receive()["moves"]] == replay["moves"]
    cut = {**replay, "moves": replay["moves"][:3], "result": {}}
    with owner.join(owner.post("/api/replays", cut)[1]) as connection:
        assert connection.receive()["state"] == "broken off"
    faults = [{"fault": {"seat": seat, "reason": "crashed"}} for seat in ("0", True, [0], 2)]
    for wrong in ({"moves": ["BID 99"]}, {"options": {"cards": 99}}, {"game": "x"}, *faults):
        assert owner.post("/api/replays", {**replay, **wrong})[0] in (400, 404), wrong
    assert owner.post("/api/replays", {})[0] == 400


@each(
    ("address", "order"),
    [
        ("/api/design/delve/inspect", {"content": ["/etc/passwd"]}),
        ("/api/design/delve/inspect", {"content": ["@../token"]}),
        ("/api/design/delve/inspect", {"content": ["bad"], "asks": {"decks": "../decks.csv"}}),
        ("/api/design/delve/inspect", {"content": ["bad"], "asks": {"player": "greedy:weights=token"}}),
        ("/api/design/delve/inspect", {"content": ["bad"], "options": {"cards": "cards.csv"}}),
        ("/api/design/delve/make", {"asks": {"tree": "/etc/passwd"}}),
        ("/api/design/chess/make", {}),
        ("/api/tournaments", {"game": "locm", "players": ["cmd:true", "random"]}),
        ("/api/tournaments", {"game": "locm", "players": ["greedy:weights=/etc/passwd", "random"]}),
        ("/api/runs", {"study": "dominion-cards", "sets": {"seed": "/etc/passwd"}}),
        ("/api/runs", {"study": "dominion-cards", "sets": {"no.such": "1"}}),
        ("/api/runs", {"study": "../x"}),
        ("/api/runs/studio/resume", {}),
        ("/api/runs/../resume", {}),
        ("/api/content", {"name": "../x.toml", "text": ""}),
        ("/api/content", {"name": "x.py", "text": ""}),
        ("/api/content", {"name": ".toml", "text": ""}),
    ],
)
def test_jobs_name_no_files_except_the_users_own(studio, owner, address, order):
    before = owner.get("/api/work")[1], owner.get("/api/content")[1]
    status, problem = owner.post(address, order)
    assert status in (400, 404, 405), problem
    assert (owner.get("/api/work")[1], owner.get("/api/content")[1]) == before


@each(
    "path",
    [
        "report",
        "files/config.toml",
        "files/tables/../../studio/token",
        "files/..%2fx",
        "files/tables/%00",
        f"files/tables/{'x' * 300}",
    ],
)
def test_only_report_tables_and_figures_of_a_run_are_served(studio, owner, path):
    run = studio.folder / "a-run"
    (run / "tables").mkdir(parents=True, exist_ok=True)
    (run / "config.toml").write_text("seed = 1")
    (run / "tables" / "link.csv").unlink(missing_ok=True)
    (run / "tables" / "link.csv").symlink_to(studio.folder / "studio" / "token")
    (run / "tables" / "x.csv").write_text("a\n1\n")
    assert owner.get(f"/api/runs/a-run/{path}")[0] == 404
    assert owner.get("/api/runs/a-run/files/tables/link.csv")[0] == 404
    assert owner.post(f"/api/runs/a-run/replays/{path}", None)[0] == 404
    assert owner.get("/api/runs/a-run/files/tables/x.csv") == (200, "a\n1\n")
