import json

import pytest

from ludus import new_game
from ludus.core.replay import Replay
from tests.cases import each
from tests.messages import missing

AUCTION = ("match", "auction", "random", "random", "-n", 300)


def as_json(result):
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_json_depends_on_the_seed_alone(ludus):
    words = ("match", "auction", "random", "random", "-n", 5000, "--json")
    one, two = (as_json(ludus(*words, "--threads", threads)) for threads in (1, 2))
    assert (one.pop("timing")["place"], two.pop("timing")["place"]) == ("threads:1", "threads:2")
    assert json.dumps(one) == json.dumps(two)
    assert as_json(ludus(*words, "--seed", 2))["results"] != one["results"]


def test_where_games_run_changes_nothing_but_the_timing(ludus):
    words = ("match", "locm", "random", "random", "-n", 200, "-o", "setup=dealt")
    one, two = (as_json(ludus(*words, "--json", "--backend", backend)) for backend in ("threads:1", "processes:1"))
    assert two.pop("timing")["place"] == "processes:1"
    del one["timing"]
    assert json.dumps(one) == json.dumps(two)
    assert "games a second on 1 process " in ludus(*words, "--place", "processes:1").stdout


@each(
    ("backend", "said"),
    [
        (("--place", "thread"), "'thread' … 'threads'"),
        (("--place", "threads:x"), "how many threads is a whole number"),
        (("--place", "ray", "--threads", 2), "--threads 2 … --backend ray"),
    ],
)
def test_an_unknown_backend_is_refused_before_anything_is_compiled(ludus, backend, said):
    result = ludus(*AUCTION, *backend)
    assert result.exit_code == 2
    assert not missing(result.stderr, said)


def test_json_has_an_interval_for_every_number(ludus):
    found = as_json(ludus(*AUCTION, "--json"))
    estimates = [player["share"] for player in found["players"]] + [seat["share"] for seat in found["seats"]]
    for estimate in [*estimates, found["length"]]:
        assert list(estimate) == ["value", "low", "high", "count"]
        assert estimate["low"] <= estimate["value"] <= estimate["high"]
        assert estimate["count"] == found["deals"] == 150
    assert sum(player["share"]["value"] for player in found["players"]) == pytest.approx(1)
    assert sum(found["endings"].values()) == found["games"] == 300


def test_a_match_of_one_deal_has_no_interval_for_the_length(ludus):
    found = as_json(ludus("match", "auction", "random", "-n", 1, "--json"))
    assert found["games"] == 2
    assert found["length"]["low"] is None


def test_games_are_rounded_up_to_whole_deals(ludus):
    assert as_json(ludus("match", "magpies", "random", "-n", 100, "--json"))["games"] == 102


def test_one_bot_plays_all_seats(ludus):
    alone = as_json(ludus("match", "auction", "random", "-n", 300, "--json"))
    both = as_json(ludus(*AUCTION, "--json"))
    assert [player["bot"] for player in alone["players"]] == ["random", "random"]
    assert alone["results"] == both["results"]


def test_as_many_seats_as_bots_where_a_game_leaves_it_open(ludus):
    found = as_json(ludus("match", "magpies", *["random"] * 4, "-n", 8, "--json"))
    assert len(found["players"]) == len(found["seats"]) == 4
    assert found["options"] == {"seats": 4}


def test_a_game_for_one_has_no_seats_to_compare(ludus):
    text = ludus("match", "dash", "random", "-n", 50).stdout
    assert "first seat" not in text
    assert "decisions a game" in text


def test_the_table_tells_players_apart_and_how_to_get_a_replay(ludus, tmp_path, monkeypatch):
    text = ludus(*AUCTION, "--seed", 5, "-o", "cards=4").stdout
    assert "random #1" in text
    assert "random #2" in text
    assert "300 games, 150 deals" in text
    assert "all sold 300" in text
    line = next(line for line in text.splitlines() if "--save-replay" in line)
    monkeypatch.chdir(tmp_path)
    assert ludus(*line.split()[1:]).exit_code == 0
    replay = Replay.load("game.json")
    assert replay.options == {"cards": 4}
    assert len(replay.positions()) == 9


def test_the_wrong_number_of_bots_is_refused(refused):
    assert "needs 2 bots here, not 3" in refused("match", "auction", "random", "random", "random")


def test_an_unknown_bot_is_met_with_the_closest_name(refused):
    assert "did you mean 'random'?" in refused("match", "auction", "randm")


def test_options_are_checked_by_the_game(refused):
    assert "known: cards" in refused(*AUCTION, "-o", "colour=red")
    assert "cards" in refused(*AUCTION, "-o", "cards=99")
    assert "cards" in refused(*AUCTION, "-o", "cards=many")
    assert "KEY=VALUE, not 'cards'" in refused(*AUCTION, "-o", "cards")
    assert "given twice" in refused(*AUCTION, "-o", "cards=3", "-o", "cards=4")


def test_a_match_without_games_is_refused(refused):
    assert "at least one game" in refused("match", "auction", "random", "-n", 0)


def test_a_replay_that_cannot_be_written_is_an_error(refused, tmp_path):
    where = tmp_path / "nowhere" / "game.json"
    assert "cannot be written" in refused("match", "auction", "random", "-n", 0, "--save-replay", where)


def test_a_match_names_declared_cheats(ludus):
    words = ("match", "tribute", "max-prestige-2023", "random-no-end", "-n", 2)
    assert not missing(ludus(*words).stdout, "cheats", "max-prestige-2023")
    players = as_json(ludus(*words, "--json"))["players"]
    assert [player.get("cheats", False) for player in players] == [True, False]


def test_a_match_can_begin_with_a_position_from_a_file(ludus, tmp_path):
    position = new_game("auction", seed=3)
    position.play(position.legal_moves[0])
    file = tmp_path / "here.json"
    file.write_text(position.text())
    words = ("match", "auction", "random", "random", "-n", 40, "--from", file, "--json")
    one, two = (as_json(ludus(*words, "--threads", threads)) for threads in (1, 2))
    assert one.pop("timing") != two.pop("timing")
    assert one == two
    assert one["from"] == str(file)
    assert one["length"]["value"] < as_json(ludus("match", "auction", "random", "-n", 40, "--json"))["length"]["value"]
    shown = ludus(*words[:-1]).stdout
    assert f"beginning with {file}" in shown.replace("\n", "")
    assert "--save-replay" not in shown


@pytest.mark.parametrize("words", [("--in-a-row",), ("--save-replay", "x.json"), ("--logs", "x"), ("--competition",)])
def test_what_needs_a_deal_does_not_go_with_a_position(ludus, words, tmp_path):
    result = ludus("match", "auction", "random", "random", "--from", tmp_path / "here.json", *words)
    assert result.exit_code == 2
    assert not missing(result.stderr, words[0], "leave out --from")


def test_a_match_without_bots_says_how_many_it_needs(refused):
    assert not missing(refused("match", "auction"), "a bot for each of the 2 seats, or one", "`ludus bots auction`")
    assert not missing(refused("match", "dash"), "name one bot", "`ludus bots dash`")
    assert "needs 1 bot here, not 2" in refused("match", "dash", "random", "random")


@pytest.mark.parametrize(("more", "ending"), [((), "; nothing was written"), (("--save-replay", "x.json"), "")])
def test_a_stopped_match_says_whether_something_was_written(ludus, monkeypatch, tmp_path, more, ending):
    def stopped(*arguments):
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ludus.cli.match.play_match", stopped)
    result = ludus("match", "auction", "random", "random", *more)
    assert result.exit_code == 130
    assert result.stderr.endswith(f"\nludus: stopped{ending}\n")


def test_a_position_that_cannot_be_read_is_named_with_its_file(ludus, tmp_path):
    result = ludus("match", "auction", "random", "random", "--from", tmp_path / "nowhere.json")
    assert result.exit_code == 2
    assert "nowhere.json: there is no such file" in result.stderr.replace("\n", "")


def test_a_line_of_kept_states_is_a_position_to_begin_with(ludus, refused, tmp_path):
    kept = ("match", "auction", "random", "random", "--seed", 5, "-n", 1, "--in-a-row", "--diary-to", tmp_path)
    assert ludus(*kept, "--states").exit_code == 0
    lines = (tmp_path / "5_states.jsonl").read_text().splitlines()
    (tmp_path / "line.json").write_text(lines[3])
    (tmp_path / "plain.json").write_text(json.dumps(json.loads(lines[3])["position"]))

    def results(file):
        return as_json(ludus("match", "auction", "random", "-n", 20, "--from", tmp_path / file, "--json"))["results"]

    assert results("line.json") == results("5_states.jsonl:4") == results("plain.json")
    assert results("5_states.jsonl:1") != results("plain.json")
    words = ("match", "auction", "random", "--from")
    assert not missing(refused(*words, tmp_path / "5_states.jsonl:99"), "5_states.jsonl:99", "1 to 13")
    assert "5_states.jsonl:13" in refused(*words, tmp_path / "5_states.jsonl")
    assert "name a line" in refused(*words, tmp_path / "5_states.jsonl")


def test_a_replay_is_no_position_but_has_some(ludus, refused, tmp_path):
    file = tmp_path / "game.json"
    ludus("match", "auction", "random", "-n", 0, "--save-replay", file)
    said = refused("match", "auction", "random", "--from", file)
    assert f"ludus replay {file} --move K --position here.json" in said


def test_limits_without_external_bots_print_a_warning(ludus, tmp_path):
    result = ludus("match", "auction", "random", "-n", 2, "--seconds", 1, "--memory", 10)
    assert result.exit_code == 0
    assert not missing(result.stderr, "warning", "--seconds", "--memory", "compiled")
    cup = ludus("tournament", "auction", "random", "random", "-n", 2, "--turn-seconds", 1, "--out", tmp_path / "cup")
    assert "ludus: warning: --turn-seconds: no effect" in cup.stderr
    assert "warning" not in ludus("match", "auction", "random", "-n", 2).stderr
