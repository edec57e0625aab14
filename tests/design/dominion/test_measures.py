"""Measures of outcomes: what they are, and that their intervals are right."""

import numpy as np
import pytest

from ludus.arena.match_spec import Match
from ludus.arena.runner import play_range
from ludus.bots import load_compiled_bot
from ludus.design.dominion.batch_play import OutcomeSums, first_game_number, play_kingdoms
from ludus.design.dominion.bot_ladder import play_ladder
from ludus.design.dominion.measured_card_effects import card_effects, harmful_cards
from ludus.design.dominion.measures import (
    MEASURES,
    estimate,
    find_measure,
    outcome_estimates,
    outcome_measure,
)
from ludus.stats import simultaneous_interval
from ludus.util.errors import UnknownName

SET = "first-game"


def test_measures_are_what_a_count_of_games_gives(pool):
    kingdom, games = pool.read(SET), 60
    rows = play_kingdoms(pool, [kingdom], ["earl", "drew"], games, 5)
    players = [load_compiled_bot(pool.game, name) for name in ("earl", "drew")]
    match = Match(pool.game, pool.content(kingdom, ties="points", declining=True), players, 5)
    first = first_game_number(pool, kingdom)
    result = play_range(match, range(first, first + games))
    points = result.scores.astype(float)
    swapped = np.arange(games) % 2 == 1
    mine = np.where(swapped, points[:, 1], points[:, 0])
    theirs = np.where(swapped, points[:, 0], points[:, 1])
    high, low = points.max(axis=1), points.min(axis=1)
    printed = np.where(high > 0, (high - low) / np.maximum(high, 1), 0).mean()
    means = sorted((mine.mean(), theirs.mean()))
    decided = result.payoffs[:, 0] != result.payoffs[:, 1]
    messages = {name: entry.value for name, entry in outcome_estimates(rows[0]).items()}
    assert messages["skill"] == pytest.approx(printed, abs=1e-5)
    assert messages["evenness"] == pytest.approx(1 - printed, abs=1e-5)
    assert messages["skill-computed"] == pytest.approx((means[1] - means[0]) / means[1])
    assert messages["wins"] == pytest.approx(np.where(swapped, result.payoffs[:, 1], result.payoffs[:, 0]).mean())
    assert messages["first-seat"] == pytest.approx(result.payoffs[decided, 0].mean())
    assert messages["draws"] == pytest.approx(1 - decided.mean())


def test_standard_errors_are_how_far_measures_vary(pool):
    kingdom = pool.read(SET)
    rows = np.concatenate([play_kingdoms(pool, [kingdom], ["earl", "drew"], 40, seed) for seed in range(150)])
    for name in ("skill", "skill-computed", "wins", "first-seat", "turns"):
        values, errors = outcome_measure(name, rows)
        if name == "skill-computed":
            continue  # folded at zero where few games are played; see the next test
        assert errors.mean() == pytest.approx(values.std(ddof=1), rel=0.25), name


def test_the_error_of_a_ratio_is_right_where_players_differ(pool):
    kingdom = pool.read(SET)
    rows = np.concatenate([play_kingdoms(pool, [kingdom], ["big-money", "chuck"], 40, seed) for seed in range(150)])
    values, errors = outcome_measure("skill-computed", rows)
    assert errors.mean() == pytest.approx(values.std(ddof=1), rel=0.25)


def test_skill_is_zero_where_no_player_ever_has_a_point():
    rows = np.zeros(1, OutcomeSums)
    rows["games"], rows["pointless"], rows["draws"] = 10, 10, 10
    rows["points"], rows["squares"], rows["product"] = -20, 100, 80
    assert outcome_measure("skill", rows)[0] == 0
    assert outcome_measure("skill-computed", rows)[0] == 0
    assert np.isnan(outcome_measure("first-seat", rows)[0])


def test_a_share_of_none_does_not_mean_never(pool):
    row = play_kingdoms(pool, [pool.read(SET)], ["big-money", "random"], 20, 1)[0]
    wins = outcome_estimates(row)["wins"]
    assert wins.value == 1.0
    assert wins.low < 1.0


def test_draws_that_occurred_have_an_interval_without_zero():
    """The games of a deal count as one; Wilson's interval is not clipped at 0."""
    rows = np.zeros(1, OutcomeSums)
    rows["games"], rows["draws"], rows["points"] = 200, 7, 100
    draws = outcome_estimates(rows[0])["draws"]
    assert (draws.value, draws.count) == (0.035, 200)
    assert 0 < draws.low < 0.035 < draws.high < 0.11
    assert simultaneous_interval(draws, 30).low > 0
    rows["draws"] = 0
    none = outcome_estimates(rows[0])["draws"]
    assert (none.value, none.low) == (0, 0)
    assert 0.03 < none.high < 0.05  # of 100 deals


def test_an_unknown_measure_is_refused_with_a_list_of_measures():
    with pytest.raises(UnknownName, match="skill-computed"):
        find_measure("skil")
    assert list(MEASURES) == [entry.name for entry in MEASURES.values()]


def test_a_card_that_makes_all_the_difference_is_found(pool):
    rng = np.random.default_rng(1)
    kingdoms = pool.unrank_all(rng.integers(0, pool.count, 300))
    card = pool.names.index("Thief")
    values = rng.normal(0, 0.1, 300) + 0.5 * (kingdoms == card).any(axis=1)
    effects = {effect.card: effect.difference for effect in card_effects(pool, kingdoms, values)}
    assert effects["Thief"].low > 0.4
    assert abs(effects["Thief"].value - 0.5) < 0.06
    missed = [name for name, effect in effects.items() if name != "Thief" and not effect.low <= 0 <= effect.high]
    assert len(missed) <= 5


def test_what_one_player_loses_by_the_other_wins_by(pool):
    kingdoms = pool.unrank_all(np.arange(0, 3_000_000, 60_000))
    rows = play_kingdoms(pool, kingdoms, ["earl", "drew"], 10, 1)
    one, other = harmful_cards(pool, kingdoms, rows)
    assert [entry.difference.value for entry in one] == sorted(entry.difference.value for entry in one)
    mirrored = {entry.card: -entry.difference.value for entry in other}
    assert all(mirrored[entry.card] == pytest.approx(entry.difference.value) for entry in one)


def test_the_spread_of_a_ladder_is_half_where_the_better_always_wins(pool):
    kingdom = pool.read(SET)
    ladder = play_ladder(pool, [kingdom, pool.read("interaction")], ["random", "big-money"], 20, 1)
    assert ladder.spread()[0] == pytest.approx(0.5)
    assert ladder.mean_win_rate(0, 0).value == pytest.approx(0.0)
    assert ladder.mean_win_rate(1, 0).value == pytest.approx(1.0)
    assert ladder.spread_of(0).low < 0.5


def test_one_deal_says_nothing_of_how_far_measures_vary(pool):
    rows = play_kingdoms(pool, pool.unrank_all(np.arange(0, 3_000_000, 30_000)), ["earl", "drew"], 2, 1)
    for name in ("skill", "skill-computed", "turns"):
        assert np.isinf(outcome_measure(name, rows)[1]).all(), name


def test_equal_deals_leave_some_uncertainty(pool):
    """Who always wins does so from both seats: a half of the games is won from the first."""
    result = outcome_estimates(play_kingdoms(pool, [pool.read(SET)], ["big-money", "random"], 20, 1)[0])
    assert result["first-seat"].value == 0.5
    assert result["first-seat"].low < 0.5 < result["first-seat"].high


def test_skill_may_be_above_one_and_its_interval_goes_on_there():
    result = {name: estimate(name, value, 0.1, 40) for name, value in (("skill", 1.02), ("evenness", -0.02))}
    for name, entry in result.items():
        assert entry.low < entry.value < entry.high, name
    assert estimate("spread", 0.49, 0.1, 40).high == 0.5
    assert 0.99 < estimate("wins", 0.99, 0.1, 40).high < 1.0


def test_win_rates_have_an_interval_inside_their_bounds_that_is_not_cut():
    for name in ("wins", "first-seat"):
        all_won, most_won = estimate(name, 1.0, 0.001, 1000), estimate(name, 0.995, 0.0035, 400)
        assert (all_won.high, all_won.is_wilson) == (1.0, True)
        assert 0.98 < all_won.low < 1.0
        assert most_won.value + 1.96 * 0.0035 > 1.0 > most_won.high > 0.998
        even = estimate(name, 0.5, 0.01, 5000)
        assert (even.low, even.high) == pytest.approx((0.4804, 0.5196), abs=1e-4)
