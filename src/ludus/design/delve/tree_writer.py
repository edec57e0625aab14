"""Trees and encounters as file text, trees as terminal text, and their conversion between formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import structs

from ludus.design.delve.charts.tree_chart import tree_chart
from ludus.games.delve.constants import UNLOCK_NODE
from ludus.games.delve.content_files import read_tree, write_encounters, write_tree
from ludus.games.delve.decks_and_encounters import Encounter
from ludus.games.delve.options import Options, choose_tree, read_options
from ludus.games.delve.skill_tree import SkillNode, SkillTree, node_text
from ludus.games.delve.toml_json_csv_rows import write_text_file
from ludus.util.text import plural


def tree_text(tree: SkillTree) -> str:
    """Return the text that `write_tree` writes."""
    return _file_text(lambda file: write_tree(tree, file))


def encounters_text(encounters: Sequence[Encounter]) -> str:
    """Return the text that `write_encounters` writes."""
    return _file_text(lambda file: write_encounters(encounters, file))


def convert_tree(content: str, file: Path, options: Options | None = None) -> list[str]:
    """Write a tree, of the game or of a file, in the format of another file, or draw it as SVG.

    Args:
        content: name or file of the tree; `rules` for the tree of the file of rules.
        file: the file to write.
        options: options of the game, for cards that nodes add to the deck.

    Returns:
        What was written, and what the format does not keep.

    Raises:
        ContentError: the tree cannot be read or written.
        UnknownName: there is no such tree.
    """
    chosen = Options() if options is None else options
    scenario = read_options(chosen)
    tree = choose_tree(structs.replace(chosen, tree=content), scenario)
    told = [f"{plural(len(tree), 'node')} of {tree.name}"]
    if file.suffix.lower() == ".svg":
        write_text_file(tree_chart(tree), file)
        return [*told, "A picture cannot be read back."]
    write_tree(tree, file)
    if read_tree(file, scenario.cards) != tree:  # CSV has no place for the name of a tree
        told.append(f"{file.suffix} keeps no name of a tree: read again, it is named {file.stem!r}.")
    if tree.added_cards:
        names = ", ".join(card.name for card in tree.added_cards)
        told.append(f"Cards that nodes add are named, not written: {names}.")
    return told


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
            + (f"  (needs {plural(entry.gate, 'owned node')})" if entry.gate else "")
        )
        for child in tree.children[node]:
            if tree.nodes[child].parents[0] == node:
                add(child, depth + 1)

    for root in tree.roots:
        add(root, 0)
    return "\n".join(lines)


def _short_effect(tree: SkillTree, node: SkillNode) -> str:
    if node.effect == UNLOCK_NODE:
        return node_text(tree, node)
    unlocked = ", ".join(tree.nodes[k].name for k in node.unlocks)
    return f"+{node.value} {node.what}" + (f", unlocks {unlocked}" if unlocked else "")


def _file_text(write: Callable[[Path], None]) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "file.toml"
        write(file)
        return file.read_text(encoding="utf-8")
