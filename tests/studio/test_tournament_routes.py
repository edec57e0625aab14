"""Routes for tournaments: intermediate standings and games of a pair."""

import pytest

from ludus.studio.tournament_routes import intermediate_standings, read_games
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
    assert [(standing.name, standing.rating) for standing in standings] == [("a", None), ("b", None)]
    assert standings[0].share.low < 0.625 < standings[0].share.high


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
