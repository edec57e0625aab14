"""Routes for tournaments: intermediate standings and games of a pair."""

from types import SimpleNamespace

import numpy as np
import pytest

from ludus.stats import proportion
from ludus.studio.file_paths import StudioPaths
from ludus.studio.tournament_routes import final_standings, intermediate_standings, read_games, tournament_table
from ludus.studio.worker.job_messages import TournamentJob
from tests.cases import each

GAMES = """pair,number,deal,seat_0,seat_1,share_0,share_1,points_0,points_1,reason,length
0-1,0,99,a,b,1,0,5,3,points,10
0-1,1,99,b,a,0,1,2,4,points,12
0-1,2,18446744073709551615,a,b,0.5,0.5,3,3,points,9
0-1,3,18446744073709551615,b,a,1,0,3,1,points,11
0-1,4,7,a,b,1,0,3,1,poi"""


def test_intermediate_standings_count_whole_deals(tmp_path):
    (tmp_path / "games.csv").write_text(GAMES)
    standings, cells = intermediate_standings(tmp_path, ["a", "b"])
    assert [(cell.pair, cell.games) for cell in cells] == [("0-1", 4)]
    assert cells[0].shares[0].value == pytest.approx((1 + 0.25) / 2)
    assert not cells[0].sure  # a verdict at every look would often be wrong
    assert [(standing.name, standing.rating) for standing in standings] == [("a", None), ("b", None)]
    assert standings[0].share.low < 0.625 < standings[0].share.high


def test_only_win_rates_that_surely_differ_from_one_half_are_marked_at_the_end(tmp_path):
    numbers = "number,player,games,share,share_low,share_high\n"
    (tmp_path / "players.csv").write_text(numbers + "".join(f"{k},bot {k},9,0.5,0.4,0.6\n" for k in range(8)))
    (tmp_path / "ratings.csv").write_text("rank,player,rating,rating_low,rating_high\n1,bot 0,0,-9,9\n")
    wins = {"0-1": 90, "0-2": 50, "0-3": 61, "1-2": 11}  # of 100; the 95 % interval of 61 excludes one half
    lines = ["pair,games,share_0,share_0_low,share_0_high,share_1,share_1_low,share_1_high"]
    for k, pair in enumerate(f"{a}-{b}" for a in range(8) for b in range(a)):
        name = list(wins)[k] if k < len(wins) else pair
        share = proportion(np.arange(100) < wins.get(name, 50))
        lines.append(f"{name},100,{share.value},{share.low:.6f},{share.high:.6f},,,")
    assert proportion(np.arange(100) < 61).low > 0.5
    (tmp_path / "pairs.csv").write_text("\n".join(lines) + "\n")
    _, cells = final_standings(tmp_path, SimpleNamespace(display_name=str))
    assert [cell.pair for cell in cells if cell.sure] == ["0-1", "1-2"]


def test_a_rating_without_an_interval_has_an_interval_without_width(tmp_path):
    numbers = "number,player,games,share,share_low,share_high\n"
    (tmp_path / "players.csv").write_text(numbers + "0,a,20,1,0.7,1\n1,b,20,0,0,0.3\n")
    (tmp_path / "ratings.csv").write_text("rank,player,rating,rating_low,rating_high\n1,a,323,,\n2,b,-323,,\n")
    standings, _ = final_standings(tmp_path, SimpleNamespace(display_name=str))
    ratings = [standing.rating for standing in standings]
    assert [(rating.value, rating.low, rating.high) for rating in ratings] == [(323, 323, 323), (-323, -323, -323)]


def test_games_of_a_pair_are_listed_with_deals_and_filtered_by_winner(tmp_path):
    (tmp_path / "games.csv").write_text(GAMES)
    page = read_games(tmp_path, "0-1", 0)
    assert (page.found, page.played, [game.number for game in page.games]) == (4, 4, [0, 1, 2, 3])
    assert page.games[2].deal == "18446744073709551615"
    assert [game.number for game in read_games(tmp_path, "0-1", 1, "a").games] == [1, 2]
    assert [game.number for game in read_games(tmp_path, "0-1", 0, "b").games] == [2, 3]
    assert read_games(tmp_path, "0-2", 0).games == []
    assert intermediate_standings(tmp_path / "none", ["a"]) == ([], [])


@each("path", ["none/games/0-1", "x/report", "..%2ftables/report", "none", "none/games/..%2f0-1/3"])
def test_an_unknown_tournament_is_not_found(owner, path):
    assert owner.get(f"/api/tournaments/{path}")[0] in (404, 405)


def test_a_tournament_that_was_just_ordered_has_the_plan_of_its_order(tmp_path):
    """Its folder is made by the worker, seconds later; until then the page shows what will be played."""
    order = TournamentJob("locm", ["greedy", "random", "coac"], 200, 7, {}, str(tmp_path / "locm-1"))
    job = SimpleNamespace(id="abc", order=order)
    jobs, bots = SimpleNamespace(running_on=lambda name: job), SimpleNamespace(display_name=str)
    table = tournament_table(StudioPaths(tmp_path), "locm-1", jobs, bots)
    row = table.row
    assert (row.players, row.played, row.planned, row.seed, row.work) == (order.players, 0, 3 * 200, 7, "abc")
    assert (table.standings, table.whole) == ([], False)
