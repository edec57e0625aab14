"""Files and replays from drafts. A file name contains a digest of its content, so that replays stay valid."""

from __future__ import annotations

import hashlib
import re

from ludus.arena.runner import replay_game
from ludus.core.registry import load_game
from ludus.core.replay import Replay
from ludus.design.delve.editing.drafts import draft_text, read_draft
from ludus.design.delve.inspection.measurement import fight_match
from ludus.studio.bots import BotPermissions, check_bot_text
from ludus.studio.home import StudioPaths
from ludus.studio.protocol.trees import TreeDraft, TreeFight
from ludus.studio.protocol.work import ContentRow
from ludus.studio.trees.catalogue import trees_info
from ludus.util.errors import OptionError

LONGEST_STEM = 30


def store_tree(home: StudioPaths, draft: TreeDraft) -> ContentRow:
    """Store a draft as a content file of the user, to play with it."""
    read_draft(draft.name, draft.nodes)
    text = draft_text(draft.name, draft.nodes)
    stem = re.sub(r"[^A-Za-z0-9]+", "-", draft.name).strip("-")[:LONGEST_STEM].strip("-") or "tree"
    name = f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:8]}.toml"
    if not home.content_path(name).exists():
        home.write_content(name, text)
    return ContentRow(name, len(text.encode()))


def replay_fight(home: StudioPaths, order: TreeFight, rules: BotPermissions) -> Replay:
    """Replay one of the fights behind a measurement. Raises OptionError if the deck is unknown."""
    if order.deck not in trees_info().decks:
        raise OptionError(f"there is no deck {order.deck[:60]!r} in the game")
    game = load_game("delve")
    player = check_bot_text(game, order.player, rules)
    file = home.content_file(store_tree(home, order.draft).name)
    match = fight_match(game, str(file), order.deck, order.encounter, order.nodes, player, order.seed)
    return Replay.from_position(replay_game(match, order.number), [player])
