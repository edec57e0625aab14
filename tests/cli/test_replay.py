import json
from dataclasses import fields, replace

import pytest

from ludus.core.contract import Game
from ludus.core.registry import registered
from ludus.testing.toys import auction

KEPT = 3


@pytest.fixture
def file(ludus, tmp_path):
    """A replay of the auction, fresh from a match."""
    path = tmp_path / "game.json"
    result = ludus("match", "auction", "random", "-n", 0, "--game", KEPT, "--save-replay", path)
    assert result.exit_code == 0, result.output
    return path


@pytest.fixture
def changed(file, tmp_path):
    """Writes the replay with some fields changed."""

    def change(**fields):
        path = tmp_path / "changed.json"
        path.write_text(json.dumps({**json.loads(file.read_text()), **fields}))
        return path

    return change


def test_a_replay_shows_every_move_and_the_result(ludus, file):
    text = ludus("replay", file).stdout
    for number, move in enumerate(json.loads(file.read_text())["moves"], 1):
        assert any(line.split()[0] == str(number) and line.endswith(move) for line in text.splitlines() if line.split())
    assert "Result: all sold" in text
    assert "Every move is legal" in text


def test_a_replay_is_the_game_of_the_match(ludus, file):
    found = json.loads(ludus("replay", file, "--json").stdout)
    match = json.loads(ludus("match", "auction", "random", "-n", 4, "--json").stdout)
    assert found["game"] == match["game"]
    assert found["content"] == match["content"]
    assert len(found["moves"]) == match["length"]["value"]
    assert found["result"]["reason"] == "all sold"
    assert [view["seat"] for view in found["position"]["views"]] == [0, 1]


def test_a_position_in_the_middle_shows_what_could_be_played(ludus, file):
    found = json.loads(ludus("replay", file, "--move", 2, "--json").stdout)
    assert found["position"]["number"] == 2
    assert found["moves"][2]["text"] in found["position"]["legal"]
    text = ludus("replay", file, "--move", 2).stdout
    assert "After 2 of 12 moves" in text
    assert f"Played: {found['moves'][2]['text']}" in text


def test_a_seat_is_not_shown_what_it_was_not_told(ludus, file):
    told = json.loads(ludus("replay", file, "--seat", 1, "--json").stdout)
    assert {move["text"] for move in told["moves"] if move["seat"] == 0} == {"(hidden)"}
    assert [view["seat"] for view in told["position"]["views"]] == [1]
    mine = json.loads(ludus("replay", file, "--seat", 0, "--move", 1, "--json").stdout)
    assert mine["position"]["decider"] == 1
    assert mine["position"]["legal"] == []


def test_a_picture_is_written(ludus, tmp_path):
    file, picture = tmp_path / "locm.json", tmp_path / "board.svg"
    ludus("match", "locm", "random", "-n", 0, "--save-replay", file, "-o", "setup=dealt")
    assert ludus("replay", file, "--move", 9, "--svg", picture).exit_code == 0
    assert picture.read_text().startswith("<svg")
    assert "LOCM 1.2" in ludus("replay", file).stdout


def test_a_game_without_pictures_says_so(refused, file, tmp_path):
    default = next(field.default for field in fields(Game) if field.name == "draw")
    with registered(replace(auction.game, draw=default)):
        assert "no picture" in refused("replay", file, "--svg", tmp_path / "a.svg")


def test_moves_and_seats_that_are_not_there_are_refused(refused, file):
    assert "12 moves" in refused("replay", file, "--move", 13)
    assert "seats 0 to 1" in refused("replay", file, "--seat", 2)


def test_a_file_that_is_no_replay_is_told(refused, file, tmp_path):
    half, text, other = tmp_path / "half.json", tmp_path / "text.json", tmp_path / "other.json"
    half.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    text.write_text("once upon a time")
    other.write_text("[1, 2]")
    for path in (half, text, other):
        assert f"{path}: not a replay file" in refused("replay", path)
    assert "cannot be read" in refused("replay", tmp_path / "missing.json")
    assert "cannot be read" in refused("replay", tmp_path)


def test_a_replay_of_another_release_names_it(refused, changed):
    line = refused("replay", changed(ludus=99, release="9.9"))
    assert "format 99" in line
    assert "9.9" in line
    assert "rules" in refused("replay", changed(rules="0.older"))


def test_a_replay_with_other_content_is_refused(refused, changed):
    assert "content" in refused("replay", changed(content="0123456789abcdef"))
    assert "content" in refused("replay", changed(options={"cards": 5}))


def test_an_illegal_move_is_named_with_its_number(refused, changed, file):
    moves = json.loads(file.read_text())["moves"]
    assert "move 3 of 12" in refused("replay", changed(moves=[*moves[:2], moves[0], *moves[3:]]))
    assert "move 2 of 2" in refused("replay", changed(moves=[moves[0], "BLUFF"]))


def test_moves_that_lead_elsewhere_than_the_file_says_are_told(refused, changed, file):
    assert "the replay says" in refused("replay", changed(result={"reason": "all sold", "shares": [0.25, 0.75]}))
    assert "the replay says" in refused("replay", changed(moves=json.loads(file.read_text())["moves"][:-1]))


def test_fields_that_do_not_belong_are_refused(refused, changed):
    assert "colour" in refused("replay", changed(colour="red"))
    assert "moves" in refused("replay", changed(moves="all"))


def test_a_replay_of_a_game_that_is_not_installed_says_so(refused, changed):
    assert "no game named 'chess'" in refused("replay", changed(game="chess"))
