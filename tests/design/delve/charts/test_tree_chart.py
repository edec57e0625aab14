"""Pictures of trees: everything is in them, nothing lies on anything else."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.delve.charts.tree_chart import COLOURS, NodeHeat, layout_tree, tree_chart
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError
from tests.design.delve.random_trees import rng, seeds, tree_of
from tests.messages import mentions

SPACE = "{http://www.w3.org/2000/svg}"


@st.composite
def webs(draw):
    """Trees with shared children and prices."""
    size = draw(st.integers(0, 40))
    nodes = []
    for i in range(size):
        parents = draw(st.sets(st.integers(0, i - 1), max_size=3)) if i else set()
        nodes.append(SkillNode(f"n{i}", draw(st.integers(0, 7)), draw(st.integers(0, 99)), tuple(sorted(parents))))
    return SkillTree("web", tuple(nodes))


def texts(svg):
    return ["".join(entry.itertext()) for entry in ElementTree.fromstring(svg).iter(f"{SPACE}text")]


@settings(deadline=None, max_examples=60)
@given(tree=webs() | st.builds(lambda seed, size: TreeSpace(256).random(rng(seed), size), seeds, st.integers(0, 256)))
def test_lines_lead_to_the_right_and_no_two_nodes_share_a_place(tree):
    places = layout_tree(tree)
    for place, node in zip(places, tree.nodes, strict=True):
        assert all(places[parent].column < place.column for parent in node.parents)
        assert place.column == 0 or node.parents
    for column in {place.column for place in places}:
        rows = sorted(place.row for place in places if place.column == column)
        assert all(below - above >= 1 for above, below in pairwise(rows))
    assert min((place.row for place in places), default=0) >= 0


def test_a_path_of_256_nodes_can_be_drawn():
    path = SkillTree("path", tuple(SkillNode(f"n{i}", 0, 1, (i - 1,) if i else ()) for i in range(256)))
    assert [place.column for place in layout_tree(path)] == list(range(256))
    ElementTree.fromstring(tree_chart(path))


@settings(deadline=None, max_examples=20)
@given(tree=webs())
def test_every_node_is_in_the_picture_with_its_value_and_the_colour_of_its_target(tree):
    svg = tree_chart(tree, "Web & <more>")
    page = ElementTree.fromstring(svg)
    assert tree_chart(tree, "Web & <more>") == svg
    assert "Web & <more>" in texts(svg)
    boxes = page.findall(f"{SPACE}g")
    assert len(boxes) == len(tree)
    for box, node in zip(boxes, tree.nodes, strict=True):
        assert {node.name, f"+{node.value}"} <= {"".join(entry.itertext()) for entry in box.iter(f"{SPACE}text")}
        assert box.find(f"{SPACE}circle").get("fill") == COLOURS[node.target]
    assert len(page.findall(f"{SPACE}path")) == len(tree.roots) + sum(len(node.parents) for node in tree.nodes)


def test_strong_nodes_have_large_badges():
    page = ElementTree.fromstring(tree_chart(tree_of((0, 1, -1), (0, 5, -1), (0, 10, -1))))
    sizes = [float(box.find(f"{SPACE}circle").get("r")) for box in page.findall(f"{SPACE}g")]
    assert sizes == sorted(set(sizes))


def test_heat_is_written_drawn_as_bars_and_colours_and_explained_in_the_legend():
    tree = tree_of((0, 1, -1), (4, 5, 0), (6, 2, 0))
    svg = tree_chart(tree, heat=[NodeHeat(1.0, 0.5), NodeHeat(0.25, 0.75), NodeHeat(0.75, 0.25, "never useful")])
    said = texts(svg)
    assert {"picked 25 %, won 75 %", "never useful", "area", "area mana", "targeted mana", "small"} <= set(said)
    assert any("win, 25 %" in line for line in said)
    assert "75 %" in said
    boxes = ElementTree.fromstring(svg).findall(f"{SPACE}g")
    fills = [box.find(f"{SPACE}rect").get("fill") for box in boxes]
    assert len(set(fills)) == 3
    bars = [float(box.findall(f"{SPACE}rect")[2].get("width")) for box in boxes]
    assert bars == pytest.approx([bars[0], bars[0] / 4, bars[0] * 3 / 4], abs=0.02)


def test_a_picture_without_heat_has_no_words_about_it():
    said = " ".join(texts(tree_chart(tree_of((0, 1, -1)))))
    assert "picked" not in said
    assert "win" not in said
    assert not {*TARGETS[1:]} & set(texts(tree_chart(tree_of((0, 1, -1)))))


def test_heat_for_other_nodes_is_refused():
    with pytest.raises(OptionError, match=mentions("1 entries", "2 nodes", "'small'")):
        tree_chart(tree_of((0, 1, -1), (0, 1, -1)), heat=[NodeHeat()])
