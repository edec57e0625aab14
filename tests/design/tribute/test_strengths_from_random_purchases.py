"""Strengths by players that shop at random, against a count by hand and against planted cards."""

import math

import pytest

from ludus.arena.runner import replay_game
from ludus.backends import Threads
from ludus.design.tribute.strengths_from_random_purchases import estimate_strengths, judge_strengths
from ludus.stats import Estimate
from ludus.util.errors import OptionError
from tests.messages import mentions

GAMES = 1000


@pytest.fixture(scope="module")
def ruled(game):
    return estimate_strengths(game, game.content(), "shopper", GAMES, 3)


def test_strength_is_what_takers_win_beyond_others(ruled):
    stats, payoffs = ruled.counted.stats, ruled.counted.outcomes.payoffs
    checked = 0
    for number, strength in enumerate(ruled.cards):
        gained, room = stats["gained"][:, :, number] / 60, stats["room"][:, :, number] / 3600
        if room.sum() < 40:
            assert math.isnan(strength.value)
            continue
        checked += 1
        effect = (gained * (payoffs - 0.5)).sum() / room.sum()
        assert strength.value == pytest.approx(0.5 + effect)
        assert strength.count == round(room.sum())
        # as if every chance were a coin of its own: half a win up or down
        assert strength.high - strength.value == pytest.approx(1.96 * 0.5 / math.sqrt(room.sum()), rel=0.35)
    assert checked > 50


def test_a_card_that_is_planted_strong_is_found_to_be_strong_and_a_waste_of_coins_weak(game, changed_file):
    file = changed_file({"cards.blackmail.play": 20})
    content = game.content(cards=file)
    result = estimate_strengths(game, content, "shopper", GAMES, 3)
    strong, weak = (content.labels.cards.index(key) for key in ("blackmail", "saints_wrath"))
    assert result.cards[strong].low > 0.55
    assert result.judge(0.55).side(("cards", strong)) == "above"
    assert result.cards[weak].high < 0.5


def test_a_bot_that_chooses_cannot_measure(game):
    with pytest.raises(OptionError, match=mentions("decision-tree", "random")):
        estimate_strengths(game, game.content(), "decision-tree", 400, 3)


def test_strengths_are_the_same_on_any_number_of_threads(game, ruled):
    again = estimate_strengths(game, game.content(), "shopper", GAMES, 3, Threads(3))
    assert again.strengths() == ruled.strengths()


def test_replayed_games_are_games_in_which_the_card_was_taken(game, ruled):
    card = max(range(len(ruled.cards)), key=lambda number: ruled.cards[number].count)
    for won in (True, False):
        number = ruled.find_game_with("cards", card, won)
        position = replay_game(ruled.match, number)
        key = ruled.match.content.labels.cards[card]
        takers = {event.seat for event in position.history if f" {key}#" in event.text and event.text.startswith("BUY")}
        assert any((ruled.counted.outcomes.payoffs[number, seat] > 0.5) == won for seat in takers)


def test_a_verdict_is_separated_from_chance():
    sure, maybe, below = ("cards", 0), ("cards", 1), ("cards", 2)
    strengths = {
        sure: Estimate(0.60, 0.58, 0.62, 100),
        maybe: Estimate(0.56, 0.53, 0.59, 100),
        below: Estimate(0.5, 0.49, 0.51, 100),
        ("cards", 3): Estimate(math.nan, -math.inf, math.inf, 0),
    }
    judged = judge_strengths(strengths, 0.55)
    assert judged.comparisons == 3
    assert [judged.side(item) for item in strengths] == ["above", "undecided", "inside", None]
