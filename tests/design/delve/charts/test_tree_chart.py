"""Pictures of trees: everything is in them, nothing lies on anything else."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.delve.charts.node_icons import effect_path, icon_path
from ludus.design.delve.charts.tree_chart import COLOURS, OTHER_COLOUR, NodeHeat, layout_tree, tree_chart
from ludus.design.delve.charts.tree_layouts import MAX_WIDTH, crossings, place_boxes
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.constants import ADD_CARD_NODE, DAMAGE_NODE, NODE_EFFECTS, TARGETS, UNLOCK_NODE
from ludus.games.delve.content_files import builtin_cards
from ludus.games.delve.options import Options, choose_tree, find_tree, read_options
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError
from ludus.util.svg import MARGIN, text_width
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


def node_groups(svg):
    return [group for group in ElementTree.fromstring(svg).findall(f"{SPACE}g") if group.get("data-node")]


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
    boxes = node_groups(svg)
    for box, node in zip(boxes, tree.nodes, strict=True):
        assert {node.name, f"+{node.value}"} <= {"".join(entry.itertext()) for entry in box.iter(f"{SPACE}text")}
        assert box.find(f"{SPACE}circle").get("fill") == COLOURS[node.target]
        assert box.find(f"{SPACE}g/{SPACE}path").get("d") == icon_path(node.target)
    for box, node in zip(boxes, tree.nodes, strict=True):
        told = box.find(f"{SPACE}title").text
        assert all(tree.nodes[parent].name in told for parent in node.parents)
    every_line = len(tree.roots) + sum(len(node.parents) for node in tree.nodes)
    outlined = sum(bool(node.parents) for node in tree.nodes)  # an outline has lines to one parent and names the others
    assert len(page.findall(f"{SPACE}path")) in (every_line, outlined)


def test_strong_nodes_have_large_badges():
    boxes = node_groups(tree_chart(tree_of((0, 1, -1), (0, 5, -1), (0, 10, -1))))
    sizes = [float(box.find(f"{SPACE}circle").get("r")) for box in boxes]
    assert sizes == sorted(set(sizes))


def test_heat_is_written_drawn_as_bars_and_colours_and_explained_in_the_legend():
    tree = tree_of((0, 1, -1), (4, 5, 0), (6, 2, 0))
    svg = tree_chart(tree, heat=[NodeHeat(1.0, 0.5), NodeHeat(0.25, 0.75), NodeHeat(0.75, 0.25, "never useful")])
    said = texts(svg)
    assert {"picked 25 %, won 75 %", "never useful", "area", "area mana", "targeted mana", "small"} <= set(said)
    assert any("win, 25 %" in line for line in said)
    assert "75 %" in said
    boxes = node_groups(svg)
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


LONG = "Incomprehensibilities of the Extraordinarily Long-winded Archmagistrate of Everything"[:80]
PICTURES = {
    "hand-made": lambda: find_tree("hand-made"),
    "talents": lambda: find_tree("talents"),
    "wheel of 100": lambda: find_tree("wheel"),
    "100 at random": lambda: TreeSpace(256, 5).random(rng(3), 100),
    "256 at random": lambda: TreeSpace(256, 5).random(rng(1), 256),
    "a path": lambda: SkillTree("path", tuple(SkillNode(f"n{i}", i % 8, 1, (i - 1,) if i else ()) for i in range(90))),
    "256 in a row": lambda: SkillTree("row", tuple(SkillNode(f"node {i}", i % 8, 1) for i in range(256))),
    "long names": lambda: SkillTree(
        LONG,
        tuple(SkillNode(f"{LONG[: 76 - i % 50].strip()} {i}", i % 8, 1, (i // 3,) if i > 2 else ()) for i in range(70)),
    ),
}


@pytest.mark.parametrize("heated", [False, True], ids=["plain", "heat"])
@pytest.mark.parametrize("name", PICTURES)
def test_boxes_do_not_overlap_texts_are_inside_and_whole_and_the_width_is_bounded(name, heated):
    tree = PICTURES[name]()
    heat = [NodeHeat(0.5, i / len(tree), "never useful" if i % 7 == 0 else "") for i in range(len(tree))]
    svg = tree_chart(tree, heat=heat if heated else None)
    width, height = (float(number) for number in ElementTree.fromstring(svg).get("viewBox").split()[2:])
    assert width <= MAX_WIDTH + 2 * MARGIN
    rectangles = []
    for group, node in zip(node_groups(svg), tree.nodes, strict=True):
        box = group.find(f"{SPACE}rect")
        x, y, wide, high = (float(box.get(key)) for key in ("x", "y", "width", "height"))
        assert x >= 0
        assert y >= 0
        assert x + wide <= width
        assert y + high <= height
        words = []
        for line in group.iter(f"{SPACE}text"):
            text, size = "".join(line.itertext()), float(line.get("font-size"))
            left, base = float(line.get("x")), float(line.get("y"))
            assert x <= left
            assert left + text_width(text, size, line.get("font-weight") == "bold") <= x + wide + 0.1
            assert y <= base - 0.7 * size
            assert base <= y + high
            words.append(text)
        assert "".join(words).replace(" ", "").startswith(node.name.replace(" ", ""))  # in lines, not cut
        rectangles.append((x, y, x + wide, y + high))
    for k, (left, top, right, bottom) in enumerate(rectangles):
        for others in rectangles[:k]:
            assert left >= others[2] or others[0] >= right or top >= others[3] or others[1] >= bottom
    for line in texts(svg):
        assert "…" not in line


LAYOUTS = {
    "hand-made": "layered",
    "talents": "layered",
    "wheel of 100": "radial",
    "100 at random": "radial",
    "a path": "outline",
    "256 in a row": "outline",
}


@pytest.mark.parametrize(("name", "layout"), LAYOUTS.items())
def test_small_trees_are_layered_large_ones_radial_and_no_line_crosses_a_box(name, layout):
    tree = PICTURES[name]()
    placed = place_boxes(tree, [(90.0 + 3 * (i % 5), 32.0) for i in range(len(tree))])
    assert placed.name == layout
    assert crossings(placed) == []
    drawn = {(line.parent, line.child) for line in placed.lines}
    edges = {(parent, child) for child, node in enumerate(tree.nodes) for parent in node.parents}
    starts = {(-1, child) for child in tree.roots}
    assert drawn == (edges if layout == "outline" else edges | starts)


@settings(deadline=None, max_examples=25)
@given(tree=webs())
def test_lines_of_webs_over_several_columns_find_a_corridor(tree):
    assert crossings(place_boxes(tree, [(90.0, 32.0)] * len(tree))) == []


def test_a_crossing_line_is_found():
    tree = SkillTree("x", tuple(SkillNode(f"n{i}", 0, 1, parents) for i, parents in enumerate([(), (0,), (1, 0)])))
    placed = place_boxes(tree, [(90.0, 32.0)] * 3)
    straight = [line for line in placed.lines if (line.parent, line.child) == (0, 2)]
    crossing = type(straight[0])(0, 2, "", (placed.boxes[0].centre, placed.boxes[2].centre))
    assert crossings(type(placed)("x", placed.boxes, [crossing], None, 0, 0)) == [(0, 2, 1)]


def test_every_target_and_every_effect_has_an_icon_of_its_own_inside_its_square():
    paths = [icon_path(target) for target in range(len(TARGETS))]
    paths += [effect_path(effect) for effect in range(len(NODE_EFFECTS)) if effect != DAMAGE_NODE]
    assert len(set(paths)) == len(TARGETS) + len(NODE_EFFECTS) - 1
    for path in paths:
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]
        assert min(numbers) >= 0
        assert max(numbers) <= 16


def test_nodes_with_other_effects_have_their_icons_and_say_what_they_do():
    guardian = Options(rules="guardian")
    tree = choose_tree(guardian, read_options(guardian))
    svg = tree_chart(tree)
    said, boxes = set(texts(svg)), node_groups(svg)
    assert {"block", "max hit points", "Shield Bash", "needs 4 owned nodes", "unlocks", "Champion", "add card"} <= said
    for box, node in zip(boxes, tree.nodes, strict=True):
        is_damage = node.effect == DAMAGE_NODE
        path = icon_path(node.target) if is_damage else effect_path(node.effect)
        assert box.find(f"{SPACE}g/{SPACE}path").get("d") == path
        assert box.find(f"{SPACE}circle").get("fill") == (COLOURS[node.target] if is_damage else OTHER_COLOUR)
        told = box.find(f"{SPACE}title").text
        assert is_damage or node.description.removesuffix(" nodes") in told
        assert all(tree.nodes[other].name in told for other in node.unlocks)
        assert f"needs {node.gate} owned" in told or not node.gate


def test_the_card_that_a_node_adds_is_written_even_if_the_node_is_named_after_it():
    card = builtin_cards()[0]
    tree = SkillTree("cards", (SkillNode(f"More {card.name}", 0, 2, effect=ADD_CARD_NODE, card=card),))
    texts = [text.text for group in node_groups(tree_chart(tree, "cards")) for text in group.iter(f"{SPACE}text")]
    assert any(text and text != f"More {card.name}" and card.name in text for text in texts), texts


def test_a_large_tree_with_gates_and_unlocked_nodes_is_drawn_with_all_its_nodes():
    """Rings are lines from the start: a gate does not move a node, and a node may be unlocked before its parents."""
    nodes = [SkillNode(f"n{i}", 0, 1, (i - 8,) if i >= 8 else (), gate=i % 5) for i in range(80)]
    nodes[1] = SkillNode("key", 0, 0, (), effect=UNLOCK_NODE, unlocks=(79, 40))
    assert len(node_groups(tree_chart(SkillTree("gates", tuple(nodes))))) == 80
