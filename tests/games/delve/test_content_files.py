"""Files of cards, decks, encounters and trees: what is written is read, and what is wrong is named."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.content_files import (
    builtin_cards,
    read_cards,
    read_decks,
    read_edge_list_tree,
    read_encounters,
    read_tree,
    write_cards,
    write_decks,
    write_encounters,
    write_tree,
)
from ludus.games.delve.game_data import CardType, Deck, Encounter, default_encounters, reference_decks
from ludus.games.delve.options import TREES, option_choices
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.games.delve.toml_json_csv_rows import FORMATS
from ludus.util.errors import ContentError
from tests.messages import mentions

formats = pytest.mark.parametrize("suffix", FORMATS)
names = st.text(st.characters(codec="utf-8", exclude_characters="|"), min_size=1, max_size=12).filter(
    lambda text: text == " ".join(text.split()) and text.isprintable()
)


@st.composite
def trees(draw):
    titles = draw(st.lists(names, unique_by=str.casefold, max_size=12))
    nodes = []
    for k, title in enumerate(titles):
        parents = draw(st.sets(st.integers(0, k - 1), max_size=3)) if k else set()
        target, value = draw(st.integers(0, len(TARGETS) - 1)), draw(st.integers(0, 99))
        nodes.append(SkillNode(title, target, value, tuple(sorted(parents)), draw(st.integers(0, 20))))
    return SkillTree(draw(names), tuple(nodes))


@st.composite
def decks(draw):
    cards, left = [], 15
    for title in draw(st.lists(names.filter(lambda name: not name.split()[-1].isdigit()), unique_by=str.casefold)):
        if left == 0:
            break
        copies = draw(st.integers(1, left))
        left -= copies
        numbers = st.integers(0, 1), st.integers(0, 1), st.integers(0, 99), st.integers(0, 999)
        cards.append((CardType(title, *map(draw, numbers)), copies))
    if left:
        cards.append((CardType("the rest of it", 0, 0, 1, 1), left))
    return Deck(draw(names), tuple(cards))


@formats
@given(tree=trees())
@settings(deadline=None, max_examples=25)
def test_trees_are_read_as_they_were_written(tmp_path_factory, suffix, tree):
    file = tmp_path_factory.mktemp("tree") / f"tree{suffix}"
    write_tree(tree, file)
    found = read_tree(file)
    assert found.nodes == tree.nodes
    assert found.name == (tree.name if suffix != ".csv" else "tree")


@formats
@given(deck=decks())
@settings(deadline=None, max_examples=25)
def test_decks_are_read_as_they_were_written(tmp_path_factory, suffix, deck):
    file = tmp_path_factory.mktemp("deck") / f"deck{suffix}"
    write_decks([deck], file)
    assert read_decks(file) == (deck,)


@formats
def test_content_of_the_game_is_read_back_as_written(tmp_path, suffix):
    for things, write, read in (
        (builtin_cards(), write_cards, read_cards),
        (reference_decks(), write_decks, read_decks),
        (default_encounters(), write_encounters, read_encounters),
    ):
        write(things, tmp_path / f"file{suffix}")
        assert read(tmp_path / f"file{suffix}") == things


def test_the_default_deck_and_tree_are_among_those_of_the_game():
    choices = option_choices()
    labels = ludus.load_game("delve").content().labels
    assert choices["default_deck"] == [labels.deck]
    assert choices["default_tree"] == [labels.tree.name]
    assert {*choices["default_deck"]} < {*choices["decks"]}
    assert {*choices["default_tree"]} < {*choices["trees"]}


def test_every_tree_of_the_game_is_a_tree():
    for file in TREES.glob("*.toml"):
        tree = read_tree(file)
        shape = {"wheel": (100, False), "talents": (27, False)}.get(file.stem, (15, True))
        assert (tree.name, len(tree), tree.is_thesis_tree) == (file.stem, *shape)


BAD_TREES = {
    "a cycle": (
        'name = "x"\n[[nodes]]\nname = "A"\ntarget = "mana"\nvalue = 1\nparents = ["B"]\n'
        '[[nodes]]\nname = "B"\ntarget = "mana"\nvalue = 1\nparents = ["A"]\n',
        "line [27]: tree 'x', node '[AB]': a cycle, [AB] -> [AB] -> [AB]",
    ),
    "an orphan": (
        '[[nodes]]\nname = "A"\ntarget = "mana"\nvalue = 1\nparents = ["Abel"]\n',
        r"line 5, field 'parents': node 'A': there is no node named 'Abel'",
    ),
    "a negative value": (
        '\n[[nodes]]\nname = "A"\ntarget = "mana"\nvalue = -1\n',
        "line 5, field 'value': .*node 'A': value -1; it must be 0 to 99",
    ),
    "an unknown target": (
        '[[nodes]]\nname = "A"\ntarget = "fire"\nvalue = 1\n',
        "line 3, field 'target': node 'A': target: 'fire' is none of area, targeted",
    ),
    "a dear node": ('[[nodes]]\nname = "A"\ntarget = "mana"\nvalue = 1\nprice = 99\n', "node 'A': price 99"),
    "a text for a number": (
        '[[nodes]]\nname = "A"\ntarget = "mana"\nvalue = "1"\n',
        "line 4, field 'value'.*a text where",
    ),
    "an unknown field": ('[[nodes]]\nname = "A"\ntarget = "mana"\nvalue = 1\ncost = 1\n', "no field named 'cost'"),
    "a missing field": ('[[nodes]]\nname = "A"\nvalue = 1\n', "'target' is missing"),
    "the same name twice": (2 * '[[nodes]]\nname = "A"\ntarget = "mana"\nvalue = 1\n', "have the same name"),
    "the same name but for capitals": (
        "".join(f'[[nodes]]\nname = "{name}"\ntarget = "mana"\nvalue = 1\n' for name in "Aa"),
        "have the same name",
    ),
    "the same parent twice": (
        '[[nodes]]\nname = "A"\ntarget = "mana"\nvalue = 1\n'
        '[[nodes]]\nname = "B"\ntarget = "mana"\nvalue = 1\nparents = ["A", "A"]\n',
        "node 'B': the same parent twice",
    ),
    "a name that cannot be typed": ('[[nodes]]\nname = " A"\ntarget = "mana"\nvalue = 1\n', "single spaces"),
    "no nodes": ('name = "x"\n', "no list named 'nodes'"),
    "something else": ("name = 'x'\n\n[nodes\n", "line 3: this is not TOML"),
    "too many nodes": (
        "".join(f'[[nodes]]\nname = "n{k}"\ntarget = "mana"\nvalue = 1\n' for k in range(257)),
        "257 nodes; at most 256",
    ),
}


@pytest.mark.parametrize("what", BAD_TREES)
def test_a_bad_tree_is_refused_and_the_entry_named(tmp_path, what):
    text, message = BAD_TREES[what]
    file = tmp_path / "tree.toml"
    file.write_text(text)
    with pytest.raises(ContentError, match=message) as error:
        read_tree(file)
    assert str(file) in str(error.value)


def test_the_line_of_a_field_in_json_is_named(tmp_path):
    file = tmp_path / "tree.json"
    file.write_text(
        '{"nodes": [\n {"name": "A", "target": "mana", "value": 1},\n'
        ' {"name": "B",\n  "target": "mana",\n  "value": "x"}\n]}'
    )
    with pytest.raises(ContentError) as error:
        read_tree(file)
    assert (error.value.line, error.value.field) == (5, "value")


BAD_DECKS = {
    "fourteen cards": ("deck,count,card\nmine,14,Bolt\n", "deck 'mine': 14 cards; a deck has 15"),
    "an unknown card": (
        "deck,count,card\nmine,15,Bold\n",
        "line 2, field 'card': .*no card named 'Bold'; did you mean",
    ),
    "a card without cost": ("deck,count,category,resource,damage\n1,15,Area,Mana,5\n", "the entry needs a cost"),
    "an unknown category": ("deck,count,category,resource,damage\n1,15,Wide,Mana,4\n", "'Wide' is none of area"),
    "no copies": ("deck,count,card\nmine,15,Bolt\nmine,0,Strike\n", "line 3.*deck 'mine': 0 copies"),
    "half a card": ("deck,count,category\nmine,15,Area\n", "a card needs a name, or category, resource and damage"),
    "a long row": ("deck,count,card\nmine,15,Bolt,2\n", "line 2: .*4 cells under 3 headings"),
    "an unknown heading": ("deck,number,card\nmine,15,Bolt\n", "line 1: .* named 'number'"),
    "an unknown heading of empty cells": ("deck,count,card,number\nmine,15,Bolt,\n", "line 1: .* named 'number'"),
    "a number that is none": ("deck,count,card\nmine,many,Bolt\n", "line 2, field 'count'"),
    "the same heading twice": ("deck,count,card,card\nmine,15,Bolt,Bolt\n", "two columns are named 'card'"),
    "nothing": ("", "no header"),
}


@pytest.mark.parametrize("what", BAD_DECKS)
def test_a_bad_deck_is_refused_and_the_entry_named(tmp_path, what):
    text, message = BAD_DECKS[what]
    file = tmp_path / "decks.csv"
    file.write_text(text)
    with pytest.raises(ContentError, match=message) as error:
        read_decks(file)
    assert str(file) in str(error.value)


BAD_ENCOUNTERS = {
    "eight enemies": ([{"encounter": 1, "attack": 1, "health": 9, "count": 8}], "encounter 1: 8 enemies; .* 1 to 7"),
    "no hit points": (
        [{"encounter": 1, "attack": 1, "health": 0}],
        "encounter 1: enemy 1: health 0; it must be 1 to 9999",
    ),
    "a negative attack": ([{"encounter": 1, "attack": -1, "health": 9}], "encounter 1: enemy 1: attack -1"),
    "a gap": ([{"encounter": 2, "attack": 1, "health": 9}], "line 1, .*1 has no enemy, but encounter 2 has"),
    "encounter 0": ([{"encounter": 0, "attack": 1, "health": 9}], "encounter 0; the number must be"),
    "none of an enemy": ([{"encounter": 1, "attack": 1, "health": 9, "count": 0}], "0 such enemies"),
    "nothing": ([], "the file has no enemy"),
}


@pytest.mark.parametrize("what", BAD_ENCOUNTERS)
def test_a_bad_encounter_is_refused_and_the_entry_named(tmp_path, what):
    rows, message = BAD_ENCOUNTERS[what]
    file = tmp_path / "encounters.json"
    file.write_text(json.dumps({"enemies": rows}))
    with pytest.raises(ContentError, match=message) as error:
        read_encounters(file)
    assert str(file) in str(error.value)


def test_cards_that_cannot_be_are_refused():
    for card, message in (
        (("A", 3, 0, 1, 1), "category 3"),
        (("A", 0, 0, -1, 1), "cost -1"),
        (("A", 0, 0, 1, 1000), "damage 1000"),
        (("Bolt 2", 0, 0, 1, 1), "last word"),
        ((" A", 0, 0, 1, 1), "no valid name"),
    ):
        with pytest.raises(ContentError, match=message):
            CardType(*card)
    with pytest.raises(ContentError, match="two different cards are named 'a'"):
        Deck("x", ((CardType("A", 0, 0, 1, 1), 8), (CardType("a", 0, 0, 2, 1), 7)))


def test_files_that_are_not_there_or_of_another_kind_are_named(tmp_path):
    with pytest.raises(ContentError, match="cannot be read"):
        read_tree(tmp_path / "none.toml")
    with pytest.raises(ContentError, match=r"unknown file suffix '\.txt'"):
        read_tree(tmp_path / "tree.txt")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(ContentError, match=r"bad\.json, line 1: this is not JSON"):
        read_tree(tmp_path / "bad.json")
    (tmp_path / "twice.json").write_text('{"nodes": [\n{"name": "A: {", "value": 1,\n "value": 2}]}')
    with pytest.raises(ContentError, match=r"twice\.json, line 3, field 'value'"):
        read_tree(tmp_path / "twice.json")
    (tmp_path / "bytes.csv").write_bytes(b"deck,count,card\n\xff\xfe")
    with pytest.raises(ContentError, match=r"bytes\.csv, line 2: not UTF-8"):
        read_decks(tmp_path / "bytes.csv")


READERS = {"cards": read_cards, "decks": read_decks, "enemies": read_encounters, "nodes": read_tree}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_a_list_of_another_name_in_a_file_of_content_is_refused(tmp_path, name, suffix):
    file = tmp_path / f"content{suffix}"
    file.write_text(f"{name} = []\n\n[[more]]\n" if suffix == ".toml" else f'{{"{name}": [],\n\n "more": []}}')
    with pytest.raises(ContentError, match=mentions(f"content{suffix}, line 3 … 'more' … {name}")):
        READERS[name](file)


PASSIVES = {
    "nodes": {
        "root": {"out": ["7", "3"]},
        "3": {"name": "Fury", "stats": ["+3 area damage"], "out": ["9", "5"]},
        "5": {"name": "Step", "stats": ["nice to have"], "out": []},
        "7": {"name": "Calm", "stats": ["2 more mana damage", "+8 area damage"], "out": ["9"]},
        "9": {"name": "Storm", "target": "area mana", "value": 5, "price": 2, "out": ["5"]},
    }
}


def test_a_tree_with_out_edges_is_read_away_from_its_root(tmp_path):
    file = tmp_path / "passives.json"
    file.write_text(json.dumps(PASSIVES))
    tree = read_tree(file)
    assert [(node.name, TARGETS[node.target], node.value, node.parents, node.price) for node in tree.nodes] == [
        ("Fury", "area", 3, (), 1),
        ("Calm", "mana", 2, (), 1),
        ("Step", "area", 0, (0,), 1),  # as near to the root as Storm and before it, so Storm leads on from it
        ("Storm", "area mana", 5, (0, 1, 2), 2),
    ]
    assert [node.name for node in read_edge_list_tree(file, reach=1).nodes] == ["Fury", "Calm"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"9": {"out": ["8"]}}, "'9' … '8'"),
        ({"9": {"out": ["9"]}}, "node '9' leads to itself"),
        ({"11": {"out": []}}, "node '11' cannot be reached"),
        ({"9": {"target": "fire", "value": 1}}, "node '9': target 'fire'"),
        ({"9": {"out": 5}}, "node '9': `out` must be a list"),
        ({"9": 5}, "node '9': `out` must be a list"),
        ({"root": {"out": ["7", "3"], "target": "area", "value": 3}}, "root … target 'area'"),
    ],
)
def test_a_bad_tree_with_out_edges_is_refused_and_the_node_named(tmp_path, change, message):
    file = tmp_path / "passives.json"
    file.write_text(json.dumps({"nodes": {**PASSIVES["nodes"], **change}}))
    with pytest.raises(ContentError, match=mentions(message)):
        read_tree(file)


def test_a_name_that_a_csv_file_cannot_hold_is_not_written(tmp_path):
    tree = SkillTree("x", (SkillNode("a|b", 0, 1), SkillNode("c", 0, 1, (0,))))
    with pytest.raises(ContentError, match=r"'a\|b' cannot be written"):
        write_tree(tree, tmp_path / "x.csv")


def test_encounters_are_sets_of_one_to_seven_enemies():
    for enemies in ((), ((1, 1),) * 8):
        with pytest.raises(ContentError, match="an encounter has 1 to 7"):
            Encounter(enemies)
