"""Trees and encounters as the text of a file, for folders that are written later, and trees for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ludus.games.delve.files import write_encounters, write_tree
from ludus.games.delve.kinds import TARGETS
from ludus.games.delve.pieces import Encounter
from ludus.games.delve.tree import Tree


def tree_text(tree: Tree) -> str:
    """What `write_tree` writes."""
    return _written(lambda file: write_tree(tree, file))


def encounters_text(encounters: Sequence[Encounter]) -> str:
    """What `write_encounters` writes."""
    return _written(lambda file: write_encounters(encounters, file))


def outline(tree: Tree) -> str:
    """A tree for a terminal: a line a node, children below their first parent and further in."""
    lines: list[str] = []

    def tell(node: int, depth: int) -> None:
        each = tree.nodes[node]
        also = [tree.nodes[parent].name for parent in each.parents[1:]]
        lines.append(
            f"{'   ' * depth}+{each.value} {TARGETS[each.target]}  {each.name}"
            + (f"  (also after {', '.join(also)})" if also else "")
            + (f"  ({each.price} points)" if each.price != 1 else "")
        )
        for child in tree.children[node]:
            if tree.nodes[child].parents[0] == node:
                tell(child, depth + 1)

    for root in tree.roots:
        tell(root, 0)
    return "\n".join(lines)


def _written(write: Callable[[Path], None]) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "file.toml"
        write(file)
        return file.read_text(encoding="utf-8")
