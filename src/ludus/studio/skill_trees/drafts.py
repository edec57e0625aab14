"""Check drafts of skill trees, convert them between drawing and text, store them as files, replay fights with them.

Drafts are parsed with the reader of tree files. The name of a stored file contains a digest of its content, so that
replays stay valid.
"""

from __future__ import annotations

import re

from ludus.arena.runner import replay_game
from ludus.core.game_registry import load_game_by_name
from ludus.core.replay import Replay
from ludus.design.delve.charts.tree_chart import layout_tree
from ludus.design.delve.editing.draft_conversion import (
    DraftError,
    SkillTree,
    draft_nodes,
    draft_text,
    find_tree,
    read_draft,
    read_draft_text,
)
from ludus.design.delve.inspection.typical_fights import fight_match
from ludus.studio.bot_permissions import BotPermissions, check_bot_text
from ludus.studio.file_paths import StudioPaths, digest_name
from ludus.studio.option_choices_and_checks import FILE_PREFIX
from ludus.studio.protocol.jobs import ContentRow
from ludus.studio.protocol.trees import (
    LONGEST_TREE,
    CheckedTree,
    DrawnNodePosition,
    DrawnTree,
    TreeDraft,
    TreeFault,
    TreeFight,
    TreeName,
    TreeNode,
    TreeText,
)
from ludus.studio.skill_trees.editor_choices import trees_info
from ludus.util.errors import OptionError

MAX_STEM = 30  # characters of the name of a tree in a file name


def check_drawn_tree(order: DrawnTree) -> CheckedTree:
    """Check a draft from the drawing. The text is written even if the draft is invalid."""
    draft, text, fault, spots = order.draft, "", None, list[DrawnNodePosition]()
    try:
        text = draft_text(draft.name, draft.nodes, order.format)
        spots = _spots(read_draft(draft.name, draft.nodes))
    except DraftError as error:
        fault = TreeFault(error.what, list(error.nodes), _line_of_fault(text, order.format))
    return CheckedTree(draft, spots, text, fault)


def check_text(order: TreeText, name: str = "tree") -> CheckedTree:
    """Check a draft from the text of a file."""
    try:
        tree = read_draft_text(order.text, order.format, name)
    except DraftError as error:
        return CheckedTree(None, [], order.text, _fault(error))
    return CheckedTree(_draft(tree), _spots(tree), order.text, None)


def open_tree(paths: StudioPaths, order: TreeName) -> CheckedTree:
    """Open a tree of the game, or a file of the user; the text of a file is kept unchanged, with its comments.

    Raises OptionError if there is no such tree or the file is too long.
    """
    if not order.name.startswith(FILE_PREFIX):
        if order.name not in trees_info().trees:
            raise OptionError(f"there is no tree {order.name[:60]!r} in the game; your own are {FILE_PREFIX}NAME")
        tree = find_tree(order.name)
        return CheckedTree(_draft(tree), _spots(tree), draft_text(tree.name, draft_nodes(tree)), None)
    file = paths.content_file(order.name.removeprefix(FILE_PREFIX))
    if file.suffix not in trees_info().formats:
        raise OptionError(f"{order.name}: trees are files that end in {', '.join(trees_info().formats)}")
    text = file.read_text(encoding="utf-8", errors="replace")
    if len(text) > LONGEST_TREE:
        raise OptionError(f"{order.name}: {len(text):,} signs; up to {LONGEST_TREE:,} can be edited here")
    return check_text(TreeText(file.suffix, text), file.stem)  # type: ignore[arg-type]


def store_tree(paths: StudioPaths, draft: TreeDraft) -> ContentRow:
    """Store a draft as a content file of the user, to play with it."""
    read_draft(draft.name, draft.nodes)
    text = draft_text(draft.name, draft.nodes)
    stem = re.sub(r"[^A-Za-z0-9]+", "-", draft.name).strip("-")[:MAX_STEM].strip("-") or "tree"
    name = digest_name(stem, text.encode(), ".toml")
    if not paths.content_path(name).exists():
        paths.write_content(name, text)
    return ContentRow(name, len(text.encode()))


def replay_fight(paths: StudioPaths, order: TreeFight, permissions: BotPermissions) -> Replay:
    """Replay one of the fights behind a measurement. Raises OptionError if the deck is unknown."""
    if order.deck not in trees_info().decks:
        raise OptionError(f"there is no deck {order.deck[:60]!r} in the game")
    game = load_game_by_name("delve")
    player = check_bot_text(game, order.player, permissions)
    file = paths.content_file(store_tree(paths, order.draft).name)
    match = fight_match(game, str(file), order.deck, order.encounter, order.nodes, player, order.seed)
    return Replay.from_position(replay_game(match, order.number), [player])


def _draft(tree: SkillTree) -> TreeDraft:
    nodes = [TreeNode(node.name, node.target, node.value, list(node.parents), node.price) for node in draft_nodes(tree)]
    return TreeDraft(tree.name, nodes)


def _spots(tree: SkillTree) -> list[DrawnNodePosition]:
    return [DrawnNodePosition(spot.column, spot.row) for spot in layout_tree(tree)]


def _line_of_fault(text: str, suffix: str) -> int | None:
    """Line of the fault of a draft in its own text; the format of the text need not be the one that was checked."""
    try:
        read_draft_text(text, suffix)
    except DraftError as error:
        return error.line
    return None


def _fault(error: DraftError) -> TreeFault:
    return TreeFault(error.what, list(error.nodes), error.line)
