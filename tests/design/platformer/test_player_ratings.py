"""Ratings by players are compared with deaths and models, with intervals over players."""

import math
from dataclasses import replace

import numpy as np
import pytest

from ludus.design.platformer import player_ratings
from ludus.design.platformer.inspect import inspect
from ludus.design.platformer.options import InspectOptions
from ludus.design.platformer.player_ratings import (
    RatedPlay,
    RatedPlays,
    intraclass_correlation,
    level_consistency,
    rated_plays,
    rating_agreement,
    ratings_svg,
)
from ludus.design.platformer.players.synthetic_player import draw_players, record_play
from ludus.design.platformer.recordings.files import write_recordings
from ludus.games.platformer.options import find_level
from ludus.stats import Estimate
from ludus.util.errors import ContentError, OptionError

from .requests import make_request


def plays_of(rows):
    """Plays from (player, level, rating, deaths, predicted)."""
    levels = tuple(range(1 + max(row[1] for row in rows)))
    return RatedPlays(tuple(RatedPlay(*row, row[4]) for row in rows), levels, 0)


def made_up_plays(players=12, levels=8, noise=0.0):
    """Players who rate the same levels by what the model says, each with a severity of their own."""
    rng = np.random.default_rng(3)
    rows = []
    for player in range(players):
        severity = rng.integers(-1, 2)
        for level in range(levels):
            told = 3 + severity + (level - levels / 2) / levels * 3 + noise * rng.normal()
            deaths = int(rng.poisson(1 + level / 2))
            rows.append((f"p{player}", level, int(min(max(round(told), 1), 5)), deaths, level / levels))
    return plays_of(rows)


@pytest.fixture(scope="module")
def recordings():
    """Plays of two levels by five synthetic players, who rate a level by their deaths."""
    plays = []
    for number, player in enumerate(draw_players(5, 3)):
        for order, name in enumerate(("first-steps", "trap-school")):
            play = record_play(find_level(name), player, 9 + number, session=number, order=order)
            plays.append(replace(play, player=f"p{number}", rating=min(1 + order + number % 2, 5)))
    return plays


def test_ratings_that_follow_the_model_correlate_with_it_and_normalizing_helps():
    plays = made_up_plays()
    plain, normalized = rating_agreement(plays, 7), rating_agreement(plays, 7, "normalized")
    assert plain["predicted"].low > 0.5
    assert normalized["predicted"].value > plain["predicted"].value
    assert plain["deaths"].low < plain["deaths"].value < plain["deaths"].high


def test_the_interval_of_ratings_at_random_contains_zero_in_most_files(monkeypatch):
    monkeypatch.setattr(player_ratings, "DRAWS", 200)
    contains = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        rows = [(f"p{k}", n, int(rng.integers(1, 6)), 0, n / 9) for k in range(20) for n in range(9)]
        estimate = rating_agreement(plays_of(rows), 7)["predicted"]
        contains += estimate.low < 0 < estimate.high
    assert contains >= 16


def test_intervals_are_over_players_not_over_plays():
    one = made_up_plays(players=6, noise=0.8)
    copies = plays_of(
        [(p.player, p.level, p.rating, p.deaths, p.predicted) for p in one.plays for _ in range(4)]
    )  # the same plays four times are no more players
    few, many = (rating_agreement(plays, 7)["predicted"] for plays in (one, copies))
    assert few.high - few.low == pytest.approx(many.high - many.low, abs=0.03)


def test_the_level_explains_all_variance_of_equal_ratings_and_none_of_noise():
    groups = np.repeat(np.arange(10), 4)
    assert intraclass_correlation(groups.astype(float), groups) == 1
    rng = np.random.default_rng(2)
    assert abs(intraclass_correlation(rng.normal(size=40), groups)) < 0.3
    assert math.isnan(intraclass_correlation(np.arange(5.0), np.arange(5)))


def test_normalized_ratings_are_more_consistent_if_players_differ_in_severity():
    plays = made_up_plays(noise=0.3)
    assert level_consistency(plays, "normalized").value > level_consistency(plays, "rating").value


def test_the_interval_of_consistency_contains_zero_for_ratings_at_random():
    contains = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        rows = [(f"p{k}", n, int(rng.integers(1, 6)), 0, 0.5) for k in range(12) for n in range(8)]
        estimate = level_consistency(plays_of(rows), "rating")
        contains += estimate.low < 0 < estimate.high
    assert contains >= 34


def test_with_two_players_there_is_no_interval():
    plays = made_up_plays(players=2)
    estimate = rating_agreement(plays, 7)["predicted"]
    assert (estimate.low, estimate.high) == (-1, 1)


def test_plays_are_replayed_and_rated_and_unrated_ones_counted(recordings):
    plays = rated_plays([*recordings, replace(recordings[0], rating=None)])
    assert plays.unrated == 1
    assert len(plays.plays) == 10
    assert [level.name for level in plays.levels] == ["First steps", "Trap school"]
    assert plays.plays[1].koens == pytest.approx(0.55, abs=0.01)
    assert all(play.deaths >= 0 for play in plays.plays)
    assert np.allclose(np.bincount(plays.player_numbers, plays.column("normalized")), 0)


def test_a_file_of_sessions_is_inspected(tmp_path, recordings):
    file = tmp_path / "people.jsonl"
    file.write_text(write_recordings(recordings), encoding="utf-8")
    report, again = (inspect([str(file)], InspectOptions(), make_request()) for _ in range(2))
    tables = {part.name: part for part in report.parts if hasattr(part, "columns")}
    assert {*tables} == {"agreement", "consistency", "levels", "players"}
    assert [row[0] for row in tables["levels"].rows] == ["Trap school", "First steps"]
    assert len(tables["players"].rows) == 5
    assert [str(part) for part in report.parts] == [str(part) for part in again.parts]
    assert "10 ratings by 5 players" in report.answer[0]


def test_a_file_without_ratings_is_an_error_that_says_what_to_add(tmp_path, recordings):
    file = tmp_path / "people.jsonl"
    file.write_text(write_recordings([replace(play, rating=None) for play in recordings]), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        inspect([str(file)], InspectOptions(), make_request())
    assert str(file) in str(caught.value)
    assert "'rating'" in str(caught.value)
    assert "10 plays" in str(caught.value)


def test_options_that_change_nothing_are_refused(tmp_path):
    request = make_request()
    with pytest.raises(OptionError, match="respawn"):
        inspect(["x.jsonl"], InspectOptions(respawn="start"), request)
    with pytest.raises(OptionError, match="alone"):
        inspect(["x.jsonl", "trap-school"], InspectOptions(), request)
    with pytest.raises(OptionError, match="-n 5"):
        inspect(["x.jsonl"], InspectOptions(), replace(request, games=5))


def test_the_picture_has_a_dot_for_every_level():
    svg = ratings_svg([(0.2, Estimate(2, 1, 3, 4), "<One>"), (0.8, Estimate(4, 3, 5, 4), "Two")], "Ratings")
    assert svg.count("<circle") == 2
    assert "&lt;One&gt;" in svg
