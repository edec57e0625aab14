"""Ratings of the set-up `choices`, their bounds, and totals on held-out decks."""

import pickle

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.delve.playtest.bot_fights import random_playable_tree
from ludus.design.delve.rating.choice_measures import DeckGroup
from ludus.design.delve.rating.choice_ratings import (
    CHOICE_RATINGS,
    CHOICE_WEIGHTS,
    ChoiceRater,
    ChoiceScale,
    counted_cells,
    deck_weights,
    thesis_bounds,
)
from ludus.design.delve.rating.fight_memo import PlayedMemo
from ludus.design.delve.rating.held_out_total import HeldOutTotal
from ludus.design.delve.rating.rater import Rater, rate_all
from ludus.design.delve.rating.tree_ratings import RATINGS, TreeGoals, aggregate_ratings
from ludus.games.delve.constants import ADD_CARD_NODE, NODE_EFFECTS
from ludus.games.delve.decks_and_encounters import Encounter, GameRules
from ludus.games.delve.game_data import default_encounters, heldout_decks, reference_decks
from ludus.games.delve.options import Options, find_tree, read_options
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError, UnknownName

FOES = default_encounters()
DECKS = heldout_decks()[:6]
GROUPS = [DeckGroup(tuple(range(6)), 8)]


@pytest.fixture(scope="module")
def rater():
    return ChoiceRater(DECKS, FOES, GROUPS, ChoiceScale(), "greedy-card", 4, 3)


def test_ratings_lie_between_0_and_1_and_tell_a_bad_tree_from_a_hand_made_one(rater):
    good, bad = (rater.rate(find_tree(name)) for name in ("hand-made", "bad"))
    for rated in (good, bad):
        assert ((rated.ratings >= 0) & (rated.ratings <= 1)).all()
    ratings = {name: (good.ratings[k], bad.ratings[k]) for k, name in enumerate(CHOICE_RATINGS)}
    for name in ("NoDominated", "NoUnused", "NoRedundant", "Variety"):
        assert ratings[name][0] > ratings[name][1], name
    assert good.total > bad.total + 0.1


def test_win_rate_is_1_if_every_counted_encounter_has_the_target(rater):
    measures = rater.measure(find_tree("delver"))
    scale, counted = rater.scale, np.ones_like(rater.counted)
    counted[:, 0] = False
    exact = np.full_like(measures.win_rates, 0.7)
    exact[:, 0] = 0.1  # does not count
    object.__setattr__(measures, "win_rates", exact)
    assert scale.win_rating(measures, counted) == pytest.approx(1)
    exact[:, 1:] = 0.0
    assert scale.win_rating(measures, counted) == pytest.approx(0)
    assert scale.win_rating(measures, np.zeros_like(counted)) == 1


def test_cells_that_no_node_can_affect_do_not_count():
    memo = PlayedMemo("greedy-card", DECKS, FOES, 4, 3)
    counted = counted_cells(memo)
    assert not counted[:, 0].any()
    assert counted[:, 3:].any()
    for encounter in range(1, 6):
        bare, _ = memo.bonus_results(np.zeros((1, 4), np.int64), encounter)
        assert not counted[bare[0] == 4, encounter].any()


def test_simulated_ratings_are_the_same_on_threads_and_after_pickling():
    rater = ChoiceRater(DECKS, FOES, GROUPS, ChoiceScale())
    trees = [random_playable_tree(10, k, 5) for k in range(12)]
    alone = [rater.rate(tree).ratings.tolist() for tree in trees]
    assert [rated.ratings.tolist() for rated in rate_all(rater, trees, Threads(3))] == alone
    again = pickle.loads(pickle.dumps(rater))
    assert again.rate(trees[0]).ratings.tolist() == alone[0]


def test_a_tree_with_too_many_builds_is_rated_0():
    rater = ChoiceRater(DECKS, FOES, GROUPS, ChoiceScale(), cap=3)
    assert rater.rate(find_tree("delver")).total == 0


def test_winning_builds_are_builds_of_the_last_encounter():
    rater = ChoiceRater(DECKS, FOES, GROUPS, ChoiceScale(), find_winning=True)
    winning = rater.rate(find_tree("delver")).winning
    assert winning
    assert all(len(build) == 5 for build in winning)


def test_no_tree_exceeds_the_bounds_of_the_thesis_scale():
    bounds = thesis_bounds(reference_decks(), FOES, TreeGoals())
    assert bounds["total"] == pytest.approx(0.151, abs=0.001)
    assert bounds["WinRate"] == pytest.approx(-0.158, abs=0.001)
    rater = Rater(reference_decks(), FOES)
    trees = [find_tree(name) for name in ("hand-made", "delver", "bad")]
    for tree in [*trees, *(random_playable_tree(15, k, 3) for k in range(5))]:
        rated = rater.rate(tree)
        assert rated.total <= bounds["total"]
        assert all(value <= bounds[name] + 1e-12 for name, value in zip(RATINGS, rated.ratings, strict=True))


def test_ways_to_aggregate():
    assert aggregate_ratings([1.0, 0.0], [3, 1]) == 0.75
    assert aggregate_ratings([1.0, 0.0], [3, 1], "rms") == pytest.approx(0.5)
    assert aggregate_ratings([1.0, 0.5, 0.0], [3, 1, 0], "minimum") == 0.5


def test_groups_of_decks_weigh_as_in_a_new_set():
    weights = deck_weights([DeckGroup((0, 1, 2, 3), 8), DeckGroup((4,), 4)], 5)
    assert weights.tolist() == pytest.approx([1 / 6] * 4 + [1 / 3])


def test_wrong_weights_are_refused():
    with pytest.raises(UnknownName, match="Variety"):
        ChoiceScale(weights={"Varieti": 1.0})
    with pytest.raises(OptionError, match="weight 0"):
        ChoiceScale(weights=dict.fromkeys(CHOICE_WEIGHTS, 0.0))


def test_the_difference_of_totals_has_an_interval_over_decks():
    judge = HeldOutTotal(DECKS, GROUPS, FOES, ChoiceScale(), orders=2)
    good, bad = find_tree("hand-made"), find_tree("bad")
    ahead = judge.difference(good, bad)
    assert ahead.low < ahead.value < ahead.high
    assert ahead.value == pytest.approx(judge.total(good) - judge.total(bad))
    assert judge.difference(good, good).high == 0
    assert judge.best_of([bad, good]) is good


GUARDIAN = read_options(Options(rules="guardian", encounter_points="1"))
EXTENDED = {
    "another effect": SkillNode("x", 0, 3, effect=NODE_EFFECTS.index("block")),
    "a rule": SkillNode("x", 0, 3, effect=NODE_EFFECTS.index("max_energy")),
    "a card": SkillNode("x", 0, 1, effect=ADD_CARD_NODE, card=GUARDIAN.cards[0]),
    "a gate": SkillNode("x", 0, 3, gate=1),
    "unlocked nodes": SkillNode("x", 0, 3, unlocks=(0,)),
}


@pytest.mark.parametrize("node", EXTENDED.values(), ids=list(EXTENDED))
def test_trees_with_nodes_that_do_more_than_raise_damage_are_refused_by_name(rater, node):
    tree = SkillTree("extended", (SkillNode("b", 0, 1, gate=1 if node.unlocks else 0), node))
    with pytest.raises(OptionError, match="node 'b'" if node.unlocks else "node 'x'"):
        rater.rate(tree)


def test_encounters_with_more_or_fewer_skill_points_are_refused_with_the_set_up_that_takes_them():
    for points in (0, 2):
        foes = (FOES[0], Encounter(FOES[1].enemies, points), *FOES[2:])
        with pytest.raises(OptionError, match=f"encounter 2 gives {points}.*--setup thesis"):
            ChoiceRater(DECKS, foes, GROUPS, ChoiceScale())
    last = (*FOES[:-1], Encounter(FOES[-1].enemies, 3))  # nobody can spend them
    assert ChoiceRater(DECKS, last, GROUPS, ChoiceScale()).counted.any()


def test_raters_keep_the_rules_when_they_travel_and_refuse_cards_that_the_simulation_does_not_know():
    rules = GameRules(hit_points=5)
    weak = ChoiceRater(DECKS, FOES, GROUPS, ChoiceScale(), rules=rules)
    tree = random_playable_tree(6, 1, 3)
    again = pickle.loads(pickle.dumps(weak))
    assert again.rules == rules
    usual = ChoiceRater(DECKS, FOES, GROUPS, ChoiceScale())
    assert again.measure(tree).wins == weak.measure(tree).wins < usual.measure(tree).wins
    groups = [DeckGroup(tuple(range(len(GUARDIAN.decks))), 3)]
    with pytest.raises(OptionError, match="approximating simulation"):
        ChoiceRater(GUARDIAN.decks, GUARDIAN.encounters, groups, ChoiceScale(), rules=GUARDIAN.rules)


def test_cells_count_by_the_skill_points_that_players_have_before_an_encounter():
    counted = PlayedMemo("greedy-card", DECKS, FOES, 4, 3)
    usual = counted_cells(counted)
    none = tuple(Encounter(foe.enemies, 0) for foe in FOES)
    assert not counted_cells(PlayedMemo("greedy-card", DECKS, none, 4, 3)).any()
    late = (Encounter(FOES[0].enemies, 0), *FOES[1:])
    assert counted_cells(PlayedMemo("greedy-card", DECKS, late, 4, 3))[:, :2].sum() == 0
    assert usual[:, 1:].any()
