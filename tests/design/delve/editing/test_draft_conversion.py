"""Drafts of trees: whatever is drawn has a text, and what is wrong is told where it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.design.delve.editing.draft_conversion import (
    DraftError,
    DraftNode,
    draft_nodes,
    draft_text,
    read_draft,
    read_draft_text,
)
from ludus.design.delve.editing.editor_choices import editor_choices
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.content_files import write_tree
from ludus.games.delve.options import Options, choose_tree, find_tree, read_options
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from tests.cases import each

FORMATS = (".toml", ".json", ".csv")
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="|"), max_size=12)
NODES = st.builds(
    DraftNode,
    NAMES,
    st.sampled_from(TARGETS) | NAMES,
    st.integers(-5, 120),
    st.lists(st.integers(0, 7), max_size=3).map(tuple),
    st.integers(-2, 25),
)


@each("suffix", FORMATS)
@each("name", ["delver", "hand-made", "bad"])
def test_a_tree_of_the_game_goes_through_a_draft_and_its_text_unchanged(name, suffix):
    tree = find_tree(name)
    assert read_draft(tree.name, draft_nodes(tree)) == tree
    assert read_draft_text(draft_text(tree.name, draft_nodes(tree), suffix), suffix, tree.name).nodes == tree.nodes


@given(st.lists(NODES, max_size=8))
def test_a_draft_is_a_tree_or_is_refused_with_the_nodes_that_are_wrong(nodes):
    try:
        result = draft_nodes(read_draft("x", nodes))
    except DraftError as error:
        result = [nodes[place] for place in error.nodes]
    else:
        assert result == nodes
    assert result or not nodes


def test_a_cycle_is_reported_with_exactly_its_nodes():
    nodes = [
        DraftNode(name, "area", 1, parents) for name, parents in [("A", ()), ("B", (2,)), ("C", (1,)), ("D", (2,))]
    ]
    with pytest.raises(DraftError, match="a cycle") as refused:
        read_draft("x", nodes)
    assert refused.value.nodes == (1, 2)


@each(
    ("suffix", "line"),
    ((".toml", 'target = "arena"'), (".json", '   "target": "arena",'), (".csv", "B,arena,1")),
)
def test_a_text_is_refused_with_the_line_of_the_field(suffix, line):
    text = draft_text("x", [DraftNode("A", "area", 1), DraftNode("B", "arena", 1)], suffix)
    with pytest.raises(DraftError, match="arena") as refused:
        read_draft_text(text, suffix)
    assert text.splitlines()[refused.value.line - 1] == line
    assert refused.value.nodes == (1,)


def test_every_rating_has_a_meaning_and_every_player_a_word():
    known = editor_choices()
    assert all(rating.meaning for rating in known.ratings)
    assert all(known.players.values())
    assert known.player in known.players


@pytest.mark.parametrize("suffix", [".toml", ".json", ".csv"])
def test_trees_with_other_effects_are_refused_with_what_the_editor_is_for(tmp_path, suffix):
    options = Options(rules="guardian")
    guardian = choose_tree(options, read_options(options))
    gated = SkillTree("gated", (SkillNode("a", 0, 1, gate=1),))
    for tree, name in ((guardian, "Armoury"), (gated, "a")):
        write_tree(tree, tmp_path / f"tree{suffix}")
        with pytest.raises(DraftError, match=f"'{name}'.*the editor is for nodes that raise damage") as error:
            read_draft_text((tmp_path / f"tree{suffix}").read_text(encoding="utf-8"), suffix)
        assert [tree.nodes[k].name for k in error.value.nodes] == [name]
