"""GraphML: graphs of nodes as XML. networkx reads and writes it.

    <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
      <key id="value" for="node" attr.name="value" attr.type="long"/>
      <graph id="tree" edgedefault="directed">
        <node id="n0"><data key="name">Fury</data><data key="value">3</data></node>
        <edge source="n0" target="n1"/>
      </graph>
    </graphml>

The file must be UTF-8. A DOCTYPE is refused, so there are no entities but those of XML itself. Ports, hyperedges and
graphs inside nodes are refused; descriptions are comments. node_graphs.py says what nodes and edges mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape

from ludus.games.delve.node_graphs import DRAWING_FIELDS, EDGE_DRAWING_FIELDS, GraphNode, NodeGraph
from ludus.games.delve.toml_json_csv_rows import RowLocation
from ludus.util.errors import ContentError, UnknownName

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
MAX_TEXT = 10_000  # characters of a value
TYPES = ("boolean", "int", "long", "float", "double", "string")
OWNERS = ("all", "graphml", "graph", "node", "edge", "hyperedge", "port", "endpoint")  # what a key can be for

# Elements, where each may stand, and its attributes. Attributes with a namespace, such as xsi:schemaLocation, and those
# that begin with `parse.` only help other programs.
PARENT_ELEMENTS = {
    "graphml": (None,),
    "key": ("graphml",),
    "default": ("key",),
    "graph": ("graphml",),
    "node": ("graph",),
    "edge": ("graph",),
    "data": ("graphml", "graph", "node", "edge"),
    "desc": ("graphml", "key", "graph", "node", "edge"),
}
ATTRIBUTES = {
    "graphml": (),
    "key": ("id", "for", "attr.name", "attr.type"),
    "default": (),
    "graph": ("id", "edgedefault"),
    "node": ("id",),
    "edge": ("id", "source", "target", "directed"),
    "data": ("key", "id"),
    "desc": (),
}


def read_graphml(text: str, file: str | Path) -> NodeGraph:
    """Read the graph of a GraphML text.

    Raises:
        ContentError: the text is not GraphML, or has parts that a tree cannot have.
    """
    return _GraphmlReader(str(file)).read(text)


def write_graphml(name: str, rows: Sequence[dict[str, Any]]) -> str:
    """Return rows of a tree, with parents by name, as GraphML.

    Raises:
        ContentError: a value that XML cannot hold.
    """
    fields: dict[str, str] = {}
    for row in rows:
        for key, value in row.items():
            if key != "parents":
                fields[key] = "long" if isinstance(value, int) and fields.get(key) != "string" else "string"
    numbers = {row["name"]: k for k, row in enumerate(rows)}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<graphml xmlns="{NAMESPACE}">']
    lines.append('  <key id="tree_name" for="graph" attr.name="name" attr.type="string"/>')
    lines += [f'  <key id="{key}" for="node" attr.name="{key}" attr.type="{kind}"/>' for key, kind in fields.items()]
    lines += ['  <graph id="tree" edgedefault="directed">', f'    <data key="tree_name">{_xml_text(name)}</data>']
    for k, row in enumerate(rows):
        cells = [f'<data key="{key}">{_xml_text(value)}</data>' for key, value in row.items() if key != "parents"]
        lines.append(f'    <node id="n{k}">{"".join(cells)}</node>')
    for k, row in enumerate(rows):
        for parent in row.get("parents", ()):
            lines.append(f'    <edge source="n{numbers[parent]}" target="n{k}"/>')
    return "\n".join([*lines, "  </graph>", "</graphml>"]) + "\n"


def _xml_text(value: Any) -> str:
    text = str(value)
    if bad := next((letter for letter in text if not (letter.isprintable() or letter == " ")), None):
        raise ContentError(f"{text!r} cannot be written to GraphML, because of the character {bad!r}")
    return escape(text)


class _Refused(Exception):
    """An error of ours inside the XML parser."""

    def __init__(self, error: ContentError) -> None:
        self.error = error


class _GraphmlReader:
    """State of the XML parser: the open elements, the keys, and the graph so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.graph = NodeGraph(file)
        self.parser = expat.ParserCreate(namespace_separator="\n")
        self.parser.buffer_text = True
        self.parser.XmlDeclHandler = self._declaration
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.open: list[tuple[str, dict[str, str]]] = []
        self.keys: dict[str, dict[str, str]] = {}  # by id: attr.name, attr.type, for, default
        self.data: dict[str, str] = {}  # of the open graph, node or edge, by key
        self.graph_data: dict[str, str] = {}
        self.texts: list[str] = []
        self.text_length = 0
        self.has_graph = False

    def read(self, text: str) -> NodeGraph:
        try:
            self.parser.Parse(text, True)
        except _Refused as refused:
            raise refused.error from None
        except (expat.ExpatError, ValueError) as error:
            line = getattr(error, "lineno", None)
            raise ContentError(f"this is not GraphML: {str(error).partition(':')[0]}", self.file, line) from None
        if not self.has_graph:
            raise self._error("there is no graph in it").error
        return self.graph

    def _error(self, what: str, field: str | None = None) -> _Refused:
        return _Refused(ContentError(what, self.file, self.parser.CurrentLineNumber, field))

    def _declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding is not None and encoding.lower() not in ("utf-8", "utf8", "us-ascii"):
            raise self._error(f"the encoding {encoding!r} is declared; save the file as UTF-8")

    def _doctype(self, *declaration: object) -> None:
        raise self._error("it has a DOCTYPE, which could hide entities; take that line out")

    def _start(self, full_name: str, attributes: dict[str, str]) -> None:
        namespace, _, tag = full_name.rpartition("\n")
        above = self.open[-1][0] if self.open else None
        if namespace not in ("", NAMESPACE) or tag not in PARENT_ELEMENTS or above not in PARENT_ELEMENTS[tag]:
            where = f"inside <{above}>" if above else "as the outermost element"
            raise self._error(f"<{tag}> {where} has no meaning for a tree")
        self._refuse_text()
        own = {key: value for key, value in attributes.items() if "\n" not in key and not key.startswith("parse.")}
        if unknown := next((key for key in own if key not in ATTRIBUTES[tag]), None):
            raise self._error(str(UnknownName(f"attribute of <{tag}>", unknown, list(ATTRIBUTES[tag]))), unknown)
        self.open.append((tag, own))
        self.texts, self.text_length = [], 0
        if tag == "graph":
            if self.has_graph:
                raise self._error("a second graph; a file holds one tree")
            self.has_graph = True
            kind = self._attribute("edgedefault", "directed")
            if kind not in ("directed", "undirected"):
                raise self._error(f"edgedefault is {kind!r}; it must be directed or undirected", "edgedefault")
            self.graph.directed = kind == "directed"
        elif tag in ("node", "edge"):
            self.data = {}

    def _end(self, full_name: str) -> None:
        tag = self.open[-1][0]
        text = "".join(self.texts)
        self._refuse_text()
        getattr(self, f"_end_{tag}", lambda text: None)(text)
        self.open.pop()
        self.texts, self.text_length = [], 0

    def _refuse_text(self) -> None:
        """Raise if the open element has text, unless it is a value."""
        text = "".join(self.texts).strip()
        if text and self.open[-1][0] not in ("data", "default"):
            raise self._error(f"the text {text[:40]!r} inside <{self.open[-1][0]}>")

    def _characters(self, text: str) -> None:
        self.text_length += len(text)
        if self.text_length > MAX_TEXT and self.open[-1][0] != "desc":
            raise self._error(f"a text of more than {MAX_TEXT:,} characters")
        self.texts.append(text if self.open[-1][0] != "desc" else "")

    def _end_default(self, text: str) -> None:
        key = self.open[-2][1]
        if "default" in key:
            raise self._error(f"two defaults of the key {key.get('id')!r}", "default")
        key["default"] = text

    def _end_key(self, text: str) -> None:
        key = self._attribute("id")
        if key in self.keys:
            raise self._error(f"two keys have the id {key!r}", key)
        kind = self._attribute("attr.type", "string")
        if kind not in TYPES:
            raise self._error(f"key {key!r}: attr.type is {kind!r}; it must be one of {', '.join(TYPES)}", "attr.type")
        owner = self._attribute("for", "all")
        if owner not in OWNERS:
            raise self._error(f"key {key!r} is for {owner!r}; it must be one of {', '.join(OWNERS)}", "for")
        self.keys[key] = {"attr.name": key, "attr.type": kind, "for": "all", **self.open[-1][1]}

    def _end_data(self, text: str) -> None:
        key = self._attribute("key")
        if key not in self.keys:
            raise self._error(str(UnknownName("key", key, list(self.keys)[:50])), "key")
        owner = self.open[-2][0]
        if self.keys[key]["for"] not in ("all", owner):
            raise self._error(f"the key {key!r} is for {self.keys[key]['for']}, not for {owner}", "key")
        values = self.data if owner in ("node", "edge") else self.graph_data
        if key in values:
            raise self._error(f"two values of {self.keys[key]['attr.name']!r}", key)
        values[key] = text

    def _end_node(self, text: str) -> None:
        key = self._attribute("id")
        if key in self.graph.nodes:
            raise self._error(f"two nodes have the id {key!r}", "id")
        fields = self._fields("node", self.data)
        place = RowLocation(self.file, self.parser.CurrentLineNumber, f"node {key!r}")
        self.graph.nodes[key] = GraphNode(key, fields, place)

    def _end_edge(self, text: str) -> None:
        source, target = self._attribute("source"), self._attribute("target")
        if unknown := next(iter(self._fields("edge", self.data)), None):
            raise self._error(f"the edge from {source!r} to {target!r} has the field {unknown!r}; edges have none")
        default = "true" if self.graph.directed else "false"
        directed = self._attribute("directed", default)
        if directed != default:
            raise self._error(
                f"the edge from {source!r} to {target!r} has directed={directed!r}, the graph edgedefault="
                f"{'directed' if self.graph.directed else 'undirected'!r}; all edges must be alike"
            )
        try:
            self.graph.add_edge(source, target, self.parser.CurrentLineNumber)
        except ContentError as error:
            raise _Refused(error) from None

    def _end_graph(self, text: str) -> None:
        self._finish_graph_fields()

    def _end_graphml(self, text: str) -> None:
        self._finish_graph_fields()

    def _finish_graph_fields(self) -> None:
        """Take the name of the graph; its data may stand in <graph> or in <graphml>."""
        for name, value in self._fields("graph", self.graph_data).items():
            if name != "name":
                raise self._error(str(UnknownName("field of a tree", name, ["name"])), name)
            self.graph.name = str(value)

    def _attribute(self, name: str, default: str | None = None) -> str:
        value = self.open[-1][1].get(name, default)
        if value is None:
            raise self._error(f"<{self.open[-1][0]}> without {name!r}", name)
        return value

    def _fields(self, owner: str, values: dict[str, str]) -> dict[str, Any]:
        """Return values by the names of their keys, with defaults, without drawing fields."""
        fields: dict[str, Any] = {}
        for key, declared in self.keys.items():
            if key not in values and ("default" not in declared or declared["for"] not in ("all", owner)):
                continue
            name = declared["attr.name"]
            if name.lower() in (EDGE_DRAWING_FIELDS if owner == "edge" else DRAWING_FIELDS):
                continue
            if name in fields:
                raise self._error(f"two keys are named {name!r}", name)
            fields[name] = self._value(values.get(key, declared.get("default", "")), declared["attr.type"], name)
        return fields

    def _value(self, text: str, kind: str, name: str) -> Any:
        """Return a value of a declared type; a whole number stays one if its type is float or double."""
        try:
            if kind in ("int", "long"):
                return int(text)
            if kind in ("float", "double"):
                number = float(text)
                return int(number) if number.is_integer() else number
        except ValueError:
            raise self._error(f"{name}: {text[:40]!r} is no number", name) from None
        if kind == "boolean":
            if text.strip() not in ("true", "false", "0", "1"):
                raise self._error(f"{name}: {text[:40]!r} is neither true nor false", name)
            return text.strip() in ("true", "1")
        return text
