"""Levels of the platformer: opened, made, played and surveyed."""

import json
import time

import pytest

from ludus.core.replay import Replay
from ludus.design.platformer.verify.agent import walk_level
from ludus.games.platformer.level import write_level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.move_notation import write_presses
from ludus.games.platformer.options import find_level, level_names
from tests.cases import each
from tests.messages import missing

OWN = """level Of my own

cells
############
#oooooooooo#
#oooooooooo#
#ooootttooo#
############

start 1 1
exit 10 1
saw 5 1 period 120 phase 0
"""


def wait_for_level(owner, path, body):
    """Wait for the job of a request; return the id of the level."""
    while not (asked := owner.post(path, body)[1])["id"]:
        row = next(row for row in owner.get("/api/work")[1] if row["id"] == asked["work"])
        assert row["state"] in ("working", "done"), row
        time.sleep(0.2)
    return asked["id"]


def winning_run(level):
    """A run that reaches the exit, as the page sends it."""
    moves = walk_level(level).moves
    return {"presses": write_presses(moves), "ticks": len(moves), "deaths": 0}


def test_the_levels_of_the_game_can_be_played_under_their_names(owner):
    rows = owner.get("/api/levels")[1]
    assert [row["id"] for row in rows if not row["kept"]] == level_names()
    scene = owner.get("/api/levels/trap-school")[1]
    assert read_level(scene["text"]) == find_level("trap-school")
    assert [trap["kind"] for trap in scene["traps"]] == ["saw", "mine", "squeeze", "spikes", "wall-spikes"]


def test_a_level_file_is_stored_once_and_downloaded_unchanged(owner):
    ids = {owner.post("/api/levels", {"text": text})[1]["id"] for text in (OWN, f"; a remark\n{OWN}")}
    assert len(ids) == 1
    (id,) = ids
    assert read_level(owner.get(f"/api/levels/{id}/file")[1]) == read_level(OWN)
    assert owner.post("/api/levels", {"text": write_level(find_level("tower"))})[1]["id"] == "tower"


@each(
    ("text", "words"),
    [
        ("", "no cells"),
        (OWN.replace("#ooootttooo#", "#ooootttoox#"), "line 7: there is no cell 'x'"),
        (OWN.replace("exit 10 1", "exit 99 1"), "exit"),
        (OWN.replace("period 120", "period 2"), "line 12: a period has 30 to 3600 ticks"),
    ],
)
def test_an_error_in_a_level_file_is_reported_with_its_line(owner, text, words):
    status, problem = owner.post("/api/levels", {"text": text})
    assert status == 400
    assert words in problem["message"]


def test_a_run_is_stored_if_the_server_can_verify_it(owner):
    run = {"level": "first-steps", "arrived": True, **winning_run(find_level("first-steps"))}
    status, kept = owner.post("/api/levels/runs", run)
    assert status == 200, kept
    assert owner.get(f"/api/levels/first-steps/runs/{kept['id']}")[1] == kept
    row = {key: kept[key] for key in ("id", "player", "when", "ticks", "deaths", "arrived")}
    assert row in owner.get("/api/levels/first-steps/runs")[1]
    count = len(owner.get("/api/levels/first-steps/runs")[1])
    for wrong in ({"deaths": 1}, {"arrived": False}, {"ticks": run["ticks"] - 1}, {"presses": "5 left"}):
        status, problem = owner.post("/api/levels/runs", run | wrong)
        assert status == 400
        assert "by the rules of the server" in problem["message"]
    assert len(owner.get("/api/levels/first-steps/runs")[1]) == count


def test_ludus_replay_reads_a_saved_replay_with_its_level(owner, tmp_path, monkeypatch):
    id = owner.post("/api/levels", {"text": OWN})[1]["id"]
    kept = owner.post("/api/levels/runs", {"level": id, "arrived": True, **winning_run(read_level(OWN))})[1]
    replay = owner.get(f"/api/levels/{id}/runs/{kept['id']}/replay")[1]
    assert f"{id}-{kept['id']}.json" in owner.headers["content-disposition"]
    level = owner.get(f"/api/levels/{id}/file")[1]
    assert replay["options"] == {"level": f"{id}.level"}
    (tmp_path / f"{id}.level").write_text(level)
    (tmp_path / "run.json").write_text(json.dumps(replay))
    monkeypatch.chdir(tmp_path)
    end = Replay.load("run.json").positions()[-1]
    assert end.result.reason == "exit"


def test_a_saved_replay_can_be_uploaded_if_its_level_is_stored(owner):
    id = owner.post("/api/levels", {"text": OWN})[1]["id"]
    kept = owner.post("/api/levels/runs", {"level": id, "arrived": True, **winning_run(read_level(OWN))})[1]
    replay = owner.get(f"/api/levels/{id}/runs/{kept['id']}/replay")[1]
    again = owner.post("/api/levels/replays", {"text": json.dumps(replay)})[1]
    assert again["id"] != kept["id"]
    assert {key: again[key] for key in ("level", "presses", "ticks", "deaths", "arrived", "player")} == {
        key: kept[key] for key in ("level", "presses", "ticks", "deaths", "arrived", "player")
    }
    for wrong, words in (
        ({"options": {"level": "trap-school"}}, "was not played in Trap school"),
        ({"options": {"level": "000000000000.level"}}, "open the level file first"),
        ({"options": {"level": "../../token"}}, "open the level file first"),
        ({"options": replay["options"] | {"seconds": "many"}}, "do not fit the platformer"),
        ({"game": "locm"}, "no replay of the platformer"),
        ({"moves": ["9999999 left"] * 9}, "at most 65,536 ticks"),
        ({"moves": 3}, "no replay file"),
    ):
        status, problem = owner.post("/api/levels/replays", {"text": json.dumps(replay | wrong)})
        assert status == 400
        assert words in problem["message"]


@pytest.mark.slow
def test_a_level_is_made_once_per_recipe_and_surveyed(owner):
    recipe = {"seed": 7, "rooms": "3x1", "loops": 0.5}
    id = wait_for_level(owner, "/api/levels/make", recipe)
    assert owner.post("/api/levels/make", recipe)[1] == {"id": id, "work": ""}
    scene = owner.get(f"/api/levels/{id}")[1]
    assert (scene["row"]["name"], scene["row"]["width"]) == ("Seed 7", 33)
    assert scene["row"]["recipe"] == recipe | {"difficulty": None}
    assert owner.get(f"/api/levels/{id}/survey")[1] == {"survey": None}
    assert wait_for_level(owner, f"/api/levels/{id}/survey", {"players": 24, "seed": 3}) == id
    survey = owner.get(f"/api/levels/{id}/survey?players=24&seed=3")[1]["survey"]
    assert survey["failure"]["low"] <= survey["failure"]["value"] <= survey["failure"]["high"]
    assert [ghost["skill"] for ghost in survey["ghosts"]] == sorted(ghost["skill"] for ghost in survey["ghosts"])
    assert len(survey["ghosts"]) == 12
    nodes = survey["graph"]["nodes"]
    assert nodes[survey["graph"]["easiest"][0]][1:] == scene["start"]
    assert nodes[survey["graph"]["routes"][0][-1]][1:] == scene["exits"][0]
    assert {cell for challenge in survey["challenges"] for cell in map(tuple, challenge["cells"])} <= {
        (trap["x"] + k, trap["y"]) for trap in scene["traps"] for k in range(trap["cells"])
    }
    for ghost in (survey["walk"], *survey["ghosts"]):  # every stored run follows the rules
        run = {key: ghost[key] for key in ("presses", "ticks", "deaths", "arrived")}
        status, kept = owner.post("/api/levels/runs", run | {"level": id})
        assert status == 200, kept


@pytest.mark.slow
def test_a_level_without_a_solution_is_stored_but_not_surveyed(owner):
    text = OWN.replace("#ooootttooo#", "#ooo####ooo#").replace("#oooooooooo#", "#oooo##oooo#")
    id = owner.post("/api/levels", {"text": text.replace("saw 5 1 period 120 phase 0\n", "")})[1]["id"]
    work = owner.post(f"/api/levels/{id}/survey", {"players": 12})[1]["work"]
    while (row := next(row for row in owner.get("/api/work")[1] if row["id"] == work))["state"] == "working":
        time.sleep(0.2)
    assert row["state"] == "failed"
    assert not missing(row["message"], f"{id}.level, line 11", "exit 10 1", "start at 1 1")
