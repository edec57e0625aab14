"""What a survey says of cards."""

import numpy as np
import pytest

from ludus.design.base.option_value_parsers import WinRateBand
from ludus.design.locm.card_stats import CardRates, judge_cards, run_survey
from ludus.design.locm.what_if import paired_difference
from ludus.stats import Estimate

FAST = ["random+greedy"] * 2


def surveyed(design_request, small_list, changes=None, games=2000, players=FAST, **more):
    here = design_request(games, **more)
    return run_survey(here, here.game.content(cards=small_list(changes)), players, games, here.seed, "")


@pytest.fixture(scope="module")
def planted():
    return {7: {"cost": 0, "attack": 9, "defense": 9}, 20: {"cost": 0, "my_health": -25}}


def test_planted_outliers_are_named_and_no_others(design_request, small_list, planted):
    result = surveyed(
        design_request, small_list, planted, players=["random"] * 2
    )  # who plays whatever it can, even poison
    judged = judge_cards(dict(enumerate(result.rates)), WinRateBand.parse("46:54"))
    sides = {result.cards[index].number: judged.side(index) for index in judged.on_side("above", "below")}
    assert sides == {7: "above", 20: "below"}


def test_in_a_wide_band_nothing_is_outside(design_request, small_list):
    result = surveyed(design_request, small_list)
    judged = judge_cards(dict(enumerate(result.rates)), WinRateBand.parse("40:60"))
    assert {judged.side(index) for index in judged.judged} == {"inside"}


def test_too_few_games_lead_to_no_verdict(design_request, small_list, planted):
    result = surveyed(design_request, small_list, planted, games=20)
    judged = judge_cards(dict(enumerate(result.rates)), WinRateBand.parse("49:51"))
    assert judged.judged == []
    assert {judged.side(index) for index in range(len(result.rates))} == {None}


def test_a_card_that_both_sides_always_have_gets_no_verdict(design_request, small_list):
    """Equal drafters take equal decks from the same offers, so every card wins half of its games by construction."""
    result = surveyed(design_request, small_list, games=400, players=["greedy"] * 2)
    known = [rate for rate in result.rates if rate.decks[0]]
    assert known
    assert not any(rate.can_be_judged for rate in known if rate.contrast_deals == 0)
    decks = result.counted.stats["decks"]
    for index in (0, 30):
        has = (decks == index).any(axis=2)
        contrast = (has[:, 0] != has[:, 1]).reshape(-1, 2).any(axis=1)
        assert result.rates[index].contrast_deals == contrast.sum()


def test_a_card_that_is_drawn_but_not_played_gets_no_verdict():
    lift = Estimate(0.0, -0.001, 0.001, 1000)
    played, idle = (CardRates((900, 500, count), (lift,) * 3, (lift,) * 3, 800) for count in (125, 124))
    judged = judge_cards({0: played, 1: idle}, WinRateBand.parse("49:51"))
    assert [judged.side(index) for index in (0, 1)] == ["inside", None]


def test_rates_are_those_of_the_statistics(design_request, small_list):
    result = surveyed(design_request, small_list, games=400)
    decks, payoffs = result.counted.stats["decks"], result.counted.outcomes.payoffs
    for index in (0, 17, 59):
        has = (decks == index).any(axis=2)
        rates = result.rates[index]
        assert rates.decks[0] == has.sum()
        assert rates.won[0].value == pytest.approx(payoffs[has].mean())
        assert rates.lift[0].value == pytest.approx(payoffs[has].mean() - 0.5)
        assert rates.strength.value == pytest.approx(rates.won[0].value)
        assert rates.decks[0] >= rates.decks[1] >= rates.decks[2]


def test_a_lift_is_above_the_average_of_the_player_who_has_the_card(design_request, small_list):
    result = surveyed(design_request, small_list, games=400, players=["greedy", "random"])
    by_player = result.match.by_player(result.counted.outcomes)
    decks = result.counted.stats["decks"]
    assert result.mean_win_rates == pytest.approx(by_player.mean(axis=0))
    has = (decks == 5).any(axis=2)
    seats = np.array([result.match.seating(number) for number in range(400)])  # the player in each seat
    above = result.counted.outcomes.payoffs - result.mean_win_rates[seats]
    assert result.rates[5].lift[0].value == pytest.approx(above[has].mean())


def test_the_interval_of_a_lift_covers_the_truth(design_request, small_list):
    """The spread of many small surveys is what each of them says it is, also where players are unlike."""
    values, errors = [], []
    for seed in range(40):
        result = surveyed(design_request, small_list, games=200, seed=seed, players=["greedy", "random+greedy"])
        values.append([rates.lift[0].value for rates in result.rates])
        errors.append([(rates.lift[0].high - rates.lift[0].low) / 3.92 for rates in result.rates])
    ratio = np.var(values, axis=0, ddof=1) / np.mean(np.square(errors), axis=0)
    assert 0.85 < ratio.mean() < 1.15


def test_random_picks_take_a_third_and_every_card_is_offered(design_request, small_list):
    result = surveyed(design_request, small_list)
    assert sum(result.offer_counts()) == 2000 * 2 * 30 * 3
    picks = result.pick_rates(0)
    assert np.mean([pick.value for pick in picks]) == pytest.approx(1 / 3, abs=0.003)
    assert sum(pick.low <= 1 / 3 <= pick.high for pick in picks) >= 52  # of 60; 57 are expected


def test_the_games_behind_a_number_show_the_card(design_request, small_list, game):
    result = surveyed(design_request, small_list, games=100)
    for won in (True, False):
        number = result.find_game_with(7, won)
        assert number is not None
        stats, payoffs = result.counted.stats[number], result.counted.outcomes.payoffs[number]
        played = [{stats["decks"][s][k] for k in range(30) if stats["played"][s] >> k & 1} for s in (0, 1)]
        assert any(7 in played[seat] and (payoffs[seat] > 0.5) == won for seat in (0, 1))
    assert f"--game {number} --save-replay" in result.replay_command(number)
    assert "cards=" in result.replay_command(number)


def test_an_unchanged_list_differs_by_nothing(design_request, small_list):
    one, other = (
        surveyed(design_request, small_list, games=300),
        surveyed(design_request, small_list, games=300, threads=2),
    )
    assert one.counted.stats.tobytes() == other.counted.stats.tobytes()
    difference = paired_difference(one, other, 3)
    assert difference.value == 0.0
    assert difference.low == -difference.high > -0.05  # 150 deals cannot tell more


def test_a_stronger_card_wins_more_on_the_same_deals(design_request, small_list, planted):
    one, other = surveyed(design_request, small_list), surveyed(design_request, small_list, planted)
    index = next(k for k, card in enumerate(one.cards) if card.number == 7)
    assert paired_difference(one, other, index).low > 0
