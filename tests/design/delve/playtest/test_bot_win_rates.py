"""Win ratios, turns and power, against sums by hand."""

import math

import numpy as np
import pytest

from ludus.design.delve.builds.random_pick_probabilities import build_probabilities, sampled_probabilities
from ludus.design.delve.playtest.bot_win_rates import (
    bot_win_rate,
    paired_bot_difference,
    summarise_bots,
    win_rate_by_order,
)
from ludus.design.delve.playtest.deck_intervals import wins_over_decks
from ludus.design.delve.playtest.fights import play_encounters
from ludus.design.delve.playtest.flow_zone import MOST_BONUS, even_bonus_builds, measure_challenge, measure_power
from ludus.design.delve.playtest.trials import BotTrial
from ludus.games.delve.decks_and_encounters import Encounter
from ludus.games.delve.game_data import default_encounters, heldout_decks
from ludus.games.delve.options import find_tree
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.stats.distributions import student_t_quantile

DECKS = heldout_decks()[:4]


@pytest.fixture(scope="module")
def played():
    return play_encounters(
        build_probabilities(find_tree("bad"), 6), ["greedy-card", "thesis-random"], DECKS, orders=4, seed=3
    )


def test_the_win_rate_weights_builds_by_random_picks_and_everything_else_equally(played):
    by_hand = [
        sum(
            chance * played.fight_rows(0, encounter)["won"][:, build].mean()
            for build, chance in enumerate(played.builds.probabilities[encounter])
        )
        for encounter in range(6)
    ]
    result = summarise_bots(played)[0]
    assert result.wins.value == pytest.approx(np.mean(by_hand))
    assert [stage.wins.value for stage in result.encounters] == pytest.approx(by_hand)
    assert result.wins.low < result.wins.value < result.wins.high


def test_turns_are_those_of_fights_won(played):
    result = summarise_bots(played)[1]
    assert result.bot == "thesis-random"
    assert 1 < result.turns.low <= result.turns.value <= result.turns.high < 8
    turns = np.concatenate([f["turns"][f["won"] > 0] for f in (played.fight_rows(1, k) for k in range(6))])
    assert result.turns_spread == pytest.approx(np.std(turns, ddof=1))


def test_the_better_bot_wins_more(played):
    greedy, random = summarise_bots(played)
    assert greedy.wins.value > random.wins.value


def test_intervals_have_the_spread_of_the_decks(played):
    by_deck = np.mean([win_rate_by_order(played, 0, encounter).mean(axis=1) for encounter in range(6)], axis=0)
    half = student_t_quantile(len(DECKS) - 1, 0.975) * by_deck.std(ddof=1) / math.sqrt(len(DECKS))
    wins = summarise_bots(played)[0].wins
    assert wins.count == len(DECKS)
    assert (wins.low, wins.high) == pytest.approx((by_deck.mean() - half, min(1, by_deck.mean() + half)))


def test_bots_are_compared_fight_by_fight(played):
    more = paired_bot_difference(played, 0, 1)
    greedy, random = summarise_bots(played)
    assert more.value == pytest.approx(greedy.wins.value - random.wins.value)
    assert more.low > 0
    assert paired_bot_difference(played, 0, 0).value == 0


def test_bots_that_pick_at_random_in_the_game_come_to_the_same_win_ratio():
    tree = find_tree("delver")
    fights = BotTrial("greedy-card:picks=random", DECKS, default_encounters(), orders=150, seed=7).play(tree)
    result = bot_win_rate(tree, decks=DECKS, orders=30, seed=3)
    assert result.value == pytest.approx(fights["won"].mean(), abs=0.03)


def test_the_win_ratio_of_a_tree_is_the_greedy_bots(played):
    assert bot_win_rate(find_tree("bad"), decks=DECKS, orders=4, seed=3).value == summarise_bots(played)[0].wins.value


def test_sampled_picks_widen_the_interval_and_agree_with_all_picks(played):
    builds = sampled_probabilities(find_tree("bad"), 6, walks=50, seed=1)
    fought = play_encounters(builds, ["greedy-card"], DECKS, orders=4, seed=3)
    sampled, whole = summarise_bots(fought)[0].wins, summarise_bots(played)[0].wins
    decks_only = wins_over_decks(np.mean([win_rate_by_order(fought, 0, encounter) for encounter in range(6)], axis=0))
    assert sampled.high - sampled.low > decks_only.high - decks_only.low
    assert sampled.low < whole.value < sampled.high


def test_power_is_what_a_card_gets_on_average():
    tree = SkillTree("wide", (SkillNode("all area", 0, 4), SkillNode("all targeted", 1, 4)))
    given = measure_power(build_probabilities(tree, 3), DECKS)
    assert (given[0].low, given[0].most) == (0, 0)
    assert (given[2].low, given[2].middle, given[2].most) == pytest.approx((4, 4, 4))
    assert 0 <= given[1].low <= given[1].middle <= given[1].high <= given[1].most <= 4


def test_even_builds_give_every_class_the_same():
    for bonus, row in enumerate(even_bonus_builds(1).bonuses[0]):
        assert list(row) == [bonus] * 4
    assert bonus == MOST_BONUS


def test_zones_begin_lower_for_better_players_and_rise_with_the_encounters():
    result = measure_challenge(["thesis-random", "best-turn"], DECKS, default_encounters(), orders=6, seed=1)
    worse, better = result.flow_zones(0), result.flow_zones(1)
    assert all(one.low <= other.low for one, other in zip(better, worse, strict=True))
    assert better[0].low < better[-1].low
    assert all(band.low <= band.high for band in (*worse, *better))


def test_a_zone_that_no_bonus_reaches_is_infinite():
    walls = [Encounter(((49, 9999),)), Encounter(((0, 1),))]
    hard, easy = measure_challenge(["greedy-card"], DECKS, walls, orders=2, seed=1).flow_zones(0)
    assert math.isinf(hard.low)
    assert (easy.low, easy.high) == (0, 0)
