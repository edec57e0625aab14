"""What is wrong with nodes, in trees that are made to have it."""

import pytest

from ludus.design.delve.builds.random_pick_probabilities import build_probabilities
from ludus.design.delve.inspection.measure_tree import analyse_choices
from ludus.design.delve.inspection.node_flaws import is_proven_better
from ludus.design.delve.playtest.fights import play_encounters
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.game_data import heldout_decks
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from tests.cases import each

AREA, TARGETED, MANA, ENERGY = (TARGETS.index(name) for name in ("area", "targeted", "mana", "energy"))


def measured_tree(*nodes, **options):
    builds = build_probabilities(SkillTree("made", tuple(nodes)), 6, **options)
    return analyse_choices(play_encounters(builds, ["greedy-card"], heldout_decks(), orders=4, seed=1))


def named(explained, nodes, kind):
    return {nodes[flaw.node].name for flaw in explained.flaws if flaw.kind == kind}


@pytest.fixture(scope="module")
def star():
    nodes = [
        SkillNode("giant", AREA, 9),
        SkillNode("twin one", TARGETED, 2),
        SkillNode("twin two", TARGETED, 2),
        SkillNode("dwarf", AREA, 1),
        *(SkillNode(f"step {k}", ENERGY, 1, (k + 3,) if k else ()) for k in range(7)),
    ]
    return nodes, measured_tree(*nodes)


def test_a_giant_is_obvious(star):
    nodes, explained = star
    assert named(explained, nodes, "obvious") == {"giant"}
    assert explained.nodes[0].picked > 0.8
    assert explained.nodes[0].lift.low > 0


def test_twins_are_redundant(star):
    nodes, explained = star
    (flaw,) = [flaw for flaw in explained.flaws if flaw.kind == "redundant" and nodes[flaw.node].name == "twin one"]
    assert [nodes[other].name for other in flaw.others] == ["twin two"]


def test_less_of_the_same_is_dominated_and_two_nodes_are_proof_enough(star):
    nodes, explained = star
    (flaw,) = [flaw for flaw in explained.flaws if flaw.kind == "dominated" and nodes[flaw.node].name == "dwarf"]
    assert flaw.proven
    assert [nodes[other].name for other in flaw.others] == ["giant"]
    assert flaw.number > 0


def test_what_is_too_deep_is_out_of_reach(star):
    nodes, explained = star
    assert named(explained, nodes, "out of reach") == {"step 5", "step 6"}


def test_what_no_deck_wants_is_never_useful():
    nodes = [SkillNode("strong", AREA, 5), SkillNode("strong too", TARGETED, 6), SkillNode("zero", MANA, 0)]
    explained = measured_tree(*nodes)
    assert named(explained, nodes, "never useful") == {"zero"}
    assert explained.nodes[2].picked < 0.005


def test_a_weak_node_on_the_way_to_a_strong_one_gets_what_it_leads_to():
    nodes = [
        SkillNode("way", MANA, 0),
        SkillNode("treasure", AREA, 12, (0,)),
        SkillNode("other", TARGETED, 1),
        SkillNode("more", ENERGY, 1),
    ]
    explained = measured_tree(*nodes)
    assert explained.nodes[0].picked > 0.5
    assert "way" not in named(explained, nodes, "never useful") | named(explained, nodes, "dominated")


def test_a_chain_leaves_no_choice():
    explained = measured_tree(*(SkillNode(f"link {k}", AREA, 1, (k - 1,) if k else ()) for k in range(5)))
    assert explained.forced == 1
    assert explained.entropy == 0


def test_four_fair_branches_have_no_flaw():
    explained = measured_tree(*(SkillNode(TARGETS[target], target, 3) for target in range(4, 8)))
    assert not explained.flaws
    assert explained.entropy > 0.5


def test_a_sampled_tree_is_explained_by_the_next_encounter():
    nodes = [SkillNode(f"n{k}", k % 8, 1 + k % 3) for k in range(60)]
    explained = measured_tree(*nodes, walks=4)
    assert not explained.whole
    assert len(explained.nodes) == 60


def test_points_can_be_saved_for_a_dear_node_that_is_worth_it():
    nodes = [SkillNode("trifle", MANA, 1), SkillNode("treasure", AREA, 12, price=2)]
    explained = measured_tree(*nodes)
    assert explained.nodes[0].picked < 0.5
    assert explained.nodes[1].picked > 0.9


@each(
    ("better", "worse", "proven"),
    [
        (SkillNode("a", AREA, 3), SkillNode("b", AREA, 2), True),
        (SkillNode("a", AREA, 3), SkillNode("b", AREA, 3), False),
        (SkillNode("a", AREA, 3), SkillNode("b", TARGETED, 2), False),
        (SkillNode("a", AREA, 3, price=2), SkillNode("b", AREA, 2), False),
        (SkillNode("a", AREA, 3, (2,)), SkillNode("b", AREA, 2), False),
        (SkillNode("a", AREA, 3), SkillNode("b", AREA, 2, (2,)), True),
        (SkillNode("a", AREA, 3, (2,)), SkillNode("b", AREA, 2, (2,)), True),
    ],
)
def test_one_node_can_prove_another_worse(better, worse, proven):
    assert is_proven_better(SkillTree("pair", (better, worse, SkillNode("c", MANA, 1))), 0, 1) == proven


def test_a_node_that_leads_elsewhere_is_not_proven_worse():
    tree = SkillTree("pair", (SkillNode("a", AREA, 3), SkillNode("b", AREA, 2), SkillNode("c", MANA, 1, (1,))))
    assert not is_proven_better(tree, 0, 1)
