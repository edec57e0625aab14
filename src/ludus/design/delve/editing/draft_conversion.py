"""Drafts: trees during editing, which may be invalid. The file reader says what is wrong, and this module where.

    tree = read_draft("bruiser", [DraftNode("Fury", "area", 3), DraftNode("Rage", "mana", 5, (0,))])
    text = draft_text("bruiser", rows, ".toml")      also of an invalid one
    tree = read_draft_text(text, ".toml")

Invalid drafts raise a `DraftError`, which lists the nodes concerned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from ludus.games.delve.constants import TARGETS
from ludus.games.delve.content_files import NodeRow, read_tree
from ludus.games.delve.options import find_tree
from ludus.games.delve.skill_tree import CYCLE, SkillTree
from ludus.games.delve.toml_json_csv_rows import write_rows
from ludus.util.errors import ContentError, LudusError

__all__ = [
    "DraftError",
    "DraftNode",
    "DraftRow",
    "SkillTree",
    "draft_nodes",
    "draft_text",
    "find_tree",
    "looks_like_tree",
    "read_draft",
    "read_draft_text",
]

ENTRY_PREFIX = re.compile(r"nodes\[\d+\]: ")
TREE_SIGNATURES = {  # in the text of a tree, and of no other file of the game
    ".toml": re.compile(r"^[ \t]*(?:\[\[[ \t]*nodes[ \t]*\]\]|nodes[ \t]*=)", re.MULTILINE),
    ".json": re.compile(r'"nodes"\s*:'),
}


class DraftRow(Protocol):
    """A node of a draft; parents are indices in the list of nodes."""

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


DAMAGE_NODES_ONLY = "the editor is for nodes that raise damage, without gate and unlocked nodes: edit the file"


class DraftError(LudusError):
    """Invalid draft. `nodes` are the indices of the nodes concerned, `line` the line in a text."""

    def __init__(self, what: str, nodes: Sequence[int] = (), line: int | None = None) -> None:
        super().__init__(what)
        self.what, self.nodes, self.line = what, tuple(nodes), line


def read_draft(name: str, rows: Sequence[DraftRow]) -> SkillTree:
    """Return the tree of a draft, as if it were read from its file.

    Raises:
        Wrong: the draft is no valid tree.
    """
    text = draft_text(name, rows)
    try:
        return read_draft_text(text, ".toml")
    except DraftError as error:
        raise DraftError(error.what, _concerned_nodes(rows, error)) from None


def draft_text(name: str, rows: Sequence[DraftRow], suffix: str = ".toml") -> str:
    """Return a draft as the text of a file."""
    node_rows = [NodeRow(row.name, row.target, row.value, _parents(rows, k), row.price) for k, row in enumerate(rows)]
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"tree{suffix}"
        try:
            write_rows(file, "nodes", node_rows, NodeRow, name=name)
        except ContentError as error:
            raise DraftError(error.what) from None
        return file.read_text(encoding="utf-8")


def read_draft_text(text: str, suffix: str = ".toml", name: str = "tree") -> SkillTree:
    """Return the tree of a text; `name` is used if the text has no name.

    Raises:
        Wrong: the text is no valid tree.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}{suffix}"
        file.write_text(text, encoding="utf-8")
        try:
            tree = read_tree(file)
        except ContentError as error:
            what = _without_entry(error.what)
            if error.field == "card":  # cards of one's own are unknown here, and the editor has no nodes that add some
                what += f"; {DAMAGE_NODES_ONLY}"
            raise DraftError(what, () if error.entry is None else (error.entry - 1,), error.line) from None
    _check_editable(tree)
    return tree


def looks_like_tree(text: str, suffix: str) -> bool:
    """Whether a text is meant to be a tree, also if it has errors; other files have the same suffixes."""
    if suffix == ".csv":
        lines = (line.strip("\ufeff \t") for line in text.splitlines())
        header = next((line for line in lines if line and not line.startswith("#")), "")
        return {"name", "target"} <= {cell.strip() for cell in header.split(",")}
    signature = TREE_SIGNATURES.get(suffix)
    return signature is not None and signature.search(text) is not None


def draft_nodes(tree: SkillTree) -> list[DraftNode]:
    """Return the nodes of a tree as draft nodes.

    Raises:
        DraftError: a node does something that drafts cannot hold.
    """
    _check_editable(tree)
    return [DraftNode(node.name, TARGETS[node.target], node.value, node.parents, node.price) for node in tree.nodes]


def _check_editable(tree: SkillTree) -> None:
    for k, node in enumerate(tree.nodes):
        if node.is_extended:
            raise DraftError(
                f"node {node.name!r}: {node.description}; {DAMAGE_NODES_ONLY}",
                [k],
            )


def _parents(rows: Sequence[DraftRow], place: int) -> tuple[str, ...]:
    """The names of a node's parents."""
    row = rows[place]
    missing = next((parent for parent in row.parents if not 0 <= parent < len(rows)), None)
    if missing is not None:
        raise DraftError(f"node {row.name!r}: parent {missing}; there are nodes 0 to {len(rows) - 1}", [place])
    return tuple(rows[parent].name for parent in row.parents)


def _concerned_nodes(rows: Sequence[DraftRow], error: DraftError) -> tuple[int, ...]:
    """All nodes concerned by an error: those with the same name, or those on a cycle."""
    if not error.nodes or CYCLE in error.what:
        return _nodes_on_cycles(rows)
    names = {rows[k].name.casefold() for k in error.nodes}
    return tuple(k for k, row in enumerate(rows) if row.name.casefold() in names)


def _without_entry(what: str) -> str:
    return ENTRY_PREFIX.sub("", what, count=1)


def _nodes_on_cycles(rows: Sequence[DraftRow]) -> tuple[int, ...]:
    """The nodes that are their own ancestors."""

    def ancestors_of(k: int) -> set[int]:
        ancestors, waiting = set[int](), list(rows[k].parents)
        while waiting:
            parent = waiting.pop()
            if parent not in ancestors:
                ancestors.add(parent)
                waiting += rows[parent].parents
        return ancestors

    return tuple(k for k in range(len(rows)) if k in ancestors_of(k))
