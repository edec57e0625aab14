"""Names that say what a build becomes."""

import pytest

from ludus.design.delve.builds.random_pick_probabilities import build_bits
from ludus.design.delve.inspection.build_kinds import GAINS, describe_bonus, describe_build
from ludus.design.delve.inspection.report import remedy, tree_title
from ludus.games.delve.constants import ADD_CARD_NODE, NODE_EFFECTS
from ludus.games.delve.options import Options, choose_tree, find_tree, read_options

AREA_MANA, AREA_ENERGY, TARGETED_MANA, TARGETED_ENERGY = range(4)


@pytest.mark.parametrize(
    ("bonus", "name"),
    [
        ((0, 0, 0, 0), "no bonus"),
        ((1, 9, 0, 2), "area damage, little mana"),
        ((9, 1, 2, 0), "area damage, little energy"),
        ((0, 9, 0, 1), "area damage, no mana"),
        ((0, 0, 5, 5), "single-target damage"),
        ((3, 3, 2, 2), "mostly area damage"),
        ((2, 2, 3, 3), "mostly single-target damage"),
        ((1, 1, 1, 1), "damage of all kinds"),
        ((5, 0, 5, 0), "damage of all kinds, no energy"),
        ((75, 0, 0, 25), "area damage, little energy"),
    ],
)
def test_a_build_is_named_after_the_cards_it_favours_and_the_resource_it_neglects(bonus, name):
    assert describe_bonus(bonus) == name


def test_owned_nodes_make_the_name():
    tree = find_tree("hand-made")
    names = [node.name for node in tree.nodes]
    build = sum(1 << names.index(name) for name in ("Sweeping Blows", "Tornado"))
    assert describe_build(tree, build) == "area damage, no mana"
    assert describe_build(tree, 0) == "no bonus"


def test_a_title_does_not_say_the_tree_twice():
    assert [tree_title(name) for name in ("bad", "the tree", "The Tree", "tree 3", "treehouse")] == [
        *("the tree bad", "the tree", "The Tree", "tree 3", "the tree treehouse")
    ]


def test_builds_are_named_after_what_they_add_beside_damage():
    options = Options(rules="guardian")
    tree = choose_tree(options, read_options(options))
    numbers = {node.name: k for k, node in enumerate(tree.nodes)}

    def name(*nodes):
        return describe_build(tree, build_bits([numbers[node] for node in nodes]))

    assert name("Iron Skin", "Bulwark") == "defence, no damage"
    assert name("Drill", "Wide Arc", "Swift Hands") == "area damage, little mana, with larger hands"
    assert name("Toughness", "Vials", "Toxins") == "defence, statuses, new cards, no damage"
    assert name("Secret Pact") == "no bonus"


def test_every_effect_of_a_node_has_a_group_in_the_names_of_builds():
    assert sorted(name for members in GAINS.values() for name in members) == sorted(NODE_EFFECTS[1:ADD_CARD_NODE])


def test_advice_speaks_of_effects_where_nodes_have_other_effects_than_damage():
    options = Options(rules="guardian")
    assert "effect" in remedy(choose_tree(options, read_options(options)), "redundant")
    assert "target" in remedy(find_tree("bad"), "redundant")
