"""A new bot plays until its rating is known, against the opponents where a game says most."""

import json

import pytest

from ludus.arena import Tournament
from ludus.arena.rating_target import BATCH_DEALS, RatingTarget
from ludus.arena.tournament_verification import verify_tournament
from ludus.backends import Threads
from ludus.core.game_registry import registered_game
from ludus.stats import Sprt
from ludus.testing.example_games import auction, magpies
from ludus.util.errors import OptionError
from ludus.util.files import FolderError

FIELD = ["random", "greedy", "new=random"]
TABLES = ("games.csv", "players.csv", "ratings.csv", "pairs.csv")


@pytest.fixture(scope="module", autouse=True)
def installed_game():
    with registered_game(auction.game):
        yield


def tournament_of(players=FIELD, games=800, elo=40.0, kind="round robin", new=None):
    target = RatingTarget((0 if kind == "gauntlet" else len(players) - 1) if new is None else new, elo)
    return Tournament(auction.game, auction.game.content(), players, games, 5, kind, rating_targets=[target])


def half_width(results, number):
    rating = next(row.rating for row in results.players if row.number == number)
    return rating.high - rating.value


def files(folder):
    return {name: (folder / name).read_bytes() for name in TABLES}


@pytest.mark.parametrize("kind", ["round robin", "gauntlet"])
def test_the_games_end_when_the_interval_is_short_enough(tmp_path, kind):
    tournament = tournament_of(kind=kind)
    results = tournament.run(tmp_path / "t", Threads(2))
    new = tournament.rating_targets[0].player
    assert half_width(results, new) <= 40
    mine = [row.games for row in results.pairs if new in row.group]
    assert all(2 * BATCH_DEALS <= games < 800 for games in mine)
    assert all(games % (2 * BATCH_DEALS) == 0 for games in mine)
    others = [row.games for row in results.pairs if new not in row.group]
    assert others == ([800] if kind == "round robin" else [])
    tournament_of(kind=kind).run(tmp_path / "one thread")
    assert files(tmp_path / "one thread") == files(tmp_path / "t")
    assert all(step.holds for step in verify_tournament(tmp_path / "t", tournament.games_digest))


def test_a_shorter_interval_needs_more_games_and_the_limit_holds():
    games = [tournament_of(elo=elo).run().games for elo in (60, 40, 25)]
    assert games == sorted(set(games))
    most = tournament_of(elo=1, games=100).run()
    assert {row.games for row in most.pairs} == {100}


class Stop(Exception):
    pass


def test_a_stopped_run_ends_with_the_same_tables(tmp_path):
    whole = tournament_of().run(tmp_path / "whole")

    def stop_after(games):
        def progress(stage):
            if stage.games >= games:
                raise Stop

        return progress

    for games in range(700, whole.games, 90):
        with pytest.raises(Stop):
            tournament_of().run(tmp_path / "parts", Threads(2), stop_after(games))
    tournament_of().run(tmp_path / "parts")
    assert files(tmp_path / "parts") == files(tmp_path / "whole")


def test_a_new_bot_joins_a_stored_tournament_until_its_rating_is_known(tmp_path):
    Tournament(auction.game, auction.game.content(), FIELD[:2], 800, 5).run(tmp_path / "t")
    before = (tmp_path / "t" / "games.csv").read_bytes()
    joined = Tournament.open(tmp_path / "t").extended(None, ["new=random"], 40.0)
    results = joined.run(tmp_path / "t", Threads(2))
    assert (tmp_path / "t" / "games.csv").read_bytes().startswith(before)
    assert half_width(results, 2) <= 40
    fresh = tournament_of().run(tmp_path / "fresh")
    assert [row.games for row in fresh.pairs] == [row.games for row in results.pairs]
    # a further extension leaves the games of the rated bot as they are
    mine = {row.group: row.games for row in results.pairs if 2 in row.group}
    wider = Tournament.open(tmp_path / "t").extended(900, ["other=random"])
    more = wider.run(tmp_path / "t")
    assert {row.group: row.games for row in more.pairs if row.group in mine} == mine
    assert next(row.games for row in more.pairs if row.group == (2, 3)) == 900
    assert all(step.holds for step in verify_tournament(tmp_path / "t", wider.games_digest))
    plan = json.loads((tmp_path / "t" / "tournament.json").read_text())
    assert plan["rating_targets"] == [
        {"player": 2, "elo": 40.0, "games": {"0-2": mine[0, 2], "1-2": mine[1, 2]}, "most": 800}
    ]


def test_an_unfinished_target_is_not_extended(tmp_path):
    tournament_of().run(tmp_path / "t")
    log = tmp_path / "t" / "games.csv"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-10]))
    (log.parent / "events.jsonl").unlink()  # it counts more games
    with pytest.raises(FolderError, match="--resume"):
        Tournament.open(tmp_path / "t").extended(900).run(tmp_path / "t")


def test_targets_that_make_no_sense_are_refused():
    with pytest.raises(OptionError):
        RatingTarget(0, 0.0)
    with pytest.raises(OptionError):
        tournament_of(kind="ladder")
    with pytest.raises(OptionError):
        tournament_of(new=7)
    with pytest.raises(OptionError):
        Tournament(
            auction.game, auction.game.content(), FIELD, 10, test=Sprt(0, 50), rating_targets=[RatingTarget(2, 30)]
        )
    with pytest.raises(OptionError):
        Tournament(magpies.game, magpies.game.content(), FIELD, 9, rating_targets=[RatingTarget(2, 30)])


def test_the_most_games_of_a_new_bot_leave_other_pairs_alone(tmp_path):
    Tournament(auction.game, auction.game.content(), FIELD[:2], 40, 5).run(tmp_path / "t")
    joined = Tournament.open(tmp_path / "t").extended(100, ["new=random"], 1.0)
    results = joined.run(tmp_path / "t")
    assert {row.group: row.games for row in results.pairs} == {(0, 1): 40, (0, 2): 100, (1, 2): 100}
    assert Tournament.open(tmp_path / "t").replay("0-2/99").moves
