"""`ludus studio letter.py`: a game from a file is listed and played like any other; a browser cannot name a file."""

import time

import pytest

from ludus.cli.new_game import game_files
from tests.studio.conftest import KillableStudio


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio")
    file = folder / "cups_of_a_file.py"
    file.write_text(game_files("cups", "cups")["src/cups/game.py"])
    studio = KillableStudio(folder / "runs", str(file))
    studio.file = file
    yield studio
    studio.kill()


def test_the_game_is_listed_and_played_to_its_end(studio):
    assert "cups" in [card["name"] for card in studio.owner.get("/api/hello")[1]["games"]]
    made = studio.owner.new_session("cups", bots=["random"])
    with studio.owner.join(made) as connection:
        assert connection.play_to_end()["state"] == "over"
    replay = studio.owner.get(f"/api/tables/{made['id']}/replay")[1]
    assert replay["file"]["name"] == "cups_of_a_file.py:game"


def test_a_worker_process_plays_a_tournament_of_it(studio):
    order = {"game": "cups", "players": ["random", "greedy"], "games": 4, "seed": 1}
    status, job = studio.owner.post("/api/tournaments", order)
    assert status == 200, job
    while (row := studio.owner.get("/api/work")[1][0])["state"] == "working":
        time.sleep(0.1)
    assert (row["state"], row["message"]) == ("done", "")


def test_a_request_cannot_name_a_file(studio):
    for name in (f"{studio.file}:game", str(studio.file), "cups_of_a_file.py"):
        order = {"game": name, "seats": [{"bot": None}, {"bot": "random"}]}
        assert studio.owner.post("/api/tables", order)[0] in (400, 404)
        assert studio.owner.post("/api/tournaments", {"game": name, "players": ["random", "greedy"]})[0] in (400, 404)


def test_its_bots_are_measured_and_become_levels(studio):
    before = studio.owner.get("/api/games/cups/levels")[1]
    assert (before["levels"], before["source"]) == ([], "")
    assert before["command"].startswith("ludus tournament cups random greedy ")
    status, job = studio.owner.post("/api/games/cups/levels", None)
    assert status == 200, job
    while (levels := studio.owner.get("/api/games/cups/levels")[1])["work"]:
        time.sleep(0.1)
    assert [level["level"] for level in levels["levels"]] == ["easy", "medium", "hard"]
    assert {level["bot"] for level in levels["levels"]} == {"random", "greedy", "mcts:iterations=100"}
    assert (levels["source"], levels["command"]) == (job["target"], "")
