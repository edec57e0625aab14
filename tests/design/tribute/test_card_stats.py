"""What counted games tell of cards and patrons, against counting by hand."""

import math

import numpy as np
import pytest

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core.game_registry import load_game
from ludus.design.tribute.card_stats import (
    CARD_MEASURES,
    PATRON_MEASURES,
    RegressionSums,
    TributeSurvey,
    compute_survey,
    patron_suitability,
    rate_over,
    regression_effects,
    survey_games,
)
from ludus.design.tribute.report import additional_turns
from ludus.design.tribute.sufficient_stats import DealSums
from ludus.games.tribute.card_and_patron_lookups import card_decks

PLAYERS = ("random-no-end", "random")
GAMES = 200


@pytest.fixture(scope="module")
def counted():
    game = load_game("tribute")
    match = Match(game, game.content(), [load_bot(game, name) for name in PLAYERS], seed=3)
    return match, MatchWithStats(match).play(GAMES)


@pytest.fixture(scope="module")
def survey(counted):
    match, result = counted
    return compute_survey(match, PLAYERS, result)


def test_rates_equal_a_count_by_hand(counted, survey):
    match, result = counted
    decks = card_decks(match.content)
    payoffs, stats = result.outcomes.payoffs, result.stats
    checked = 0
    for card in range(0, len(decks), 7):
        with_it, without = {0: [], 1: []}, {0: [], 1: []}
        for game in range(GAMES):
            if stats["present"][game, decks[card]]:
                for seat in range(2):
                    player, won = seat ^ (game & 1), float(payoffs[game, seat])
                    (with_it if stats["taken"][game, seat, card] else without)[player].append(won)
        rates = survey.rate("taken", card)
        assert rates.players == len(with_it[0]) + len(with_it[1])
        assert rates.others == len(without[0]) + len(without[1])
        for player in range(2):
            mine = survey.rate("taken", card, player)
            if with_it[player] and without[player]:
                checked += 1
                with_mean, without_mean = np.mean(with_it[player]), np.mean(without[player])
                assert mine.won.value == pytest.approx(with_mean)
                assert mine.without.value == pytest.approx(without_mean)
                assert mine.lift.value == pytest.approx(with_mean - without_mean)
                all_mean = np.mean(with_it[player] + without[player])
                assert mine.power.value == pytest.approx(0.5 + with_mean - all_mean)
    assert checked > 10


def test_it_is_no_merit_of_a_card_that_the_stronger_player_takes_it():
    """The strong player always has the thing, the weak one never: its wins say nothing about it."""
    values = np.zeros((100, 1, 8), np.int64)
    values[:, 0, 0], values[:, 0, 1] = 2, 4  # both games with it, both won
    values[:, 0, 6] = 2  # the other one without it, and nothing won
    sums = DealSums.of(values)
    survey = TributeSurvey(("strong", "weak"), 200, {"taken": sums}, None, None, "")
    rates = survey.rate("taken", 0)
    assert (rates.won.value, rates.without.value) == (1.0, 0.0)
    assert rates.power.value == 0.5
    assert rates.lift.value == 0.0


def test_presence_equals_a_count_by_hand(counted, survey):
    match, result = counted
    present, turns = result.stats["present"] != 0, result.stats["turns"].astype(float)
    won = match.by_player(result.outcomes)[:, 0]
    for patron in range(present.shape[1]):
        here = present[:, patron]
        there = survey.presence(patron)
        assert there.games == here.sum()
        if here.any() and not here.all():
            assert there.turns.value == pytest.approx(turns[here].mean() - turns[~here].mean())
            assert there.share.value == pytest.approx(won[here].mean() - won[~here].mean())
            first = result.outcomes.payoffs[:, 0]
            assert there.first_seat.value == pytest.approx(first[here].mean() - first[~here].mean())
            assert patron_suitability([survey], patron, PLAYERS[1]).value == pytest.approx(-there.share.value)
    assert survey.share.value == pytest.approx(won.mean())
    assert survey.turns.value == pytest.approx(turns.mean())
    assert survey.first_seat.value == pytest.approx(result.outcomes.payoffs[:, 0].mean())


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    """A thing that a player has by chance, and that does nothing: its lift is zero."""
    rng, missed = np.random.default_rng(5), 0
    for _ in range(300):
        values = np.zeros((60, 1, 8), np.int64)
        for deal in range(60):
            luck = rng.random()  # of the deal: its two games are alike
            for _ in range(2):
                won = rng.random() < luck
                for player in range(2):
                    at = 4 * player + (0 if rng.random() < 0.4 else 2)
                    values[deal, 0, at] += 1
                    values[deal, 0, at + 1] += 2 * (won == (player == 0))
        lift = TributeSurvey(("a", "a"), 120, {"taken": DealSums.of(values)}, None, None, "").rate("taken", 0).lift
        missed += not lift.low < 0 < lift.high
    assert 3 <= missed <= 30  # of 300, 15 are expected


def test_surveys_add_up_and_can_be_kept(counted, survey):
    match, _ = counted
    game, content = match.game, match.content
    other = survey_games(game, content, PLAYERS, 60, seed=9, backend=Threads(1))
    both = survey + other
    assert both.games == GAMES + 60
    again = TributeSurvey.from_data(both.to_data())
    for measure in (*CARD_MEASURES, *PATRON_MEASURES):
        for number in (1, 5):
            one, two, pooled = (entry.rate(measure, number) for entry in (survey, other, again))
            assert pooled.players == one.players + two.players
    assert again.digest == both.digest
    assert int(both.patron_sets[:, 2].sum()) == 2 * both.games
    assert rate_over([survey, other], "taken", 5, "random").players == (
        survey.rate("taken", 5, 1).players + other.rate("taken", 5, 1).players
    )


def test_the_effect_of_a_card_is_separated_from_cards_bought_with_it():
    """Card 0 wins games; card 1 is mostly taken along with it, and does nothing; card 2 is never taken."""
    rng = np.random.default_rng(3)
    taken = np.zeros((6000, 2, 3), np.int64)
    taken[:, :, 0] = rng.integers(0, 3, (6000, 2))
    taken[:, :, 1] = taken[:, :, 0] * (rng.random((6000, 2)) < 0.8) + (rng.random((6000, 2)) < 0.2)
    ahead = taken[:, 0, 0] - taken[:, 1, 0]
    first = rng.random(6000) < 0.55 + 0.1 * ahead  # the first seat is worth something, too
    halves = np.stack([2 * first, 2 - 2 * first], axis=1).astype(np.int64)
    sums = RegressionSums.of(taken[:3000], halves[:3000]) + RegressionSums.of(taken[3000:], halves[3000:])
    good, idle, unknown = regression_effects([sums])
    assert good.low < 0.1 < good.high
    assert idle.low < 0 < idle.high
    assert math.isnan(unknown.value)


def test_additional_turns_with_a_patron_need_enough_games(counted, survey):
    match, result = counted
    few = survey_games(match.game, match.content, PLAYERS, 8, seed=3)
    patrons = range(result.stats["present"].shape[1])
    assert any(math.isfinite(few.presence(patron).turns.low) for patron in patrons)  # as if four deals were enough
    assert all(additional_turns(few, patron) is None for patron in patrons)
    assert any(additional_turns(survey, patron) is not None for patron in patrons)
