"""Trees as graphs: nodes with fields and edges between them, as GraphML, DOT and exports of other games hold them.

A reader of a format makes a `NodeGraph`; `graph_rows` turns it into the rows of a tree, with parents by name.

    an edge a -> b            a is a parent of b
    the name of a node        its field `name`, or else its id
    a node `root`             the start, if it has no other fields than drawing fields: its neighbours are available
                              from the beginning
    several roots             nodes without incoming edges are available from the beginning
    an undirected graph       needs a `root`. Its edges point away from it: from the node nearer to the root, and among
                              equally near nodes from the one listed first
    a list of names           one text, with | between the names: `unlocks`
    drawing fields            `DRAWING_FIELDS` say how the graph is drawn and are no part of the tree

Everything else is refused with file, line and entry: unknown fields, unknown nodes, fields of edges, an edge twice.

Exports of passive trees from other games are JSON or TOML files that list the outgoing edges of every node:

    {"nodes": {"root": {"out": ["11"]},
               "11": {"name": "Fury", "stats": ["+3 area damage"], "out": ["12"]},
               "12": {"name": "Rage", "target": "area mana", "value": 5, "price": 2, "out": []}}}

Their edges have no direction. The effect of a node is its `target` and `value`, or the first of its `stats` that names
a target and a number; a node with neither has value 0. `EXPORT_FIELDS` are known and not read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludus.games.delve.constants import MAX_NODES, TARGETS
from ludus.games.delve.toml_json_csv_rows import RowLocation, parse_data, read_text_file
from ludus.util.errors import ContentError, UnknownName

ROOT = "root"
MAX_EDGES = MAX_NODES * MAX_NODES
MAX_DIGITS = 6  # of a number in a line of text

# Attributes of Graphviz and of editors of graphs that place, colour or label nodes and edges.
DRAWING_FIELDS = frozenset(
    "_draw_ _hdraw_ _hldraw_ _ldraw_ _tdraw_ _tldraw_ arrowhead arrowsize arrowtail b bb bgcolor class cluster "
    "color colorscheme comment constraint dir fillcolor fixedsize fontcolor fontname fontsize g group headlabel "
    "headport height href id image label labelangle labeldistance labelfontsize labelfloat layer layout len "
    "lheight lp lwidth margin minlen nodesep nojustify ordering orientation outputorder overlap pad pack packmode "
    "pencolor penwidth peripheries pin pos r rank rankdir ranksep ratio rects regular rotate samehead sametail "
    "shape sides size skew splines style taillabel tailport tooltip url vertices viewport width x xdotversion "
    "xlabel xlp y z".split()
)
EDGE_DRAWING_FIELDS = DRAWING_FIELDS | {"key", "weight"}  # the key tells edges with the same ends apart

# Fields of nodes and of whole files in exports of passive trees of other games: pictures, places, kinds of nodes.
EXPORT_FIELDS = frozenset(
    "in skill icon inactiveIcon activeIcon activeEffectImage group orbit orbitIndex isNotable isKeystone isMastery "
    "isJewelSocket isBlighted isProxy isAscendancyStart isMultipleChoice isMultipleChoiceOption ascendancyName "
    "classStartIndex classesStart grantedStrength grantedDexterity grantedIntelligence grantedPassivePoints "
    "masteryEffects reminderText flavourText recipe expansionJewel x y".split()
)
EXPORT_FILE_FIELDS = frozenset(
    "tree classes alternate_ascendancies groups extraImages jewelSlots min_x min_y max_x max_y constants sprites "
    "imageZoomLevels points assets skillSprites imageRoot".split()
)


LIST_FIELDS = ("effect", "card", "unlocks", "gate")  # of nodes in lists and graphs, not in exports
EFFECT_FIELDS = ("target", "value", "price", "stats")  # of nodes in exports; a root has none of them


@dataclass(frozen=True)
class GraphNode:
    """A node as its file has it: the id, the fields without drawing fields, and where it is in the file."""

    key: str
    fields: dict[str, Any]
    place: RowLocation


@dataclass(frozen=True)
class GraphEdge:
    source: str
    target: str
    line: int | None


@dataclass
class NodeGraph:
    """A graph that was read from a file; edges are in the order of the file."""

    file: str
    name: str | None = None
    directed: bool = True
    nodes: dict[str, GraphNode] = field(default_factory=dict)
    edges: list[GraphEdge] = field(default_factory=list)

    def add_edge(self, source: str, target: str, line: int | None) -> None:
        """Add an edge; raise ContentError if the graph has too many."""
        if len(self.edges) >= MAX_EDGES:
            raise ContentError(f"more than {MAX_EDGES:,} edges", self.file, line)
        self.edges.append(GraphEdge(source, target, line))


def graph_rows(graph: NodeGraph, known_fields: Collection[str]) -> list[tuple[dict[str, Any], RowLocation]]:
    """Return the nodes of a graph as rows of a tree, in the order of the file.

    Args:
        graph: the graph.
        known_fields: fields that a row of a tree may have.

    Raises:
        ContentError: an edge or a field that a tree cannot have.
    """
    _check_edges(graph)
    start = graph.nodes.get(ROOT)
    if start is not None and start.fields:
        start = None  # an ordinary node that happens to have this name
    if not graph.directed:
        if start is None and graph.edges:
            raise ContentError(
                f"its edges have no direction: make the graph directed, or add a node {ROOT!r} to start from",
                graph.file,
            )
        order = _nodes_by_distance(graph)
    else:
        order = {}
    parents: dict[str, list[str]] = {key: [] for key in graph.nodes}
    for edge in graph.edges:
        source, target = edge.source, edge.target
        if not graph.directed and order[source] > order[target]:
            source, target = target, source
        if start is not None and target == ROOT:
            raise ContentError(
                f"an edge leads from {source!r} to the {ROOT}, where a tree begins", graph.file, edge.line
            )
        if source in parents[target]:
            raise ContentError(f"the edge from {source!r} to {target!r} is there twice", graph.file, edge.line)
        parents[target].append(source)
    rows = []
    for key, node in graph.nodes.items():
        if start is not None and key == ROOT:
            continue
        if "parents" in node.fields:
            raise node.place.error("the edges of the graph say what the parents of a node are", "parents")
        for name in node.fields:
            if name not in known_fields:
                known = sorted({*known_fields} - {"parents"})
                raise node.place.error(str(UnknownName("field", name, known)), name)
        above = () if start is not None and ROOT in parents[key] else tuple(parents[key])
        names = [graph.nodes[parent].fields.get("name", parent) for parent in above]
        rows.append(({"name": key, **node.fields} | ({"parents": names} if names else {}), node.place))
    if len(rows) > MAX_NODES:
        raise ContentError(f"{len(rows)} nodes; at most {MAX_NODES} are possible", graph.file)
    return rows


def _check_edges(graph: NodeGraph) -> None:
    for edge in graph.edges:
        for key in (edge.source, edge.target):
            if key not in graph.nodes:
                what = f"an edge from {edge.source!r} to {edge.target!r}"
                raise ContentError(f"{what}: {UnknownName('node', key, list(graph.nodes)[:50])}", graph.file, edge.line)


def _nodes_by_distance(graph: NodeGraph) -> dict[str, int]:
    """Return the place of every node in the order of distance from the root, then of the file."""
    neighbours: dict[str, list[str]] = {key: [] for key in graph.nodes}
    for edge in graph.edges:
        neighbours[edge.source].append(edge.target)
        neighbours[edge.target].append(edge.source)
    depths = {ROOT: 0} if ROOT in graph.nodes else dict.fromkeys(graph.nodes, 0)
    reached = list(depths)
    for key in reached:  # grows during the loop: breadth first
        for other in neighbours[key]:
            if other not in depths:
                depths[other] = depths[key] + 1
                reached.append(other)
    if lost := next((key for key in graph.nodes if key not in depths), None):
        raise graph.nodes[lost].place.error(f"node {lost!r} cannot be reached from the {ROOT}")
    numbers = {key: k for k, key in enumerate(graph.nodes)}
    return {key: k for k, key in enumerate(sorted(graph.nodes, key=lambda key: (depths[key], numbers[key])))}


# Exports of other games


def has_edge_lists(data: Any) -> bool:
    """Return whether the data is a tree with outgoing edges."""
    return isinstance(data, dict) and isinstance(data.get("nodes"), dict)


def read_export(file: str | Path, reach: int | None = None) -> list[tuple[dict[str, Any], RowLocation]]:
    """Return the rows of an export, or only those of nodes at most `reach` steps from its root.

    Raises:
        ContentError: the file is invalid, has too many nodes or nodes that cannot be reached.
    """
    data = parse_data(read_text_file(file), file)
    if not has_edge_lists(data):
        raise ContentError("the file has no mapping of nodes", file, field="nodes")
    _refuse_unknown(data, {"nodes", *EXPORT_FILE_FIELDS}, "field of an export", file, None)
    entries: dict[str, Any] = {str(key): node for key, node in data["nodes"].items()}
    neighbours = _neighbours(entries, file)
    depths = _depths(entries, neighbours, file)
    names = [key for key in entries if key in depths and key != ROOT and (reach is None or depths[key] <= reach)]
    if len(names) > MAX_NODES:
        raise ContentError(
            f"{len(names)} nodes; at most {MAX_NODES}: read_edge_list_tree(file, reach=n) takes those near the root",
            file,
        )
    if unreachable := [key for key in entries if key not in depths and key != ROOT]:
        raise ContentError(f"node {unreachable[0]!r} cannot be reached from any root", file, field=unreachable[0])
    names.sort(key=lambda key: depths[key])  # stable: parents first, else as in the file
    numbers = {key: k for k, key in enumerate(names)}
    titles: dict[str, str] = {}
    taken: set[str] = set()
    for key in names:
        title = entries[key].get("name") or key
        if not isinstance(title, str):
            raise ContentError(f"node {key!r}: the name {title!r} is not a text", file, field=key)
        titles[key] = title if title.casefold() not in taken else f"{title} {key}"
        taken.add(titles[key].casefold())
    rows = []
    for key in names:
        parents = sorted(numbers[near] for near in neighbours[key] if near in numbers and numbers[near] < numbers[key])
        target, value = _effect(entries[key], key, file)
        row: dict[str, Any] = {"name": titles[key], "target": target, "value": value}
        if depths[key] > 1:
            row["parents"] = [titles[names[parent]] for parent in parents]
        if "price" in entries[key]:
            row["price"] = entries[key]["price"]
        rows.append((row, RowLocation(str(file), None, f"nodes[{key!r}]")))
    return rows


def _refuse_unknown(
    entry: Mapping[str, Any], known: Collection[str], what: str, file: str | Path, key: str | None
) -> None:
    if unknown := next((name for name in entry if name not in known), None):
        where = "" if key is None else f"node {key!r}: "
        raise ContentError(f"{where}{UnknownName(what, unknown, sorted(known))}", file, field=key)


def _neighbours(entries: dict[str, Any], file: str | Path) -> dict[str, list[str]]:
    """Return the neighbours of every node."""
    own = {"name", "target", "value", "price", "stats", "out", *EXPORT_FIELDS}
    neighbours: dict[str, list[str]] = {key: [] for key in entries}
    for key, node in entries.items():
        out = node.get("out", []) if isinstance(node, dict) else None
        if not isinstance(out, list):
            raise ContentError(f"node {key!r}: `out` must be a list of nodes", file, field=key)
        if not isinstance(node.get("stats", []), list):
            raise ContentError(f"node {key!r}: `stats` must be a list of texts", file, field=key)
        if other := next((name for name in LIST_FIELDS if name in node), None):
            raise ContentError(
                f"node {key!r}: {other} {node[other]!r}; nodes of an export raise damage: for other effects write a "
                "list of nodes or a graph",
                file,
                field=other,
            )
        _refuse_unknown(node, own, "field of a node", file, key)
        if key == ROOT and (given := next((name for name in EFFECT_FIELDS if node.get(name)), None)):
            raise ContentError(f"the {ROOT} has {given} {node[given]!r}; the start has no effect", file, field=key)
        for other in map(str, out):
            if other not in entries:
                raise ContentError(f"node {key!r} leads to {other!r}, which does not exist", file, field=key)
            if other == key:
                raise ContentError(f"node {key!r} leads to itself", file, field=key)
            for source, target in ((key, other), (other, key)):
                if target not in neighbours[source]:
                    neighbours[source].append(target)
    return neighbours


def _depths(entries: dict[str, Any], neighbours: dict[str, list[str]], file: str | Path) -> dict[str, int]:
    """Return the distance of every node from the root."""
    with_parent = {str(other) for node in entries.values() for other in node.get("out", [])}
    roots = neighbours[ROOT] if ROOT in entries else [key for key in entries if key not in with_parent]
    if not roots:
        raise ContentError("every node has an incoming edge, so there is no root", file, field="nodes")
    depths = {ROOT: 0, **dict.fromkeys(roots, 1)} if ROOT in entries else dict.fromkeys(roots, 1)
    reached = list(roots)
    for key in reached:
        for other in neighbours[key]:
            if other not in depths:
                depths[other] = depths[key] + 1
                reached.append(other)
    return depths


def _effect(node: dict[str, Any], key: str, file: str | Path) -> tuple[str, int]:
    if "target" in node or "value" in node:
        target, value = node.get("target"), node.get("value")
        if target not in TARGETS or not isinstance(value, int) or isinstance(value, bool):
            raise ContentError(
                f"node {key!r}: target {target!r}, value {value!r}; needed: one of {', '.join(TARGETS)}, and a number",
                file,
                field=key,
            )
        return str(target), value
    for line in node.get("stats", []):
        number = re.search(r"\d+", str(line))
        words = set(re.findall(r"[a-z]+", str(line).lower()))
        targets = [target for target in TARGETS if set(target.split()) <= words]
        if number and targets:
            if len(number[0]) > MAX_DIGITS:
                raise ContentError(f"node {key!r}: the number in {str(line)[:60]!r} is too large", file, field=key)
            return max(targets, key=lambda target: len(target.split())), int(number[0])
    return TARGETS[0], 0
