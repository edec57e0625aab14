"""Drafts: trees as somebody edits them, which may be wrong. The reader of files says what is wrong, and here is where.

    tree = read_draft("bruiser", [DraftNode("Fury", "area", 3), DraftNode("Rage", "mana", 5, (0,))])
    text = draft_text("bruiser", rows, ".toml")      also of a wrong one
    tree = read_draft_text(text, ".toml")

Whatever is refused is refused with a `Wrong`, which names the nodes that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from ludus.core.errors import ContentError, LudusError
from ludus.games.delve.files import NodeRow, read_tree
from ludus.games.delve.kinds import TARGETS
from ludus.games.delve.options import find_tree
from ludus.games.delve.rows import write_rows
from ludus.games.delve.tree import Tree

__all__ = ["DraftNode", "Row", "Tree", "Wrong", "draft_text", "find_tree", "nodes_of", "read_draft", "read_draft_text"]

ENTRY, HEADER = re.compile(r"nodes\[(\d+)\]: "), re.compile(r"\s*\[\[\s*nodes\s*\]\]")


class Row(Protocol):
    """A node of a draft; parents are places in the list of nodes."""

    @property
    def name(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def parents(self) -> Sequence[int]: ...
    @property
    def price(self) -> int: ...


@dataclass(frozen=True)
class DraftNode:
    name: str
    target: str
    value: int
    parents: tuple[int, ...] = ()
    price: int = 1


class Wrong(LudusError):
    """Why a draft is no tree. `nodes` are the places of those it is about, `line` is where it stands in a text."""

    def __init__(self, what: str, nodes: Sequence[int] = (), line: int | None = None) -> None:
        super().__init__(what)
        self.what, self.nodes, self.line = what, tuple(nodes), line


def read_draft(name: str, rows: Sequence[Row]) -> Tree:
    """The tree of a draft, as if it were read from its file."""
    text = draft_text(name, rows)
    try:
        return read_draft_text(text, ".toml")
    except Wrong as error:
        raise Wrong(error.what, _about(rows, error)) from None


def draft_text(name: str, rows: Sequence[Row], suffix: str = ".toml") -> str:
    """A draft as the text of a file."""
    found = [NodeRow(row.name, row.target, row.value, _parents(rows, k), row.price) for k, row in enumerate(rows)]
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"tree{suffix}"
        try:
            write_rows(file, "nodes", found, NodeRow, name=name)
        except ContentError as error:
            raise Wrong(error.what) from None
        return file.read_text(encoding="utf-8")


def read_draft_text(text: str, suffix: str = ".toml", name: str = "tree") -> Tree:
    """The tree of a text; one without a name of its own has the given one."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}{suffix}"
        file.write_text(text, encoding="utf-8")
        try:
            return read_tree(file)
        except ContentError as error:
            raise Wrong(_without_entry(error.what), _places(error.what, error.line, text), error.line) from None


def nodes_of(tree: Tree) -> list[DraftNode]:
    """The nodes of a tree as a draft has them."""
    return [DraftNode(node.name, TARGETS[node.target], node.value, node.parents, node.price) for node in tree.nodes]


def _parents(rows: Sequence[Row], place: int) -> tuple[str, ...]:
    """The names of a node's parents."""
    row = rows[place]
    lost = next((parent for parent in row.parents if not 0 <= parent < len(rows)), None)
    if lost is not None:
        raise Wrong(f"node {row.name!r}: parent {lost}; there are nodes 0 to {len(rows) - 1}", [place])
    return tuple(rows[parent].name for parent in row.parents)


def _places(what: str, line: int | None, text: str) -> tuple[int, ...]:
    """The node that the reader complains about: by its entry, or by the line that the entry begins in."""
    if found := ENTRY.match(what):
        return (int(found[1]) - 1,)
    lines = [number for number, each in enumerate(text.splitlines(), 1) if HEADER.match(each)]
    return (lines.index(line),) if line in lines else ()


def _about(rows: Sequence[Row], error: Wrong) -> tuple[int, ...]:
    """All nodes that a complaint about a draft is about: those with the same name, or those that make a ring."""
    if not error.nodes:
        return _on_rings(rows)
    names = {rows[k].name.casefold() for k in error.nodes}
    return tuple(k for k, row in enumerate(rows) if row.name.casefold() in names)


def _without_entry(what: str) -> str:
    return ENTRY.sub("", what, count=1)


def _on_rings(rows: Sequence[Row]) -> tuple[int, ...]:
    """The nodes that come before themselves."""

    def before(k: int) -> set[int]:
        found, waiting = set[int](), list(rows[k].parents)
        while waiting:
            parent = waiting.pop()
            if parent not in found:
                found.add(parent)
                waiting += rows[parent].parents
        return found

    return tuple(k for k in range(len(rows)) if k in before(k))
