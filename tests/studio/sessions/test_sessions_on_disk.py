"""A server that is stopped or killed loses no finished game, and unfinished games continue."""

import shutil

import msgspec
import pytest

from ludus.core.replay import Replay
from ludus.studio.file_paths import StudioPaths
from ludus.studio.server import prepare


def test_finished_games_are_loaded_with_all_their_positions(open_studio):
    owner = open_studio().owner
    made = owner.new_session(seed=8)
    with owner.join(made) as connection:
        end = connection.play_to_end()
    before = owner.get("/api/tables")[1]
    owner = open_studio().owner
    assert owner.get("/api/tables")[1] == before
    with owner.join(made) as connection:
        again = connection.receive()
    assert {**again, "seats": 0} == {**end, "seats": 0}


def test_the_list_says_who_won_and_why_also_after_a_restart(open_studio):
    owner = open_studio().owner
    made = owner.new_session(game="dominion", people=1, bots=("big-money",), seed=8)
    with owner.join(made) as connection:
        outcome = connection.play_to_end()["outcome"]
    aborted = owner.new_session(game="delve", people=1, bots=())
    owner.post(f"/api/tables/{aborted['id']}/abort", {})
    assert outcome
    for _ in range(2):
        rows = {row["id"]: row for row in owner.get("/api/tables")[1]}
        assert rows[made["id"]]["outcome"] == outcome
        assert (rows[aborted["id"]]["state"], rows[aborted["id"]]["outcome"]) == ("broken off", "")
        owner = open_studio().owner


def test_an_unfinished_game_continues_with_the_same_keys_and_token(open_studio):
    owner = open_studio().owner
    made = owner.new_session(seed=8)
    with owner.join(made) as connection:
        here = connection.my_turn()["now"]
        connection.send("play", ply=0, text=here["legal"][0]["text"])
        connection.until(lambda message: message["now"]["ply"] > 0)
        before = connection.my_turn()
    assert open_studio().owner.token == owner.token
    owner.studio = open_studio()
    with owner.join(made) as connection:
        again = connection.receive()
        assert again["now"] == before["now"]
        assert connection.play_to_end()["state"] == "over"


def test_an_incomplete_line_of_the_moves_file_is_ignored(open_studio, tmp_path):
    owner = open_studio().owner
    made = owner.new_session(people=2, bots=())
    with owner.join(made) as connection:
        connection.send("play", ply=0, text=connection.my_turn()["now"]["legal"][0]["text"])
        connection.until(lambda message: message["now"]["ply"] > 0)
    studio = open_studio()
    moves = tmp_path / "studio" / "tables" / made["id"] / "moves"
    assert len(moves.read_text().splitlines()) == 1
    with open(moves, "a") as file:
        file.write("BI")
    studio.owner.studio = studio
    with studio.owner.join(made) as connection:
        assert connection.receive()["now"]["ply"] == 1


def test_an_end_that_was_not_stored_is_stored_when_the_session_is_opened(open_studio, tmp_path):
    owner = open_studio().owner
    made = owner.new_session(seed=1)
    folder = tmp_path / "studio" / "tables" / made["id"]
    with owner.join(made) as connection:
        at_first = {file: (folder / file).read_bytes() for file in ("table.json", "replay.json")}
        end = connection.play_to_end()
    owner.studio.stop()
    for file, data in at_first.items():
        (folder / file).write_bytes(data)
    (folder / "moves").write_text("".join(f"{row['text']}\n" for row in end["moves"]))
    owner = open_studio().owner
    with owner.join(made) as connection:
        assert connection.receive()["ending"] == end["ending"]
    assert Replay.load(folder / "replay.json").result
    assert not (folder / "moves").exists()


def test_a_folder_that_is_no_session_hides_no_session(open_studio, tmp_path):
    made = open_studio().owner.new_session()
    tables = tmp_path / "studio" / "tables"
    (tables / "notes.txt").write_text("mine")
    (tables / "abcdefabcdef").mkdir()
    shutil.copytree(tables / made["id"], tables / "0123456789ab")
    (tables / "0123456789ab" / "table.json").write_text("{")
    rows = open_studio().owner.get("/api/tables")[1]
    assert [row["id"] for row in rows] == [made["id"]]


def test_a_token_that_is_too_short_is_refused(tmp_path):
    StudioPaths(tmp_path)
    (tmp_path / "studio" / "token").write_text("1234")
    with pytest.raises(Exception, match="no token that could be trusted"):
        prepare(str(tmp_path), 0)


def test_the_token_is_readable_by_its_user_only(tmp_path):
    StudioPaths(tmp_path).token()
    assert (tmp_path / "studio" / "token").stat().st_mode & 0o077 == 0


def test_sessions_are_stored_as_plain_json(open_studio, tmp_path):
    made = open_studio().owner.new_session(seed=4)
    kept = msgspec.json.decode((tmp_path / "studio" / "tables" / made["id"] / "table.json").read_bytes())
    assert (kept["studio"], kept["seed"], kept["players"]) == (1, 4, ["person", "random"])
