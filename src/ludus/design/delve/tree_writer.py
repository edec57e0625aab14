"""Trees and encounters as file text, and trees as terminal text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ludus.games.delve.constants import UNLOCK_NODE
from ludus.games.delve.content_files import write_encounters, write_tree
from ludus.games.delve.decks_and_encounters import Encounter
from ludus.games.delve.skill_tree import SkillNode, SkillTree, node_text


def tree_text(tree: SkillTree) -> str:
    """Return the text that `write_tree` writes."""
    return _file_text(lambda file: write_tree(tree, file))


def encounters_text(encounters: Sequence[Encounter]) -> str:
    """Return the text that `write_encounters` writes."""
    return _file_text(lambda file: write_encounters(encounters, file))


def terminal_outline(tree: SkillTree) -> str:
    """Return a tree for a terminal: one line per node, children indented below their first parent."""
    lines: list[str] = []

    def add(node: int, depth: int) -> None:
        entry = tree.nodes[node]
        also = [tree.nodes[parent].name for parent in entry.parents[1:]]
        lines.append(
            f"{'   ' * depth}{_short_effect(tree, entry)}  {entry.name}"
            + (f"  (also after {', '.join(also)})" if also else "")
            + (f"  ({entry.price} points)" if entry.price != 1 else "")
        )
        for child in tree.children[node]:
            if tree.nodes[child].parents[0] == node:
                add(child, depth + 1)

    for root in tree.roots:
        add(root, 0)
    return "\n".join(lines)


def _short_effect(tree: SkillTree, node: SkillNode) -> str:
    return f"+{node.value} {node.what}" if node.effect != UNLOCK_NODE else node_text(tree, node)


def _file_text(write: Callable[[Path], None]) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "file.toml"
        write(file)
        return file.read_text(encoding="utf-8")
