"""What to draft, learned from games that were won."""

import numpy as np

from ludus.design.tribute.card_stats import TributeSurvey
from ludus.design.tribute.learned_patron_pick_order import learn_pick_order, pairing_patron_sets, winning_patron_sets

OFFERED = [0, 1, 2, 3, 4, 5]


def test_the_order_begins_with_what_won_most_and_what_goes_with_it():
    baskets = [{0, 1, 2, 3}] * 6 + [{0, 4, 5, 2}] * 5 + [{4, 5, 1, 3}] * 3
    result = learn_pick_order(baskets, OFFERED)
    assert result.order == (0, 2, 1, 3, 4, 5)
    assert (result.rule_picks, result.wins) == (4, 14)
    assert result.picked == (0, 2, 1, 3)


def test_where_rules_are_not_sure_enough_the_order_continues_by_wins():
    baskets = [{0, 1, 2, 3}] * 6 + [{0, 4, 5, 2}] * 5 + [{4, 5, 1, 3}] * 3
    result = learn_pick_order(baskets, OFFERED, confidence=0.6)
    assert result.order[: result.rule_picks] == (0, 2)
    assert sorted(result.order) == OFFERED


def test_without_wins_every_patron_is_still_in_the_order():
    assert learn_pick_order([], OFFERED).order == tuple(OFFERED)
    assert learn_pick_order([], OFFERED).rule_picks == 0


def test_patrons_that_cannot_be_drafted_are_left_out():
    assert 8 not in learn_pick_order([{0, 8, 1, 2, 3}] * 5, OFFERED).order


def test_games_of_a_player_against_itself_are_left_out():
    draws = np.array([[0, 0b10111, 10, 4], [1, 0b10111, 10, 6]])
    with_itself = TributeSurvey(("a", "a"), 10, {}, None, draws, "")
    with_another = TributeSurvey(("b", "a"), 10, {}, None, draws, "")
    assert winning_patron_sets([with_itself, with_another], "a") == [[0, 1, 2, 4]] * 6
    assert pairing_patron_sets(draws, 0) == [[0, 1, 2, 4]] * 4
