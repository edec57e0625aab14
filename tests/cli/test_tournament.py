import json
import re
from dataclasses import replace

import pytest

from ludus.arena import Tournament
from ludus.cli import progress_bars
from ludus.cli.match_and_tournament_results import win_matrix
from ludus.report.tournament import join_names, strongest_player
from ludus.stats import Estimate
from ludus.testing.example_games import auction
from tests.cases import each
from tests.messages import missing

AUCTION = ("tournament", "auction", "random", "random", "random", "-n", 60, "--seed", 3)


def as_json(result):
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_json_depends_on_the_seed_alone(ludus):
    one = as_json(ludus(*AUCTION, "--json", "--threads", 1, "--out", "one"))
    two = as_json(ludus(*AUCTION, "--json", "--threads", 2, "--out", "two"))
    for found in (one, two):
        del found["timing"], found["folder"]
    assert json.dumps(one) == json.dumps(two)
    other = as_json(ludus(*AUCTION[:-1], 4, "--json", "--out", "three"))
    assert other["players"] != one["players"]


def test_json_has_an_interval_for_every_number(ludus):
    found = as_json(ludus(*AUCTION, "--json"))
    assert found["games"] == 3 * 60
    for player in found["players"]:
        for estimate in (player["rating"], player["share"], player["points"]):
            assert estimate["low"] <= estimate["value"] <= estimate["high"]
    ratings = [player["rating"]["value"] for player in found["players"]]
    assert ratings == sorted(ratings, reverse=True)
    assert [pair["pair"] for pair in found["pairs"]] == ["0-1", "0-2", "1-2"]
    for pair in found["pairs"]:
        assert sum(share["value"] for share in pair["shares"]) == pytest.approx(1)
        assert sum(pair["expected"]) == pytest.approx(1)
    assert sum(found["endings"].values()) == found["games"]


def test_a_folder_is_named_after_the_tournament(ludus, tmp_path):
    first = as_json(ludus(*AUCTION, "--json"))["folder"]
    assert re.fullmatch(r"tournaments/auction-[0-9a-f]{8}", first)
    assert as_json(ludus(*AUCTION, "--json", "--threads", 2))["folder"] == first
    assert as_json(ludus(*AUCTION[:-1], 4, "--json"))["folder"] != first
    assert {file.name for file in (tmp_path / first).iterdir()} >= {"tournament.json", "games.csv", "report.html"}


def test_the_tables_tell_who_is_best_and_how_to_see_a_game(ludus):
    text = ludus(*AUCTION, "--out", "here").stdout
    assert not missing(text, "3 players", "3 pairs", "180 games", "30 deals")
    assert "95 % interval" in text
    assert "first seat" in text
    assert "all sold 180" in text
    assert "ludus replay here --game 0-1/0" in text
    assert max(map(len, text.splitlines())) <= 160


@each("players", [3, 6, 9])
def test_the_win_matrix_fits_the_screen(players):
    results = Tournament(auction.game, auction.game.content(), ["random"] * players, 4).run()
    from rich.console import Console

    matrix = win_matrix(results, 100)
    console = Console(width=200)
    assert console.measure(matrix).maximum <= 100
    assert len(matrix.columns) == players + 1
    assert win_matrix(results, 20) is None


def test_a_tournament_goes_on_from_its_folder(ludus, tmp_path):
    whole = ludus(*AUCTION, "--out", "here")
    games = tmp_path / "here" / "games.csv"
    data = games.read_bytes()
    games.write_bytes(data[: len(data) // 2])
    (tmp_path / "here" / "events.jsonl").unlink()  # it counts more games
    again = ludus("tournament", "--resume", "here")
    assert games.read_bytes() == data
    told = [line for line in whole.stdout.splitlines() if not line.startswith("time")]
    assert told == [line for line in again.stdout.splitlines() if not line.startswith("time")]


def test_a_finished_tournament_says_that_nothing_was_played(ludus):
    line = "ludus: cup: all 180 games were there already; nothing was played"
    assert line not in ludus(*AUCTION, "--out", "cup").stderr
    assert line in ludus(*AUCTION, "--out", "cup").stderr.splitlines()
    assert line in ludus("tournament", "--resume", "cup").stderr.splitlines()
    assert "nothing was played" not in ludus("tournament", "--resume", "cup", "-n", 90).stderr


def test_a_wrong_digest_is_told_from_a_changed_folder(ludus, tmp_path):
    ludus(*AUCTION, "--out", "cup")
    result = ludus("tournament", "--verify", "cup", "0" * 24)
    assert result.exit_code == 1
    assert result.stdout.startswith("cup: the digest that was given does not match.")
    (tmp_path / "cup" / "pairs.csv").write_text("")
    result = ludus("tournament", "--verify", "cup", "0" * 24)
    assert result.exit_code == 1
    assert result.stdout.startswith("cup: was changed.")


def test_a_stopped_tournament_prints_how_to_continue(ludus, monkeypatch):
    def stopped(self, folder, place, progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "run", stopped)
    result = ludus(*AUCTION, "--out", "here")
    assert result.exit_code == 130
    assert not missing(result.stderr, "ludus tournament --resume here")


def test_a_tournament_stopped_while_writing_the_page_prints_how_to_continue(ludus, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("ludus.report.tournament.write_tournament_page", stopped)
    result = ludus(*AUCTION, "--out", "here")
    assert result.exit_code == 130
    assert not missing(result.stderr, "ludus tournament --resume here")


def test_the_report_needs_nothing_else(ludus, tmp_path):
    ludus(*AUCTION, "--out", "here")
    page = (tmp_path / "here" / "report.html").read_text()
    assert "<title>Auction: who plays best?</title>" in page
    assert not re.search(r"https?://|<script|<link|@import|src=", page)
    assert page.count("<svg") > 6
    for word in ("random #1", "ludus replay here --game 0-1/0", "-n 60 --seed 3", "Does the seat matter?"):
        assert word in page
    assert re.search(r'title="random #1: win rate [\d.]+ %  \[[\d., ]+\] in 60 games against random #2', page)


def test_names_cannot_break_the_report(tmp_path):
    contest = Tournament(auction.game, auction.game.content(), ["random", "random"], 4)
    contest.names = ["<script>alert(1)</script>", 'a"b']
    from ludus.report.tournament import write_tournament_page

    results = contest.run(tmp_path / "t")
    write_tournament_page(tmp_path / "t", contest, results)
    page = (tmp_path / "t" / "report.html").read_text()
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_games_for_three_and_for_one_have_their_own_tables(ludus, tmp_path):
    three = ludus("tournament", "magpies", *["random"] * 4, "-n", 12, "--out", "three").stdout
    assert "4 groups of 3" in three
    assert "against the column" not in three
    one = ludus("tournament", "dash", "random", "random", "-n", 12, "--out", "one").stdout
    assert "points" in one
    assert "first seat" not in one
    for folder in ("three", "one"):
        assert "<h2>" in (tmp_path / folder / "report.html").read_text()


def test_a_ladder_and_a_sequential_test_stop_early(ludus):
    ladder = as_json(ludus("tournament", "auction", *["random"] * 3, "-n", 5000, "--ladder", "--out", "l", "--json"))
    assert ladder["test"] == "0,50,0.05,0.05"
    assert ladder["games"] < 5000
    pairs = as_json(
        ludus("tournament", "auction", *["random"] * 2, "-n", 5000, "--sprt", "-60,60", "--out", "s", "--json")
    )
    assert pairs["pairs"][0]["test"]["decision"] in ("accept", "reject")
    text = ludus("tournament", "auction", *["random"] * 2, "-n", 5000, "--sprt", "60", "--out", "s").stdout
    assert not missing(text, "1", "1 pair", "-60", "60 Elo")


def test_locm_has_tournaments(ludus):
    found = as_json(ludus("tournament", "locm", "random", "random", "-n", 20, "-o", "version=1.0", "--json"))
    assert found["options"] == {"version": "1.0"}
    assert found["games"] == 20


REFUSED = {
    (): "name a game",
    ("auction",): "name a game",
    ("auction", "random"): "at least 2 bots",
    ("auction", "random", "randm"): "'random'",
    ("auction", "random", "random", "--ladder", "--gauntlet"): "not both",
    ("auction", "random", "random", "--sprt", "soon"): "LOW,HIGH",
    ("magpies", "random", "random", "random", "--ladder"): "two players",
    ("magpies", "random", "random", "random", "--sprt", "20"): "two bots",
    ("auction", "random", "random", "-o", "colour=red"): "cards",
    ("auction", "random", "random", "--competition"): "no official contests",
    ("--resume", "nowhere"): "there is no such folder; paths begin in",
    ("auction", "random", "random", "--resume", "nowhere"): "leave out",
}


def test_invalid_arguments_are_refused(refused, tmp_path):
    for words, said in REFUSED.items():
        assert said in refused("tournament", *words), words
        assert list(tmp_path.iterdir()) == [], words


def test_a_folder_of_another_tournament_is_refused(ludus, refused):
    ludus(*AUCTION, "--out", "here")
    assert "seed is 3 there, 4 here" in refused(*AUCTION[:-1], 4, "--out", "here")


def test_the_leader_is_called_strongest_only_when_that_is_sure():
    close = Tournament(auction.game, auction.game.content(), ["random"] * 3, 20).run()
    assert "too early to call it the strongest" in strongest_player(close, "round robin")
    best, second, *_ = close.players
    assert best.ahead is not None
    assert f"{best.ahead.value:.0f} Elo ahead of {second.name} (95 % interval" in strongest_player(close, "round robin")
    clear = replace(close, names=close.names[:2], players=[replace(best, ahead=Estimate(50, 30, 70, 10)), second])
    said = strongest_player(clear, "round robin")
    assert said.startswith(f"{best.name} is the strongest: 50 Elo ahead of {second.name} (95 % interval 30 to 70;")


def test_progress_tells_the_speed_of_this_run_alone():
    from ludus.arena.tournament_session import TournamentProgress

    stage = TournamentProgress((0, 1), 2, 3, games=6000, known=5000, max_games=10_000)
    assert progress_bars.tournament_progress_text(stage, 10.0) == "6,000 of 10,000 games, 100 a second, 0:40 left"
    slow = TournamentProgress((0, 1), 2, 3, games=5001, known=5000, max_games=10_000)
    assert progress_bars.tournament_progress_text(slow, 10.0) == "5,001 of 10,000 games, 6.0 a minute, 13:53:10 left"
    assert progress_bars.tournament_progress_text(TournamentProgress((0, 1), 1, 3, 5, 5, 9), 1.0) == "5 of 9 games"


def test_lists_of_names_stay_short():
    assert join_names(["a"]) == "a"
    assert join_names(["a", "b", "c"]) == "a, b and c"
    assert join_names(list("abcdefg")) == "a, b, c and 4 more"
