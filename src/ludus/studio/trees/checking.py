"""Parse drafts with the reader of tree files: from the drawing to the text, and back."""

from __future__ import annotations

from ludus.design.delve.charts.tree_chart import layout_tree
from ludus.design.delve.editing.drafts import (
    DraftError,
    SkillTree,
    draft_nodes,
    draft_text,
    find_tree,
    read_draft,
    read_draft_text,
)
from ludus.studio.choices import FILE_PREFIX
from ludus.studio.home import StudioPaths
from ludus.studio.protocol.trees import (
    LONGEST_TREE,
    NodeSpot,
    TreeChecked,
    TreeDraft,
    TreeDrawn,
    TreeFault,
    TreeNamed,
    TreeNode,
    TreeText,
)
from ludus.studio.trees.catalogue import trees_info
from ludus.util.errors import OptionError


def check_drawing(given: TreeDrawn) -> TreeChecked:
    """Check a draft from the drawing. The text is written even if the draft is invalid."""
    draft, text, fault, spots = given.draft, "", None, list[NodeSpot]()
    try:
        text = draft_text(draft.name, draft.nodes, given.format)
        spots = _spots(read_draft(draft.name, draft.nodes))
    except DraftError as error:
        fault = _fault(error)
    return TreeChecked(draft, spots, text, fault)


def check_text(given: TreeText, name: str = "tree") -> TreeChecked:
    """Check a draft from the text of a file."""
    try:
        tree = read_draft_text(given.text, given.format, name)
    except DraftError as error:
        return TreeChecked(None, [], given.text, _fault(error))
    return TreeChecked(_draft(tree), _spots(tree), given.text, None)


def open_tree(home: StudioPaths, given: TreeNamed) -> TreeChecked:
    """Open a tree of the game, or a file of the user; the text of a file is kept unchanged, with its comments.

    Raises OptionError if there is no such tree or the file is too long.
    """
    if not given.name.startswith(FILE_PREFIX):
        if given.name not in trees_info().trees:
            raise OptionError(f"there is no tree {given.name[:60]!r} in the game; your own are {FILE_PREFIX}NAME")
        tree = find_tree(given.name)
        return TreeChecked(_draft(tree), _spots(tree), draft_text(tree.name, draft_nodes(tree)), None)
    file = home.content_file(given.name.removeprefix(FILE_PREFIX))
    if file.suffix not in trees_info().formats:
        raise OptionError(f"{given.name}: trees are files that end in {', '.join(trees_info().formats)}")
    text = file.read_text(encoding="utf-8", errors="replace")
    if len(text) > LONGEST_TREE:
        raise OptionError(f"{given.name}: {len(text):,} signs; up to {LONGEST_TREE:,} can be edited here")
    return check_text(TreeText(file.suffix, text), file.stem)  # type: ignore[arg-type]


def _draft(tree: SkillTree) -> TreeDraft:
    nodes = [TreeNode(node.name, node.target, node.value, list(node.parents), node.price) for node in draft_nodes(tree)]
    return TreeDraft(tree.name, nodes)


def _spots(tree: SkillTree) -> list[NodeSpot]:
    return [NodeSpot(spot.column, spot.row) for spot in layout_tree(tree)]


def _fault(error: DraftError) -> TreeFault:
    return TreeFault(error.what, list(error.nodes), error.line)
