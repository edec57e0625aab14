"""DOT, the language of Graphviz: graphs of nodes as text. Graphviz, pydot and networkx read and write it.

    digraph "bruiser" {
      "Fury" [target="area", value="3"];
      "Rage" [target="area mana", value="5", price="2"];
      "Fury" -> "Rage";
    }

All of the language is read: comments, chains of edges, defaults (`node [...]`), subgraphs, quoted texts joined by +.
An edge to a subgraph is an edge to each of its nodes; other than that, subgraphs only group nodes in the picture. In
quoted texts \\" is a quotation mark and \\\\ a backslash. Ports and texts in angle brackets (HTML) are refused, except
as values of drawing fields. node_graphs.py says what nodes and edges mean.

Nodes are in the order of their own statements. Graphviz writes a node's children right after it, which changes the
numbers of nodes, but nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ludus.games.delve.constants import MAX_NODES
from ludus.games.delve.node_graphs import DRAWING_FIELDS, EDGE_DRAWING_FIELDS, GraphNode, NodeGraph
from ludus.games.delve.toml_json_csv_rows import RowLocation
from ludus.util.errors import ContentError

MAX_DEPTH = 50  # of subgraphs inside each other
MAX_TEXT = 10_000  # characters of a text
WORDS = ("strict", "graph", "digraph", "subgraph", "node", "edge")
NODE_STYLE = 'shape="box", style="rounded,filled", fillcolor="#fffdf8", color="#b9ab92", fontname="sans-serif"'

_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*(?s:.*?)\*/|^\#[^\n]*)+", re.MULTILINE)
_TOKEN = re.compile(
    r'(?P<quoted>"(?:[^"\\]|\\(?s:.))*")'
    r"|(?P<arrow>->|--)"
    r"|(?P<number>-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))"
    r"|(?P<word>[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*)"
    r"|(?P<sign>[{}\[\];,=:+])"
    r"|(?P<html><)"
)
_ESCAPES = re.compile(r'\\(\r?\n|"|\\)')


def read_dot(text: str, file: str | Path) -> NodeGraph:
    """Read the graph of a DOT text.

    Raises:
        ContentError: the text is not DOT, or has parts that a tree cannot have.
    """
    return _DotReader(text, str(file)).read()


def write_dot(name: str, rows: Sequence[dict[str, Any]]) -> str:
    """Return rows of a tree, with parents by name, as DOT; Graphviz draws names and effects."""
    lines = [f"digraph {_quote(name)} {{", '  rankdir="LR";', f"  node [{NODE_STYLE}];"]
    for row in rows:
        label = "\\n".join(map(_label, (row["name"], *_effect_lines(row))))
        fields = [f"{key}={_quote(str(value))}" for key, value in row.items() if key not in ("name", "parents")]
        fields.append(f'label="{label}"')
        lines.append(f"  {_quote(row['name'])} [{', '.join(fields)}];")
    for row in rows:
        lines += [f"  {_quote(parent)} -> {_quote(row['name'])};" for parent in row.get("parents", ())]
    return "\n".join([*lines, "}"]) + "\n"


def _effect_lines(row: dict[str, Any]) -> list[str]:
    """Return what a node does, as lines of its label."""
    lines = []
    if "value" in row:
        what = row.get("target") or row.get("card") or str(row["effect"]).replace("_", " ")
        lines.append(f"+{row['value']} {what}")
    if "unlocks" in row:
        lines.append(f"unlocks {row['unlocks'].replace('|', ', ')}")
    if "gate" in row:
        lines.append(f"needs {row['gate']} owned nodes")
    return lines


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _label(text: str) -> str:
    """Text inside the quotes of a label, in which Graphviz also reads HTML entities."""
    return _quote(text.replace("&", "&amp;"))[1:-1]


class _Token(NamedTuple):
    kind: str  # quoted, number, word, html, sign, end
    text: str
    line: int


@dataclass
class _Scope:
    """A graph or subgraph that is being read: the defaults that hold in it, and its nodes."""

    node_defaults: dict[str, str]
    members: dict[str, None] = field(default_factory=dict)


class _DotReader:
    """Recursive descent over the tokens of a text."""

    def __init__(self, text: str, file: str) -> None:
        self.file, self.text = file, text
        self.at, self.line = 0, 1
        self.graph = NodeGraph(file)
        self.strict = False
        self.declared: dict[str, None] = {}  # nodes that have a statement of their own, in that order
        self.edges_seen: set[tuple[str, str]] = set()
        self.own_fields: dict[str, dict[str, str]] = {}  # of nodes, without defaults
        self.unused_defaults: dict[str, int] = {}  # fields of nodes and lines, until a node has them
        self.token = self._next_token()

    def read(self) -> NodeGraph:
        if self._is_word("strict"):
            self.strict = True
            self._take()
        if not (self._is_word("graph") or self._is_word("digraph")):
            raise self._error("DOT begins with `digraph` or `graph`")
        self.graph.directed = self._take().text.lower() == "digraph"
        if self.token.kind in ("quoted", "number", "word"):
            self.graph.name = self._identifier("the name of the graph")
        self._block(_Scope({}), 0)
        if self.token.kind != "end":
            raise self._error(f"{self.token.text[:40]!r} after the end of the graph; a file holds one tree")
        for name, line in self.unused_defaults.items():
            raise self._error(f"no node comes after the default of {name!r}", line)
        order = {**self.declared, **dict.fromkeys(self.graph.nodes)}
        self.graph.nodes = {key: self.graph.nodes[key] for key in order}
        return self.graph

    # Statements

    def _block(self, scope: _Scope, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise self._error(f"more than {MAX_DEPTH} subgraphs inside each other")
        self._expect("{")
        while not self._is_sign("}"):
            if self.token.kind == "end":
                raise self._error("the text ends before the graph does: a } is missing")
            self._statement(scope, depth)
            if self._is_sign(";"):
                self._take()
        self._take()

    def _statement(self, scope: _Scope, depth: int) -> None:
        if any(self._is_word(word) for word in ("graph", "node", "edge")):
            line = self.token.line
            kind, fields = self._take().text.lower(), self._attributes(needed=True)
            if kind == "graph":
                self._check_graph_fields(fields, depth)
            elif kind == "node":
                scope.node_defaults.update(fields)
                self.unused_defaults.update(dict.fromkeys(_without_drawing(fields), line))
            else:
                self._check_edge_fields(fields, line)
            return
        line = self.token.line
        operands = [self._operand(scope, depth)]
        if self._is_sign("=") and isinstance(operands[0], str):
            self._take()
            self._check_graph_fields({operands[0]: self._identifier("a value")}, depth)
            return
        while self.token.kind == "arrow":
            arrow = self._take()
            if (arrow.text == "->") != self.graph.directed:
                raise self._error("-> is for a digraph, -- for a graph", arrow.line)
            operands.append(self._operand(scope, depth))
        has_attributes = self._is_sign("[")
        fields = self._attributes()
        if len(operands) == 1:
            if isinstance(operands[0], str):
                self._add_node(operands[0], scope, line, fields)
                self.declared[operands[0]] = None
            elif has_attributes:
                raise self._error("a subgraph with a list of attributes", line)
            return
        self._check_edge_fields(fields, line)
        groups = [self._members(operand, scope, line) for operand in operands]
        for sources, targets in pairwise(groups):
            for source in sources:
                for target in targets:
                    self._add_edge(source, target, line)

    def _operand(self, scope: _Scope, depth: int) -> str | _Scope:
        """Read a node, or a subgraph."""
        if self._is_word("subgraph") or self._is_sign("{"):
            inner = _Scope(dict(scope.node_defaults))
            if self._is_word("subgraph"):
                self._take()
                if self.token.kind in ("quoted", "number", "word"):
                    self._identifier("the name of a subgraph")
            if self._is_sign("{"):
                self._block(inner, depth + 1)
            else:
                raise self._error("a subgraph without a block in braces")
            scope.members.update(inner.members)
            return inner
        key = self._identifier("a node")
        if self._is_sign(":"):
            raise self._error(f"node {key!r} has a port; ports have no meaning for a tree")
        return key

    def _members(self, operand: str | _Scope, scope: _Scope, line: int) -> list[str]:
        if isinstance(operand, str):
            self._add_node(operand, scope, line, {})
            return [operand]
        return list(operand.members)

    def _add_node(self, key: str, scope: _Scope, line: int, fields: dict[str, str]) -> None:
        """Add a node, or fields to one that was mentioned before; defaults hold for nodes that are new."""
        scope.members[key] = None
        known = self.graph.nodes.get(key)
        if known is None:
            if len(self.graph.nodes) > MAX_NODES:  # one more than nodes of a tree: the root
                raise self._error(f"more than {MAX_NODES} nodes", line)
            known = GraphNode(key, _without_drawing(scope.node_defaults), RowLocation(self.file, line, f"node {key!r}"))
            self.graph.nodes[key] = known
            for name in known.fields:
                self.unused_defaults.pop(name, None)
        own = self.own_fields.setdefault(key, {})
        for name, value in _without_drawing(fields).items():
            if own.setdefault(name, value) != value:
                raise self._error(f"node {key!r} has {name!r} twice, as {own[name]!r} and as {value!r}", line)
        known.fields.update(own)

    def _add_edge(self, source: str, target: str, line: int) -> None:
        pair = (source, target) if self.graph.directed else (min(source, target), max(source, target))
        if self.strict and pair in self.edges_seen:
            return  # what `strict` means
        self.edges_seen.add(pair)
        self.graph.add_edge(source, target, line)

    def _check_graph_fields(self, fields: dict[str, str], depth: int) -> None:
        for name in fields:
            if name.lower() not in DRAWING_FIELDS:
                raise self._error(f"the graph has the field {name!r}; the name of a tree stands after `digraph`")

    def _check_edge_fields(self, fields: dict[str, str], line: int) -> None:
        for name in fields:
            if name.lower() not in EDGE_DRAWING_FIELDS:
                raise self._error(f"an edge has the field {name!r}; edges have none", line)

    def _attributes(self, needed: bool = False) -> dict[str, str]:
        """Read lists of attributes: [a=b, c=d] [e=f]."""
        fields: dict[str, str] = {}
        if needed and not self._is_sign("["):
            raise self._error("a list of attributes in [ ] is missing")
        while self._is_sign("["):
            self._take()
            while not self._is_sign("]"):
                name = self._identifier("an attribute")
                if name in fields:
                    raise self._error(f"the attribute {name!r} is there twice")
                self._expect("=")
                fields[name] = self._identifier(f"a value of {name!r}", html=name.lower() in DRAWING_FIELDS)
                if self._is_sign(",") or self._is_sign(";"):
                    self._take()
            self._take()
        return fields

    # Tokens

    def _identifier(self, what: str, html: bool = False) -> str:
        """Read a word, a number or a text; texts may be joined by +."""
        token = self.token
        if token.kind == "word" and token.text.lower() in WORDS:
            raise self._error(f"{what} is missing before {token.text!r}; a name that is a word of DOT needs quotes")
        if token.kind == "html" and not html:
            raise self._error(f"{what} is a text in angle brackets (HTML), which has no meaning for a tree")
        if token.kind not in ("word", "number", "quoted", "html"):
            raise self._error(f"{what} is missing" + (f" before {token.text!r}" if token.text else " at the end"))
        self._take()
        text = token.text
        while token.kind == "quoted" and self._is_sign("+"):
            self._take()
            if self.token.kind != "quoted":
                raise self._error("+ joins quoted texts")
            text += self._take().text
        if len(text) > MAX_TEXT:
            raise self._error(f"a text of more than {MAX_TEXT:,} characters", token.line)
        return text

    def _is_sign(self, sign: str) -> bool:
        return self.token.kind == "sign" and self.token.text == sign

    def _is_word(self, word: str) -> bool:
        return self.token.kind == "word" and self.token.text.lower() == word

    def _expect(self, sign: str) -> None:
        if not self._is_sign(sign):
            before = f" before {self.token.text[:40]!r}" if self.token.text else " at the end"
            raise self._error(f"{sign!r} is missing{before}")
        self._take()

    def _take(self) -> _Token:
        token, self.token = self.token, self._next_token()
        return token

    def _next_token(self) -> _Token:
        if space := _SPACE.match(self.text, self.at):
            self._advance(space.end())
        line = self.line
        if self.at == len(self.text):
            return _Token("end", "", line)
        match = _TOKEN.match(self.text, self.at)
        if match is None or match.lastgroup is None:
            raise self._error(f"{self.text[self.at : self.at + 20]!r} is not DOT", line)
        kind, text = match.lastgroup, match[0]
        if kind == "html":
            end = self._html_end()
            text = self.text[self.at : end]
            self._advance(end)
            return _Token(kind, text, line)
        self._advance(match.end())
        if kind == "quoted":
            text = _ESCAPES.sub(lambda escape: "" if escape[1][-1] == "\n" else escape[1], text[1:-1])
        return _Token(kind, text, line)

    def _html_end(self) -> int:
        depth = 0
        for bracket in re.compile("[<>]").finditer(self.text, self.at):
            depth += 1 if bracket[0] == "<" else -1
            if depth == 0:
                return bracket.end()
        raise self._error("a text in angle brackets does not end")

    def _advance(self, end: int) -> None:
        self.line += self.text.count("\n", self.at, end)
        self.at = end

    def _error(self, what: str, line: int | None = None) -> ContentError:
        return ContentError(f"this is no tree in DOT: {what}", self.file, self.line if line is None else line)


def _without_drawing(fields: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if name.lower() not in DRAWING_FIELDS}
