import json
from dataclasses import replace

import pytest

from ludus.core.game import Rendering
from ludus.core.game_registry import load_game, registered_game
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.testing.example_games import auction
from tests.messages import missing

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
    assert f"Played by seat 1: {found['moves'][2]['text']}" in text


def test_a_seat_does_not_see_hidden_moves(ludus, file):
    told = json.loads(ludus("replay", file, "--seat", 2, "--json").stdout)
    assert [(move["number"], move["seat"]) for move in told["moves"]] == [(k, 1) for k in range(1, 7)]
    assert [view["seat"] for view in told["position"]["views"]] == [1]
    mine = json.loads(ludus("replay", file, "--seat", 1, "--move", 1, "--json").stdout)
    assert mine["position"]["decider"] == 1
    assert mine["position"]["legal"] == []


def outputs(ludus, file, seat):
    """All that can be shown of a game to a seat."""
    count = len(json.loads(ludus("replay", file, "--seat", seat, "--json").stdout)["moves"])
    ways = [[], ["--json"], *(["--move", k] for k in range(count + 1)), *(["--move", k, "--json"] for k in (0, count))]
    told = [ludus("replay", file, "--seat", seat, *way).stdout for way in ways]
    return [*told, ludus("replay", file, "--seat", seat, "--step", lines=[""] * (count + 1)).stdout]


def test_the_output_for_a_seat_does_not_depend_on_hidden_information(ludus, tmp_path):
    """Unfinished auctions with the same prizes so far, that differ in the prizes to come and in a secret bid."""
    content, file, deals, shown = auction.game.content(cards=4), tmp_path / "game.json", set(), []
    starts = (Position.start(auction.game, content, seed) for seed in range(200))
    alike = [position for position in starts if [position.state.prizes[k] for k in range(2)] == [3, 1]]
    for position, bid in zip(alike[:4], ("bid 1", "bid 4") * 2, strict=True):
        deals.add(tuple(position.state.prizes))
        for move in ("bid 3", "bid 2", bid):
            position.play(move)
        Replay.from_position(position, players=["a", "b"]).save(file)
        shown.append(outputs(ludus, file, 2))
    assert len(deals) == 2
    assert all(each == shown[0] for each in shown)


def test_a_seat_does_not_see_in_how_many_moves_another_made_its_deck(ludus, tmp_path):
    game, shown, decks = load_game("locm"), [], []
    for construction in (["PASS"], [f"CHOOSE {k}" for k in range(15) for _ in range(2)]):
        position, file = Position.start(game, game.content(version="1.5"), 3), tmp_path / "game.json"
        for move in (*construction, "PASS", "PASS"):
            position.play(move)
        Replay.from_position(position).save(file)
        shown.append(outputs(ludus, file, 2))
        decks.append(position.bytes())
    assert decks[0] == decks[1]
    assert shown[0] == shown[1]


def test_a_seat_is_shown_neither_seeds_nor_given_decks(ludus, tmp_path):
    game, numbers = load_game("locm"), " ".join(map(str, range(1, 31)))
    options = {"version": "1.0", "decks": f"{numbers} / {numbers}"}
    file = tmp_path / "game.json"
    Replay.from_position(Position.start(game, game.content(**options), 987654321)).save(file)
    for words in ([], ["--json"]):
        everything, seat = (ludus("replay", file, *words, *more).stdout for more in ([], ["--seat", 1]))
        assert "987654321" in everything
        assert "decks" in everything
        assert "987654321" not in seat
        assert "decks" not in seat
        assert "1.0" in seat
        assert game.content(**options).digest not in seat


def test_public_content_has_the_same_digest_for_all_seats(ludus, file):
    names = {json.loads(ludus("replay", file, *words, "--json").stdout)["content"] for words in ([], ["--seat", 2])}
    assert len(names) == 1


def test_a_fault_that_ended_a_game_is_printed(ludus, changed, file):
    moves = json.loads(file.read_text())["moves"]
    fault = {"seat": 0, "reason": "illegal move", "what": "illegal move: bid 5, which it does not hold"}
    path = changed(moves=moves[:4], fault=fault, result={})
    assert not missing(ludus("replay", path).stdout, "Result: seat 1", "fault", "illegal move: bid 5")
    assert json.loads(ludus("replay", path, "--json").stdout)["fault"] == fault
    assert "bid 5, which" in ludus("replay", path, "--seat", 1).stdout
    others = ludus("replay", path, "--seat", 2).stdout  # what was wrong may tell what it held
    assert not missing(others, "Result: seat 1", "fault", "illegal move")
    assert json.loads(ludus("replay", path, "--seat", 2, "--json").stdout)["fault"] == {
        "seat": 0,
        "reason": "illegal move",
    }
    assert "lost by its own fault" in ludus("replay", path, "--step", lines=["end"]).stdout
    nobody = changed(moves=moves[:4], fault={"seat": None, "reason": "endless game", "what": ""}, result={})
    assert "Result: broken off; endless game." in ludus("replay", nobody).stdout
    assert json.loads(ludus("replay", file, "--json").stdout)["fault"] is None


def test_stepping_goes_forth_and_back(ludus, file):
    moves = json.loads(file.read_text())["moves"]
    text = ludus("replay", file, "--step", lines=["", "n", "b", "p", "p", "13", "7", "end", "", "start"]).stdout
    shown = [line for line in text.splitlines() if line.startswith(("After ", "This is", "There are"))]
    assert [line.removesuffix(" of 12 moves") for line in shown] == [
        *("After 0", "After 1", "After 2", "After 1", "After 0", "This is the beginning.", "There are 12 moves."),
        *("After 7", "After 12", "This is the end: 12 moves.", "After 0"),
    ]
    seventh = text.split("After 7 of 12 moves")[1].split("\n> ")[0]
    assert f"last: seat 1 random: {moves[6]}" in seventh
    assert f"next: seat 2 random: {moves[7]}" in seventh
    assert "Result: all sold" in text.split("After 12 of 12 moves")[1].split("\n> ")[0]


def test_stepping_begins_where_one_says_and_ends_with_q(ludus, file):
    text = ludus("replay", file, "--step", "--move", 5, lines=["q", "n"]).stdout
    assert "After 5 of 12 moves" in text
    assert "After 6" not in text


def test_stepping_looks_with_the_eyes_of_a_seat_or_with_all(ludus, file):
    lines = ["seat 2", "n", "all", "seat 7", "seat 0", "seat 1", "?", "up"]
    text = ludus("replay", file, "--step", "--move", 5, lines=lines).stdout
    shown = [line for line in text.splitlines() if line.startswith("After ")]
    assert shown == [
        "After 5 of 12 moves",
        "After 2 of 6 moves, as seat 2 saw it",
        "After 3 of 6 moves, as seat 2 saw it",
        "After 7 of 12 moves",
        "After 7 of 12 moves, as seat 1 saw it",
    ]
    assert "There is no seat 7; seats are 1 to 2." in text
    assert "There is no seat 0; seats are 1 to 2." in text
    assert "go to the position after 40 moves" in text
    assert "'up' is no key" in text


def test_stepping_is_for_people(refused, file, tmp_path):
    assert "leave out --json" in refused("replay", file, "--step", "--json")
    assert "leave out --svg" in refused("replay", file, "--step", "--svg", tmp_path / "a.svg")


def test_moves_are_printed_in_the_words_of_the_game(ludus, tmp_path):
    file = tmp_path / "locm.json"
    ludus("match", "locm", "random", "coac", "-n", 0, "--save-replay", file, "-o", "setup=dealt")
    everything, second = ludus("replay", file).stdout, ludus("replay", file, "--seat", 2).stdout
    assert not missing(everything, "Random ends the turn; coac draws ", "Coac ends the turn; random draws ")
    assert "you" not in everything.lower().split("result:")[0].split()
    assert not missing(second, "Random ends the turn; you draw ", "You end the turn; random draws 1 card")
    steps = ludus("replay", file, "--seat", 2, "--step", lines=["n"] * 20).stdout
    assert not missing(steps, "last: You end the turn; random draws 1 card (PASS)")


def test_the_result_is_told_in_the_words_of_the_game(ludus, tmp_path):
    file = tmp_path / "locm.json"
    ludus("match", "locm", "random", "coac", "-n", 0, "--save-replay", file, "-o", "setup=dealt")
    assert not missing(ludus("replay", file).stdout, "Result: Coac won in turn ", "random's health fell to ")
    assert not missing(ludus("replay", file, "--seat", 1).stdout, "Result: Coac won in turn ", "your health fell to ")


def test_a_game_without_words_shows_what_the_seats_see(ludus, tmp_path):
    file = tmp_path / "magpies.json"
    ludus("match", "magpies", "random", "-n", 0, "--save-replay", file)
    text = ludus("replay", file, "--move", 0).stdout
    assert "seat 1 sees (as data, which counts seats from 0)\n  seat 0, turn 0\n  hands:\n" in text
    assert "(card ?, known to (2))" in text
    assert max(map(len, text.split("Result: ")[0].splitlines())) <= 80
    assert "seat 2 sees" not in ludus("replay", file, "--move", 0, "--seat", 1).stdout


def test_a_picture_is_written(ludus, tmp_path):
    file, picture = tmp_path / "locm.json", tmp_path / "board.svg"
    ludus("match", "locm", "random", "-n", 0, "--save-replay", file, "-o", "setup=dealt")
    assert ludus("replay", file, "--move", 9, "--svg", picture).exit_code == 0
    assert picture.read_text().startswith("<svg")
    assert "LOCM 1.2" in ludus("replay", file).stdout


def test_a_game_without_pictures_says_so(refused, file, tmp_path):
    with registered_game(replace(auction.game, rendering=Rendering())):
        assert "no picture" in refused("replay", file, "--svg", tmp_path / "a.svg")


def test_moves_and_seats_that_are_not_there_are_refused(refused, file):
    assert "12 moves" in refused("replay", file, "--move", 13)
    assert "seat 2 saw 6 moves" in refused("replay", file, "--seat", 2, "--move", 7)
    assert "seats 1 to 2" in refused("replay", file, "--seat", 3)


def test_a_file_that_is_not_a_replay_is_refused(refused, file, tmp_path):
    half, text, other = tmp_path / "half.json", tmp_path / "text.json", tmp_path / "other.json"
    half.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    text.write_text("once upon a time")
    other.write_text("[1, 2]")
    for path in (half, text, other):
        assert f"{path}: not a replay file" in refused("replay", path)
    assert "cannot be read" in refused("replay", tmp_path / "missing.json")
    assert "no tournament there" in refused("replay", tmp_path)


def test_a_replay_of_another_release_names_it(refused, changed):
    path = changed(ludus=99, release="9.9")
    line = refused("replay", path)
    assert "format 99" in line
    assert "9.9" in line
    assert not missing(refused("replay", changed(rules="0.older")), str(path), "rules version '0.older'")


def test_a_replay_with_other_content_is_refused(refused, changed):
    assert "content" in refused("replay", changed(content="0123456789abcdef"))
    assert "content" in refused("replay", changed(options={"cards": 5}))


def test_an_illegal_move_is_named_with_its_number(refused, changed, file):
    moves = json.loads(file.read_text())["moves"]
    path = changed(moves=[*moves[:2], moves[0], *moves[3:]])
    assert f"{path}: move 3 of 12" in refused("replay", path)
    assert "move 2 of 2" in refused("replay", changed(moves=[moves[0], "BLUFF"]))


def test_a_replay_with_another_result_than_its_file_says_is_refused(refused, changed, file):
    assert "the replay says" in refused("replay", changed(result={"reason": "all sold", "shares": [0.25, 0.75]}))
    assert "the replay says" in refused("replay", changed(moves=json.loads(file.read_text())["moves"][:-1]))


def test_fields_that_do_not_belong_are_refused(refused, changed):
    assert "colour" in refused("replay", changed(colour="red"))
    assert "moves" in refused("replay", changed(moves="all"))


def test_a_replay_of_a_game_that_is_not_installed_says_so(refused, changed):
    assert "no game named 'chess'" in refused("replay", changed(game="chess"))


@pytest.mark.parametrize("name", ["here.json", "here.toml"])
def test_a_position_of_a_replay_can_be_kept_and_played_on_from(ludus, file, tmp_path, name):
    here = tmp_path / name
    result = ludus("replay", file, "--move", 3, "--position", here)
    assert f"The position is in {here}" in result.stdout.replace("\n", "")
    kept = Position.read(auction.game, auction.game.content(), here.read_text())
    assert kept.bytes() == Replay.load(file).positions()[3].bytes()
    played = ludus("play", "auction", "--against", "random", "--from", here, lines=["board", "quit"])
    assert played.exit_code == 0
    assert f"--from {here}" in played.stdout.replace("\n", "")


def test_a_position_is_not_kept_for_a_seat_that_may_not_see_it(refused, file, tmp_path):
    assert "leave out --seat" in refused("replay", file, "--seat", 1, "--position", tmp_path / "here.json")
