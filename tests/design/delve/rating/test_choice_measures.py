"""Fast measures of choices, against the analysis of `ludus inspect delve`."""

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.core import plain
from ludus.design.delve.builds.enumeration import tree_arrays
from ludus.design.delve.builds.random_pick_probabilities import build_probabilities
from ludus.design.delve.inspection.measure_tree import analyse_choices
from ludus.design.delve.playtest.bot_fights import random_playable_tree
from ludus.design.delve.playtest.bot_win_rates import summarise_bots
from ludus.design.delve.playtest.fights import play_encounters
from ludus.design.delve.rating import fight_memo
from ludus.design.delve.rating.approximate_simulation import damage_pools, encounter_arrays, simulate, simulate_fight
from ludus.design.delve.rating.choice_measures import DeckGroup, measure_choices
from ludus.design.delve.rating.fight_memo import PlayedMemo, SimulatedMemo
from ludus.games.delve.constants import ENERGY, SKILL
from ludus.games.delve.content_files import builtin_cards
from ludus.games.delve.decks_and_encounters import CardEffects, CardType, Deck, GameRules
from ludus.games.delve.game_data import default_encounters, heldout_decks
from ludus.games.delve.options import Options, find_tree, read_options
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import ContentError, OptionError

BOT, ORDERS, SEED = "greedy-card", 4, 5
DECKS = heldout_decks()[:5] + heldout_decks()[8:10]
GROUPS = [DeckGroup(tuple(range(5)), 8), DeckGroup((5, 6), 4)]
THREE = [DeckGroup((0, 1, 2), 8)]
SHARED = SkillTree(  # a node with two parents, and two proven better nodes
    "shared",
    (
        SkillNode("a", 0, 3),
        SkillNode("b", 1, 2),
        SkillNode("c", 4, 2, (0, 1)),
        SkillNode("d", 0, 5, (0, 1)),
        SkillNode("e", 1, 4),
        SkillNode("f", 6, 9, (1,)),
    ),
)


@pytest.fixture(scope="module")
def memo():
    return PlayedMemo(BOT, DECKS, default_encounters(), ORDERS, SEED, Threads(1))


def tree_named(name):
    return (
        SHARED if name == "shared" else find_tree(name) if not name.isdigit() else random_playable_tree(int(name), 1, 7)
    )


@pytest.mark.parametrize("name", ["hand-made", "bad", "delver", "shared", "15", "14", "30", "1", "2", "4"])
def test_measures_equal_the_analysis_of_inspect(memo, name):
    tree = tree_named(name)
    measures = measure_choices(tree_arrays(tree), memo, GROUPS)
    played = play_encounters(build_probabilities(tree, 6), [BOT], DECKS, ORDERS, SEED)
    analysis, result = analyse_choices(played), summarise_bots(played)[0]
    for kind, flags in {
        "dominated": measures.dominated,
        "never useful": measures.never_useful,
        "redundant": measures.redundant,
        "obvious": measures.obvious,
    }.items():
        assert np.flatnonzero(flags).tolist() == [flaw.node for flaw in analysis.flaws if flaw.kind == kind], kind
    assert measures.forced == pytest.approx(analysis.forced)
    assert measures.alike == pytest.approx(analysis.indifferent)
    assert measures.picked == pytest.approx([node.picked for node in analysis.nodes])
    assert measures.wins == pytest.approx(result.wins.value)
    assert measures.turns == pytest.approx(result.turns.value)
    assert measures.win_rates.mean(axis=0) == pytest.approx([stage.wins.value for stage in result.encounters])
    assert measures.builds == sum(len(builds) for builds in played.builds.by_encounter)


def test_a_dominated_node_is_expected_to_be_dominated_and_soft_measures_agree_with_counts(memo):
    for number in range(4):
        measures = measure_choices(tree_arrays(random_playable_tree(15, number, 3)), memo, GROUPS)
        assert (measures.expected_domination[measures.dominated] > 0.5).all()
        assert (measures.unused[measures.never_useful] > 0.7).all()
        assert (measures.obviousness[measures.obvious] == 1).all()
        assert (measures.expected_redundancy[measures.redundant] == 1).all()


def test_measures_equal_the_analysis_of_inspect_with_cards_and_rules_of_ones_own():
    scenario = read_options(Options(rules="guardian", hit_points=40, encounter_points="1"))
    tree, groups = find_tree("hand-made"), [DeckGroup(tuple(range(len(scenario.decks))), 3)]
    memo = PlayedMemo(BOT, scenario.decks, scenario.encounters, 3, SEED, rules=scenario.rules)
    measures = measure_choices(tree_arrays(tree), memo, groups)
    builds = build_probabilities(tree, scenario.encounters)
    played = play_encounters(*(builds, [BOT], scenario.decks, 3, SEED), foes=scenario.encounters, rules=scenario.rules)
    assert 0.1 < measures.wins < 0.9
    assert measures.wins == pytest.approx(summarise_bots(played)[0].wins.value)
    assert measures.picked == pytest.approx([node.picked for node in analyse_choices(played).nodes])


def test_fights_are_played_once_and_a_full_memo_starts_anew(monkeypatch):
    tree = tree_arrays(find_tree("delver"))
    memo = PlayedMemo(BOT, DECKS[:3], default_encounters(), 2, SEED)
    first = measure_choices(tree, memo, THREE)
    fights = memo.fights
    assert measure_choices(tree, memo, THREE).wins == first.wins
    assert memo.fights == fights > 0
    monkeypatch.setattr(fight_memo, "MAX_CELLS", 10)
    measure_choices(tree_arrays(find_tree("bad")), memo, THREE)
    assert measure_choices(tree, memo, THREE).win_rates.tolist() == first.win_rates.tolist()
    assert memo.fights > fights


def test_the_number_of_threads_changes_nothing():
    tree = tree_arrays(find_tree("hand-made"))
    results = [
        measure_choices(tree, PlayedMemo(BOT, DECKS[:3], default_encounters(), 3, SEED, Threads(n)), THREE)
        for n in (1, 2)
    ]
    assert results[0].win_turns.tolist() == results[1].win_turns.tolist()


def test_simulated_cells_are_those_of_the_simulation():
    memo = SimulatedMemo(DECKS, default_encounters(), luck=(100,))
    bonuses = np.array([[0, 0, 0, 0], [3, 1, 0, 7], [10, 10, 10, 10]])
    for encounter in range(6):
        won, turns = memo.bonus_results(bonuses, encounter)
        for row, bonus in enumerate(bonuses):
            expected = [simulate(deck, default_encounters()[encounter], bonus) for deck in DECKS]
            assert turns[row].tolist() == [max(0, round(result)) for result in expected]
            assert won[row].tolist() == [result > 0 for result in expected]


def test_simulated_cells_have_block_and_the_hit_points_of_the_rules():
    guard = CardType("Guard", SKILL, ENERGY, 1, 0, CardEffects(block=4))
    cards = builtin_cards()
    blocking = Deck("blocking", ((guard, 5), (cards[0], 5), (cards[-1], 5)))
    foe, nothing = default_encounters()[:1], np.zeros((1, 4), np.int64)

    def won(hit_points):
        memo = SimulatedMemo([blocking], foe, luck=(100,), rules=GameRules(hit_points=hit_points))
        return int(memo.bonus_results(nothing, 0)[0][0, 0])

    needed = next(points for points in range(1, 999) if won(points))
    pools = damage_pools([blocking], GameRules(hit_points=needed))
    assert pools.guard[0] > 0
    area, targeted = pools.base[0].tolist()
    arrays = encounter_arrays(foe)
    assert plain(simulate_fight)(area, targeted, pools, 0, arrays, 0, False) > 0
    fewer = pools._replace(health=pools.health - 1)
    assert plain(simulate_fight)(area, targeted, fewer, 0, arrays, 0, False) <= 0


def test_too_many_builds_prices_and_large_bonuses_are_refused(memo):
    assert measure_choices(tree_arrays(random_playable_tree(15, 1, 7)), memo, GROUPS, cap=5) is None
    with pytest.raises(ContentError, match="one point"):
        measure_choices(tree_arrays(SkillTree("priced", (SkillNode("a", 0, 3, price=2),))), memo, GROUPS)
    with pytest.raises(ContentError, match="gates"):
        measure_choices(tree_arrays(SkillTree("gated", (SkillNode("a", 0, 3, gate=2),))), memo, GROUPS)
    with pytest.raises(OptionError, match="2048"):
        memo.bonus_results(np.array([[2048, 0, 0, 0]]), 1)
    assert memo.bonus_results(np.array([[700, 700, 700, 700]]), 5)[0].min() == ORDERS
