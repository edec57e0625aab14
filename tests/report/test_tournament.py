"""Sentences and tables of the report on a tournament."""

from __future__ import annotations

import csv
import dataclasses
import re
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from ludus.arena import Tournament, TournamentResult
from ludus.arena.compiled_games import Outcomes
from ludus.arena.rating_target import RatingTarget
from ludus.arena.standings import PairGames, compute_standings
from ludus.arena.tournament_tables_csv import write_tables
from ludus.core.game_registry import load_game
from ludus.report.tournament import (
    _ratings,
    _unmeasured_distances,
    caveats,
    format_elo,
    rating_target_text,
    strongest_player,
)
from ludus.report.tournament_judgement import TournamentJudgement
from ludus.stats import Estimate
from tests.cases import each

WON, LOST = [1.0], [0.0]
CLOSE = [1.0, 0.0, 1.0, 0.5, 0.5]


def field(deals, default=WON, **shares):
    """Results of a round robin of players a, b, c ... `ab` is what a gets against b in each deal, repeated."""
    names = sorted({name for pair in shares for name in pair})
    played = []
    for group in combinations(range(len(names)), 2):
        pattern = shares.get("".join(names[k] for k in group), default)
        payoffs = np.repeat(np.resize(pattern, deals), 2)
        by_seat = np.stack([payoffs, 1 - payoffs], axis=1)
        by_seat[1::2] = by_seat[1::2, ::-1]  # the second game of a deal has the seats swapped
        zeros = np.zeros(2 * deals, int)
        played.append(PairGames(group, Outcomes(by_seat, by_seat, zeros, zeros + 9)))
    return compute_standings(names, ["over"], played)


FIELDS = {
    "two players": {"ab": WON},
    "one above two": {"ab": WON, "bc": CLOSE},
    "two above one": {"ab": CLOSE, "bc": WON},
    "three layers": {"ab": WON, "bc": WON},
    "two layers of two": {"ab": CLOSE, "cd": CLOSE, "bc": WON},
    "five layers": {"ab": WON, "cd": WON, "de": WON},
}


def texts(results: TournamentResult) -> list[str]:
    return [strongest_player(results, "round robin"), *_unmeasured_distances(results)]


@each("name", FIELDS)
@each("deals", [1, 2, 10, 200])
def test_no_distance_in_elo_is_given_where_the_games_do_not_measure_it(name, deals):
    results = field(deals, **FIELDS[name])
    distant = [
        row for row in results.players[1:] if not results.ratings.same_tier(results.players[0].number, row.number)
    ]
    assert distant
    headline, *others = texts(results)
    assert ("Elo" in headline or "same rating" in headline) == (results.players[1] not in distant)
    assert "cannot be measured" in " ".join(others)
    assert not any("Elo" in text for text in others)
    for row in results.players:
        assert not re.search(r"\+0  \[[+-]0, [+-]0\]", format_elo(row.rating))
        assert row.rating.has_interval == (
            deals > 1 and row.number in results.ratings.reference != [*range(len(results.names))]
        )


def test_who_wins_every_game_is_the_strongest_only_if_the_games_are_many():
    few, many = field(2, **FIELDS["three layers"]), field(10, **FIELDS["three layers"])
    assert "too early to call it the strongest: win rate 100.0% against b" in texts(few)[0]
    assert texts(few)[0].endswith("from b and c.")
    assert TournamentJudgement(few).rivals == ["b", "c"]
    assert texts(many)[0].startswith("a is the strongest: win rate 100.0% against b (95 % interval 72.2% to 100.0%;")
    assert TournamentJudgement(many).rivals == []
    assert texts(many)[1:] == [
        "a won every game against b: the distance of their ratings cannot be measured.",
        "b won every game against c: the distance of their ratings cannot be measured.",
        "So no rating has an interval, and differences of ratings are not measured.",
    ]


def test_of_two_players_the_cell_and_the_headline_agree_that_one_wins_every_game():
    for deals, side in ((2, "undecided"), (20, "above")):
        results = field(deals, ab=WON)
        judgement = TournamentJudgement(results)
        assert judgement.cell_side(results.pairs[0]) == side
        assert ("a is the strongest" in texts(results)[0]) == (side == "above")


def test_groups_are_named_with_what_their_ratings_are_relative_to():
    one, two = field(20, **FIELDS["one above two"]), field(20, **FIELDS["two layers of two"])
    assert texts(one)[1:] == [
        "a won every game against b and c: the distance of their ratings cannot be measured.",
        "Ratings are around the mean of b and c; those of others have no interval.",
    ]
    assert "Elo points around the mean of b and c" in "".join(_ratings(one, own_deals=False))
    assert "Elo ahead of b" in texts(two)[0] or "same rating" in texts(two)[0]
    assert "a and b won every game against c and d" in texts(two)[1]
    assert "mean of the field" in "".join(_ratings(field(20, ab=CLOSE), own_deals=False))


def test_many_groups_have_one_sentence():
    sentences = texts(field(20, **FIELDS["five layers"]))[1:]
    assert len(sentences) == 2
    assert "Of 5 groups, none won or drew a game against one before it: a; b; c; 2 more." in sentences[0]


def test_the_best_of_three_at_a_table_is_judged_by_its_games_with_the_second():
    deals = 20
    by_player = np.zeros((deals, 3, 3))
    by_player[:, :, 0] = 1.0
    by_player[::4, 0] = [0.0, 0.0, 1.0]
    by_player[1::4, 0] = [0.0, 0.0, 1.0]
    by_seat = np.stack([np.roll(by_player[:, game], -game, axis=1) for game in range(3)], axis=1).reshape(-1, 3)
    zeros = np.zeros(len(by_seat), int)
    results = compute_standings(
        ["a", "b", "c"], ["over"], [PairGames((0, 1, 2), Outcomes(by_seat, by_seat, zeros, zeros + 9))]
    )
    assert results.ratings.tiers == [[0, 2], [1]]
    assert results.head_to_head[0, 1].value == pytest.approx(0.5 + 50 / 60 / 2)
    assert results.head_to_head[1, 0].value == pytest.approx(0.5 - 50 / 60 / 2)
    assert "lost nothing to b" in texts(results)[1]


def test_tables_leave_out_what_the_games_do_not_measure(tmp_path):
    write_tables(tmp_path, field(20, **FIELDS["one above two"]))
    first, second, third = csv.DictReader((tmp_path / "ratings.csv").read_text().splitlines())
    assert [first[name] for name in ("rating_low", "rating_high", "ahead", "ahead_low", "chance")] == [""] * 5
    assert float(second["rating_low"]) < float(second["rating"]) < float(second["rating_high"])
    assert all(second[name] for name in ("ahead", "ahead_low", "chance"))
    assert not third["ahead"]


def test_the_top_of_a_ladder_that_lost_every_game_is_weaker():
    results = field(20, ab=LOST)
    second, top = results.players
    ladder = dataclasses.replace(results, players=[top, second])
    assert "by their games it is weaker: win rate 0.0% against b" in strongest_player(ladder, "ladder")
    above = field(20, ab=WON)
    assert "by their games it is stronger: win rate 100.0% against b" in strongest_player(above, "ladder")


def test_a_rating_that_cannot_be_measured_is_said_not_to_be_known():
    results = field(20, **FIELDS["one above two"])
    tournament = SimpleNamespace(kind="round robin", names=results.names, games=40)
    text = rating_target_text(tournament, results, RatingTarget(0, 15.0))
    assert text == "The rating of a cannot be measured: its games give no distance to the other players."
    assert "plus or minus 15 Elo" in rating_target_text(tournament, results, RatingTarget(2, 15.0))


def test_groups_of_players_that_did_not_meet_are_not_said_to_have_lost_nothing():
    game = load_game("dominion")
    tournament = Tournament(game, game.content(), ["random", "earl", "drew"], games=6, seed=3, kind="gauntlet")
    results = tournament.run()
    sentences = [text for text in caveats(tournament, results) if "ratings cannot be measured" in text]
    assert len(sentences) == 2
    assert "did not meet" in sentences[0]
    assert all(name in sentences[0] for name in ("earl", "drew"))
    assert "won every game against random" in sentences[1]
    best, second, _ = results.players
    assert f"{best.name} leads, but it is too early to call it the strongest: it did not meet {second.name}." in (
        strongest_player(results, "gauntlet")
    )


def test_the_top_of_a_ladder_can_be_weaker_by_the_ratings():
    results = field(20, ab=CLOSE)
    top, second = results.players
    behind = dataclasses.replace(top, ahead=Estimate(-497.0, -900.0, -94.0, 20), chance=0.01)
    text = strongest_player(dataclasses.replace(results, players=[behind, second]), "ladder")
    assert "497 Elo weaker" in text
    assert "94 to 900" in text
