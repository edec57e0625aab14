"""Trees as GraphML and DOT: round trips through other parsers, and files that nobody meant to be trees."""

import csv
import json
import random
from dataclasses import replace

import networkx as nx
import pydot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.games.delve.constants import TARGETS, UNLOCK_NODE
from ludus.games.delve.content_files import TREE_FORMATS, read_tree, write_tree
from ludus.games.delve.options import TREES, Options, choose_tree, find_tree, read_options
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import ContentError
from tests.games.delve.test_content_files import trees
from tests.messages import mentions

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:pydot")
formats = pytest.mark.parametrize("suffix", TREE_FORMATS)
own_trees = pytest.mark.parametrize("name", sorted(file.stem for file in TREES.glob("*.toml")))
WEB = SkillTree(
    "web",
    (
        SkillNode('say "hi"\\', 0, 3),
        SkillNode("a|<b> & c", 4, 0, (0,), 2),
        SkillNode("node", 7, 99, (0, 1), 20),
        SkillNode("ümläut 木", 1, 1, (), 0),
    ),
)
PLAIN = SkillTree("web", tuple(SkillNode(f"n {k}", *(node.target, node.value, node.parents, node.price))
                              for k, node in enumerate(WEB.nodes)))  # fmt: skip


GUARDIAN = read_options(Options(rules="guardian"))
RICHER = choose_tree(Options(rules="guardian"), GUARDIAN)


def meaning(tree):
    """What a tree is, whatever order its parents are in."""
    return [replace(node, parents=tuple(sorted(node.parents))) for node in tree.nodes]


@formats
@settings(deadline=None, max_examples=25)
@given(tree=trees())
def test_trees_of_every_format_are_read_as_they_were_written(tmp_path_factory, suffix, tree):
    file = tmp_path_factory.mktemp("tree") / f"tree{suffix}"
    write_tree(tree, file)
    assert read_tree(file).nodes == tree.nodes
    assert read_tree(file).name == (tree.name if suffix != ".csv" else "tree")


@settings(deadline=None, max_examples=25)
@given(tree=trees())
def test_networkx_reads_graphml_with_all_fields_and_what_it_writes_is_the_same_tree(tmp_path_factory, tree):
    folder = tmp_path_factory.mktemp("graphml")
    write_tree(tree, folder / "ours.graphml")
    graph = nx.read_graphml(folder / "ours.graphml")
    assert graph.is_directed()
    assert graph.graph["name"] == tree.name
    for (_, fields), node in zip(graph.nodes(data=True), tree.nodes, strict=True):
        assert (fields["name"], fields["target"], fields["value"]) == (node.name, TARGETS[node.target], node.value)
        assert fields.get("price", 1) == node.price
    assert graph.number_of_edges() == sum(len(node.parents) for node in tree.nodes)
    nx.write_graphml(graph, folder / "theirs.graphml")
    assert meaning(read_tree(folder / "theirs.graphml")) == meaning(tree)
    assert read_tree(folder / "theirs.graphml").name == tree.name


@own_trees
def test_pydot_and_networkx_read_dot_and_what_they_write_is_the_same_tree(tmp_path, name):
    tree = find_tree(name)
    write_tree(tree, tmp_path / "ours.dot")
    (graph,) = pydot.graph_from_dot_file(tmp_path / "ours.dot")
    assert len(graph.get_edges()) == sum(len(node.parents) for node in tree.nodes)
    graph.write(tmp_path / "pydot.dot")
    nx.nx_pydot.write_dot(nx.nx_pydot.read_dot(tmp_path / "ours.dot"), tmp_path / "networkx.dot")
    for file in ("pydot.dot", "networkx.dot"):
        assert meaning(read_tree(tmp_path / file)) == meaning(tree)
        assert read_tree(tmp_path / file).name == tree.name


@formats
def test_every_format_keeps_effects_cards_unlocked_nodes_and_gates(tmp_path, suffix):
    file = tmp_path / f"guardian{suffix}"
    write_tree(RICHER, file)
    assert read_tree(file, GUARDIAN.cards) == RICHER
    with pytest.raises(ContentError, match="Shield Bash"):  # a card that is not of the game
        read_tree(file)


def test_networkx_and_pydot_keep_effects_cards_unlocked_nodes_and_gates(tmp_path):
    write_tree(RICHER, tmp_path / "ours.graphml")
    graph = nx.read_graphml(tmp_path / "ours.graphml")
    fields = {data["name"]: data for _, data in graph.nodes(data=True)}
    assert fields["Armoury"] == {"name": "Armoury", "effect": "add_card", "card": "Shield Bash", "value": 2}
    assert (fields["Secret Pact"]["unlocks"], fields["Champion"]["gate"]) == ("Champion", 4)
    nx.write_graphml(graph, tmp_path / "theirs.graphml")
    write_tree(RICHER, tmp_path / "ours.dot")
    (dot,) = pydot.graph_from_dot_file(tmp_path / "ours.dot")
    dot.write(tmp_path / "pydot.dot")
    nx.nx_pydot.write_dot(nx.nx_pydot.read_dot(tmp_path / "ours.dot"), tmp_path / "networkx.dot")
    for file in ("theirs.graphml", "pydot.dot", "networkx.dot"):
        assert meaning(read_tree(tmp_path / file, GUARDIAN.cards)) == meaning(RICHER)


@formats
def test_several_unlocked_nodes_are_kept_and_names_with_a_bar_are_refused_where_it_separates(tmp_path, suffix):
    def keys(name):
        gated = [SkillNode(other, 0, 1, gate=1) for other in (name, "B")]
        return SkillTree("keys", (*gated, SkillNode("key", 0, 0, effect=UNLOCK_NODE, unlocks=(0, 1))))

    file = tmp_path / f"keys{suffix}"
    write_tree(keys("A"), file)
    assert read_tree(file) == keys("A")
    if suffix in (".toml", ".json"):
        write_tree(keys("A|1"), file)
        assert read_tree(file) == keys("A|1")
    else:
        with pytest.raises(ContentError, match=r"'A\|1'"):
            write_tree(keys("A|1"), file)


@pytest.mark.parametrize("suffix", [".graphml", ".dot"])
def test_wrong_effects_in_graphs_are_refused_with_file_and_node(tmp_path, suffix):
    for field, value, what in [("effect", "blok", "'blok'"), ("unlocks", "no|one", "'no'"), ("gate", "many", "gate")]:
        graph = nx.DiGraph()
        graph.add_node("A", **({"effect": "block", "value": "2"} | {field: value}))
        file = tmp_path / f"tree{suffix}"
        (nx.write_graphml if suffix == ".graphml" else nx.nx_pydot.write_dot)(graph, file)
        with pytest.raises(ContentError, match=mentions(f"tree{suffix} … {what}")):
            read_tree(file)


def test_exports_of_other_games_refuse_effects_that_only_lists_and_graphs_have(tmp_path):
    file = tmp_path / "export.json"
    for field, value in (("effect", "block"), ("gate", 3), ("unlocks", ["1"]), ("card", "Bolt")):
        file.write_text(json.dumps({"nodes": {"1": {"target": "area", "value": 1, field: value}}}))
        with pytest.raises(ContentError, match=f"'1': {field}"):
            read_tree(file)


def test_nodes_are_in_the_order_of_their_statements_not_of_edges(tmp_path):
    one, two, three = ('A [target="mana", value=1]', 'B [target="mana", value=2]', 'C [target="mana", value=3]')
    (tmp_path / "a.dot").write_text(f"digraph x {{ {one}; A -> C; {two}; {three} }}")
    assert [node.name for node in read_tree(tmp_path / "a.dot").nodes] == ["A", "B", "C"]


def test_quotation_marks_backslashes_and_other_scripts_survive_dot_through_pydot(tmp_path):
    write_tree(WEB, tmp_path / "ours.dot")
    (graph,) = pydot.graph_from_dot_file(tmp_path / "ours.dot", encoding="utf-8")
    graph.write(tmp_path / "theirs.dot", encoding="utf-8")
    assert meaning(read_tree(tmp_path / "theirs.dot")) == meaning(WEB)


@pytest.mark.parametrize("undirected", [False, True])
def test_a_graph_made_in_networkx_is_a_tree(tmp_path, undirected):
    """Ids are names, a `root` is the start, and edges without direction lead away from it."""
    graph = nx.Graph() if undirected else nx.DiGraph()
    graph.add_node("root")
    graph.add_node("Fury", target="area", value=3)
    graph.add_node("Rage", target="area mana", value=5.0, price=2)
    graph.add_edge("root", "Fury")
    graph.add_edge("Fury", "Rage")
    nx.write_graphml(graph, tmp_path / "tree.graphml")
    tree = read_tree(tmp_path / "tree.graphml")
    assert tree.nodes == (SkillNode("Fury", 0, 3), SkillNode("Rage", 4, 5, (0,), 2))
    assert tree.name == "tree"


def test_json_and_csv_are_read_by_the_standard_library_with_all_fields(tmp_path):
    for file in ("tree.json", "tree.csv"):
        write_tree(PLAIN, tmp_path / file)
    rows = json.loads((tmp_path / "tree.json").read_text(encoding="utf-8"))["nodes"]
    assert [row["name"] for row in rows] == [node.name for node in PLAIN.nodes]
    with open(tmp_path / "tree.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row, node in zip(rows, PLAIN.nodes, strict=True):
        assert row["parents"] == "|".join(PLAIN.nodes[k].name for k in node.parents)
        assert int(row["price"] or 1) == node.price
    with open(tmp_path / "again.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], quoting=csv.QUOTE_ALL)
        writer.writeheader()
        writer.writerows(rows)
    (tmp_path / "again.json").write_text(json.dumps(json.loads((tmp_path / "tree.json").read_text())))
    assert read_tree(tmp_path / "again.csv").nodes == read_tree(tmp_path / "again.json").nodes == PLAIN.nodes


GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="t" for="node" attr.name="target" attr.type="string"><default>mana</default></key>
<key id="v" for="node" attr.name="value" attr.type="int"/>
<key id="x" for="all" attr.name="x" attr.type="double"/>
<graph edgedefault="directed">
<node id="A"><data key="v">1</data><data key="x">0.5</data></node>
<node id="B"><desc>not read</desc><data key="t">area</data><data key="v">2</data></node>
<edge source="A" target="B"/>
</graph></graphml>"""
DOT = """// a comment
# a line for the preprocessor
strict digraph mine {
  rankdir=LR; node [target=mana, shape=box]
  A [value=1 color="red"]; /* two
  lines */ subgraph cluster_one { label="one"; node [target=area]; B [value="1" + "2"] C [value=3; price=2] }
  A -> {B C} [color=blue]; A -> B -> D [style=dashed]
  D [value=4]
}"""


def test_defaults_drawing_fields_comments_and_subgraphs_have_their_meaning(tmp_path):
    (tmp_path / "a.graphml").write_text(GRAPHML)
    assert read_tree(tmp_path / "a.graphml").nodes == (SkillNode("A", 2, 1), SkillNode("B", 0, 2, (0,)))
    (tmp_path / "a.dot").write_text(DOT)
    tree = read_tree(tmp_path / "a.dot")
    (tmp_path / "b.dot").write_text(DOT.replace("D [value=4]", "D [value=4]; D [value=4, color=red]"))
    assert read_tree(tmp_path / "b.dot").nodes == tree.nodes  # the same again is no contradiction
    assert tree.name == "mine"
    assert tree.nodes == (
        SkillNode("A", 2, 1),
        SkillNode("B", 0, 12, (0,)),
        SkillNode("C", 0, 3, (0,), 2),
        SkillNode("D", 2, 4, (1,)),
    )


BAD_GRAPHML = {
    "a document type": ("<graphml", '<!DOCTYPE x [<!ENTITY a "b">]><graphml', "line 2 … DOCTYPE"),
    "another encoding": ('"UTF-8"', '"ISO-8859-1"', "ISO-8859-1 … UTF-8"),
    "an unknown field": ('"x" attr.type', '"armour" attr.type', "line 7 … node 'A' … field named 'armour'"),
    "an unknown node": ('target="B"', 'target="C"', "line 9 … 'C'"),
    "an id twice": ('id="B"', 'id="A"', "line 8 … two nodes … 'A'"),
    "an edge twice": ("</graph>", '<edge source="A" target="B"/></graph>', "line 10 … 'A' … 'B' … twice"),
    "a cycle": ("</graph>", '<edge source="B" target="A"/></graph>', "cycle"),
    "no number": (">1<", ">one<", "line 7, field 'value' … 'one'"),
    "no direction": ('"directed"', '"undirected"', "no direction … 'root'"),
    "an edge of another kind": ('source="A"', 'directed="false" source="A"', "line 9 … 'false'"),
    "a port": ("<desc>", '<port name="x"/><desc>', "line 8 … <port>"),
    "a hyperedge": ("<edge", "<hyperedge/><edge", "line 9 … <hyperedge>"),
    "a second graph": ("</graph>", '</graph><graph edgedefault="directed"/>', "line 10 … second graph"),
    "an unknown key": ('key="x"', 'key="y"', "line 7 … key named 'y'"),
    "a key for nothing": ('"v" for="node"', '"v" for="nodes"', "line 4, field 'for' … 'v' … 'nodes'"),
    "two defaults": ("</default>", "</default><default>area</default>", "line 3 … two defaults … 't'"),
    "a value twice": ('<data key="x">0.5', '<data key="v">2', "line 7 … two values of 'value'"),
    "stray text": ("<desc>", "text<desc>", "line 8 … 'text'"),
    "a missing field": ("<default>mana</default>", "", "line 7 … node 'A' … 'target'"),
    "an attribute": ('id="A"', 'id="A" colour="red"', "line 7 … 'colour'"),
    "parents": ('"x" attr.type', '"parents" attr.type', "edges"),
    "nothing": (GRAPHML, "", "not GraphML"),
    "half a file": ("</graphml>", "", "not GraphML"),
}
BAD_DOT = {
    "an unknown field": ("color=", "colour=", "line 5 … node 'A' … field named 'colour'"),
    "an edge of an undirected graph": ("A -> {", "A -- {", "line 7 … digraph"),
    "a field of an edge": ("[color=blue]", "[price=2]", "line 7 … 'price'"),
    "a port": ("B -> D", "B:n -> D", "line 7 … 'B' … port"),
    "HTML": ('"1" + "2"', "<b>", "line 6 … HTML"),
    "a graph without end": ("\n}", "", "}"),
    "a second graph": ("\n}", "\n} digraph b {}", "line 9 … 'digraph'"),
    "a field of a node in two ways": ("D [value=4]", "D [value=4]; D [value=5]", "line 8 … 'D' … 'value' … '4' … '5'"),
    "a field of edges": ("rankdir=LR;", "edge [price=2];", "line 4 … 'price'"),
    "a default that no node has": ("D [value=4]", "D [value=4]; node [price=2]", "line 8 … 'price'"),
    "an attribute twice": ("value=3; price", "value=3; value", "line 6 … 'value' … twice"),
    "a cycle": ("D [value", "D -> A; D [value", "cycle"),
    "a field of the graph": ("rankdir=LR", "points=3", "line 4 … 'points'"),
    "a missing field": ("D [value=4]", "E [value=4]", "line 7 … node 'D' … 'value'"),
    "no number": ("value=4", "value=four", "line 7 … node 'D'"),
    "an edge twice": ("strict ", "", "line 7 … 'A' … 'B' … twice"),
    "a sign": ("rankdir=LR", "rankdir=LR §§ ~", "line 4"),
    "nothing": (DOT, "", "digraph"),
    "too many nodes": ("rankdir=LR", " ".join(f"n{k};" for k in range(300)), "256"),
}


@pytest.mark.parametrize(
    ("suffix", "text", "what"),
    [(".graphml", GRAPHML, what) for what in BAD_GRAPHML] + [(".dot", DOT, what) for what in BAD_DOT],
)
def test_a_graph_that_is_no_tree_is_refused_with_the_place(tmp_path, suffix, text, what):
    old, new, message = (BAD_GRAPHML if suffix == ".graphml" else BAD_DOT)[what]
    assert old in text
    file = tmp_path / f"bad{suffix}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=mentions(message)) as error:
        read_tree(file)
    assert str(file) in str(error.value)


def test_entities_do_not_expand_and_subgraphs_do_not_multiply(tmp_path):
    bomb = '<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + k)} "{10 * f"&{chr(97 + k)};"}">' for k in range(9)
    )
    (tmp_path / "bomb.graphml").write_text(f"{bomb}]><graphml>&j;</graphml>")
    with pytest.raises(ContentError, match="DOCTYPE"):
        read_tree(tmp_path / "bomb.graphml")
    names = " ".join(f"n{k}" for k in range(250))
    (tmp_path / "bomb.dot").write_text("digraph {" + " -> ".join(["{" + names + "}"] * 400) + "}")
    with pytest.raises(ContentError, match="edges"):
        read_tree(tmp_path / "bomb.dot")
    (tmp_path / "deep.dot").write_text("digraph " + 100_000 * "{")
    with pytest.raises(ContentError, match="inside each other"):
        read_tree(tmp_path / "deep.dot")


def test_a_json_field_that_is_there_twice_is_refused(tmp_path):
    (tmp_path / "x.json").write_text('{"nodes": [{"name": "A", "target": "mana", "value": 1, "value": 2}]}')
    with pytest.raises(ContentError, match=mentions("two … 'value'")):
        read_tree(tmp_path / "x.json")


VALID = {
    **dict.fromkeys(TREE_FORMATS),
    "export": json.dumps(
        {
            "nodes": {
                "root": {"out": ["3"]},
                "3": {"name": "Fury", "stats": ["+3 area damage"], "out": ["9"]},
                "9": {"name": "Storm", "target": "area mana", "value": 5, "price": 2, "icon": "x.png"},
            }
        }
    ).encode(),
}


def valid_bytes(kind, folder):
    if VALID[kind] is None:
        write_tree(PLAIN, folder / f"valid{kind}")
        VALID[kind] = (folder / f"valid{kind}").read_bytes()
    return VALID[kind]


def read_or_refuse(data, kind, folder):
    file = folder / f"fuzzed{'.json' if kind == 'export' else kind}"
    file.write_bytes(data)
    try:
        tree = read_tree(file)
    except ContentError as error:
        message = str(error)
        message.encode("utf-8")  # can be printed
        assert str(file) in message
    else:
        write_tree(tree, folder / "again.toml")  # what is accepted is a tree
        assert read_tree(folder / "again.toml").nodes == tree.nodes


@pytest.mark.parametrize("kind", VALID)
@settings(deadline=None, max_examples=60)
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_random_bytes_are_no_tree_and_no_traceback(tmp_path_factory, kind, data):
    read_or_refuse(data, kind, tmp_path_factory.mktemp("fuzz"))


PIECES = [b'"', b"\\", b"{", b"}", b"[", b"]", b"<", b">", b"->", b"--", b"=", b"null", b"1e999", b"-1", b"9" * 5000,
          b"\x00", b"\xff", b"\xef\xbb\xbf", b"\\ud800", b"&#0;", b"<!DOCTYPE a>", b"true", b"[[nodes]]\n", b"root",
          b"parents", b"name", b"target", b"|", b",", b"\n"]  # fmt: skip


@pytest.mark.parametrize("kind", VALID)
@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 2**32), changes=st.integers(1, 4))
def test_damaged_files_are_trees_or_are_refused(tmp_path_factory, kind, seed, changes):
    folder, rng = tmp_path_factory.mktemp("fuzz"), random.Random(seed)
    data = valid_bytes(kind, folder)
    for _ in range(changes):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice([0, 1, 1, 4, 20]))
        piece = rng.choice([*PIECES, b"", bytes([rng.randrange(256)]), data[start : start + rng.randrange(40)]])
        data = data[:start] + piece + data[end:]
    read_or_refuse(data, kind, folder)
